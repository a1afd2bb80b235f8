import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { LogEntry } from '../../values.ts'

/** Runs given C# in the editor's own process, without a domain reload. */
export const unityExecute = defineTool({
	name: 'unity_execute',
	title: 'Run C#',
	description:
		'Run C# code in the editor, without a domain reload: an expression, or statements with return; using lines first.',
	runsOn: 'editor',
	shared: 'line',
	undo: true,
	offered: 'search',
	gist: 'run C#',
	actions: {
		run: action({
			summary: 'run',
			risk: 'execute',
			timeoutMs: 330_000,
			checked: true,
			input: {
				code: z
					.string()
					.min(1)
					.max(20_000)
					.describe('C# 9; UnityEngine, UnityEditor, System.Linq are imported'),
				timeout_seconds: z
					.number()
					.int()
					.min(1)
					.max(300)
					.default(30)
					.describe('then `cancellation` is signalled; code that ignores it cannot be stopped'),
			},
			leaves: 'Changes that code made without Undo, or outside the scenes, are not reverted.',
			output: z.object({
				outcome: z.enum(['returned', 'threw']),
				/** The returned value as JSON; also null if nothing was returned. Long lists, texts and deep objects are cut. */
				value: z.unknown(),
				/** C# type of the value; null: nothing was returned. */
				valueType: z.string().nullable(),
				truncated: z.boolean(),
				/** Line 1 is the first of the given code; 0: not in it. */
				exception: z
					.object({
						type: z.string(),
						message: z.string(),
						line: z.number().int().nonnegative(),
						stackTrace: z.string(),
					})
					.optional(),
				/** Written while it ran; the oldest first, at most 50. */
				logs: z.array(LogEntry.pick({ type: true, message: true })).max(50),
				logCount: z.number().int().nonnegative(),
				/** It ended after its time limit. */
				overran: z.boolean(),
				compileMs: z.number().nonnegative(),
				runMs: z.number().nonnegative(),
			}),
			examples: [
				{
					name: 'an expression',
					args: { code: 'Camera.allCamerasCount' },
					result: {
						outcome: 'returned',
						value: 1,
						valueType: 'Int32',
						truncated: false,
						logs: [],
						logCount: 0,
						overran: false,
						compileMs: 640,
						runMs: 1,
					},
				},
				{
					name: 'an exception',
					args: { code: 'var door = GameObject.Find("Door");\nreturn door.name;' },
					result: {
						outcome: 'threw',
						value: null,
						valueType: null,
						truncated: false,
						exception: {
							type: 'System.NullReferenceException',
							message: 'Object reference not set to an instance of an object',
							line: 2,
							stackTrace: 'at line 2',
						},
						logs: [],
						logCount: 0,
						overran: false,
						compileMs: 650,
						runMs: 2,
					},
				},
			],
		}),
	},
})
