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
}

const MAX_NAMED = 3
const MAX_LABEL_CHARS = 300

/** `items` are as a preview shows them: ready, conflict, impossible or unchanged. */
export function judgeScene({ records, direction, outcome, choice }: SceneView): SceneVerdict {
	if (records.length === 0 || outcome === null) return { kind: 'none' }
	const item = {
		key: 'scene',
		kind: 'scene',
		change: direction,
		label: labelOf(records, direction),
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
	const label = labelOf(found, direction)
	const count = countOf(found)
	const conflict = conflictOf(state, direction)
	if (!conflict) {
		const ready = { ...item, label, ...count, state: 'ready' } as const
		return choice?.choice === 'skip'
			? { kind: 'stay', items: [{ ...ready, state: 'skipped', reason: 'not_chosen' }, ...rest] }
			: { kind: 'go', force: false, seen: state.seen, items: [ready, ...rest] }
	}
	const items = [
		{ ...item, label, ...count, state: 'conflict', ...conflict, seen: state.seen } as const,
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
					: `${n === 1 ? 'A change' : `${n} changes`} that you undid in Unity would be redone too.`,
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
		label: labelOf(gone, direction),
		state: 'impossible',
		reason: cleared ? 'history_cleared' : 'editor_restarted',
		text: cleared
			? "It is no longer in Unity's Undo history: a scene was opened, play mode ended, or something else was changed."
			: "It is not in Unity's Undo history: Unity was restarted since then, or another editor made the change.",
	}
}

/** A record without known objects counts as one change: settings, terrain, a menu item. */
function countOf(records: readonly RecordWish[]): { count?: number } {
	const known = records.flatMap(({ objects }) => (objects?.length ? [objects] : []))
	if (known.length === 0) return {}
	const count = countTouched(known) + records.length - known.length
	return count > 1 ? { count } : {}
}

/** "create Cube, add Rigidbody and 2 more". */
function labelOf(records: readonly RecordWish[], direction: Direction): string {
	const names = records.map(({ name }) => name.replace(/^Fairlead: /, ''))
	const shown = (direction === 'undo' ? names : names.toReversed()).slice(0, MAX_NAMED).join(', ')
	const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
	return `${shown}${more}`.slice(0, MAX_LABEL_CHARS)
}
