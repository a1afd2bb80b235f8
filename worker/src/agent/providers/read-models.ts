/** The models that an OpenAI-compatible server lists. */
import type { EndpointModel } from '@fairlead/protocol/models/model-endpoints'
import * as z from 'zod'
import { within } from '../../within.ts'
import { beginningOf, type KeyVerdict, parsed, verdictOf } from './check-key.ts'

const TIMEOUT_MS = 10_000
/** OpenRouter's list of some 400 models is below one million. */
const MAX_CHARS = 2_000_000
const MAX_MODELS = 500
/** The longest id that a conversation takes, less the provider's name. */
const MAX_ID_CHARS = 160

const Size = z.int().positive().optional().catch(undefined)
const Listed = z.object({
	id: z.string().min(1).max(MAX_ID_CHARS),
	/** The name in vLLM. */
	max_model_len: Size,
	/** The name in OpenRouter, Together, and Groq's `context_window`. */
	context_length: Size,
	context_window: Size,
})
/** Ollama without models says null. */
const List = z.object({ data: z.array(z.unknown()).nullable() })

export type ReadModels =
	| {
			readonly ok: true
			/** The URL at which the list was found: the address, or its `/v1`. */
			readonly baseURL: string
			readonly models: EndpointModel[]
	  }
	| { readonly ok: false; readonly verdict: Exclude<KeyVerdict, 'accepted'> }

/** Never throws. `address`: a base URL; without `/v1`, that is tried too. `key` empty: none is sent. */
export async function readModels(
	address: string,
	key: string,
	ask: typeof fetch,
): Promise<ReadModels> {
	const base = address.replace(/\/+$/, '')
	const first = await readAt(base, key, ask)
	if (first.ok || first.verdict !== 'unexpected' || base.endsWith('/v1')) return first
	const second = await readAt(`${base}/v1`, key, ask)
	return second.ok ? second : first
}

async function readAt(baseURL: string, key: string, ask: typeof fetch): Promise<ReadModels> {
	try {
		return await within(TIMEOUT_MS, async (signal): Promise<ReadModels> => {
			const answer = await ask(`${baseURL}/models`, {
				headers: {
					accept: 'application/json',
					...(key ? { authorization: `Bearer ${key}` } : {}),
				},
				redirect: 'manual',
				signal,
			})
			const said = await beginningOf(answer, MAX_CHARS)
			if (!answer.ok) return { ok: false, verdict: verdictOf(answer.status, said) }
			const models = modelsIn(said)
			return models ? { ok: true, baseURL, models } : { ok: false, verdict: 'unexpected' }
		})
	} catch {
		return { ok: false, verdict: 'unreachable' }
	}
}

/** Returns null if the text is not a list of models. */
function modelsIn(text: string): EndpointModel[] | null {
	const list = List.safeParse(parsed(text))
	if (!list.success) return null
	const models = new Map<string, EndpointModel>()
	for (const entry of list.data.data ?? []) {
		const { data: listed } = Listed.safeParse(entry)
		if (!listed || models.size >= MAX_MODELS) continue
		const windowTokens =
			listed.max_model_len ?? listed.context_length ?? listed.context_window ?? null
		models.set(listed.id, { id: listed.id, windowTokens })
	}
	return [...models.values()]
}
