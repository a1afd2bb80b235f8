/** The known models, and what an installation says about its own. Prices are list prices. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { SERVICES } from '@fairlead/protocol/services'
import type { ModelFacts, Price } from '@fairlead/protocol/services/model-row'
import * as z from 'zod'
import { EFFORTS, type SaidFacts } from './facts.ts'
import { withOwn } from './own-facts.ts'

/** The models of all services, by `provider/model`. */
const ROWS: ReadonlyMap<string, ModelFacts> = new Map(
	SERVICES.flatMap(({ name, models: rows }) =>
		rows.map(({ id, ...row }) => [`${name}/${id}`, row] as const),
	),
)

/** Suffixes that name a snapshot of a model: `-20260601`, `-2026-04-23`, `@20260601`, `-latest`. */
const SNAPSHOT = /[-@](latest|\d{8}|\d{4}-\d{2}-\d{2})$/
const MILLION = 1_000_000

const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const UNKNOWN: Omit<ModelFacts, 'title'> = {
	windowTokens: null,
	maxOutputTokens: null,
	price: null,
	tools: true,
	pictures: true,
	reasoning: true,
	webSearch: false,
	efforts: [],
}

const Rate = z.object({
	input: z.number().nonnegative(),
	output: z.number().nonnegative(),
	cacheRead: z.number().nonnegative(),
	cacheWrite: z.number().nonnegative(),
})
const Overrides = z.record(
	z.string().regex(/^[^/]+\/.+$/, 'must be provider/model'),
	z.strictObject({
		title: z.string().optional(),
		windowTokens: z.int().positive().nullable().optional(),
		maxOutputTokens: z.int().positive().nullable().optional(),
		price: Rate.extend({ long: Rate.extend({ aboveTokens: z.int().positive() }).optional() })
			.nullable()
			.optional(),
		tools: z.boolean().optional(),
		pictures: z.boolean().optional(),
		reasoning: z.boolean().optional(),
		webSearch: z.boolean().optional(),
		efforts: z.array(z.enum([...EFFORTS])).optional(),
	}),
)

export interface Models {
	/** Every listed model, and those that the installation names. */
	readonly names: readonly string[]
	/** Models that the installation names. */
	readonly own: readonly string[]
	/** Whether more than the name is known. */
	knows(name: string): boolean
	/** Never fails: size and price of a model that is not listed are unknown. */
	facts(name: string): ModelFacts
	/** One model call in US dollars; null if the price is not known. */
	costOf(name: string, usage: Usage): number | null
	/** Why the installation's own rows were left out; null: they are valid. */
	readonly problem: string | null
}

/** `own`: the variable MODEL_FACTS, JSON of `{"provider/model": {facts to replace}}`. */
export function models(own?: string): Models {
	const { overrides, problem } = readOverrides(own)
	const facts = (name: string): ModelFacts => {
		const known = overrides[name] ?? {}
		const base = rowOf(name) ?? unlisted(name)
		// Entries without a value do not exist in JSON.
		return { ...base, ...(known as Partial<ModelFacts>) }
	}
	return {
		names: [...new Set([...ROWS.keys(), ...Object.keys(overrides)])],
		own: Object.keys(overrides),
		knows: (name) => rowOf(name) !== undefined || name in overrides,
		facts,
		costOf: (name, usage) => costAt(facts(name).price, usage),
		problem,
	}
}

/**
 * Same as {@link Models.facts}, but the payer's own facts come first, and the provider's list counts for a model that
 * the registry does not have. The server's key ignores the payer's facts: nobody makes it cheaper for themselves.
 */
export function factsWith(
	known: Models,
	name: string,
	{ listed, own }: SaidFacts = {},
	paidBy: ModelCall['paidBy'] = 'person',
): ModelFacts {
	const facts =
		listed && !known.knows(name) ? { ...known.facts(name), ...listed } : known.facts(name)
	return paidBy === 'server' ? facts : withOwn(facts, own?.[name])
}

/** The registry as it is shipped. */
export const LISTED: Models = models()

let latest: { readonly own: string; readonly models: Models } | undefined

/** Same as {@link models}, but reads the same text only once. */
export function modelsOf(own: string | undefined): Models {
	if (!own) return LISTED
	if (latest?.own !== own) latest = { own, models: models(own) }
	return latest.models
}

function readOverrides(own: string | undefined): {
	readonly overrides: z.infer<typeof Overrides>
	readonly problem: string | null
} {
	if (!own) return { overrides: {}, problem: null }
	try {
		const { data, error } = Overrides.safeParse(JSON.parse(own))
		return data
			? { overrides: data, problem: null }
			: { overrides: {}, problem: z.prettifyError(error) }
	} catch (error) {
		return { overrides: {}, problem: String(error) }
	}
}

function rowOf(name: string): ModelFacts | undefined {
	const exact = ROWS.get(name) ?? ROWS.get(name.replace(SNAPSHOT, ''))
	if (exact) return exact
	const [, vendor, routed = ''] = /^openrouter\/([^/]+)\/(.+)$/.exec(name) ?? []
	const service = vendor && SERVICES.find(({ atOpenRouter }) => atOpenRouter === vendor)
	if (!service) return undefined
	const atHome = `${service.name}/${routed.replace(/:.*$/, '')}`
	// Anthropic's ids have dashes where OpenRouter's have points.
	return rowOf(atHome) ?? rowOf(atHome.replaceAll('.', '-'))
}

function unlisted(name: string): ModelFacts {
	const title = name.slice(name.indexOf('/') + 1)
	return { title, ...UNKNOWN, ...(name.startsWith('demo/') ? { price: FREE } : {}) }
}

/** One model call in US dollars; null without a price. */
export function costAt(price: Price | null, usage: Usage): number | null {
	if (!price) return null
	const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
	const rate = price.long && prompt > price.long.aboveTokens ? price.long : price
	return (
		(usage.inputTokens * rate.input +
			usage.outputTokens * rate.output +
			usage.cacheReadTokens * rate.cacheRead +
			usage.cacheWriteTokens * rate.cacheWrite) /
		MILLION
	)
}
