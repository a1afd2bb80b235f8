/** Turns a call's outcome into what the model reads and what the page shows; both are bounded. */

import type { StoredAttachment, ToolOutput } from '@fairlead/protocol/conversations/stream-parts'
import { errorText, resultText } from '@fairlead/protocol/tools'
import type { Attachment, CallOutcome } from '@fairlead/protocol/wire/calls'
import { fitResult } from '@fairlead/protocol/wire/fit-result'
import { fromBase64 } from '../../ports/base64.ts'
import type { ModelPart, ToolResultPart } from '../model/types.ts'
import type { ToolCall } from '../run/run-state.ts'

/** More than the model reads: the page can page and fold. */
const MAX_UI_RESULT_CHARS = 64_000
/** Characters of up to three bytes, so still below the 2 MB of a row. */
const MAX_KEPT_CHARS = 500_000
/** The largest stored attachment; a row of SQLite in an object holds 2 MB. */
const MAX_ATTACHMENT_BYTES = 1_900_000

export interface BlobWriter {
	putBlob(blob: { id: string; mediaType: string; bytes: Uint8Array }): void
}

/** The parts of a result that could not be kept. */
export interface DroppedAttachment {
	readonly name: string
	readonly bytes: number
}

/** Stores the attachments' bytes; the page finds them at `url`. */
export function storeAttachments(
	attachments: readonly Attachment[],
	store: BlobWriter,
	blobIdOf: (bytes: Uint8Array) => string,
	urlOf: (blobId: string) => string,
): Pick<Extract<StoredOutcome, { status: 'ok' }>, 'attachments' | 'dropped'> {
	const stored: (StoredAttachment & { readonly blobId: string })[] = []
	const dropped: DroppedAttachment[] = []
	for (const { name, mediaType, base64, width, height } of attachments) {
		const bytes = fromBase64(base64)
		if (bytes.byteLength > MAX_ATTACHMENT_BYTES) {
			dropped.push({ name, bytes: bytes.byteLength })
			continue
		}
		const blobId = blobIdOf(bytes)
		store.putBlob({ id: blobId, mediaType, bytes })
		stored.push({
			name,
			mediaType,
			url: urlOf(blobId),
			bytes: bytes.byteLength,
			...(width === undefined ? {} : { width }),
			...(height === undefined ? {} : { height }),
			blobId,
		})
	}
	return {
		...(stored.length > 0 ? { attachments: stored } : {}),
		...(dropped.length > 0 ? { dropped } : {}),
	}
}

/** Explains a missing picture. */
export const droppedText = ({ name, bytes }: DroppedAttachment): string =>
	`${name} (${(bytes / 1_000_000).toFixed(1)} MB) was too large to store.`

/** An outcome without its attachments' bytes: what is stored with the call. */
export type StoredOutcome =
	| {
			readonly status: 'ok'
			readonly result: unknown
			readonly attachments?: readonly (StoredAttachment & { readonly blobId: string })[]
			readonly dropped?: readonly DroppedAttachment[]
	  }
	| Extract<CallOutcome, { status: 'error' }>

/** The outcome of a tool that has no attachments, in stored form. */
export function withoutAttachments(outcome: CallOutcome): StoredOutcome {
	return outcome.status === 'ok' ? { status: 'ok', result: outcome.result } : outcome
}

/**
 * Only the beginning of the lists of an oversized result is kept: a relay may send 16 MB, a row
 * holds 2 MB, and the page and the model get far less.
 */
export function keepable(outcome: StoredOutcome): StoredOutcome {
	const cut = (value: unknown): unknown => {
		const text = JSON.stringify(value ?? null)
		return text.length <= MAX_KEPT_CHARS ? value : fitResult(value, MAX_UI_RESULT_CHARS).value
	}
	if (outcome.status === 'ok') return { ...outcome, result: cut(outcome.result) }
	const { data, ...error } = outcome.error
	return { ...outcome, error: data === undefined ? error : { ...error, data: cut(data) } }
}

/** The `tool-result` part that answers the call. */
export function modelResult(
	call: Pick<ToolCall, 'toolCallId' | 'name' | 'params' | 'risk'>,
	outcome: StoredOutcome,
): Extract<ModelPart, { type: 'tool-result' }> {
	const content: ToolResultPart[] = []
	if (outcome.status === 'error') {
		content.push({ type: 'text', text: errorText(outcome.error) })
	} else {
		content.push({ type: 'text', text: resultText(call, outcome.result) })
		for (const dropped of outcome.dropped ?? []) {
			content.push({ type: 'text', text: `[${droppedText(dropped)} Ask for a smaller one.]` })
		}
		for (const attachment of outcome.attachments ?? []) {
			if (attachment.mediaType.startsWith('image/')) {
				content.push({
					type: 'image',
					mediaType: attachment.mediaType,
					blobId: attachment.blobId,
				})
			}
		}
	}
	return {
		type: 'tool-result',
		callId: call.toolCallId,
		name: call.name,
		content,
		isError: outcome.status === 'error',
	}
}

/** The `output` of the tool part on the page. */
export function uiOutput(outcome: Extract<StoredOutcome, { status: 'ok' }>): ToolOutput {
	return {
		result: fitResult(outcome.result, MAX_UI_RESULT_CHARS).value,
		...(outcome.attachments?.length
			? { attachments: outcome.attachments.map(({ blobId: _, ...stored }) => stored) }
			: {}),
	}
}
