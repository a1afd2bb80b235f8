import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { LogEntry } from '../../values.ts'

export const readConsoleLogs = defineTool({
	name: 'read_console_logs',
	title: 'Read the console',
	description: 'Unity console entries, newest first.',
	runsOn: 'editor',
	shared: 'line',
	offered: 'default',
	actions: {
		run: action({
			summary: 'read',
			foundBy: 'console log logs errors error warnings exceptions messages debug',
			risk: 'read',
			input: {
				count: z.number().int().min(1).max(1_000).default(50),
				filter: z.enum(['all', 'errors', 'warnings']).default('all'),
				since: z.string().max(40).optional().describe('ISO time'),
				include_stacks: z.boolean().default(false),
			},
			output: z.object({
				logs: z.array(LogEntry),
				/** Entries that match, of which `logs` holds the newest. */
				total: z.number().int().nonnegative(),
				counts: z.object({
					errors: z.number().int().nonnegative(),
					warnings: z.number().int().nonnegative(),
					logs: z.number().int().nonnegative(),
				}),
			}),
			examples: [
				{
					name: 'one error',
					args: { filter: 'errors', count: 10 },
					result: {
						logs: [
							{
								type: 'error',
								message: 'Assets/Scripts/Spin.cs(7,30): error CS1002: ; expected',
								timestamp: '2026-11-21T10:00:00.000Z',
							},
						],
						total: 1,
						counts: { errors: 1, warnings: 0, logs: 3 },
					},
				},
			],
		}),
	},
})
