/** A service with models: one value, from which everything else follows. */
import type { ModelRow } from './model-row.ts'
import type { Wire } from './wire.ts'

export interface Service<Name extends string = string> {
	/** In the names of its models (`name/id`), and in capitals of its variables: see `variables.ts`. */
	readonly name: Name
	/** Shown to people. */
	readonly title: string
	/** Where it is, as its SDK takes it, unless an installation names another address. */
	readonly address: string
	readonly wire: Wire
	readonly key: KeyUse
	readonly list: ModelsList
	/** The id of the model of new conversations. */
	readonly defaultModel: string
	/** The id of the model that writes titles. Missing: the cheapest of its rows. */
	readonly titleModel?: string
	/** The vendor of its models at OpenRouter, which sells at the list prices. Missing: they are not sold there. */
	readonly atOpenRouter?: string
	/** Its variable for the address may name any server that speaks chat completions: without a key, with other models. */
	readonly ownServers?: true
	/** Where a price depends on the hour or the season, the higher one stands here: a limit must hold. */
	readonly models: readonly ModelRow[]
}

/** How a service takes a key, and tells whether it does. */
export interface KeyUse {
	readonly headers: (key: string) => Readonly<Record<string, string>>
	/** Below the address: what only a key opens, and costs nothing. */
	readonly check: string
	/** Reads from the answer that nothing is left to spend. Missing: it does not say. */
	readonly isSpent?: (answer: unknown) => boolean
}

/** A service's list of its models. */
export interface ModelsList {
	/** Below the address. */
	readonly path: string
	/** True if it has everything of the service, also what answers no conversations. */
	readonly mixed: boolean
	/** True if it says what a model costs and can do. */
	readonly saysFacts: boolean
}

/** As OpenAI has it: the list of models needs a key. */
export const BEARER: KeyUse = {
	headers: (key) => ({ authorization: `Bearer ${key}` }),
	check: 'models',
}

/** Models for conversations, and nothing but their names. */
export const CHAT_MODELS: ModelsList = { path: 'models', mixed: false, saysFacts: false }
