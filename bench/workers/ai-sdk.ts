/** The AI SDK's own way through a Worker: no object, no durability, nothing stored. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { streamText } from 'ai'

interface Env {
	ANTHROPIC_BASE_URL: string
}

export default {
	async fetch(request: Request, env: Env): Promise<Response> {
		if (request.method !== 'POST') return new Response('ok')
		const anthropic = createAnthropic({ apiKey: 'bench', baseURL: `${env.ANTHROPIC_BASE_URL}/v1` })
		const result = streamText({ model: anthropic('claude-bench'), prompt: 'go' })
		return result.toUIMessageStreamResponse()
	},
}
