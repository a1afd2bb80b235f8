/** The find_tools tool: finds further tools by words, built-in ones and the project's. */
import type * as z from 'zod'
import type { CustomTool } from '../editor-link.ts'
import type { FolderKind } from '../editors.ts'
import { hasActions, type ToolSpec } from './define-tool.ts'
import type { findTools as declared } from './find-tools.ts'
import { allTools, isListed, worksIn } from './registry.ts'

const MAX_FOUND = 3
/** Share of the best match's score: a tool below it would only cost tokens. */
const MIN_SHARE_OF_BEST = 0.5
/** Stricter: what a note names is taken for what does it. */
const MIN_SHARE_OF_BEST_IN_LIST = 0.6
/** "C#" and "2D" mean something as whole words only. */
const SHORT = 2
/** Words in every description: they do not tell tools apart. */
const FILLERS = new Set(
	[
		'a',
		'an',
		'and',
		'as',
		'at',
		'by',
		'do',
		'for',
		'from',
		'how',
		'i',
		'if',
		'in',
		'is',
		'it',
		'me',
		'my',
	].concat([
		'no',
		'of',
		'on',
		'once',
		'one',
		'or',
		'so',
		'some',
		'the',
		'to',
		'tool',
		'tools',
		'unity',
		'up',
		'use',
		'we',
		'what',
		'which',
		'with',
	]),
)

interface Entry {
	/** Null: a tool that is not in the registry. */
	readonly spec: ToolSpec | null
	readonly name: string
	readonly description: string
	readonly words: ReadonlySet<string>
	/** By name; empty for a tool without actions. Each has the tool's own words, too. */
	readonly actions: ReadonlyMap<string, ReadonlySet<string>>
}

interface Registered extends Entry {
	readonly spec: ToolSpec
}

type FoundTools = z.infer<(typeof declared)['actions']['run']['output']>
/** It always succeeds: with no match it lists what there is. */
interface Found {
	readonly status: 'ok'
	readonly result: FoundTools
}

type Score = (words: ReadonlySet<string>) => number

const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}#+]+/u)
		.filter((word) => word !== '')

const customEntry = ({ name, description }: CustomTool): Entry => ({
	...{ spec: null, name, description },
	words: new Set(wordsOf(`${name} ${description}`)),
	actions: new Map(),
})

const entryOf = (tool: ToolSpec): Registered => {
	const own = wordsOf(`${tool.name} ${tool.description} ${tool.title}`)
	const actions = Object.entries(tool.actions).map(([name, { summary, foundBy = '' }]) => {
		return [name, new Set([...own, ...wordsOf(`${name} ${summary} ${foundBy}`)])] as const
	})
	return {
		...{ spec: tool, name: tool.name, description: tool.description },
		words: new Set(actions.flatMap(([, words]) => [...words])),
		actions: new Map(hasActions(tool) ? actions : []),
	}
}

const OFFERED = allTools.filter(({ offered }) => offered !== 'never').map(entryOf)

/** @param kind of the folder: Unity's tools are found in a Unity project */
export function findTools(
	query: string,
	custom: readonly CustomTool[] = [],
	kind: FolderKind = 'unity',
): Found {
	const { further, listed, atTheProvider } = toolsOf(kind)
	const words = [...new Set(wordsOf(query))].filter((word) => !FILLERS.has(word))
	const searched = [...further, ...custom.map(customEntry)]
	const weights = weightsOf(words, [...searched, ...listed])
	const scoreOf: Score = (known) =>
		words.reduce((sum, word) => sum + fit(known, word) * (weights.get(word) ?? 0), 0)
	const score = (one: Entry): number => scoreOf(one.words)
	const scored = searched
		.map((one) => ({ one, score: score(one) }))
		.filter((found) => found.score > 0)
		.sort((a, b) => b.score - a.score)
	const best = scored[0]?.score ?? 0
	const provided = atTheProvider.find((one) => score(one) > best)
	if (provided) return elsewhere(provided.name)
	const found = scored
		.filter((one) => one.score >= best * MIN_SHARE_OF_BEST)
		.slice(0, MAX_FOUND)
		.map(({ one }) => one)
	const callable = inTheList(
		listed,
		scoreOf,
		Math.max(0, ...scored.map(({ one }) => bestAction(one, scoreOf).score)),
	)
	const note = noteOf(found.length, callable)
	return {
		status: 'ok',
		result: {
			tools: (found.length > 0 ? found : searched).map((one) => describe(one, kind)),
			activated: found.map(({ name }) => name),
			...(note === null ? {} : { note }),
		},
	}
}

function toolsOf(kind: FolderKind) {
	const fitting = OFFERED.filter(({ spec }) => worksIn(spec, kind))
	const isAtProvider = ({ spec }: Registered): boolean => spec.runsOn === 'provider'
	return {
		further: fitting.filter((one) => !isListed(one.spec, kind) && !isAtProvider(one)),
		listed: fitting.filter(({ spec }) => isListed(spec, kind) && spec.name !== 'find_tools'),
		/** Carried out by the model's provider, or with a person's key: where there is one they stand in the list, and nothing here can add them. */
		atTheProvider: fitting.filter(isAtProvider),
	}
}

const describe = ({ name, description, spec }: Entry, kind: FolderKind) => ({
	name,
	description: (kind === 'plain' && spec?.inPlainFolder) || description,
})

const elsewhere = (name: string): Found => ({
	status: 'ok',
	result: {
		tools: [],
		activated: [],
		note: `No further tool fits: ${name} is run by the model's provider, or with the user's own key of a search service. If it is not in your list, there is neither; tell the user, who can add such a key in the settings.`,
	},
})

/** The action that fits best; null if several fit as well, or the tool has none. */
function bestAction(one: Entry, score: Score): { action: string | null; score: number } {
	const [first, second] = [...one.actions]
		.map(([action, words]) => ({ action, score: score(words) }))
		.sort((a, b) => b.score - a.score)
	if (!first) return { action: null, score: score(one.words) }
	return second?.score === first.score ? { ...first, action: null } : first
}

/** Tools of the list that fit better than `found`, with their actions, best first. */
function inTheList(listed: readonly Entry[], score: Score, found: number): string[] {
	const better = listed
		.map((one) => ({ name: one.name, ...bestAction(one, score) }))
		.filter((one) => one.score > found)
		.sort((a, b) => b.score - a.score)
	const enough = (better[0]?.score ?? 0) * MIN_SHARE_OF_BEST_IN_LIST
	return better
		.filter((one) => one.score >= enough)
		.map(({ name, action }) => (action === null ? name : `${name} ${action}`))
}

/** A model that is told nothing takes what it gets for what it asked for. */
function noteOf(found: number, callable: readonly string[]): string | null {
	const better = callable.length > 0 ? ` ${callable.join(', ')} in your list may do it.` : ''
	if (found === 0) {
		return `No further tool matches these words. All further tools are listed.${better}`
	}
	return better === '' ? null : better.trimStart()
}

/** A word that is in many descriptions says little of each. */
const weightsOf = (words: readonly string[], all: readonly Entry[]): Map<string, number> =>
	new Map(
		words.map((word) => {
			const holding = all.filter((one) => fit(one.words, word) > 0).length
			return [word, Math.log(1 + all.length / Math.max(1, holding))]
		}),
	)

/** A word counts more than the beginning of one. */
function fit(words: ReadonlySet<string>, word: string): number {
	if (words.has(word)) return 2
	const begins = stem(word)
	if (begins.length <= SHORT) return 0
	return [...words].some((one) => one.startsWith(begins)) ? 1 : 0
}

const stem = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word)
