/** Facts about a model by a person, in place of the listed ones: of a model that their own key or model server pays for. */
import * as z from 'zod/mini'
import { Effort, Model } from './models.ts'

/** Models with own facts that one person can have: more than anybody uses. Each is one row. */
export const MAX_OWN_FACTS = 100

const rates = {
	input: z.optional(z.number()),
	output: z.optional(z.number()),
	cacheRead: z.optional(z.number()),
	cacheWrite: z.optional(z.number()),
}

/** A member that is missing is as listed. */
export const OwnFacts = z.object({
	/** Input and output together. */
	windowTokens: z.optional(z.int()),
	/** Limit of one answer. */
	maxOutputTokens: z.optional(z.int()),
	/** US dollars per million tokens. Cached tokens without a rate, listed or set, cost what input costs. */
	price: z.optional(
		z.object({
			...rates,
			/** Above this prompt size the whole request costs this; a rate that is neither listed nor set is the usual one. */
			long: z.optional(z.object({ aboveTokens: z.optional(z.int()), ...rates })),
		}),
	),
	tools: z.optional(z.boolean()),
	pictures: z.optional(z.boolean()),
	reasoning: z.optional(z.boolean()),
	/** The levels of effort that it knows. */
	efforts: z.optional(z.array(Effort)),
})
export type OwnFacts = z.infer<typeof OwnFacts>

/** The facts that hold if a person has set none. */
export const FactsOfModel = z.object({
	windowTokens: Model.shape.windowTokens,
	maxOutputTokens: Model.shape.maxOutputTokens,
	price: Model.shape.price,
	tools: Model.shape.tools,
	pictures: Model.shape.pictures,
	reasoning: Model.shape.reasoning,
	efforts: Model.shape.efforts,
})
export type FactsOfModel = z.infer<typeof FactsOfModel>

export const ModelWithOwnFacts = z.object({
	name: z.string(),
	title: z.string(),
	own: OwnFacts,
	listed: FactsOfModel,
	/** False: no key or model server of the person pays for it now, so they do not count. */
	counts: z.boolean(),
	/** Unix milliseconds. */
	changedAt: z.int(),
})
export type ModelWithOwnFacts = z.infer<typeof ModelWithOwnFacts>

export const OwnFactsList = z.object({ models: z.array(ModelWithOwnFacts) })
export type OwnFactsList = z.infer<typeof OwnFactsList>
