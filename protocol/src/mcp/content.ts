/** Outcomes of calls as MCP results. Pure. */

import { errorText, shownResult } from '../tools/result-text.ts'
import type { CallOutcome } from '../wire/calls.ts'
import type { AnsweredCall } from './resolve.ts'

/** The part of the MCP schema's `ContentBlock` that Fairlead sends. */
export type McpContent =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** A `CallToolResult` of the MCP schema. */
export interface McpToolResult {
	readonly content: McpContent[]
	readonly structuredContent?: Record<string, unknown>
	readonly isError?: boolean
	/** Not for the model. */
	readonly _meta?: Readonly<Record<string, unknown>>
}

/** The text is the JSON of `structuredContent`: not every client reads the latter. */
export function toolResult(call: AnsweredCall, outcome: CallOutcome): McpToolResult {
	if (outcome.status === 'error')
		return { content: [{ type: 'text', text: errorText(outcome.error) }], isError: true }
	const { value, text } = shownResult(call, outcome.result)
	const content: McpContent[] = [{ type: 'text', text }]
	for (const { mediaType, base64, name } of outcome.attachments ?? []) {
		content.push(
			mediaType.startsWith('image/')
				? { type: 'image', data: base64, mimeType: mediaType }
				: { type: 'text', text: `[${name} (${mediaType}) is not shown here.]` },
		)
	}
	return { content, ...(isObject(value) ? { structuredContent: value } : {}) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
