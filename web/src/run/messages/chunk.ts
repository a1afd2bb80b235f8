/** Checks whether a value is a chunk that this page can read. Pure. */

import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { text } from '@fairlead/protocol/wire/safe-read'

/** A chunk of the server, or the end that a server of the AI SDK may give a stream. */
export type StreamChunk =
	| UiChunk
	| { readonly type: 'abort' }
	| { readonly type: 'error'; readonly errorText: string }

/** The members that must be strings: without one, the answer could not be built. */
const STRINGS: Readonly<Record<StreamChunk['type'], readonly string[]>> = {
	start: ['messageId'],
	finish: [],
	abort: [],
	error: ['errorText'],
	'start-step': [],
	'finish-step': [],
	'reset-step': [],
	'text-start': ['id'],
	'text-delta': ['id', 'delta'],
	'text-end': ['id'],
	'reasoning-start': ['id'],
	'reasoning-delta': ['id', 'delta'],
	'reasoning-end': ['id'],
	'tool-input-start': ['toolCallId', 'toolName'],
	'tool-input-delta': ['toolCallId', 'inputTextDelta'],
	'tool-input-available': ['toolCallId', 'toolName'],
	'tool-input-error': ['toolCallId', 'toolName', 'errorText'],
	'tool-approval-request': ['approvalId', 'toolCallId'],
	'tool-approval-response': ['approvalId'],
	'tool-output-available': ['toolCallId'],
	'tool-output-error': ['toolCallId', 'errorText'],
	'tool-output-denied': ['toolCallId'],
	'source-url': ['sourceId', 'url'],
	'steering-message': ['id'],
	'data-step': ['id'],
	'data-call': ['id'],
	'data-wait': ['id'],
	'data-notice': ['id'],
	'data-approval': ['id'],
	'data-revert': ['id'],
	'data-author': ['id'],
}

/** The members that must be objects. */
const objectOf = (type: string): string | undefined => {
	if (type.startsWith('data-')) return 'data'
	return type === 'steering-message' ? 'parts' : undefined
}

/** The chunk; undefined if this page cannot read it. Data of unknown types is ignored by the builder. */
export function chunkOf(value: unknown): StreamChunk | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const chunk = value as Record<string, unknown>
	const type = text(chunk['type'])
	if (type === undefined) return undefined
	const strings =
		STRINGS[type as StreamChunk['type']] ?? (type.startsWith('data-') ? [] : undefined)
	if (!strings?.every((key) => typeof chunk[key] === 'string')) return undefined
	const object = objectOf(type)
	const fits = object === undefined || (typeof chunk[object] === 'object' && chunk[object] !== null)
	return fits ? (chunk as unknown as StreamChunk) : undefined
}
