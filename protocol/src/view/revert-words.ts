/** The outcome of a revert in words: on the page, on shared pages and in exports. Pure. */
import type { RunMessage } from '../conversations/message-parts.ts'
import type { RevertItem, RevertPart } from '../conversations/revert.ts'
import { isRestore } from '../conversations/reverted.ts'
import { buildRun, callingSteps } from './run-view.ts'

/** More steps are counted. */
const MAX_NAMED = 6

/** How many things differ, not how many lines the list has: all objects of a scene are one line. */
export const countThings = (items: readonly RevertItem[]): number =>
	items.reduce((sum, { count }) => sum + (count ?? 1), 0)

const some = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** One line about the outcome. */
export function outcomeOf(part: RevertPart): string {
	const back = isRestore(part)
	if (part.elsewhere)
		return back
			? 'Restored with a step of another answer'
			: 'Reverted with an earlier step of another answer'
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

/**
 * The steps of its answer that were reverted; empty for all of them.
 * @param steps the ids of the answer's steps that called tools
 */
export function scopeWords(
	{ stepId, toEnd, also = [] }: Pick<RevertPart, 'stepId' | 'toEnd' | 'also'>,
	steps: readonly string[],
): string {
	const beside = stepsWords(also.map((step) => steps.indexOf(step.stepId) + 1))
	if (stepId === undefined) return beside
	const at = steps.indexOf(stepId) + 1
	const step = at > 0 ? `step ${at}` : null
	const own = toEnd === true ? `from ${step ?? 'a step'} on` : (step ?? 'one step')
	return beside === '' ? own : `${own}, with ${beside}`
}

/** @param places counted from 1; 0: not known */
function stepsWords(places: readonly number[]): string {
	if (places.length === 0) return ''
	if (places.includes(0) || places.length > MAX_NAMED) return some(places.length, 'step', 'steps')
	const named = places.toSorted((a, b) => a - b)
	const [first, last] = [named.slice(0, -1).join(', '), named.at(-1)]
	return first === '' ? `step ${last}` : `steps ${first} and ${last}`
}

/** The outcome with its scope and its sentence, for a place that has room for both. */
export function revertLine(part: RevertPart, message: RunMessage): string {
	const steps = callingSteps(buildRun(message, false)).map(({ key }) => key)
	const outcome = [outcomeOf(part), scopeWords(part, steps)].filter(Boolean).join(' · ')
	return part.text === null ? outcome : `${outcome}. ${part.text}`
}
