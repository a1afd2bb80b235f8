import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { CompileMessage, Note, TypeSummary } from '../../values.ts'

export const unityRefresh = defineTool({
	name: 'unity_refresh',
	title: 'Compile scripts',
	description:
		'Import changed files and compile. Required after writing scripts, before adding their components. Returns errors or new types.',
	runsOn: 'editor',
	shared: 'result',
	/** How it ended, not the compiler's words. */
	sharedResult: ({ recompiled, hasErrors }) => ({ recompiled, hasErrors }),
	offered: 'default',
	actions: {
		run: action({
			summary: 'refresh',
			foundBy: 'recompile reload script assets',
			risk: 'write',
			runsScripts: true,
			/** Repeating a refresh is harmless. */
			replay: 'safe',
			timeoutMs: 600_000,
			pauses: true,
			input: {
				watched_scripts: z.array(z.string().max(200)).max(50).optional().describe('class names'),
				type_limit: z.number().int().min(0).max(200).default(20),
			},
			output: z.object({
				note: Note,
				/** False if nothing had changed. */
				recompiled: z.boolean(),
				hasErrors: z.boolean(),
				errors: z.array(CompileMessage),
				warnings: z.array(CompileMessage),
				/** User component types that are new, or have other fields, since the last refresh; at most `type_limit`. */
				availableTypes: z.array(TypeSummary),
				watchedScripts: z.object({ found: z.array(z.string()), missing: z.array(z.string()) }),
				/** Open scenes whose files other programs changed: the editor still shows what it opened. */
				scenesChangedOnDisk: z.array(z.string()).optional(),
			}),
			examples: [
				{
					name: 'a new type',
					args: { watched_scripts: ['Spin'] },
					result: {
						recompiled: true,
						hasErrors: false,
						errors: [],
						warnings: [],
						availableTypes: [
							{
								name: 'Spin',
								fullName: 'Spin',
								isUserScript: true,
								fields: [{ name: 'speed', type: 'float' }],
							},
						],
						watchedScripts: { found: ['Spin'], missing: [] },
					},
				},
				{
					name: 'a compile error',
					args: {},
					result: {
						recompiled: true,
						hasErrors: true,
						errors: [
							{
								file: 'Assets/Scripts/Spin.cs',
								line: 7,
								column: 30,
								code: 'CS1002',
								message: '; expected',
								severity: 'error',
							},
						],
						warnings: [],
						availableTypes: [],
						watchedScripts: { found: [], missing: [] },
					},
				},
			],
		}),
	},
})
