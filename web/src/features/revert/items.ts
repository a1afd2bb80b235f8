/** A revert, planned or done, in words and in the order a person decides. Pure. */
import type { RevertChoice, RevertItem } from '@fairlead/protocol/conversations/revert'
import { countThings } from '@fairlead/protocol/view/revert-words'

const CHANGES: Readonly<Record<RevertItem['change'], string>> = {
	undo: 'undone in the editor',
	redo: 'redone in the editor',
	restore: 'restored to its earlier content',
	recreate: 'restored',
	trash: 'moved to the trash',
	none: '',
}
/** The words for a change that was made; `planned`: for one that will be, if the person wants it. */
export function changeWords({ change, count }: RevertItem, planned = false): string {
	const words = planned && CHANGES[change] !== '' ? `will be ${CHANGES[change]}` : CHANGES[change]
	return count === undefined ? words : `${count} changes, ${words}`
}

export interface Sorted {
	readonly conflicts: readonly RevertItem[]
	readonly ready: readonly RevertItem[]
	readonly impossible: readonly RevertItem[]
}

/** Unchanged items are left out: they need no decision and no action. */
export function sortItems(items: readonly RevertItem[]): Sorted {
	const of = (...states: RevertItem['state'][]) =>
		items.filter((item) => states.includes(item.state))
	return { conflicts: of('conflict'), ready: of('ready'), impossible: of('impossible') }
}

/** The choice that a conflict offers. */
export function choiceWords({ kind, reason }: RevertItem, verb: 'Revert' | 'Restore'): string {
	if (kind !== 'scene') return 'Overwrite'
	return reason === 'changed_above' ? `${verb} these too` : `${verb} all the same`
}

/** How many changes will be made: a chosen conflict takes the later changes above it along. */
export const countChosen = (
	{ ready, conflicts }: Sorted,
	overwritten: ReadonlySet<string>,
): number =>
	countThings([
		...ready,
		...conflicts
			.filter(({ key }) => overwritten.has(key))
			.map(({ total, ...item }) => (total === undefined ? item : { ...item, count: total })),
	])

/** Every conflict is skipped unless it was chosen; then exactly the seen state is overwritten. */
export const choicesOf = (
	conflicts: readonly RevertItem[],
	overwritten: ReadonlySet<string>,
): RevertChoice[] =>
	conflicts.map(({ key, seen }) =>
		overwritten.has(key)
			? { key, choice: 'overwrite', ...(seen === undefined ? {} : { seen }) }
			: { key, choice: 'skip' },
	)
