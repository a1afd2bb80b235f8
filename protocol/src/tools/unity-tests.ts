import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'

export const unityTests = defineTool({
	name: 'unity_tests',
	title: 'Run tests',
	description: "Run the project's EditMode or PlayMode tests.",
	pack: 'unity',
	runsOn: 'editor',
	offered: 'search',
	actions: {
		run: action({
			summary: 'run',
			risk: 'execute',
			replay: 'once',
			timeoutMs: 1_800_000,
			pauses: true,
			input: {
				mode: z.enum(['EditMode', 'PlayMode']).default('EditMode'),
				filter: z.string().max(200).optional().describe('part of the full test name'),
				include_passed: z.boolean().default(false),
			},
			output: z.object({
				total: z.number().int().nonnegative(),
				passed: z.number().int().nonnegative(),
				failed: z.number().int().nonnegative(),
				skipped: z.number().int().nonnegative(),
				durationSeconds: z.number().nonnegative(),
				tests: z.array(
					z.object({
						name: z.string(),
						status: z.enum(['passed', 'failed', 'skipped', 'inconclusive']),
						durationSeconds: z.number().nonnegative(),
						message: z.string().optional(),
						stackTrace: z.string().optional(),
					}),
				),
			}),
			examples: [
				{
					name: 'one failure',
					args: { mode: 'EditMode' },
					result: {
						total: 2,
						passed: 1,
						failed: 1,
						skipped: 0,
						durationSeconds: 0.4,
						tests: [
							{
								name: 'DemoTests.Adds',
								status: 'failed',
								durationSeconds: 0.1,
								message: 'Expected: 4 But was: 5',
								stackTrace: 'at DemoTests.Adds () in Assets/Tests/DemoTests.cs:12',
							},
						],
					},
				},
			],
		}),
	},
})
