/**
 * The rules of the Messages API, written independently of the adapter, so that a test
 * server can reject what the real one would. Each violation is one sentence.
 */

type Json = Record<string, unknown>

const ID = /^[a-zA-Z0-9_-]+$/
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/
const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
const MAX_BREAKPOINTS = 4

/** @returns an empty list if the body of `POST /v1/messages` is valid. */
export function violations(body: unknown): string[] {
	const found: string[] = []
	const say = (sentence: string) => found.push(sentence)
	if (!isObject(body)) return ['The body is not a JSON object.']
	if (typeof body['model'] !== 'string') say('model is missing.')
	const maxTokens = body['max_tokens']
	if (typeof maxTokens !== 'number' || maxTokens < 1) say('max_tokens must be at least 1.')
	// Removed in API version 2026-10-21, which the SDK speaks from 1.0 on.
	for (const key of ['temperature', 'top_p', 'top_k'])
		if (key in body) say(`${key} is not accepted.`)
	checkTools(list(body['tools']), say)
	checkThinking(body, say)
	if (countBreakpoints(body) > MAX_BREAKPOINTS) say('More than 4 blocks have cache_control.')
	for (const block of list(body['system']))
		if (isBlank(block['text'])) say('system has empty text.')
	const messages = list(body['messages'])
	if (messages.length === 0) say('messages: at least one message is required.')
	checkMessages(messages, say)
	return found
}

function checkTools(tools: readonly Json[], say: (s: string) => void): void {
	const names = new Set<unknown>()
	for (const tool of tools) {
		if (names.has(tool['name'])) say(`Tool names must be unique: ${tool['name']}.`)
		names.add(tool['name'])
		if (typeof tool['name'] !== 'string' || !TOOL_NAME.test(tool['name'])) say('Bad tool name.')
		if (tool['type'] === undefined && !isObject(tool['input_schema'])) say('No input_schema.')
	}
}

function checkThinking(body: Json, say: (s: string) => void): void {
	const thinking = body['thinking']
	if (!isObject(thinking)) return
	if (thinking['type'] !== 'enabled') return
	const budget = Number(thinking['budget_tokens'])
	if (!(budget >= 1_024)) say('budget_tokens must be at least 1024.')
	if (!(budget < Number(body['max_tokens']))) say('budget_tokens must be less than max_tokens.')
	// The current tool loop: everything after the last user message without a result.
	for (const message of list(body['messages']).toReversed()) {
		const content = blocksOf(message)
		if (message['role'] === 'user') {
			if (!content.some((block) => block['type'] === 'tool_result')) return
		} else if (!/thinking$/.test(String(content[0]?.['type']))) {
			say('Expected thinking or redacted_thinking first while thinking is enabled.')
		}
	}
}

function checkMessages(messages: readonly Json[], say: (s: string) => void): void {
	const callIds = new Set<unknown>()
	let pending: string[] = []
	messages.forEach((message, index) => {
		const at = `messages.${index}`
		const role = message['role']
		const expected = index % 2 === 0 ? 'user' : 'assistant'
		if (role !== expected) say(`${at}: roles must alternate, beginning with user.`)
		const content = blocksOf(message)
		if (content.length === 0) say(`${at}: content is empty.`)
		const isLast = index === messages.length - 1
		if (role === 'user') {
			checkUser(content, pending, at, say)
			pending = []
		} else {
			if (pending.length > 0) say(`${at}: tool_use without tool_result in the next message.`)
			pending = checkAssistant(content, callIds, at, isLast, say)
			if (isLast && !isServerBlock(content.at(-1))) say('The conversation ends with a prefill.')
		}
	})
	if (pending.length > 0) say('The last tool_use has no tool_result.')
}

function checkUser(
	content: readonly Json[],
	pending: readonly string[],
	at: string,
	say: (s: string) => void,
): void {
	const answered = new Set<unknown>()
	let other = false
	for (const block of content) {
		switch (block['type']) {
			case 'tool_result': {
				const id = block['tool_use_id']
				if (other) say(`${at}: tool_result must come before other content.`)
				if (!pending.includes(String(id))) say(`${at}: unexpected tool_use_id ${id}.`)
				if (answered.has(id)) say(`${at}: two tool_result for ${id}.`)
				answered.add(id)
				checkResult(block, at, say)
				break
			}
			case 'text':
				other = true
				if (isBlank(block['text'])) say(`${at}: text content blocks must be non-empty.`)
				break
			case 'image':
				other = true
				checkImage(block, at, say)
				break
			default:
				say(`${at}: ${block['type']} does not belong to a user message.`)
		}
	}
	for (const id of pending) if (!answered.has(id)) say(`${at}: no tool_result for ${id}.`)
}

function checkResult(block: Json, at: string, say: (s: string) => void): void {
	const content = list(block['content'])
	for (const part of content) {
		if (part['type'] === 'text' && isBlank(part['text'])) say(`${at}: empty text in tool_result.`)
		if (part['type'] === 'image') checkImage(part, at, say)
		if (block['is_error'] === true && part['type'] !== 'text') {
			say(`${at}: all content must be text if is_error is true.`)
		}
	}
	if (block['is_error'] === true && content.length === 0) say(`${at}: is_error needs content.`)
}

function checkImage(block: Json, at: string, say: (s: string) => void): void {
	const source = block['source']
	if (!isObject(source)) {
		say(`${at}: image without source.`)
		return
	}
	if (!IMAGE_TYPES.has(String(source['media_type']))) say(`${at}: image of an unknown type.`)
	if (typeof source['data'] !== 'string' || source['data'] === '') say(`${at}: image without data.`)
}

/** @returns the ids of the client's calls. */
function checkAssistant(
	content: readonly Json[],
	callIds: Set<unknown>,
	at: string,
	isLast: boolean,
	say: (s: string) => void,
): string[] {
	const calls: string[] = []
	const server = new Map<unknown, boolean>()
	content.forEach((block, n) => {
		switch (block['type']) {
			case 'text':
				if (isBlank(block['text'])) say(`${at}: text content blocks must be non-empty.`)
				break
			case 'thinking':
				if (isBlank(block['signature'])) say(`${at}: thinking without signature.`)
				break
			case 'redacted_thinking':
				if (isBlank(block['data'])) say(`${at}: redacted_thinking without data.`)
				break
			case 'tool_use': {
				const id = String(block['id'])
				if (callIds.has(id)) say(`${at}: tool_use ids must be unique: ${id}.`)
				if (!ID.test(id)) say(`${at}: bad id ${id}.`)
				if (!TOOL_NAME.test(String(block['name']))) say(`${at}: bad tool name.`)
				if (!isObject(block['input'])) say(`${at}: input must be an object.`)
				callIds.add(id)
				calls.push(id)
				break
			}
			case 'server_tool_use':
				if (callIds.has(block['id'])) say(`${at}: tool_use ids must be unique: ${block['id']}.`)
				callIds.add(block['id'])
				server.set(block['id'], false)
				break
			case 'web_search_tool_result': {
				const id = block['tool_use_id']
				if (server.get(id) !== false) say(`${at}: result without server_tool_use: ${id}.`)
				server.set(id, true)
				break
			}
			default:
				say(`${at}: ${block['type']} does not belong to an assistant message.`)
		}
		if (n === content.length - 1 && /thinking$/.test(String(block['type']))) {
			say(`${at}: the final block in an assistant message cannot be thinking.`)
		}
	})
	for (const [id, done] of server) {
		const paused = isLast && content.at(-1)?.['id'] === id
		if (!done && !paused) say(`${at}: server_tool_use without its result: ${id}.`)
	}
	return calls
}

function countBreakpoints(value: unknown): number {
	if (Array.isArray(value)) return value.reduce<number>((n, item) => n + countBreakpoints(item), 0)
	if (!isObject(value)) return 0
	const own = isObject(value['cache_control']) ? 1 : 0
	return Object.values(value).reduce<number>((n, item) => n + countBreakpoints(item), own)
}

const isServerBlock = (block: Json | undefined): boolean =>
	block?.['type'] === 'server_tool_use' || block?.['type'] === 'web_search_tool_result'
const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const blocksOf = (message: Json): Json[] =>
	typeof message['content'] === 'string'
		? [{ type: 'text', text: message['content'] }]
		: list(message['content'])
