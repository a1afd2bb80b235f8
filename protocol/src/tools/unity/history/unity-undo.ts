import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Limit, UndoInfo } from '../../values.ts'

const UndoResult = UndoInfo.extend({
	/** Names of the undone or redone groups, in order. */
	groups: z.array(z.string()),
	/** Ids of the groups, in the same order. */
	groupIds: z.array(z.string()),
	/**
	 * Files that these groups wrote: the editor's Undo does not cover them, so they stay as they are. The editor names its
	 * assets; the relay adds what it wrote itself, such as scripts.
	 */
	filesKept: z.array(z.string()).optional(),
})
const steps = z.number().int().min(1).max(50).default(1)

const OWN_UNDO = 'Undo and redo by the agent are not reverted.'

export const unityUndo = defineTool({
	name: 'unity_undo',
	title: 'Undo',
	description: 'Undo and redo scene changes; files, prefab assets and settings stay.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'default',
	actions: {
		undo: action({
			summary: 'last steps; one is all calls of an answer (MCP: one call)',
			risk: 'write',
			byHand: true,
			input: { steps },
			leaves: OWN_UNDO,
			output: UndoResult,
			examples: [
				{
					name: 'one',
					args: { action: 'undo' },
					result: {
						groups: ['Create Cube'],
						groupIds: ['step_01'],
						undo: null,
						redo: 'Create Cube',
					},
				},
			],
		}),
		redo: action({
			summary: 'undone ones',
			risk: 'write',
			byHand: true,
			input: { steps },
			leaves: OWN_UNDO,
			output: UndoResult,
			examples: [
				{
					name: 'one',
					args: { action: 'redo' },
					result: {
						groups: ['Create Cube'],
						groupIds: ['step_01'],
						undo: 'Create Cube',
						redo: null,
					},
				},
			],
		}),
		history: action({
			summary: 'group_ids from newest',
			risk: 'read',
			shared: 'error',
			input: { limit: Limit },
			output: UndoInfo.extend({
				groups: z.array(
					z.object({
						groupId: z.string(),
						name: z.string(),
						state: z.enum(['done', 'undone']),
						filesKept: z.array(z.string()).optional(),
					}),
				),
				total: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'one step',
					args: { action: 'history' },
					result: {
						undo: 'Create Cube',
						redo: null,
						groups: [{ groupId: 'step_01', name: 'Create Cube', state: 'done' }],
						total: 1,
					},
				},
			],
		}),
		revert_group: action({
			summary: 'it and all after it',
			risk: 'write',
			input: { group_id: z.string().min(1).max(128) },
			leaves: OWN_UNDO,
			output: UndoResult,
			examples: [
				{
					name: 'a step',
					args: { action: 'revert_group', group_id: 'step_01' },
					result: {
						groups: ['Create Cube'],
						groupIds: ['step_01'],
						undo: null,
						redo: 'Create Cube',
					},
				},
			],
		}),
	},
})
