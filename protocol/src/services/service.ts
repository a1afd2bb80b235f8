/** A service with models: one value, from which everything else follows. */
import type { ModelRow } from './model-row.ts'
import type { Wire } from './wire.ts'

export interface Service<Name extends string = string> {
	/** The name that stands in those of its models (`name/id`), and in capitals in its variables: see `variables.ts`. */
	readonly name: Name
	/** Shown to people. */
	readonly title: string
	/** Its address in the form that its SDK takes, unless an installation names another one. */
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
	/** If a price depends on the hour or the season, its row has the higher one: a limit must hold. */
	readonly models: readonly ModelRow[]
}

/** How a service takes a key, and tells whether it does. */
export interface KeyUse {
	readonly headers: (key: string) => Readonly<Record<string, string>>
	/** A path below the address that only a key opens, and that costs nothing. */
	readonly check: string
	/** Reads from the answer that nothing is left to spend. Missing: it does not say. */
	readonly isSpent?: (answer: unknown) => boolean
}

/** A service's list of its models. */
export interface ModelsList {
	/** The path below the service's address. */
	readonly path: string
	/** True if it has every model of the service, also those that answer no conversations. */
	readonly mixed: boolean
	/** True if it says what a model costs and can do. */
	readonly saysFacts: boolean
}

/** OpenAI's use of a key: the list of models needs one, so reading the list checks it. */
export const BEARER: KeyUse = {
	headers: (key) => ({ authorization: `Bearer ${key}` }),
	check: 'models',
}

/** Models for conversations, and nothing but their names. */
export const CHAT_MODELS: ModelsList = { path: 'models', mixed: false, saysFacts: false }
