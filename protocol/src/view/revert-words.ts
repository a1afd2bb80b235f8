/** The outcome of a revert in words: on the page, on shared pages and in exports. Pure. */
import type { RevertItem, RevertPart } from '../conversations/revert.ts'

/** How many things differ, not how many lines the list has: all objects of a scene are one line. */
export const countThings = (items: readonly RevertItem[]): number =>
	items.reduce((sum, { count }) => sum + (count ?? 1), 0)

const some = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** One line about the outcome. */
export function outcomeOf(part: RevertPart): string {
	const back = part.revertOf !== undefined
	if (part.state === 'running') return back ? 'Restoring' : 'Reverting'
	const { skipped, impossible } = part.counts
	const listed = part.items.filter((item) => item.state === 'reverted')
	const reverted = part.counts.reverted - listed.length + countThings(listed)
	const did = back ? 'Restored' : 'Reverted'
	const done =
		reverted === 0 ? 'Nothing was reverted' : `${did} ${some(reverted, 'change', 'changes')}`
	const left = [
		...(skipped > 0 ? [skipped === 1 ? '1 left unchanged' : `${skipped} left unchanged`] : []),
		...(impossible > 0 ? [`${impossible} could not be reverted`] : []),
	]
	return [done, ...left].join(', ')
}

/** How much of its run was reverted; empty for all of it. */
export function scopeWords({ stepId, toEnd }: Pick<RevertPart, 'stepId' | 'toEnd'>): string {
	if (stepId === undefined) return ''
	return toEnd === true ? 'from a step on' : 'one step'
}

/** The outcome with its scope and its sentence, for a place that has room for both. */
export function revertLine(part: RevertPart): string {
	const outcome = [outcomeOf(part), scopeWords(part)].filter(Boolean).join(' · ')
	return part.text === null ? outcome : `${outcome}. ${part.text}`
}
