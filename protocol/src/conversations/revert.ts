/**
 * Reverting a step or a whole run: the request, the preview, the result.
 * `POST /api/conversations/:id/revert` with `preview: true` answers a {@link RevertPreview} and
 * changes nothing; without it, the answer is 202 with a {@link RevertPart}, which then appears in the
 * message as a `data-revert` part and is kept up to date.
 */
import * as z from 'zod/mini'
import { Author } from '../people/author.ts'
import { FileReason } from '../view/file-reason.ts'

/** `scene`: all that the editor's Undo holds · `file:<path>` · `effect:<n>`: an effect that cannot be reverted. */
const ItemKey = z.string().check(z.minLength(1), z.maxLength(1_100))

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
	/** The number of changes in a scene: of objects where they are known, else of records. Absent: one. */
	count: z.optional(z.int().check(z.positive())),
	/** Before, for `changed_above`: the count if those later changes are undone, or redone, too. */
	total: z.optional(z.int().check(z.positive())),
	/** Shown to people: a path, or the change in the scene. */
	label: z.string().check(z.maxLength(1_000)),
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
	reason: z.optional(RevertReason),
	/** The reason, as a sentence for people. */
	text: z.optional(z.string().check(z.maxLength(500))),
	/** Names of the blocking items; at most 50. */
	details: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50))),
	/** The changes that reverting a text file would make, as a unified diff cut at 100 lines. */
	diff: z.optional(z.string()),
	/** The state when it was previewed; sent back with the choice to overwrite exactly this. */
	seen: z.optional(z.string().check(z.maxLength(128))),
})
export type RevertItem = z.infer<typeof RevertItem>

const Counts = z.object({
	ready: z.int().check(z.nonnegative()),
	conflicts: z.int().check(z.nonnegative()),
	impossible: z.int().check(z.nonnegative()),
	reverted: z.int().check(z.nonnegative()),
	skipped: z.int().check(z.nonnegative()),
})
export type RevertCounts = z.infer<typeof Counts>

const RevertId = z.string().check(z.regex(/^rev_[0-9a-z]{10,40}$/))

export const RevertPreview = z.object({
	/** At most 500 items: conflicts first, then impossible ones. */
	items: z.array(RevertItem).check(z.maxLength(500)),
	/** Counts all items, including those that are not listed. */
	counts: Counts,
	truncated: z.boolean(),
})
export type RevertPreview = z.infer<typeof RevertPreview>

export const RevertChoice = z.object({
	key: ItemKey,
	choice: z.enum(['skip', 'overwrite']),
	/** From the preview's item; needed for `overwrite`. If it is missing or outdated, the item is skipped. */
	seen: z.optional(z.string().check(z.maxLength(128))),
})
export type RevertChoice = z.infer<typeof RevertChoice>

export const RevertRequest = z.object({
	/** Id of the assistant's answer whose run is reverted. */
	messageId: z.string().check(z.minLength(1), z.maxLength(128)),
	/** The id of the `data-step` part if not the whole run is reverted. */
	stepId: z.optional(z.string().check(z.regex(/^step-\d{1,6}$/))),
	/** Beside `stepId`, true: the later steps of the run too. */
	toEnd: z.optional(z.boolean()),
	/** Restore instead: undo this revert of the message. */
	revertId: z.optional(RevertId),
	/** True: only a preview is made, and nothing changes. */
	preview: z._default(z.boolean(), false),
	/** Minted by the client: a repeated id is the same revert, never a second one. */
	requestId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
	/** Ready items are reverted unless skipped here; conflicts are skipped unless overwritten here. */
	choices: z._default(z.array(RevertChoice).check(z.maxLength(1_000)), []),
})
export type RevertRequest = z.infer<typeof RevertRequest>

const AlsoStep = z.object({
	stepId: z.string(),
	/** True: only the scene was undone; files, or what cannot be reverted, are as the step left them. */
	inPart: z.optional(z.literal(true)),
})
export type AlsoStep = z.infer<typeof AlsoStep>

/** `data-revert`, id = revert id: a part of the assistant's message whose run was reverted, and of others that it concerned. */
export const RevertPart = z.object({
	revertId: RevertId,
	messageId: z.string(),
	/** Absent: the whole run. */
	stepId: z.optional(z.string()),
	/** True: this step and the later ones. */
	toEnd: z.optional(z.boolean()),
	/** The revert that this one undoes. */
	revertOf: z.optional(RevertId),
	/** redo: it brought back what was reverted. Absent in parts from before it was told. */
	direction: z.optional(z.enum(['undo', 'redo'])),
	/** Steps of the answer in which the part stands that were undone, or redone, beside its own: they lay above. */
	also: z.optional(z.array(AlsoStep).check(z.maxLength(500))),
	/** True: the part stands in another answer than `messageId`, of which `also` names all steps concerned. */
	elsewhere: z.optional(z.literal(true)),
	/**
	 * running → done: see the items · failed: an item is `unknown`, or nothing could be done;
	 * `text` says why.
	 */
	state: z.enum(['running', 'done', 'failed']),
	/** While it runs: why it waits, or null. At the end: a sentence, or null. */
	text: z.nullable(z.string().check(z.maxLength(500))),
	items: z.array(RevertItem).check(z.maxLength(200)),
	counts: Counts,
	truncated: z.boolean(),
	by: Author,
	createdAt: z.int(),
	finishedAt: z.optional(z.int()),
	/** The later revert that undid this one. */
	revertedBy: z.optional(RevertId),
})
export type RevertPart = z.infer<typeof RevertPart>

/** Told to viewers when a revert began, waits, or ended: read the message again. */
export const RevertChanged = z.object({
	conversationId: z.string(),
	messageId: z.string(),
	revertId: RevertId,
	state: RevertPart.shape.state,
})
export type RevertChanged = z.infer<typeof RevertChanged>
