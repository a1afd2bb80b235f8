/** The chunks of the AI SDK's UI message stream v1 that the server sends. */
import type { DataParts, MessageMetadata } from './stream-parts.ts'

type DataChunk = {
	[K in keyof DataParts]: {
		readonly type: `data-${K}`
		readonly id: string
		readonly data: DataParts[K]
	}
}[keyof DataParts]

export type UiChunk =
	| {
			readonly type: 'start'
			readonly messageId: string
			readonly messageMetadata?: MessageMetadata
	  }
	| {
			readonly type: 'finish'
			readonly finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other'
			readonly messageMetadata?: MessageMetadata
	  }
	| { readonly type: 'start-step' }
	| { readonly type: 'finish-step' }
	| { readonly type: 'reset-step' }
	| { readonly type: 'text-start' | 'text-end'; readonly id: string }
	| { readonly type: 'reasoning-start' | 'reasoning-end'; readonly id: string }
	| {
			readonly type: 'text-delta' | 'reasoning-delta'
			readonly id: string
			readonly delta: string
	  }
	| {
			readonly type: 'tool-input-start'
			readonly toolCallId: string
			readonly toolName: string
			readonly providerExecuted?: true
			readonly title?: string
	  }
	| {
			readonly type: 'tool-input-delta'
			readonly toolCallId: string
			readonly inputTextDelta: string
	  }
	| {
			readonly type: 'tool-input-available'
			readonly toolCallId: string
			readonly toolName: string
			readonly input: unknown
			readonly providerExecuted?: true
			readonly title?: string
	  }
	| {
			readonly type: 'tool-input-error'
			readonly toolCallId: string
			readonly toolName: string
			readonly input: unknown
			readonly errorText: string
	  }
	| {
			readonly type: 'tool-approval-request'
			readonly approvalId: string
			readonly toolCallId: string
	  }
	| {
			readonly type: 'tool-approval-response'
			readonly approvalId: string
			readonly approved: boolean
			readonly reason?: string
	  }
	| { readonly type: 'tool-output-denied'; readonly toolCallId: string }
	| {
			readonly type: 'tool-output-available'
			readonly toolCallId: string
			readonly output: unknown
			readonly providerExecuted?: true
	  }
	| {
			readonly type: 'tool-output-error'
			readonly toolCallId: string
			readonly errorText: string
			readonly providerExecuted?: true
	  }
	| {
			readonly type: 'source-url'
			readonly sourceId: string
			readonly url: string
			readonly title?: string
	  }
	/** A user's message that entered the run here, before the `start-step` of the step that read it. */
	| {
			readonly type: 'steering-message'
			readonly id: string
			/** Text and file parts. */
			readonly parts: readonly Readonly<Record<string, unknown>>[]
	  }
	| DataChunk
