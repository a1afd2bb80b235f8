/** The calls of a step that are asked about in one decision. Pure. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { type Bag, bag, bags, list, text } from '@fairlead/protocol/wire/safe-read'
import type { ChatMessage } from '../../run/messages/messages.ts'

/** A call that has not ended: it asks, waits, or runs. */
export interface OpenCall {
	readonly callId: string
	/** Texts of its arguments, as paths would be compared. */
	readonly names: readonly string[]
}

/**
 * A call that shows a file is asked about once the calls before it that change the file have ended: until then it
 * would show another one. While some of the calls of a decision are answered, the others stay as they are.
 * @param before ids of the calls of the decision so far
 * @param asking all calls of the step that ask, in their order
 * @param open all calls of the answer that have not ended, in their order
 * @returns `before` itself while it holds; empty while all of them wait for others
 */
export function nextGroup(
	before: readonly string[],
	asking: readonly CallView[],
	open: readonly OpenCall[],
): readonly string[] {
	const left = before.filter((id) => asking.some(({ callId }) => callId === id)).length
	if (left > 0 && left < before.length) return before
	const now = asking
		.filter((call) => {
			const at = open.findIndex(({ callId }) => callId === call.callId)
			return !open.slice(0, Math.max(at, 0)).some((earlier) => changes(earlier, call))
		})
		.map(({ callId }) => callId)
	return now.join() === before.join() ? before : now
}

/** The open calls of the answer in which these ask, in their order. Where it is not on screen, these alone. */
export function openCalls(
	messages: readonly ChatMessage[],
	asking: readonly CallView[],
): readonly OpenCall[] {
	const ids = new Set(asking.map(({ callId }) => callId))
	const parts = messages
		.map((message) => bags(message.parts))
		.findLast((ones) => ones.some(({ toolCallId }) => ids.has(text(toolCallId) ?? '')))
	const calls = parts
		? parts.filter(isOpen).map(({ toolCallId, input }) => ({ callId: text(toolCallId), input }))
		: asking
	return calls.map(({ callId = '', input }) => ({ callId, names: strings(input).map(asPath) }))
}

const isOpen = ({ toolCallId, state }: Bag): boolean =>
	text(toolCallId) !== undefined && text(state)?.startsWith('output-') === false

/** Longer texts are contents of files. */
const MAX_NAMING_CHARS = 20_000

/** Whether the call names a file that the other one shows, a folder that the file is in, or what is in a folder. */
function changes({ names }: OpenCall, other: CallView): boolean {
	const shown = (other.approval?.reads ?? [])
		// Of an object, other properties may be another call's: their old values hold.
		.filter(({ shows }) => shows !== 'object' && shows !== 'component')
		.flatMap(({ params }) => strings(params).map(asPath))
	return names.some(
		(name) =>
			name !== '' &&
			name.length <= MAX_NAMING_CHARS &&
			shown.some((path) => isIn(name, path) || isIn(path, name) || mentions(name, path)),
	)
}

const isIn = (path: string, folder: string): boolean =>
	path === folder || folder === '' || path.startsWith(`${folder}/`)

/** In a line for a shell, or in code, with something that only a path has. */
const mentions = (text: string, path: string): boolean => /[./]/.test(path) && text.includes(path)

/** The same for all ways to write a path, also where capitals make no difference. */
const asPath = (text: string): string =>
	text
		.normalize('NFC')
		.toLowerCase()
		.split(/[\\/]/)
		.filter((segment) => segment !== '' && segment !== '.')
		.join('/')

/** All strings in a value, at any depth. */
function strings(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value]
	if (Array.isArray(value)) return list(value).flatMap(strings)
	return Object.values(bag(value)).flatMap(strings)
}
