/** The values that a person sets of a model, as they are typed. Pure. An empty field means what is listed. */
import type { FactsOfModel, OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { Effort } from '@fairlead/protocol/models/models'

/** JSON pointers below `/own`, as the server names what is wrong. */
export const TOKEN_FIELDS = ['windowTokens', 'maxOutputTokens'] as const
export const RATES = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
export const ABILITIES = ['tools', 'pictures', 'reasoning'] as const
type Rate = (typeof RATES)[number]
export type Ability = (typeof ABILITIES)[number]
export type FieldPath =
	| (typeof TOKEN_FIELDS)[number]
	| `price/${Rate}`
	| `price/long/${Rate | 'aboveTokens'}`

export type Said = 'listed' | 'yes' | 'no'

export interface FactsTexts {
	readonly fields: Readonly<Partial<Record<FieldPath, string>>>
	readonly abilities: Readonly<Record<Ability, Said>>
	/** None: as listed. */
	readonly efforts: readonly Effort[]
}

const said = (value: boolean | undefined): Said =>
	value === undefined ? 'listed' : value ? 'yes' : 'no'

export function textsOf(own: OwnFacts = {}): FactsTexts {
	const { long, ...rates } = own.price ?? {}
	const fields: Partial<Record<FieldPath, string>> = {}
	const put = (path: FieldPath, value: number | undefined): void => {
		if (value !== undefined) fields[path] = value.toString()
	}
	for (const path of TOKEN_FIELDS) put(path, own[path])
	for (const rate of RATES) {
		put(`price/${rate}`, rates[rate])
		put(`price/long/${rate}`, long?.[rate])
	}
	put('price/long/aboveTokens', long?.aboveTokens)
	return {
		fields,
		abilities: {
			tools: said(own.tools),
			pictures: said(own.pictures),
			reasoning: said(own.reasoning),
		},
		efforts: own.efforts ?? [],
	}
}

/** The listed facts, which hold where a field is empty. */
export function listedTexts(listed: FactsOfModel | undefined): FactsTexts['fields'] {
	const { windowTokens, maxOutputTokens, price } = listed ?? {}
	return textsOf({
		...(windowTokens ? { windowTokens } : {}),
		...(maxOutputTokens ? { maxOutputTokens } : {}),
		...(price ? { price } : {}),
	}).fields
}

export type WantedFacts =
	/** Empty: nothing is set. */
	| { readonly ok: true; readonly own: OwnFacts }
	| { readonly ok: false; readonly issues: Readonly<Partial<Record<FieldPath, string>>> }

const isTokens = (path: FieldPath): boolean =>
	path === 'windowTokens' || path === 'maxOutputTokens' || path === 'price/long/aboveTokens'

/** Thousands of tokens may be set apart; in a price a comma could mean either. */
function numberOf(path: FieldPath, typed: string): number | string {
	const text = isTokens(path) ? typed.replaceAll(/[\s,’']/g, '') : typed.replace(/^\$\s*/, '')
	if (isTokens(path)) return /^\d+$/.test(text) ? Number(text) : 'Enter a whole number of tokens.'
	return /^\d*\.?\d+$/.test(text) ? Number(text) : 'Enter dollars with a point, such as 0.25.'
}

export function wantedOf({ fields, abilities, efforts }: FactsTexts): WantedFacts {
	const issues: Partial<Record<FieldPath, string>> = {}
	const value = <K extends string>(key: K, path: FieldPath): Partial<Record<K, number>> => {
		const typed = (fields[path] ?? '').trim()
		if (typed === '') return {}
		const read = numberOf(path, typed)
		if (typeof read === 'number') return { [key]: read } as Record<K, number>
		issues[path] = read
		return {}
	}
	const long = {
		...value('aboveTokens', 'price/long/aboveTokens'),
		...Object.assign({}, ...RATES.map((rate) => value(rate, `price/long/${rate}`))),
	}
	const price = {
		...Object.assign({}, ...RATES.map((rate) => value(rate, `price/${rate}`))),
		...(Object.keys(long).length > 0 ? { long } : {}),
	}
	const own: OwnFacts = {
		...Object.assign({}, ...TOKEN_FIELDS.map((path) => value(path, path))),
		...(Object.keys(price).length > 0 ? { price } : {}),
		...Object.fromEntries(
			ABILITIES.filter((one) => abilities[one] !== 'listed').map((one) => [
				one,
				abilities[one] === 'yes',
			]),
		),
		...(efforts.length > 0 && abilities.reasoning !== 'no' ? { efforts: [...efforts] } : {}),
	}
	return Object.keys(issues).length > 0 ? { ok: false, issues } : { ok: true, own }
}

const dollars = (rate: number | undefined): string =>
	rate === undefined ? 'as listed' : `$${rate}`

/** The facts that are set, in a line. */
export function inWords({ price, efforts, ...own }: OwnFacts): string {
	const { long, ...rates } = price ?? {}
	const cached = [
		...(rates.cacheRead === undefined ? [] : [`cached ${dollars(rates.cacheRead)}`]),
		...(rates.cacheWrite === undefined ? [] : [`cache writes ${dollars(rates.cacheWrite)}`]),
	]
	const ability = (value: boolean | undefined, yes: string, no: string): string[] =>
		value === undefined ? [] : [value ? yes : no]
	return [
		...(rates.input === undefined && rates.output === undefined
			? []
			: [`in ${dollars(rates.input)}, out ${dollars(rates.output)}`]),
		...cached,
		...(long ? ['prices of long prompts'] : []),
		...(own.windowTokens ? [`${own.windowTokens.toLocaleString()} tokens`] : []),
		...(own.maxOutputTokens ? [`answers up to ${own.maxOutputTokens.toLocaleString()}`] : []),
		...ability(own.tools, 'takes tools', 'takes no tools'),
		...ability(own.pictures, 'sees pictures', 'sees no pictures'),
		...ability(own.reasoning, 'thinks', 'does not think'),
		...(efforts ? [`effort ${efforts.join(', ')}`] : []),
	].join(' · ')
}
