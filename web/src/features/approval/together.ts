/** The calls of a step that are asked about in one decision. Pure. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { bag, list } from '@fairlead/protocol/wire/safe-read'

/**
 * A call that shows a file is asked about once the calls before it that change the file are answered: until then it
 * would show another one. While some of the calls of a decision are answered, the others stay as they are.
 * @param before ids of the calls of the decision so far
 * @param asking all calls of the step that ask, in their order
 * @returns `before` itself while it holds
 */
export function nextGroup(
	before: readonly string[],
	asking: readonly CallView[],
): readonly string[] {
	const open = before.filter((id) => asking.some(({ callId }) => callId === id)).length
	if (open > 0 && open < before.length) return before
	const now = asking
		.filter((call, index) => !asking.slice(0, index).some((earlier) => changes(earlier, call)))
		.map(({ callId }) => callId)
	return now.join() === before.join() ? before : now
}

/** Whether the call names a file that the other one shows. */
function changes(call: CallView, other: CallView): boolean {
	const shown = (other.approval?.reads ?? [])
		// Of an object, other properties may be another call's: their old values hold.
		.filter(({ shows }) => shows !== 'object' && shows !== 'component')
		.flatMap(({ params }) => strings(params))
	return strings(call.input).some((named) =>
		shown.some((path) => named === path || named.startsWith(`${path}/`)),
	)
}

/** All strings in a value, at any depth. */
function strings(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value]
	if (Array.isArray(value)) return list(value).flatMap(strings)
	return Object.values(bag(value)).flatMap(strings)
}
