/**
 * Reverting a step or a whole run: the request, the preview, the result.
 * `POST /api/conversations/:id/revert` with `preview: true` answers a {@link RevertPreview} and
 * changes nothing; without it, the answer is 202 with a {@link RevertPart}, which then appears in the
 * message as a `data-revert` part and is kept up to date.
 */
import * as z from 'zod'
import { Author } from './author.ts'
import { FileReason } from './tools/file-history.ts'

/** `scene`: all that the editor's Undo holds · `file:<path>` · `effect:<n>`: an effect that cannot be reverted. */
const ItemKey = z.string().min(1).max(1_100)

export const RevertReason = z.enum([
	/** scene: later changes in the Undo history would be undone too; `details` names them. */
	'changed_above',
	/** scene: objects have changed since the run; `details` names them. */
	'objects_changed',
	/** scene: Unity was restarted since then, and its Undo history is gone. */
	'editor_restarted',
	/** scene: opening a scene, or leaving play mode, cleared the Undo history. */
	'history_cleared',
	/** scene: Unity is playing, compiling, not running, or not connected. */
	'editor_away',
	/** file: the relay is offline: its file history is not available. */
	'relay_away',
	/** file: a scene that is open; its file stays, save the scene again. */
	'open_scene',
	...FileReason.options,
	/** effect: beyond scenes and files. */
	'outside',
	/** It was started, and no answer came: check before retrying. */
	'effect_unknown',
	/** The user chose to skip it, or did not choose in a conflict. */
	'not_chosen',
])
export type RevertReason = z.infer<typeof RevertReason>

export const RevertItem = z.object({
	/** Names it in a {@link RevertChoice}. */
	key: ItemKey,
	kind: z.enum(['scene', 'file', 'folder', 'effect']),
	/** For a scene, the number of changed GameObjects. Absent if unknown, and for a single change without objects. */
	count: z.number().int().positive().optional(),
	/** For people: a path, or the change in the scene. */
	label: z.string().max(1_000),
	change: z.enum([
		/** The record in the editor's Undo history. */
		'undo',
		'redo',
		/** Its earlier content is restored. */
		'restore',
		/** It was deleted or moved away, and is restored. */
		'recreate',
		/** It was created, and is moved to the trash. */
		'trash',
		'none',
	]),
	/**
	 * Before: `ready` · `conflict`: needs a choice · `impossible` · `unchanged`: already as before.
	 * After: `reverted` · `skipped` · `impossible` · `unchanged` · `unknown`.
	 */
	state: z.enum(['ready', 'conflict', 'impossible', 'unchanged', 'reverted', 'skipped', 'unknown']),
	reason: RevertReason.optional(),
	/** The reason, as a sentence for people. */
	text: z.string().max(500).optional(),
	/** Names of the blocking items; at most 50. */
	details: z.array(z.string().max(300)).max(50).optional(),
	/** For a text file: the changes that reverting would make, as a unified diff cut at 100 lines. */
	diff: z.string().optional(),
	/** The state when it was previewed; sent back with the choice to overwrite exactly this. */
	seen: z.string().max(128).optional(),
})
export type RevertItem = z.infer<typeof RevertItem>

const Counts = z.object({
	ready: z.number().int().nonnegative(),
	conflicts: z.number().int().nonnegative(),
	impossible: z.number().int().nonnegative(),
	reverted: z.number().int().nonnegative(),
	skipped: z.number().int().nonnegative(),
})
export type RevertCounts = z.infer<typeof Counts>

const RevertId = z.string().regex(/^rev_[0-9a-z]{10,40}$/)

export const RevertPreview = z.object({
	/** At most 500: conflicts first, then what is impossible. */
	items: z.array(RevertItem).max(500),
	/** Counts all items, including those that are not listed. */
	counts: Counts,
	truncated: z.boolean(),
})
export type RevertPreview = z.infer<typeof RevertPreview>

export const RevertChoice = z.object({
	key: ItemKey,
	choice: z.enum(['skip', 'overwrite']),
	/** From the preview's item; needed for `overwrite`. If it is missing or outdated, the item is skipped. */
	seen: z.string().max(128).optional(),
})
export type RevertChoice = z.infer<typeof RevertChoice>

export const RevertRequest = z.object({
	/** Id of the assistant's answer whose run is reverted. */
	messageId: z.string().min(1).max(128),
	/** Only this step: the id of its `data-step` part. */
	stepId: z
		.string()
		.regex(/^step-\d{1,6}$/)
		.optional(),
	/** Restore instead: undo this revert of the message. */
	revertId: RevertId.optional(),
	/** Only preview. */
	preview: z.boolean().default(false),
	/** Minted by the client: a repeated id is the same revert, never a second one. */
	requestId: z.string().min(1).max(128).optional(),
	/** Ready items are reverted unless skipped here; conflicts are skipped unless overwritten here. */
	choices: z.array(RevertChoice).max(1_000).default([]),
})
export type RevertRequest = z.infer<typeof RevertRequest>

/** `data-revert`, id = revert id: a part of the assistant's message whose run was reverted. */
export const RevertPart = z.object({
	revertId: RevertId,
	messageId: z.string(),
	/** Absent: the whole run. */
	stepId: z.string().optional(),
	/** The revert that this one undoes. */
	revertOf: RevertId.optional(),
	/**
	 * running → done: see the items · failed: an item is `unknown`, or nothing could be done;
	 * `text` says why.
	 */
	state: z.enum(['running', 'done', 'failed']),
	/** While it runs: why it waits, or null. At the end: a sentence, or null. */
	text: z.string().max(500).nullable(),
	items: z.array(RevertItem).max(200),
	counts: Counts,
	truncated: z.boolean(),
	by: Author,
	createdAt: z.number().int(),
	finishedAt: z.number().int().optional(),
	/** The later revert that undid this one. */
	revertedBy: RevertId.optional(),
})
export type RevertPart = z.infer<typeof RevertPart>

/** To viewers, when a revert began, waits, or ended: read the message again. */
export const RevertChanged = z.object({
	conversationId: z.string(),
	messageId: z.string(),
	revertId: RevertId,
	state: RevertPart.shape.state,
})
export type RevertChanged = z.infer<typeof RevertChanged>
