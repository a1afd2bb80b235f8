/** Requests that OpenAI and the services that speak its wires answer with 400. Pure. */

/** `openai` is the Responses API; the others are dialects of chat completions. */
export type OpenAIDialect = 'openai' | 'compatible' | 'deepseek' | 'openrouter' | 'gemini'

type Json = Record<string, unknown>
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const PICTURE = /^data:image\/(jpeg|png|gif|webp);base64,[A-Za-z0-9+/]+=*$/

/** Empty if the service would accept the request. */
export const openaiViolations = (body: Json, dialect: OpenAIDialect): string[] =>
	dialect === 'openai' ? ofResponses(body) : ofChat(body, dialect)

function ofChat(body: Json, dialect: OpenAIDialect): string[] {
	const broken: string[] = []
	const messages = body['messages'] as Json[]
	let open: string[] = []
	if (typeof body['max_tokens'] !== 'number') broken.push('max_tokens is missing.')
	messages.forEach((message, n) => {
		const at = `messages.${n}`
		if (message['role'] === 'tool') {
			const id = String(message['tool_call_id'])
			if (!open.includes(id)) broken.push(`${at}: no call ${id} waits for a result.`)
			if (typeof message['content'] !== 'string') broken.push(`${at}: a result must be text.`)
			open = open.filter((other) => other !== id)
			return
		}
		if (open.length > 0) broken.push(`${at}: the calls ${open.join(', ')} have no result.`)
		open = []
		if (message['role'] === 'user') broken.push(...pictures(message['content'], at))
		if (message['role'] !== 'assistant') return
		const calls = (message['tool_calls'] ?? []) as Json[]
		if (calls.length === 0 && !message['content']) broken.push(`${at}: it is empty.`)
		open = calls.map(({ id }) => String(id))
		if (new Set(open).size < open.length) broken.push(`${at}: a call id is used twice.`)
		for (const call of calls) {
			const { name, arguments: json } = call['function'] as { name: string; arguments: string }
			broken.push(...ofCall(name, json, at))
		}
		if (dialect === 'deepseek' && typeof message['reasoning_content'] !== 'string') {
			broken.push(`${at}: reasoning_content must be passed back.`)
		}
		const google = (calls[0]?.['extra_content'] as Json | undefined)?.['google'] as Json | undefined
		if (dialect === 'gemini' && calls.length > 0 && !google?.['thought_signature']) {
			broken.push(`${at}: Function call is missing a thought_signature.`)
		}
		if (dialect !== 'gemini' && google) broken.push(`${at}: unknown member extra_content.`)
	})
	if (open.length > 0) broken.push('The last calls have no result.')
	if (messages.at(-1)?.['role'] === 'assistant') broken.push('It ends with an answer.')
	return broken
}

function ofResponses(body: Json): string[] {
	const broken: string[] = []
	const items = body['input'] as Json[]
	const called = new Set<string>()
	const answered = new Set<string>()
	if (body['store'] !== false) broken.push('Nothing may be stored.')
	items.forEach((item, n) => {
		const at = `input.${n}`
		const id = String(item['call_id'])
		switch (item['type']) {
			case 'function_call':
				if (called.has(id)) broken.push(`${at}: the call id ${id} is used twice.`)
				called.add(id)
				broken.push(...ofCall(String(item['name']), String(item['arguments']), at))
				break
			case 'function_call_output':
				if (!called.has(id)) broken.push(`${at}: there is no call ${id}.`)
				if (answered.has(id)) broken.push(`${at}: the call ${id} has two results.`)
				answered.add(id)
				broken.push(...pictures(item['output'], at))
				break
			case 'reasoning':
				if (!item['encrypted_content']) broken.push(`${at}: reasoning that is not stored here.`)
				if (!isAnswer(items[n + 1])) broken.push(`${at}: nothing follows the reasoning.`)
				break
			case 'message':
				if (item['role'] === 'user') broken.push(...pictures(item['content'], at))
				if (item['content'] === '') broken.push(`${at}: it is empty.`)
				break
			default:
				if (!('id' in item)) broken.push(`${at}: an item of the service without its id.`)
		}
	})
	for (const id of called) if (!answered.has(id)) broken.push(`The call ${id} has no result.`)
	return broken
}

const isAnswer = (item: Json | undefined): boolean =>
	item !== undefined && item['type'] !== 'function_call_output' && item['role'] !== 'user'

function ofCall(name: string, json: string, at: string): string[] {
	const broken = NAME.test(name) ? [] : [`${at}: the name ${JSON.stringify(name)} is invalid.`]
	try {
		const input: unknown = JSON.parse(json)
		if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Error()
	} catch {
		broken.push(`${at}: the arguments are no JSON object.`)
	}
	return broken
}

function pictures(content: unknown, at: string): string[] {
	if (!Array.isArray(content)) return []
	return content.flatMap((part: Json) => {
		const url = part['image_url'] as string | { url: string } | undefined
		if (url === undefined) return []
		const address = typeof url === 'string' ? url : url.url
		return PICTURE.test(address) ? [] : [`${at}: not a picture: ${address.slice(0, 40)}`]
	})
}
