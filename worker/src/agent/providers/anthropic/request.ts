/** {@link ChatRequest} → body of `POST /v1/messages`. Pure. */
import type Anthropic from '@anthropic-ai/sdk'
import type { Effort } from '@fairlead/protocol/models/models'
import { type ModelTool, toolByName } from '@fairlead/protocol/tools'
import type { ChatRequest, ModelMessage, ModelPart, ToolResultPart } from '../../model/types.ts'
import { ownTools } from '../own-tools.ts'
import { asObject, toolName } from '../tool-input.ts'
import { validHistory } from '../valid-history.ts'
import type { ThinkingMode } from './models.ts'
import { PROVIDER_ID } from './stream.ts'

type Body = Anthropic.MessageCreateParamsStreaming
type Block = Anthropic.ContentBlockParam
type ResultContent = Anthropic.TextBlockParam | Anthropic.ImageBlockParam

/**
 * The basic search: the later versions filter results by running code, whose blocks
 * the page has no renderer for.
 */
const WEB_SEARCH_TYPE = 'web_search_20250305'
/** Searches in one model call; each is billed. */
const WEB_SEARCH_MAX_USES = 5
/** Half of a usual answer: enough for planning a few tool calls, little enough to wait for. */
const THINKING_BUDGET_TOKENS = 6_000
/** The API's minimum. */
const THINKING_BUDGET_MIN_TOKENS = 1_024
/** User turns that end in a cache breakpoint; with system and tools that makes the four that are allowed. */
const CACHED_USER_TURNS = 2
const TOOL_NAME_MAX = 128
const EPHEMERAL = { type: 'ephemeral' } as const
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

export function buildRequest(request: ChatRequest, wanted: ThinkingMode): Body {
	const history = validHistory(request.messages, PROVIDER_ID)
	const thinking = thinkingConfig(request, history, wanted)
	const messages = history.flatMap((message) => messageParam(message, thinking !== undefined))
	markUserTurns(messages)
	const tools = toolParams(request)
	return {
		model: request.model,
		max_tokens: request.maxOutputTokens,
		stream: true,
		...(request.system.trim() === ''
			? {}
			: { system: [{ type: 'text', text: request.system, cache_control: EPHEMERAL }] }),
		messages,
		...(tools.length > 0 ? { tools } : {}),
		...(thinking ? { thinking } : {}),
		...outputConfig(request.effort),
	}
}

/** Levels that only others have are left out. */
function outputConfig(effort: Effort | undefined): Pick<Body, 'output_config'> {
	if (!effort || effort === 'none' || effort === 'minimal') return {}
	return { output_config: { effort } }
}

function thinkingConfig(
	request: ChatRequest,
	history: readonly ModelMessage[],
	mode: ThinkingMode,
): Anthropic.ThinkingConfigParam | undefined {
	switch (mode) {
		case 'adaptive':
			// Some models leave the text out unless asked; the page folds it, but shows it.
			return { type: 'adaptive', display: 'summarized' }
		case 'enabled': {
			const budget = Math.min(THINKING_BUDGET_TOKENS, Math.floor(request.maxOutputTokens / 2))
			if (budget < THINKING_BUDGET_MIN_TOKENS || !loopBeganThinking(history)) return undefined
			return { type: 'enabled', budget_tokens: budget }
		}
		case 'none':
			return undefined
		default:
			return mode satisfies never
	}
}

/**
 * With a budget the API wants every assistant message of a tool loop to begin with
 * thinking; messages from another model do not.
 */
function loopBeganThinking(history: readonly ModelMessage[]): boolean {
	return history.every(
		(message) =>
			!message.parts.some(({ type }) => type === 'tool-call' || type === 'provider-block') ||
			message.parts[0]?.type === 'reasoning',
	)
}

function messageParam(message: ModelMessage, thinks: boolean): Anthropic.MessageParam[] {
	const content = message.parts.flatMap((part) => blocks(part, thinks))
	return content.length > 0 ? [{ role: message.role, content }] : []
}

function blocks(part: ModelPart, thinks: boolean): Block[] {
	switch (part.type) {
		case 'text':
			return [{ type: 'text', text: part.text }]
		case 'image':
			return [imageBlock(part)]
		case 'reasoning':
			if (!thinks) return []
			if (part.redacted !== undefined) return [{ type: 'redacted_thinking', data: part.redacted }]
			return [{ type: 'thinking', thinking: part.text, signature: part.signature ?? '' }]
		case 'tool-call':
			return [
				{
					type: 'tool_use',
					id: part.callId,
					name: toolName(part.name, TOOL_NAME_MAX),
					input: asObject(part.input),
				},
			]
		case 'tool-result':
			return [
				{
					type: 'tool_result',
					tool_use_id: part.callId,
					content: part.content.map(resultContent),
					...(part.isError ? { is_error: true } : {}),
				},
			]
		case 'provider-block':
			// Verbatim: the search results inside are encrypted and signed by the API.
			return [part.block as Block]
		default:
			return part satisfies never
	}
}

const resultContent = (part: ToolResultPart): ResultContent =>
	part.type === 'text' ? { type: 'text', text: part.text } : imageBlock(part)

function imageBlock(part: Extract<ModelPart, { type: 'image' }>): ResultContent {
	const mediaType = IMAGE_TYPES.find((type) => type === part.mediaType)
	if (!part.base64) return { type: 'text', text: '(A picture that is no longer stored.)' }
	if (!mediaType) return { type: 'text', text: `(A picture of type ${part.mediaType}, not shown.)` }
	return { type: 'image', source: { type: 'base64', media_type: mediaType, data: part.base64 } }
}

function toolParams(request: ChatRequest): Anthropic.ToolUnion[] {
	const own = ownTools(request)
	// Tools that find_tools adds go to the end, so that everything before them stays cached.
	const isStable = (tool: ModelTool) => toolByName(tool.name)?.offered !== 'search'
	const lastStable = own.findLastIndex(isStable)
	const tools = own.map(
		(tool, index): Anthropic.ToolUnion => ({
			name: tool.name,
			description: tool.description,
			input_schema: { ...tool.inputSchema, type: 'object' },
			...(index === lastStable ? { cache_control: EPHEMERAL } : {}),
		}),
	)
	if (request.webSearch) {
		tools.push({ type: WEB_SEARCH_TYPE, name: 'web_search', max_uses: WEB_SEARCH_MAX_USES })
	}
	return tools
}

/** Marks the last block of the last user turns, so that the next call reads everything before them from the cache. */
function markUserTurns(messages: readonly Anthropic.MessageParam[]): void {
	let left = CACHED_USER_TURNS
	for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
		const message = messages[i]
		if (message?.role !== 'user' || typeof message.content === 'string') continue
		const block = message.content.at(-1)
		if (block?.type !== 'text' && block?.type !== 'tool_result' && block?.type !== 'image') continue
		block.cache_control = EPHEMERAL
		left--
	}
}
