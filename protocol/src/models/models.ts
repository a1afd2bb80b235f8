/** The models that this server can use, for a person who chooses one. */
import * as z from 'zod/mini'

/** How long a model thinks; not every model knows every level. */
export const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

const rate = {
	input: z.number(),
	output: z.number(),
	cacheRead: z.number(),
	cacheWrite: z.number(),
}

/** List prices in US dollars per million tokens. */
export const ModelPrice = z.object({
	...rate,
	/** Above this prompt size the whole request costs more. */
	long: z.optional(z.object({ aboveTokens: z.int(), ...rate })),
})

/** Facts about a model from a provider's own list: a missing one is not known. */
export interface ListedFacts {
	readonly title?: string
	readonly windowTokens?: number
	readonly maxOutputTokens?: number
	/** Same as in {@link ModelPrice}. */
	readonly price?: Readonly<Record<keyof typeof rate, number>>
	readonly tools?: boolean
	readonly pictures?: boolean
	readonly reasoning?: boolean
}

/** An entry of such a list. */
export interface ListedModel extends ListedFacts {
	/** The provider's own. */
	readonly id: string
}

export const Model = z.object({
	/** `provider/id`, as a conversation takes it. */
	name: z.string(),
	title: z.string(),
	provider: z.string(),
	/** True for the model of conversations that choose none. */
	isDefault: z.boolean(),
	/** False: it needs a key first, of the person or the server. */
	usable: z.boolean(),
	/** Input and output together; null: unknown. */
	windowTokens: z.nullable(z.int()),
	/** Limit of one answer; null: unknown. */
	maxOutputTokens: z.nullable(z.int()),
	/** null if unknown: then only tokens are counted. */
	price: z.nullable(ModelPrice),
	tools: z.boolean(),
	pictures: z.boolean(),
	reasoning: z.boolean(),
	/** The provider can search the web for it. */
	webSearch: z.boolean(),
	/** The levels of effort that it knows. */
	efforts: z.array(Effort),
	/** It stands in the provider's own list, which was read then, in Unix milliseconds; what that does not say is not known. */
	listedAt: z.optional(z.int()),
	/** The caller has marked it: it stands before the others. Missing: no. */
	favourite: z.optional(z.literal(true)),
	/** Some of this is what the caller has set for it. Missing: none. */
	own: z.optional(z.literal(true)),
})
export type Model = z.infer<typeof Model>

/** Favourites that one person can have. */
export const MAX_FAVOURITES = 50

/** `provider/model`. */
export const ModelName = z
	.string()
	.check(
		z.minLength(3),
		z.maxLength(200),
		z.regex(/^[^/\s]+\/\S+$/, 'Use the form provider/model.'),
	)

export const MarkModel = z.object({
	name: ModelName,
	/** False: it is no longer a favourite. */
	favourite: z.boolean(),
})
export type MarkModel = z.infer<typeof MarkModel>

export const ModelQuery = z.object({
	/** `true`: also the known models of providers without a key. */
	all: z.optional(z.enum(['true', 'false'])),
})

export const ModelList = z.object({ models: z.array(Model) })
export type ModelList = z.infer<typeof ModelList>
