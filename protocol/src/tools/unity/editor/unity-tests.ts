import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Cursor, Limit, Note } from '../../values.ts'

const Name = z.string().min(1).max(200)
const Group = z.object({ name: z.string(), tests: z.number().int().positive() })

/** Selects tests: all given filters must match; in a list, one match is enough. */
const selection = {
	mode: z.enum(['EditMode', 'PlayMode']).default('EditMode'),
	filter: z.string().max(200).optional().describe('part of the full test name'),
	categories: z.array(Name).max(100).optional().describe('[Category] names'),
	assemblies: z.array(Name).max(100).optional().describe('without .dll'),
}

export const unityTests = defineTool({
	name: 'unity_tests',
	title: 'Run tests',
	description: "List or run the project's EditMode or PlayMode tests, by name, category, assembly.",
	runsOn: 'editor',
	shared: 'result',
	/** How they ended, not their names and words. */
	sharedResult: ({ total, passed, failed, skipped }) => ({ total, passed, failed, skipped }),
	offered: 'search',
	actions: {
		list: action({
			summary: 'tests with their categories and assemblies; runs none',
			risk: 'read',
			shared: 'error',
			input: { ...selection, limit: Limit, cursor: Cursor.optional() },
			output: z.object({
				total: z.number().int().nonnegative(),
				/** Groups of all matching tests, the largest first. */
				categories: z.array(Group).max(50),
				assemblies: z.array(Group).max(50),
				tests: z.array(
					z.object({
						name: z.string(),
						assembly: z.string(),
						categories: z.array(z.string()).optional(),
						/** Absent: with every run. `never`: ignored · `broken`: the framework cannot run it. */
						runs: z.enum(['when_named', 'never', 'broken']).optional(),
						reason: z.string().optional(),
					}),
				),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'all of edit mode',
					args: { action: 'list' },
					result: {
						total: 1,
						categories: [{ name: 'Fast', tests: 1 }],
						assemblies: [{ name: 'Assembly-CSharp-Editor', tests: 1 }],
						tests: [
							{
								name: 'DemoTests.Adds',
								assembly: 'Assembly-CSharp-Editor',
								categories: ['Fast'],
							},
						],
						nextCursor: null,
					},
				},
			],
		}),
		run: action({
			summary: 'run them: failures with message and stack',
			foundBy: 'test unit runner nunit',
			// Tests are the project's own scripts, like those that play mode runs.
			risk: 'write',
			runsScripts: true,
			leaves: 'Changes made by the tests themselves are not reverted.',
			timeoutMs: 1_800_000,
			pauses: true,
			checked: true,
			input: {
				...selection,
				names: z
					.array(z.string().min(1).max(500))
					.max(100)
					.optional()
					.describe('full names of tests or fixtures'),
				include_passed: z.boolean().default(false),
			},
			output: z.object({
				note: Note,
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
					args: { action: 'run', mode: 'EditMode' },
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
