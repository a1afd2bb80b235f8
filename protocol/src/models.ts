/** The models that this server can use, for whoever chooses one. */
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
	/** Null: unknown, so only tokens are counted. */
	price: z.nullable(ModelPrice),
	tools: z.boolean(),
	pictures: z.boolean(),
	reasoning: z.boolean(),
	/** The provider can search the web for it. */
	webSearch: z.boolean(),
	/** The levels of effort that it knows. */
	efforts: z.array(Effort),
})
export type Model = z.infer<typeof Model>

export const ModelQuery = z.object({
	/** `true`: also the known models of providers without a key. */
	all: z.optional(z.enum(['true', 'false'])),
})

export const ModelList = z.object({ models: z.array(Model) })
export type ModelList = z.infer<typeof ModelList>
