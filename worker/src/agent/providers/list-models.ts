/** The models that a provider lists for a key, with what its list says of them. */

import type { ListedFacts, ListedModel } from '@fairlead/protocol/models/models'
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import type { ModelsList } from '@fairlead/protocol/services/service'
import * as z from 'zod'
import { within } from '../../within.ts'
import { beginningOf, type KeyVerdict, parsed, verdictOf } from './check-key.ts'

const TIMEOUT_MS = 10_000
/** OpenRouter's list of some 400 models has about one million. */
const MAX_CHARS = 4_000_000
/** With their facts, about 100 KB in a row of D1, which holds 2 MB. */
const MAX_MODELS = 600
/** The longest id that a conversation takes, less the provider's name. */
const MAX_ID_CHARS = 160
const MAX_TITLE_CHARS = 100
const MILLION = 1_000_000

export type ListOutcome =
	| { readonly ok: true; readonly models: ListedModel[] }
	| { readonly ok: false; readonly verdict: Exclude<KeyVerdict, 'accepted'> }

/** Models in mixed lists that answer no conversations. */
const NOT_FOR_CHAT =
	/embed|whisper|tts|dall-e|image|moderation|realtime|audio|transcribe|sora|imagen|veo|babbage|davinci|aqa|lyria/i

const Size = z.int().positive().optional().catch(undefined)
const Words = z.array(z.string()).optional().catch(undefined)
/** A higher price is a mistake: today's dearest model costs $600 for a million. */
const MAX_DOLLARS_PER_TOKEN = 0.1
/** US dollars per token, as text. A negative value means that the price depends. */
const Dollars = z
	.string()
	.regex(/\d/)
	.transform(Number)
	.pipe(z.number().nonnegative().max(MAX_DOLLARS_PER_TOKEN))
	.optional()
	.catch(undefined)
/** A charge for anything but text tokens. A value that is not a number may be a charge, too: it becomes NaN. */
const Fee = z.string().transform(Number).pipe(z.number()).optional().catch(Number.NaN)
const Entry = z.object({
	id: z
		.string()
		.min(1)
		.max(MAX_ID_CHARS)
		.regex(/^[\x21-\x7e]+$/),
	/** OpenRouter. Anthropic says `display_name`. */
	name: z.string().optional().catch(undefined),
	display_name: z.string().optional().catch(undefined),
	context_length: Size,
	top_provider: z.object({ max_completion_tokens: Size }).optional().catch(undefined),
	architecture: z.object({ input_modalities: Words }).optional().catch(undefined),
	supported_parameters: Words,
	pricing: z
		.object({
			prompt: Dollars,
			completion: Dollars,
			input_cache_read: Dollars,
			input_cache_write: Dollars,
			request: Fee,
			internal_reasoning: Fee,
		})
		.optional()
		.catch(undefined),
})
const List = z.object({ data: z.array(z.unknown()) })

/** Never throws. `address`: the service's base URL. Redirects are not followed: they would take the key along. */
export async function listModels(
	service: ServiceName,
	address: string,
	key: string,
	ask: typeof fetch = fetch,
): Promise<ListOutcome> {
	const { key: use, list: kind } = serviceOf(service)
	try {
		return await within(TIMEOUT_MS, async (signal): Promise<ListOutcome> => {
			const answer = await ask(`${address.replace(/\/$/, '')}/${kind.path}`, {
				headers: { ...use.headers(key), accept: 'application/json' },
				redirect: 'manual',
				signal,
			})
			const said = await beginningOf(answer, MAX_CHARS)
			if (!answer.ok) return { ok: false, verdict: verdictOf(answer.status, said) }
			const list = List.safeParse(parsed(said))
			if (!list.success) return { ok: false, verdict: 'unexpected' }
			return { ok: true, models: modelsIn(kind, list.data.data) }
		})
	} catch {
		return { ok: false, verdict: 'unreachable' }
	}
}

function modelsIn(kind: ModelsList, entries: readonly unknown[]): ListedModel[] {
	const models = new Map<string, ListedModel>()
	for (const one of entries) {
		const { data: entry } = Entry.safeParse(one)
		if (!entry || (kind.mixed && NOT_FOR_CHAT.test(entry.id))) continue
		if (models.size >= MAX_MODELS) break
		const id = entry.id.replace(/^models\//, '')
		models.set(id, { id, ...factsOf(kind, entry) })
	}
	return [...models.values()]
}

function factsOf({ saysFacts }: ModelsList, entry: z.infer<typeof Entry>): ListedFacts {
	const title = (entry.display_name ?? entry.name)?.replace(/\p{C}/gu, '').slice(0, MAX_TITLE_CHARS)
	const named = title ? { title } : {}
	if (!saysFacts) return named
	const { context_length, top_provider, architecture, supported_parameters: takes } = entry
	const modalities = architecture?.input_modalities
	const price = priceOf(entry)
	return {
		...named,
		...(context_length ? { windowTokens: context_length } : {}),
		...(top_provider?.max_completion_tokens
			? { maxOutputTokens: top_provider.max_completion_tokens }
			: {}),
		...(price ? { price } : {}),
		...(takes ? { tools: takes.includes('tools'), reasoning: takes.includes('reasoning') } : {}),
		...(modalities ? { pictures: modalities.includes('image') } : {}),
	}
}

function priceOf({ pricing }: z.infer<typeof Entry>): ListedFacts['price'] | null {
	if (pricing?.prompt === undefined || pricing.completion === undefined) return null
	const { prompt, completion, request = 0, internal_reasoning = 0 } = pricing
	// Tokens are all that is counted: a price with such fees would be too low.
	if (request !== 0 || internal_reasoning > completion || Number.isNaN(internal_reasoning))
		return null
	const perMillion = (dollars: number): number => Number((dollars * MILLION).toFixed(6))
	return {
		input: perMillion(prompt),
		output: perMillion(completion),
		cacheRead: perMillion(pricing.input_cache_read ?? prompt),
		cacheWrite: perMillion(pricing.input_cache_write ?? prompt),
	}
}
