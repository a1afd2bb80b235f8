/** A tool call in one line: in the page's own words, and short, by the titles that the tools declare. Pure. */
import type { Author } from '@fairlead/protocol/people/author'
import { toolByName } from '@fairlead/protocol/tools'
import type { CallView } from '@fairlead/protocol/view/call-view'
import type { Label } from '@fairlead/protocol/view/labels/label'
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import type { Names } from '@fairlead/protocol/view/labels/names'
import { clientCallIn } from '@fairlead/protocol/wire/client-call'
import { actionOf, bag, text } from '@fairlead/protocol/wire/safe-read'

/** Arguments that name what a call is about, the most telling first. */
const SUBJECTS = [
	'name',
	'path',
	'asset_path',
	'scene',
	'component_type',
	'query',
	'pattern',
] as const
const MAX_SUBJECT_CHARS = 80

const words = (identifier: string): string => identifier.replaceAll('_', ' ')

export interface CallLine {
	/** "Change the hierarchy: create". */
	readonly what: string
	/** "Cube"; empty: not known. */
	readonly subject: string
	readonly outcome: string
}

export function callLine(call: Pick<CallView, 'tool' | 'state' | 'input' | 'errorText'>): CallLine {
	const action = actionOf(call)
	const title = toolByName(call.tool)?.title ?? words(call.tool)
	const subject = SUBJECTS.map((key) => text(call.input[key])).find((found) => found !== undefined)
	const cut = [...(subject ?? '')].slice(0, MAX_SUBJECT_CHARS).join('')
	return {
		what: action === '' ? title : `${title}: ${words(action)}`,
		subject: cut,
		outcome: outcomeOf(call),
	}
}

const { labelOf, requestOf } = sentencesBy(toolByName)

/** The same sentence as on the page: "Created **Cube** at (0, 3, 0)". @param names of objects by their ids */
export const callLabel = (call: CallView, names: Names): Label => labelOf(call, names)

/** Beside the sentence: why it failed, or the reason that a person gave for a no. Empty: nothing. */
export function besides({ state, errorText, approval }: CallView): string {
	if (state === 'failed') return errorText ?? ''
	return state === 'denied' ? (approval?.answer?.reason ?? '') : ''
}

/**
 * The request of an MCP client, without its end, which stands in the answer. Returns null if the answer quotes somebody's
 * own words.
 */
export function requestLabel(parts: readonly object[]): Label | null {
	const call = clientCallIn(parts)
	return call && requestOf(call.name, bag(call.input))
}

/** The name above somebody's words. @param by undefined: it is not known, or that of the words before */
export const authorName = (parts: readonly object[], by: Author | undefined): string =>
	by?.name ?? (clientCallIn(parts) ? THE_CLIENT : 'User')

/** Before what it asked for. */
export const THE_CLIENT = 'The client'

function outcomeOf({ state, errorText }: Pick<CallView, 'state' | 'errorText'>): string {
	switch (state) {
		case 'done':
			return ''
		case 'failed':
			return errorText ?? 'Failed'
		case 'denied':
			return 'Denied'
		case 'asking':
			return 'Waits for approval'
		case 'preparing':
		case 'running':
			return 'Not finished'
		default:
			return state satisfies never
	}
}
