import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'

/** Records one request may name: more than the steps of a run. */
const MAX_RECORDS = 500
/** At most this many blocking records are listed; the count covers all. */
const MAX_LISTED = 50

/** An agent step's Undo group id, or the editor's own id of a record that is not an agent's. */
const RecordId = z.string().min(1).max(128)
const record_ids = z.array(RecordId).min(1).max(MAX_RECORDS)
const Named = z.object({ id: RecordId, name: z.string().max(300) })

/**
 * done: can be undone · undone: can be done again · cleared: was recorded, and the history has been
 * cleared since (a scene was opened) · unknown: this editor process recorded nothing under this id:
 * nothing was changed, or another process did it.
 */
export const RecordState = z.enum(['done', 'undone', 'cleared', 'unknown'])
export type RecordState = z.infer<typeof RecordState>

/**
 * What of the records can be taken back (or done again), and what stands in the way. The history
 * is a stack: taking a record back takes back all that came after it.
 */
export const HistoryState = z.object({
	/** In the order they were asked for. */
	records: z.array(Named.partial({ name: true }).extend({ state: RecordState })),
	/**
	 * Records that are not among those asked for and would go along, the next first: undo: done
	 * after the earliest of them; redo: undone after the earliest of them.
	 */
	blocking: z.array(Named).max(MAX_LISTED),
	blockingCount: z.number().int().nonnegative(),
	/**
	 * Paths of objects that are no longer as the latest of the records touching them left them, and
	 * no blocking record says why. Empty where the editor cannot know.
	 */
	changed: z.array(z.string()).max(MAX_LISTED),
	/** Asset paths of the scenes that are open: their files must not be replaced below the editor. */
	openScenes: z.array(z.string()),
	/** Differs when any of the above differs: what a person saw before they agreed. */
	seen: z.string().min(1).max(128),
})
export type HistoryState = z.infer<typeof HistoryState>

/**
 * `force`: also what is blocking, and over what has changed. `seen`: refuse with `conflict` (its
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
	pack: 'unity',
	runsOn: 'editor',
	offered: 'never',
	actions: {
		state: action({
			summary: 'of records',
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
			summary: 'take records back',
			risk: 'write',
			input: { record_ids, ...choice },
			output: z.object({
				/** All that was taken back, in this order; to be handed to `redo`. */
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
