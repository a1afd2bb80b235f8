/** A person's own facts about a model: whether they make sense with the listed ones, and how they are shown. Pure. */
import type {
	FactsOfModel,
	ModelWithOwnFacts,
	OwnFacts,
} from '@fairlead/protocol/models/model-facts'
import type { ModelFacts } from '@fairlead/protocol/services/model-row'
import { type ModelConfig, namedModel, type OwnProviders } from './models.ts'
import { listedFacts, type PersonsOwn, paysFor } from './offered.ts'
import { EFFORTS } from './registry/facts.ts'
import { withOwn } from './registry/own-facts.ts'
import { modelsOf } from './registry/registry.ts'

type Config = ModelConfig & { readonly MODEL_FACTS?: string }

export interface SettingPerson extends PersonsOwn {
	/** Providers that a key or a model server of the person pays for. */
	readonly own: OwnProviders
}

export type Checked =
	/** The facts in stored form: without values that mean nothing, levels in their order. */
	| { readonly ok: true; readonly own: OwnFacts }
	| { readonly ok: false; readonly reason: 'unknown_model' }
	| {
			readonly ok: false
			readonly reason: 'invalid'
			/** The place in the request, as a JSON pointer. */
			readonly path: string
			readonly message: string
	  }

export function checkedFacts(
	config: Config,
	persons: PersonsOwn,
	{ name, own: sent }: { readonly name: string; readonly own: OwnFacts },
): Checked {
	const model = namedModel(name)
	if (!model || model.provider === 'demo') {
		return { ok: false, reason: 'unknown_model' }
	}
	const own = tidy(sent)
	const problem = problemOf(listedFacts(modelsOf(config.MODEL_FACTS), persons)(name), own)
	if (!problem) return { ok: true, own }
	const [path, message] = problem
	return { ok: false, reason: 'invalid', path, message }
}

function tidy({ price, efforts, ...own }: OwnFacts): OwnFacts {
	const { long, ...rates } = price ?? {}
	const prices = { ...rates, ...(long && Object.keys(long).length > 0 ? { long } : {}) }
	return {
		...own,
		...(Object.keys(prices).length > 0 ? { price: prices } : {}),
		...(efforts ? { efforts: EFFORTS.filter((level) => efforts.includes(level)) } : {}),
	}
}

/** Returns null if the facts make sense. */
function problemOf(listed: ModelFacts, own: OwnFacts): readonly [string, string] | null {
	if (Object.keys(own).length === 0) {
		return ['/own', 'Set at least one value, or remove the values of the model.']
	}
	const { windowTokens, price, reasoning } = withOwn(listed, own)
	if (own.price && !price) {
		const missing = own.price.input === undefined ? 'input' : 'output'
		return [`/own/price/${missing}`, `No price for ${missing} is listed: set one.`]
	}
	if (own.price?.long && !price?.long) {
		return ['/own/price/long/aboveTokens', 'Say above how many tokens this price begins.']
	}
	// A listed limit may be longer than a window that is set: requests ask for far less.
	if (own.maxOutputTokens && windowTokens !== null && own.maxOutputTokens >= windowTokens) {
		return ['/own/maxOutputTokens', 'The limit of one answer must be less than the context window.']
	}
	if (own.efforts && !reasoning) {
		return ['/own/efforts', 'A model that does not think has no levels of effort.']
	}
	return null
}

export function describedFacts(
	config: Config,
	persons: SettingPerson,
	{ name, own, changedAt }: Pick<ModelWithOwnFacts, 'name' | 'own' | 'changedAt'>,
): ModelWithOwnFacts {
	const listed = listedFacts(modelsOf(config.MODEL_FACTS), persons)(name)
	return {
		name,
		title: listed.title,
		own,
		listed: shown(listed),
		counts: paysFor(persons.own, name),
		changedAt,
	}
}

function shown({ windowTokens, maxOutputTokens, price, ...abilities }: ModelFacts): FactsOfModel {
	const { tools, pictures, reasoning, efforts } = abilities
	return {
		windowTokens,
		maxOutputTokens,
		price,
		tools,
		pictures,
		reasoning,
		efforts: [...efforts],
	}
}
