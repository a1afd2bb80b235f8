/** A revert, planned or done, in words and in the order a person decides. Pure. */
import type { RevertChoice, RevertItem, RevertPart } from '@fairlead/protocol/revert'

const CHANGES: Readonly<Record<RevertItem['change'], string>> = {
	undo: 'undone in the editor',
	redo: 'redone in the editor',
	restore: 'restored to its earlier content',
	recreate: 'restored',
	trash: 'moved to the trash',
	none: '',
}
export const changeWords = (item: RevertItem): string => CHANGES[item.change]

export interface Sorted {
	readonly conflicts: readonly RevertItem[]
	readonly ready: readonly RevertItem[]
	readonly impossible: readonly RevertItem[]
}

/** What is as it was before is left out: there is nothing to decide or to do. */
export function sortItems(items: readonly RevertItem[]): Sorted {
	const of = (...states: RevertItem['state'][]) =>
		items.filter((item) => states.includes(item.state))
	return { conflicts: of('conflict'), ready: of('ready'), impossible: of('impossible') }
}

/** Every conflict is left alone unless it was chosen; then exactly what was seen is overwritten. */
export const choicesOf = (
	conflicts: readonly RevertItem[],
	overwritten: ReadonlySet<string>,
): RevertChoice[] =>
	conflicts.map(({ key, seen }) =>
		overwritten.has(key)
			? { key, choice: 'overwrite', ...(seen === undefined ? {} : { seen }) }
			: { key, choice: 'skip' },
	)

const some = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** One line on what came of it. */
export function outcomeOf(part: RevertPart): string {
	const back = part.revertOf !== undefined
	if (part.state === 'running') return back ? 'Restoring' : 'Reverting'
	const { reverted, skipped, impossible } = part.counts
	const did = back ? 'Restored' : 'Reverted'
	const done =
		reverted === 0 ? 'Nothing was reverted' : `${did} ${some(reverted, 'change', 'changes')}`
	const left = [
		...(skipped > 0 ? [skipped === 1 ? '1 left unchanged' : `${skipped} left unchanged`] : []),
		...(impossible > 0 ? [`${impossible} could not be reverted`] : []),
	]
	return [done, ...left].join(', ')
}
