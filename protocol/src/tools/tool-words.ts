/** The words of the tools, and how well they fit those of a wish. Pure. */
import type { CustomTool } from '../wire/editor-link.ts'
import { hasActions, type ToolSpec } from './define-tool.ts'

/** "C#" and "2D" mean something as whole words only. */
const SHORT = 2
/** A word without its ending has at least so many letters: "playing" is "play", and "spring" stays. */
const MIN_STEM = 4
/** A word of a name says more of a tool than one of its description, and that more than the beginning of one. */
const IN_NAME = 2.5
const IN_ACTION = 2.25
const WHOLE = 2
const BEGINNING = 1
/** Share of a wish's words, by their weights, that a tool must know: "bake navmesh" is not found by "bake" alone. */
export const MIN_SHARE_OF_WORDS = 0.6
/** Words in every description or request: they do not tell tools apart. */
const FILLERS = new Set(
	(
		'a an and are as at be by can check do does during for from get give has have how i if in into is it its last let make me my ' +
		'need no nothing of on once one or our out please show so some something that the them there these this those to tool tools turn ' +
		'unity up use used using want we what when where whether which while why with you your'
	).split(' '),
)
/** Subjects of Unity for which no tool is made: a wish for one is not about the rest of its words. */
const WITHOUT_TOOL = new Set(
	'navmesh pathfinding terrain tilemap timeline vfx shadergraph localization addressables multiplayer netcode'.split(
		' ',
	),
)

/** By the word, how much it says. */
type Words = ReadonlyMap<string, number>

export interface Entry {
	/** null for a tool that is not in the registry. */
	readonly spec: ToolSpec | null
	readonly name: string
	readonly description: string
	readonly words: Words
	/** The words of each action, by its name, with the tool's own words; empty for a tool without actions. */
	readonly actions: ReadonlyMap<string, Words>
}

export interface Registered extends Entry {
	readonly spec: ToolSpec
}

/** @returns how much of a wish a tool's words say: weighted, and as a share of what could be said */
export type Score = (words: Words) => { readonly score: number; readonly share: number }

export const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}#+]+/u)
		.filter((word) => word !== '')

const saying = (much: number, text: string): [string, number][] =>
	wordsOf(text).map((word) => [word, much])

export const namedEntry = (name: string, description = ''): Entry => ({
	spec: null,
	name,
	description,
	words: new Map([...saying(WHOLE, description), ...saying(IN_NAME, spaced(name))]),
	actions: new Map(),
})

export const customEntry = ({ name, description }: CustomTool): Entry =>
	namedEntry(name, description)

/** Computed once each: a tool does not change during the process. */
const entries = new Map<ToolSpec, Registered>()

export function entryOf(tool: ToolSpec): Registered {
	const entry = entries.get(tool) ?? entryFor(tool)
	entries.set(tool, entry)
	return entry
}

function entryFor(tool: ToolSpec): Registered {
	const own = saying(WHOLE, `${tool.description} ${tool.title} ${tool.gist ?? ''}`)
	const name = saying(IN_NAME, spaced(tool.name))
	const actions = Object.entries(tool.actions).map(([action, { summary, foundBy = '' }]) => {
		const words = [...own, ...saying(WHOLE, `${summary} ${foundBy}`), ...called(action), ...name]
		return [action, new Map(words)] as const
	})
	return {
		spec: tool,
		name: tool.name,
		description: tool.description,
		words: new Map([...actions.flatMap(([, words]) => [...words]), ...name]),
		actions: new Map(hasActions(tool) ? actions : []),
	}
}

export interface Scorer {
	readonly scoreOf: Score
	/** Words that no tool knows. */
	readonly unknown: readonly string[]
}

/** Only an action of one word is what the word says: `create`, not `create_material`. */
const called = (action: string): [string, number][] =>
	saying(wordsOf(spaced(action)).length === 1 ? IN_NAME : IN_ACTION, spaced(action))

/** The words of a name. */
export const spaced = (name: string): string =>
	name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/**
 * A word that no tool knows says nothing of any, and one that many know says little of each.
 * @returns null: no tool knows any of the words
 */
export function scorerOf(wish: string, all: readonly Entry[]): Scorer | null {
	const said = [...new Set(wordsOf(wish))]
	const meaning = said.filter((word) => !FILLERS.has(word))
	const held = (meaning.length > 0 ? meaning : said).map((word) => ({
		word,
		holding: all.filter((one) => fit(one.words, word) > 0).length,
	}))
	const unknown = held.filter(({ holding }) => holding === 0).map(({ word }) => word)
	const weighted = held
		.filter(({ word, holding }) => holding > 0 || WITHOUT_TOOL.has(word))
		.map(({ word, holding }) => ({ word, weight: Math.log(1 + all.length / Math.max(1, holding)) }))
	if (unknown.length === held.length) return null
	const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
	const scoreOf: Score = (known) => {
		const fits = weighted.map(({ word, weight }) => ({ fit: fit(known, word), weight }))
		return {
			score: fits.reduce((sum, one) => sum + one.fit * one.weight, 0),
			share: fits.reduce((sum, one) => sum + (one.fit > 0 ? one.weight : 0), 0) / total,
		}
	}
	return { scoreOf, unknown }
}

/** The action that fits best; null if several fit as well, or the tool has none. */
export function bestAction(one: Entry, score: Score): { action: string | null; score: number } {
	const [first, second] = [...one.actions]
		.map(([action, words]) => ({ action, score: score(words).score }))
		.sort((a, b) => b.score - a.score)
	if (!first) return { action: null, score: score(one.words).score }
	return second?.score === first.score ? { ...first, action: null } : first
}

/** A word counts more than another form of it, or its beginning. */
function fit(words: Words, word: string): number {
	const whole = words.get(word)
	if (whole !== undefined) return whole
	const begins = stem(word)
	if (begins.length <= SHORT) return 0
	const isForm = (one: string): boolean =>
		begins.length < MIN_STEM ? stem(one) === begins : one.startsWith(begins)
	return [...words.keys()].some(isForm) ? BEGINNING : 0
}

function stem(word: string): string {
	const [, begins = word] = /^(.+?)(?:ing|ed|es|s)$/.exec(word) ?? []
	return begins.length >= MIN_STEM ? begins : word.replace(/s$/, '')
}
