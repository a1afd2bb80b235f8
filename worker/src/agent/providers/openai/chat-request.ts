/** {@link ChatRequest} → body of `POST /chat/completions`. Pure. */
import type { Chat } from 'openai/resources/chat/chat'
import type { ChatRequest, ModelMessage, ModelPart, ToolResultPart } from '../../model/types.ts'
import { ownTools } from '../own-tools.ts'
import { asObject, toolName } from '../tool-input.ts'
import { validHistory } from '../valid-history.ts'
import { type ChatService, originOf } from './chat-service.ts'
import { parametersOf, pictureUrl, TOOL_NAME_MAX } from './parts.ts'

type Body = Chat.ChatCompletionCreateParamsStreaming
type Message = Chat.ChatCompletionMessageParam
type Content = Chat.ChatCompletionContentPartText | Chat.ChatCompletionContentPartImage

/** Google's word for calls that its models did not make, as after a change of models. */
const NOT_GOOGLES = 'skip_thought_signature_validator'

/** Data of a call for Google; stands before its call in the history. */
export interface CallExtra {
	readonly type: 'call-extra'
	readonly extra: unknown
}

export function buildChatRequest(request: ChatRequest, service: ChatService): Body {
	const history = validHistory(request.messages, originOf(service, request.model))
	const tools = ownTools(request).map(
		(tool): Chat.ChatCompletionTool => ({
			type: 'function',
			function: {
				name: tool.name,
				description: tool.description,
				parameters: parametersOf(tool),
			},
		}),
	)
	return {
		model: request.model,
		stream: true,
		stream_options: { include_usage: true },
		// The older name: local servers know no other.
		max_tokens: request.maxOutputTokens,
		messages: [
			...(request.system.trim() === ''
				? []
				: [{ role: 'system', content: request.system } as const]),
			...history.flatMap((message) =>
				message.role === 'assistant' ? [assistant(message, service)] : user(message),
			),
		],
		...(tools.length > 0 ? { tools } : {}),
		...service.wire.extras({ effort: request.effort, webSearch: request.webSearch }),
	}
}

/** Results first, each its own message; then what a person said, with the results' pictures. */
function user({ parts }: ModelMessage): Message[] {
	const results: Message[] = []
	const said: Content[] = []
	for (const part of parts) {
		if (part.type === 'text' || part.type === 'image') said.push(content(part))
		if (part.type !== 'tool-result') continue
		const texts = part.content.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
		const pictures = part.content.filter(({ type }) => type === 'image')
		// A result is text on this wire.
		if (pictures.length > 0) {
			texts.push('(Its pictures are in the next message.)')
			said.push({ type: 'text', text: `Pictures of the result of ${part.name}:` })
			said.push(...pictures.map(content))
		}
		results.push({ role: 'tool', tool_call_id: part.callId, content: texts.join('\n') })
	}
	if (said.length === 0) return results
	const plain = said.every(({ type }) => type === 'text')
	const words = said.map((piece) => (piece.type === 'text' ? piece.text : ''))
	return [...results, { role: 'user', content: plain ? words.join('\n\n') : said }]
}

function content(part: ToolResultPart): Content {
	if (part.type === 'text') return { type: 'text', text: part.text }
	const shown = pictureUrl(part)
	return 'url' in shown
		? { type: 'image_url', image_url: { url: shown.url } }
		: { type: 'text', text: shown.text }
}

function assistant({ parts }: ModelMessage, service: ChatService): Message {
	const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
	const toolCalls = calls(parts, service)
	return {
		role: 'assistant',
		content: text === '' && toolCalls.length > 0 ? null : text,
		...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
		...memory(parts, service),
	}
}

function calls(
	parts: readonly ModelPart[],
	service: ChatService,
): Chat.ChatCompletionMessageToolCall[] {
	let extra: unknown
	let first = true
	return parts.flatMap((part): Chat.ChatCompletionMessageToolCall[] => {
		if (part.type === 'provider-block') {
			const block = part.block as Partial<CallExtra>
			extra = block.type === 'call-extra' ? block.extra : undefined
			return []
		}
		if (part.type !== 'tool-call') return []
		const own = extra ?? (first ? { google: { thought_signature: NOT_GOOGLES } } : undefined)
		first = false
		extra = undefined
		return [
			{
				type: 'function',
				id: part.callId,
				function: {
					name: toolName(part.name, TOOL_NAME_MAX),
					arguments: JSON.stringify(asObject(part.input)),
				},
				...(service.wire.memory === 'extra_content' && own ? { extra_content: own } : {}),
			},
		]
	})
}

function memory(parts: readonly ModelPart[], service: ChatService): Record<string, unknown> {
	const thoughts = parts.filter((part) => part.type === 'reasoning')
	switch (service.wire.memory) {
		case 'reasoning_content':
			// Required on every message while it thinks, also on those of other models.
			return { reasoning_content: thoughts.map(({ text }) => text).join('') }
		case 'reasoning_details': {
			const details = thoughts.flatMap(({ redacted }) =>
				redacted ? (JSON.parse(redacted) as unknown[]) : [],
			)
			return details.length > 0 ? { reasoning_details: details } : {}
		}
		case 'extra_content':
		case 'none':
			return {}
		default:
			return service.wire.memory satisfies never
	}
}
