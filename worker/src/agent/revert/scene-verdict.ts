/** Judges, from the editor's history, whether records can be undone or redone. Pure. */

import type { RevertChoice, RevertItem } from '@fairlead/protocol/conversations/revert'
import type { HistoryState } from '@fairlead/protocol/tools'
import { countTouched } from '@fairlead/protocol/view/run-changes'
import type { StoredOutcome } from '../calls/tool-results.ts'
import type { Direction, RecordWish } from './revert-state.ts'

export type SceneVerdict =
	/** There is nothing to undo in a scene, or it is not known yet. */
	| { readonly kind: 'none' }
	| {
			readonly kind: 'go'
			readonly force: boolean
			readonly seen: string
			readonly items: readonly RevertItem[]
	  }
	/** It stays as it is; the items say why. */
	| { readonly kind: 'stay'; readonly items: readonly RevertItem[] }

export interface SceneView {
	readonly records: readonly RecordWish[]
	readonly direction: Direction
	/** The outcome of `unity_history state`; null: not asked yet. */
	readonly outcome: StoredOutcome | null
	readonly choice: RevertChoice | null
	/** The objects that other records touched, for counting them. */
	readonly known?: KnownRecords
}

const MAX_NAMED = 3
const MAX_LABEL_CHARS = 300

/** The objects that a record touched; undefined: they are not known. */
export type KnownRecords = (recordId: string) => RecordWish['objects']

/** `items` are as a preview shows them: ready, conflict, impossible or unchanged. */
export function judgeScene({
	records,
	direction,
	outcome,
	choice,
	known,
}: SceneView): SceneVerdict {
	if (records.length === 0 || outcome === null) return { kind: 'none' }
	const item = {
		key: 'scene',
		kind: 'scene',
		change: direction,
		label: labelOf(records),
	} as const
	if (outcome.status === 'error') {
		if (!records.some((record) => record.expected)) return { kind: 'none' }
		const text = `${outcome.error.message} The scene was not changed.`.slice(0, 500)
		const reason = outcome.error.code === 'effect_unknown' ? 'effect_unknown' : 'editor_away'
		return { kind: 'stay', items: [{ ...item, state: 'impossible', reason, text }] }
	}
	const state = outcome.result as HistoryState
	const here = direction === 'undo' ? 'done' : 'undone'
	const found = records.filter((_, i) => state.records[i]?.state === here)
	const gone = records.filter((record, i) => {
		const at = state.records[i]?.state
		return at === 'cleared' || (at === 'unknown' && record.expected)
	})
	const rest = gone.length > 0 ? [goneItem(gone, state, direction, found.length === 0)] : []
	if (found.length === 0) {
		if (rest.length > 0) return { kind: 'stay', items: rest }
		const already = records.some((_, i) =>
			['done', 'undone'].includes(state.records[i]?.state ?? ''),
		)
		return already ? { kind: 'stay', items: [{ ...item, state: 'unchanged' }] } : { kind: 'none' }
	}
	const label = labelOf(found)
	const count = countOf(found)
	const conflict = conflictOf(state, direction)
	if (!conflict) {
		const ready = { ...item, label, ...count, state: 'ready' } as const
		return choice?.choice === 'skip'
			? { kind: 'stay', items: [{ ...ready, state: 'skipped', reason: 'not_chosen' }, ...rest] }
			: { kind: 'go', force: false, seen: state.seen, items: [ready, ...rest] }
	}
	const items = [
		{
			...item,
			label,
			...count,
			...totalOf(found, state, known),
			state: 'conflict',
			...conflict,
			seen: state.seen,
		} as const,
		...rest,
	]
	return choice?.choice === 'overwrite' && choice.seen === state.seen
		? { kind: 'go', force: true, seen: state.seen, items }
		: { kind: 'stay', items }
}

function conflictOf(
	state: HistoryState,
	direction: Direction,
): Pick<RevertItem, 'reason' | 'text' | 'details'> | null {
	if (state.blockingCount > 0) {
		const n = state.blockingCount
		return {
			reason: 'changed_above',
			text:
				direction === 'undo'
					? `${n === 1 ? 'A later change' : `${n} later changes`} in Unity would be reverted too.`
					: `${n === 1 ? 'An earlier change that is' : `${n} earlier changes that are`} also undone would be restored with it.`,
			details: state.blocking.map(({ name }) => name),
		}
	}
	if (state.changed.length === 0) return null
	return {
		reason: 'objects_changed',
		text: 'Objects have changed since then, and those changes would be lost.',
		details: state.changed.map((path) => path.slice(0, 300)),
	}
}

function goneItem(
	gone: readonly RecordWish[],
	state: HistoryState,
	direction: Direction,
	whole: boolean,
): RevertItem {
	const cleared = state.records.some((record) => record.state === 'cleared')
	return {
		key: whole ? 'scene' : 'scene-gone',
		kind: 'scene',
		change: direction,
		label: labelOf(gone),
		state: 'impossible',
		reason: cleared ? 'history_cleared' : 'editor_restarted',
		text: cleared
			? "It is no longer in Unity's Undo history: a scene was opened, play mode ended, or something else was changed."
			: "It is not in Unity's Undo history: Unity was restarted since then, or another editor made the change.",
	}
}

/** A record without known objects counts as one change: settings, terrain, a menu item, a person's own change. */
function countChanges(records: readonly Pick<RecordWish, 'objects'>[]): number {
	const known = records.flatMap(({ objects }) => (objects?.length ? [objects] : []))
	return Math.max(1, countTouched(known) + records.length - known.length)
}

/** @param records the oldest first */
export function countOf(records: readonly Pick<RecordWish, 'objects'>[]): { count?: number } {
	const count = countChanges(records)
	return count > 1 ? { count } : {}
}

function totalOf(
	found: readonly RecordWish[],
	{ blocking, blockingCount }: HistoryState,
	known: KnownRecords | undefined,
): { total?: number } {
	if (blockingCount === 0) return {}
	const above = blocking.map(({ id }) => ({ objects: known?.(id) })).toReversed()
	return { total: countChanges([...found, ...above]) + blockingCount - blocking.length }
}

/** Without the mark that Unity's Edit menu has of Fairlead's own. */
export const bareName = (name: string): string => name.replace(/^Fairlead: /, '')

/** "create Cube, add Rigidbody and 2 more". The oldest first. */
export function labelOf(records: readonly Pick<RecordWish, 'name'>[]): string {
	const names = records.map(({ name }) => bareName(name))
	const shown = names.slice(0, MAX_NAMED).join(', ')
	const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
	return `${shown}${more}`.slice(0, MAX_LABEL_CHARS)
}
