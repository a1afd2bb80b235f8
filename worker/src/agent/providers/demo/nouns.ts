/** Noun phrases: which object is meant, or what kind of object is wanted. */
import type { Target } from './types.ts'
import { takeColour } from './words.ts'

export interface Kind {
	readonly primitive: string
	readonly label: string
	readonly components?: readonly string[]
}

const KINDS: ReadonlyArray<readonly [pattern: string, kind: Kind]> = [
	['cube|box|block|crate|brick', { primitive: 'Cube', label: 'Cube' }],
	['sphere|ball|orb|globe', { primitive: 'Sphere', label: 'Sphere' }],
	['capsule|pill', { primitive: 'Capsule', label: 'Capsule' }],
	['cylinder|pillar|column|tube', { primitive: 'Cylinder', label: 'Cylinder' }],
	['floor|ground', { primitive: 'Plane', label: 'Floor' }],
	['plane', { primitive: 'Plane', label: 'Plane' }],
	['quad', { primitive: 'Quad', label: 'Quad' }],
	['point light|lamp', { primitive: 'PointLight', label: 'Point Light' }],
	['spot ?light', { primitive: 'SpotLight', label: 'Spot Light' }],
	['directional light|sun', { primitive: 'DirectionalLight', label: 'Directional Light' }],
	['light', { primitive: 'PointLight', label: 'Point Light' }],
	['camera', { primitive: 'Camera', label: 'Camera' }],
	[
		'empty (?:game ?)?object|empty|game ?object|group|folder',
		{ primitive: 'Empty', label: 'GameObject' },
	],
]

/** Source of a pattern: every noun that can be created, singular or plural. */
export const NOUN = `(?:${KINDS.map(([pattern]) => pattern).join('|')}|boxes)(?:s|es)?`

export function kindOf(noun: string): Kind | undefined {
	const said = noun.trim().toLowerCase()
	return KINDS.find(([pattern]) => new RegExp(`^(?:${pattern})(?:s|es)?$`).test(said))?.[1]
}

export const isPluralNoun = (noun: string): boolean =>
	kindOf(noun) !== undefined && /(?:s|es)$/.test(noun.toLowerCase()) && !/lens$/.test(noun)

const singular = (noun: string): string =>
	/boxes$/i.test(noun) ? noun.slice(0, -2) : noun.replace(/s$/i, '')

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

/** "the red cube", "it", "all spheres", "Cube and Sphere", "/Room/Door". Never fails: unknown words are a name. */
export function targetOf(words: string): Target | undefined {
	const said = words
		.trim()
		.replace(/[.!?]+$/, '')
		.replace(/^(?:(?:the|my|this|that) )?(?:game ?object|object|thing)s? (?:named|called) /i, '')
		.trim()
	if (said === '' || /^(?:the|an?|all|my|every)$|^(?:it|them) .|\band$/i.test(said))
		return undefined
	if (/^(?:it|this|that|itself|the last one|the new one|him|her)$/i.test(said))
		return { kind: 'it' }
	if (
		/^(?:them|these|those|they|both(?: of them)?|all of (?:them|these|those)|each(?: of them)?)$/i.test(
			said,
		)
	) {
		return { kind: 'them' }
	}
	if (/^(?:everything|all|all (?:the )?objects|every object|the (?:whole )?scene)$/i.test(said)) {
		return { kind: 'everything' }
	}
	if (/^(?:the |my )?(?:selection|selected (?:objects?|ones?|things?))$/i.test(said)) {
		return { kind: 'selection' }
	}
	const ordinal = /^(?:the )?(\w+)(?: one)?$/i.exec(said)?.[1]?.toLowerCase() ?? ''
	if (ORDINALS.includes(ordinal)) return { kind: 'ordinal', index: ORDINALS.indexOf(ordinal) }
	if (/^(?:the )?last(?: one)?$/i.test(said)) return { kind: 'ordinal', index: -1 }
	const items = said.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).filter(Boolean)
	if (items.length > 1 && !said.startsWith('/')) {
		return { kind: 'list', items: items.flatMap((item) => targetOf(item) ?? []) }
	}
	const every = /^(?:all|every|each|both)(?: of)?(?: the)? (.+)$/i.exec(said)
	const bare = (every?.[1] ?? said)
		.replace(/^(?:the|my|this|that|these|those|our) /i, '')
		.replace(/^(["'“”‘’])(.*)["'“”‘’]$/, '$2')
		.replace(/ (?:game ?)?objects?$/i, '')
		.replace(/'s$/i, '')
	return named(bare, every !== null)
}

function named(bare: string, every: boolean): Target | undefined {
	if (bare === '') return undefined
	const { colour, rest } = takeColour(bare)
	const noun = colour && kindOf(rest) ? rest : bare
	const plural = isPluralNoun(noun) || every
	return {
		kind: 'named',
		name: isPluralNoun(noun) ? singular(noun) : noun,
		plural,
		...(colour && kindOf(rest) ? { colour: colour.name } : {}),
	}
}

/** True for words that name something that exists: "the cube", "it", "Cube", not "a cube". */
export const isDefinite = (words: string): boolean =>
	!/^(?:an?|another|some|one|two|three|four|five|six|seven|eight|nine|ten|\d+|new)\b/i.test(
		words.trim(),
	)
