/** The parts of a stored message that a run is drawn from. */

import type { Author } from '../people/author.ts'
import type { ClientCall } from '../wire/client-call.ts'
import type { RevertPart } from './revert.ts'
import type {
	ApprovalPart,
	CallPart,
	MessageMetadata,
	NoticePart,
	StepPart,
	WaitPart,
} from './stream-parts.ts'

/** A message as the page has it and as the server stores it: the AI SDK's shape. */
export interface RunMessage {
	readonly id: string
	readonly parts: readonly object[]
	/** {@link MessageMetadata} */
	readonly metadata?: object | undefined
}

interface TextPart {
	readonly text: string
	readonly state?: 'streaming' | 'done'
}
export type ToolPart = {
	readonly type: `tool-${string}` | 'dynamic-tool'
	readonly toolCallId: string
	readonly state: string
	readonly input?: unknown
	readonly rawInput?: unknown
	readonly output?: unknown
	readonly errorText?: string
	readonly approval?: { id: string; approved?: boolean }
	readonly toolName?: string
}
interface DataPart<Name extends string, Data> {
	readonly type: `data-${Name}`
	readonly id?: string
	readonly data: Data
}
/** The parts that a run is drawn from; other types are left out. */
export type KnownPart =
	| ({ readonly type: 'text' } & TextPart)
	| ({ readonly type: 'reasoning' } & TextPart)
	| ToolPart
	| DataPart<'step', StepPart>
	| DataPart<'call', CallPart>
	| DataPart<'wait', WaitPart>
	| DataPart<'notice', NoticePart>
	| DataPart<'approval', ApprovalPart>
	| DataPart<'revert', RevertPart>
	| DataPart<'author', Author>
	| DataPart<'client-call', ClientCall>
	| { readonly type: 'source-url'; readonly url: string; readonly title?: string }
	| {
			readonly type: 'steering-message'
			readonly id: string
			readonly parts: readonly { readonly type: string }[]
	  }
	| {
			readonly type: 'file'
			readonly url: string
			readonly mediaType: string
			readonly filename?: string
	  }

/** The server wrote the parts, and the stream's chunks were checked on arrival. */
export const partsOf = (message: RunMessage): readonly KnownPart[] =>
	message.parts as readonly KnownPart[]
export const metadataOf = ({ metadata }: RunMessage): Partial<MessageMetadata> => metadata ?? {}

export const isToolPart = (part: KnownPart): part is ToolPart =>
	part.type === 'dynamic-tool' || part.type.startsWith('tool-')
