import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'

const REF =
	'Copy the ref from a note in this conversation or from a search, such as 12.0.1; or search with query.'

/** Reads what the view of a long conversation leaves out; `worker/src/agent/context` makes that view. */
export const recall = defineTool({
	name: 'recall',
	title: 'Look back',
	description: 'Read or search what this conversation left out.',
	runsOn: 'worker',
	shared: 'error',
	offered: 'default',
	labels: { run: { verb: ['Looking back', 'Looked back', 'look back'] } },
	actions: {
		run: action({
			summary: 'look back',
			risk: 'read',
			input: {
				/** Message row, message in it, part of that. */
				ref: z
					.string()
					.regex(/^\d{1,9}\.\d{1,6}\.\d{1,6}$/, REF)
					.optional(),
				/** Characters of the text at `ref` that are skipped. */
				offset: z.number().int().min(0).default(0),
				query: z.string().min(1).max(200).optional(),
			},
			output: z.union([
				z.object({
					text: z.string(),
					/** Characters in all. */
					total: z.number().int().nonnegative(),
					/** Present if there is more. */
					nextOffset: z.number().int().positive().optional(),
				}),
				z.object({
					/** Newest first. */
					found: z.array(
						z.object({
							ref: z.string(),
							/** user, agent, or the name of the tool that was called. */
							by: z.string(),
							text: z.string(),
						}),
					),
					/** Set if nothing was found, or not everything is listed. */
					note: z.string().optional(),
				}),
			]),
			examples: [
				{
					name: 'a result',
					args: { ref: '12.3.0' },
					result: { text: '{"objects":[]}', total: 14 },
				},
				{
					name: 'a word',
					args: { query: 'gravity' },
					result: { found: [{ ref: '3.0.0', by: 'user', text: 'Set gravity to -3.7.' }] },
				},
			],
		}),
	},
})
