/** How long calls worked, apart from how long a person took to answer. Pure. */
import type { CallView } from '@fairlead/protocol/view/call-view'

interface Span {
	readonly from: number
	readonly to: number
}

export interface TimeSpent {
	readonly workedMs: number
	/** Nothing of it worked meanwhile. */
	readonly waitedMs: number
}

/** Without overlaps, in order. */
function union(spans: readonly Span[]): Span[] {
	const merged: Span[] = []
	for (const span of spans.toSorted((a, b) => a.from - b.from)) {
		const last = merged.at(-1)
		if (!last || span.from > last.to) merged.push(span)
		else if (span.to > last.to) merged[merged.length - 1] = { from: last.from, to: span.to }
	}
	return merged
}

const lengthOf = (spans: readonly Span[]): number =>
	union(spans).reduce((sum, { from, to }) => sum + (to - from), 0)

const worked = ({ beganAt, call }: CallView): Span[] =>
	beganAt === undefined || call?.finishedAt === undefined || call.finishedAt < beganAt
		? []
		: [{ from: beganAt, to: call.finishedAt }]

const asked = ({ approval }: CallView): Span[] =>
	approval?.answer === undefined || approval.answer.at < approval.askedAt
		? []
		: [{ from: approval.askedAt, to: approval.answer.at }]

/** How long a person was asked while no call worked. */
export function waitedFor(calls: readonly CallView[]): number {
	const work = calls.flatMap(worked)
	return lengthOf([...work, ...calls.flatMap(asked)]) - lengthOf(work)
}

/** Returns null if no call has finished yet. */
export function timeSpent(calls: readonly CallView[]): TimeSpent | null {
	const work = calls.flatMap(worked)
	return work.length === 0 ? null : { workedMs: lengthOf(work), waitedMs: waitedFor(calls) }
}
