import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'

/** Records one request may name: more than the steps of a run. */
const MAX_RECORDS = 500
/** At most this many blocking records are listed; the count covers all. */
const MAX_LISTED = 50

/** An agent step's Undo group id, or the editor's own id for any other record. */
const RecordId = z.string().min(1).max(128)
const record_ids = z.array(RecordId).min(1).max(MAX_RECORDS)
const Named = z.object({ id: RecordId, name: z.string().max(300) })

/**
 * done: can be undone · undone: can be redone · cleared: was recorded, and the history has been
 * cleared since (a scene was opened) · unknown: this editor process recorded nothing with this id:
 * nothing was changed, or another process did it.
 */
export const RecordState = z.enum(['done', 'undone', 'cleared', 'unknown'])
export type RecordState = z.infer<typeof RecordState>

/**
 * Which of the records can be undone (or redone), and what blocks them. The history
 * is a stack: undoing a record undoes everything after it.
 */
export const HistoryState = z.object({
	/** Records in the requested order. */
	records: z.array(Named.partial({ name: true }).extend({ state: RecordState })),
	/**
	 * Records that were not requested but would be included, the next first: undo: done
	 * after the earliest of them; redo: undone after the earliest of them.
	 */
	blocking: z.array(Named).max(MAX_LISTED),
	blockingCount: z.number().int().nonnegative(),
	/**
	 * Paths of objects that changed after the latest record that touches them, with
	 * no blocking record to explain it. Empty if the editor cannot know.
	 */
	changed: z.array(z.string()).max(MAX_LISTED),
	/** Asset paths of the scenes that are open: their files must not be replaced under the editor. */
	openScenes: z.array(z.string()),
	/** Changes when any of the above changes: the state that a person saw before agreeing. */
	seen: z.string().min(1).max(128),
})
export type HistoryState = z.infer<typeof HistoryState>

/**
 * `force`: include blocking records and overwrite changed objects. `seen`: refuse with `conflict` (its
 * data a HistoryState) if the state is no longer this one. Without `force`, a state with
 * anything blocking or changed is refused in the same way. All or nothing.
 */
const choice = { force: z.boolean().default(false), seen: z.string().max(128).optional() }

const nothingThere: HistoryState = {
	records: [{ id: 'run_01.1', name: 'Fairlead: create Cube', state: 'done' }],
	blocking: [{ id: '#7', name: 'Move Light' }],
	blockingCount: 1,
	changed: [],
	openScenes: ['Assets/Scenes/SampleScene.unity'],
	seen: '9f2c',
}

export const unityHistory = defineTool({
	name: 'unity_history',
	title: "The editor's Undo history",
	description: "Looks up, undoes and redoes exact records of the editor's Undo history.",
	runsOn: 'editor',
	shared: 'error',
	offered: 'never',
	actions: {
		state: action({
			summary: 'of records',
			risk: 'read',
			input: { record_ids, direction: z.enum(['undo', 'redo']).default('undo') },
			output: HistoryState,
			examples: [
				{
					name: 'the user moved a light since',
					args: { action: 'state', record_ids: ['run_01.1'] },
					result: nothingThere,
				},
			],
		}),
		undo: action({
			summary: 'undo records',
			risk: 'write',
			input: { record_ids, ...choice },
			output: z.object({
				/** All undone records, in this order; to be passed to `redo`. */
				undone: z.array(Named),
			}),
			examples: [
				{
					name: 'a run of one step',
					args: { action: 'undo', record_ids: ['run_01.1'] },
					result: { undone: [{ id: 'run_01.1', name: 'Fairlead: create Cube' }] },
				},
			],
		}),
		redo: action({
			summary: 'do undone records again',
			risk: 'write',
			input: { record_ids, ...choice },
			output: z.object({ redone: z.array(Named) }),
			examples: [
				{
					name: 'a run of one step',
					args: { action: 'redo', record_ids: ['run_01.1'] },
					result: { redone: [{ id: 'run_01.1', name: 'Fairlead: create Cube' }] },
				},
			],
		}),
	},
})
