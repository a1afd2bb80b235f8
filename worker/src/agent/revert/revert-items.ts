/** Turns outcomes into texts for people and models: items, counts, a sentence, a note. Pure. */

import type {
	AlsoStep,
	RevertCounts,
	RevertItem,
	RevertPart,
	RevertReason,
} from '@fairlead/protocol/conversations/revert'
import type { FilePreviewItem, FileResultItem } from '@fairlead/protocol/tools'
import { FILE_REASONS } from '@fairlead/protocol/view/file-reason'
import type { StoredOutcome } from '../calls/tool-results.ts'
import {
	callOf,
	FILE_PREFIX,
	openScenes,
	type Revert,
	recordsDone,
	sceneOf,
} from './revert-state.ts'
import { bareName, countOf, type KnownRecords, labelOf } from './scene-verdict.ts'

/** Items kept in a stored part; the counts include all. */
const MAX_PART_ITEMS = 200
const MAX_NOTE_PATHS = 20
const MAX_NOTE_CHARS = 2_000

const OPEN_SCENE = 'The scene is open in Unity, so its file was left alone. Save the scene again.'

export function fileItem(
	file: FilePreviewItem | FileResultItem,
	open: ReadonlySet<string>,
): RevertItem {
	const { path, kind, change, reason } = file
	const base = { key: `${FILE_PREFIX}${path}`, kind, label: path, change } as const
	if (open.has(path) && file.state !== 'unchanged') {
		return { ...base, state: 'impossible', reason: 'open_scene', text: OPEN_SCENE }
	}
	return {
		...base,
		state: file.state,
		...(reason === undefined
			? file.state === 'skipped'
				? { reason: 'not_chosen' as const }
				: {}
			: { reason, text: FILE_REASONS[reason] }),
		...('seen' in file ? { seen: file.seen } : {}),
		...('diff' in file && file.diff !== undefined ? { diff: file.diff } : {}),
	}
}

/** The items if the relay could not be asked about files. */
export function filesAway(error: { message: string }, reason: RevertReason): RevertItem {
	return {
		key: 'files',
		kind: 'file',
		label: 'Files of the project',
		change: 'none',
		state: reason === 'effect_unknown' ? 'unknown' : 'impossible',
		reason,
		text: error.message.slice(0, 500),
	}
}

export const effectItems = (leaves: readonly string[]): RevertItem[] =>
	leaves.map((label, i) => ({
		key: `effect:${i}`,
		kind: 'effect',
		label,
		change: 'none',
		state: 'impossible',
		reason: 'outside',
	}))

/** All items of a revert whose calls have ended. */
export function resultItems(revert: Revert, known: KnownRecords): RevertItem[] {
	return [...sceneResult(revert, known), ...filesResult(revert), ...effectItems(revert.leaves)]
}

function sceneResult(revert: Revert, known: KnownRecords): RevertItem[] {
	const look = callOf(revert, 'look')
	if (look && look.outcome === null) return []
	const verdict = sceneOf(revert)
	if (verdict.kind === 'none') return []
	const outcome = callOf(revert, 'scene')?.outcome ?? null
	return verdict.items.map((item): RevertItem => {
		const { seen: _, total: _total, ...rest } = item
		if (item.state === 'conflict' && verdict.kind === 'stay') return { ...rest, state: 'skipped' }
		if (item.state !== 'ready' && item.state !== 'conflict') return rest
		if (outcome === null) return { ...rest, state: 'skipped', reason: 'not_chosen' }
		const { details: __, text: ___, reason: ____, ...bare } = rest
		const { count: _count, ...uncounted } = bare
		if (outcome.status === 'ok')
			return { ...uncounted, ...doneIn(revert, known), state: 'reverted' }
		const text = outcome.error.message.slice(0, 500)
		switch (outcome.error.code) {
			case 'conflict':
				return { ...bare, state: 'skipped', reason: 'objects_changed', text }
			case 'not_found':
				return { ...bare, state: 'impossible', reason: 'history_cleared', text }
			case 'effect_unknown':
				return { ...bare, state: 'unknown', reason: 'effect_unknown', text }
			default:
				return { ...bare, state: 'impossible', reason: 'editor_away', text }
		}
	})
}

/** All that it undid: also what lay above. */
function doneIn(revert: Revert, known: KnownRecords): Pick<RevertItem, 'count' | 'label'> {
	const done = recordsDone(revert).map(({ id, name }) => ({ name, objects: known(id) }))
	return { label: labelOf(done), ...countOf(done) }
}

function filesResult(revert: Revert): RevertItem[] {
	const call = callOf(revert, 'files')
	if (!call?.outcome) return []
	return filesOf(call.outcome, openScenes(callOf(revert, 'look')?.outcome))
}

/** The items of a `file_history` preview or revert. */
export function filesOf(outcome: StoredOutcome, open: ReadonlySet<string>): RevertItem[] {
	if (outcome.status === 'ok') {
		const { items } = outcome.result as { items: (FilePreviewItem | FileResultItem)[] }
		return items.map((item) => fileItem(item, open))
	}
	const { code } = outcome.error
	const unsure = code === 'effect_unknown' || code === 'deadline_exceeded' || code === 'internal'
	return [filesAway(outcome.error, unsure ? 'effect_unknown' : 'relay_away')]
}

export function countsOf(items: readonly RevertItem[]): RevertCounts {
	const of = (state: RevertItem['state']): number => items.filter((i) => i.state === state).length
	return {
		ready: of('ready'),
		conflicts: of('conflict'),
		impossible: of('impossible') + of('unknown'),
		reverted: of('reverted'),
		skipped: of('skipped'),
	}
}

const URGENCY: Readonly<Record<RevertItem['state'], number>> = {
	unknown: 0,
	conflict: 1,
	impossible: 2,
	skipped: 3,
	ready: 4,
	reverted: 4,
	unchanged: 5,
}

/** Items that need attention first; otherwise in their original order. */
export const byUrgency = (items: readonly RevertItem[]): RevertItem[] =>
	[...items].sort((a, b) => URGENCY[a.state] - URGENCY[b.state])

/** How it ended, in a sentence; null if the items are enough. */
export function verdictOf(
	items: readonly RevertItem[],
	stopped: boolean,
): { state: 'done' | 'failed'; text: string | null } {
	const counts = countsOf(items)
	if (items.some((item) => item.state === 'unknown')) {
		return {
			state: 'failed',
			text: 'It is not known whether everything was reverted. Check the project before you retry.',
		}
	}
	if (stopped)
		return { state: counts.reverted > 0 ? 'done' : 'failed', text: 'The revert was stopped.' }
	const wanted = items.filter((item) => item.kind !== 'effect')
	if (counts.reverted === 0 && wanted.some((item) => item.state === 'impossible')) {
		return { state: 'failed', text: 'Nothing could be reverted.' }
	}
	return { state: 'done', text: null }
}

/** The note for models in later runs; null if nothing was changed. */
export function noteOf(
	revert: Revert,
	items: readonly RevertItem[],
	asked: string | null,
): string | null {
	const changed = items.filter(({ state }) => state === 'reverted' || state === 'unknown')
	if (changed.length === 0) return null
	const part = revert.toEnd === true ? 'the last steps of ' : 'one step of '
	const what = `${revert.stepSeq === null ? '' : part}what you did${
		asked === null ? '' : ` for "${asked}"`
	}`
	const left = items.filter(({ state }) => state === 'skipped' || state === 'impossible')
	const asIts = new Set(revert.records.map(({ id }) => id))
	const above = recordsDone(revert).filter(({ id }) => !asIts.has(id))
	const lines = [
		revert.direction === 'undo'
			? `The user reverted ${what}.`
			: `The user restored ${what}, which had been reverted.`,
		`Changed: ${listOf(changed)}.`,
		...(above.length > 0 ? [wentAlong(above)] : []),
		...(left.length > 0 ? [`Left unchanged: ${listOf(left)}.`] : []),
		'Look at the project before relying on anything from before.',
	]
	return `[${lines.join(' ')}]`.slice(0, MAX_NOTE_CHARS)
}

function wentAlong(above: readonly { readonly name: string }[]): string {
	const what = above.length === 1 ? 'A later change' : `${above.length} later changes`
	return `${what} in Unity went with it: ${joined(above.map(({ name }) => bareName(name)))}.`
}

function listOf(items: readonly RevertItem[]): string {
	return joined(
		items.map(({ kind, label, change, count = 1 }) => {
			if (kind === 'scene') return `in the scene, ${count > 1 ? `${count} changes: ` : ''}${label}`
			return change === 'trash' ? `${label} (removed)` : label
		}),
	)
}

function joined(names: readonly string[]): string {
	const more = names.length - MAX_NOTE_PATHS
	return names.slice(0, MAX_NOTE_PATHS).join('; ') + (more > 0 ? ` and ${more} more` : '')
}

/** The revert as it appears in the message whose run was reverted. */
export function partOf(revert: Revert): RevertPart {
	const also = alsoIn(revert, revert.messageId)
	return {
		revertId: revert.id,
		messageId: revert.messageId,
		...(revert.stepSeq === null ? {} : { stepId: `step-${revert.stepSeq}` }),
		...(revert.toEnd === true ? { toEnd: true } : {}),
		...(revert.revertOf === null ? {} : { revertOf: revert.revertOf }),
		direction: revert.direction,
		...(also.length === 0 ? {} : { also }),
		state: revert.state,
		text: revert.state === 'running' ? revert.waiting : revert.text,
		items: revert.items.slice(0, MAX_PART_ITEMS),
		counts: countsOf(revert.items),
		truncated: revert.items.length > MAX_PART_ITEMS,
		by: revert.by,
		createdAt: revert.createdAt,
		...(revert.finishedAt === null ? {} : { finishedAt: revert.finishedAt }),
		...(revert.revertedBy === null ? {} : { revertedBy: revert.revertedBy }),
	} as RevertPart
}

/** The revert as it appears in a message, its own or another of which it undid steps; null: it undid none of it. */
export function partIn(revert: Revert, messageId: string): RevertPart | null {
	const whole = partOf(revert)
	if (messageId === revert.messageId) return whole
	const { stepId: _stepId, toEnd: _toEnd, ...part } = whole
	const also = alsoIn(revert, messageId)
	if (also.length === 0) return null
	const counts = { ready: 0, conflicts: 0, impossible: 0, reverted: also.length, skipped: 0 }
	return {
		...part,
		state: 'done',
		text: null,
		items: [],
		counts,
		truncated: false,
		also,
		elsewhere: true,
	}
}

const alsoIn = ({ also = [] }: Revert, answerId: string): AlsoStep[] =>
	also
		.filter(({ messageId }) => messageId === answerId)
		.map(({ seq, inPart }) => ({ stepId: `step-${seq}`, ...(inPart ? { inPart } : {}) }))
