/** {@link ChatRequest} → body of `POST /responses`. Pure. Nothing is stored at the service. */

import type { Effort } from '@fairlead/protocol/models/models'
import type { Responses } from 'openai/resources/responses/responses'
import type { ChatRequest, ModelMessage, ModelPart, ToolResultPart } from '../../model/types.ts'
import { ownTools } from '../own-tools.ts'
import { asObject, toolName } from '../tool-input.ts'
import { validHistory } from '../valid-history.ts'
import { parametersOf, pictureUrl, TOOL_NAME_MAX } from './parts.ts'

type Body = Responses.ResponseCreateParamsStreaming
type Item = Responses.ResponseInputItem
type Content = Responses.ResponseInputText | Responses.ResponseInputImage

/** Marks reasoning and blocks that only this service can read. */
export const PROVIDER_ID = 'openai'

/** summary: reasoning with a text to show · silent: without one · none: not asked for, and not sent back. */
export type ReasoningMode = 'summary' | 'silent' | 'none'

/** The next mode to try after the API rejected one; `undefined`: none is left. */
export function nextReasoningMode(mode: ReasoningMode): ReasoningMode | undefined {
	switch (mode) {
		case 'summary':
			return 'silent'
		case 'silent':
			return 'none'
		case 'none':
			return undefined
		default:
			return mode satisfies never
	}
}

/** A block of the service in our history: wrapped, because its id would look like a call of ours. */
export interface StoredItem {
	readonly type: 'item'
	readonly item: unknown
}

export function buildResponsesRequest(request: ChatRequest, mode: ReasoningMode): Body {
	const input = validHistory(request.messages, PROVIDER_ID).flatMap((message) =>
		items(message, mode),
	)
	const tools = toolParams(request)
	return {
		model: request.model,
		stream: true,
		store: false,
		max_output_tokens: request.maxOutputTokens,
		...(request.system.trim() === '' ? {} : { instructions: request.system }),
		input,
		...(tools.length > 0 ? { tools } : {}),
		...reasoning(request.effort, mode),
		include: [
			...(mode === 'none' ? [] : (['reasoning.encrypted_content'] as const)),
			...(request.webSearch ? (['web_search_call.action.sources'] as const) : []),
		],
	}
}

function reasoning(effort: Effort | undefined, mode: ReasoningMode): Pick<Body, 'reasoning'> {
	if (mode === 'none') return {}
	const asked = {
		...(effort ? { effort } : {}),
		...(mode === 'summary' ? { summary: 'auto' as const } : {}),
	}
	return Object.keys(asked).length > 0 ? { reasoning: asked } : {}
}

function items(message: ModelMessage, mode: ReasoningMode): Item[] {
	const list: Item[] = []
	let said: Content[] = []
	const say = () => {
		if (said.length > 0) list.push({ type: 'message', role: 'user', content: said })
		said = []
	}
	for (const part of message.parts) {
		if (message.role === 'user' && (part.type === 'text' || part.type === 'image')) {
			said.push(content(part))
			continue
		}
		say()
		list.push(...item(part, mode))
	}
	say()
	return list
}

function item(part: ModelPart, mode: ReasoningMode): Item[] {
	switch (part.type) {
		case 'text':
			return [{ type: 'message', role: 'assistant', content: part.text }]
		case 'image':
			return []
		case 'reasoning':
			if (mode === 'none' || !part.redacted) return []
			return [
				{
					type: 'reasoning',
					id: part.signature ?? '',
					summary: part.text ? [{ type: 'summary_text', text: part.text }] : [],
					encrypted_content: part.redacted,
				},
			]
		case 'tool-call':
			return [
				{
					type: 'function_call',
					call_id: part.callId,
					name: toolName(part.name, TOOL_NAME_MAX),
					arguments: JSON.stringify(asObject(part.input)),
				},
			]
		case 'tool-result':
			return [
				{
					type: 'function_call_output',
					call_id: part.callId,
					output: part.content.every(({ type }) => type === 'text')
						? part.content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n')
						: part.content.map(content),
				},
			]
		case 'provider-block': {
			const block = part.block as Partial<StoredItem>
			return block.type === 'item' ? [block.item as Item] : []
		}
		default:
			return part satisfies never
	}
}

function content(part: ToolResultPart): Content {
	if (part.type === 'text') return { type: 'input_text', text: part.text }
	const shown = pictureUrl(part)
	return 'url' in shown
		? { type: 'input_image', image_url: shown.url, detail: 'auto' }
		: { type: 'input_text', text: shown.text }
}

function toolParams(request: ChatRequest): Responses.Tool[] {
	const tools = ownTools(request).map(
		(tool): Responses.Tool => ({
			type: 'function',
			name: tool.name,
			description: tool.description,
			parameters: parametersOf(tool),
			// Strict schemas know no optional arguments.
			strict: false,
		}),
	)
	if (request.webSearch) tools.push({ type: 'web_search' })
	return tools
}
