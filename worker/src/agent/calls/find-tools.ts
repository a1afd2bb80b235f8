/** The find_tools tool: finds further tools by words, built-in ones and the project's. */
import type { CustomTool } from '@fairlead/protocol/editor-link'
import { allTools, type ToolSpec } from '@fairlead/protocol/tools'
import type { StoredOutcome } from './tool-results.ts'

const MAX_FOUND = 3
/** Share of the best match's score: a tool below it would only cost tokens. */
const MIN_SHARE_OF_BEST = 0.5
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
		'many',
		'no',
		'of',
		'on',
		'once',
		'one',
		'or',
		'several',
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
	readonly name: string
	readonly description: string
	readonly words: ReadonlySet<string>
}

const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}#+]+/u)
		.filter((word) => word !== '')

const entry = (name: string, description: string, more = ''): Entry => ({
	...{ name, description },
	words: new Set(wordsOf(`${name} ${description} ${more}`)),
})

const entryOf = (tool: ToolSpec): Entry => {
	const actions = Object.entries(tool.actions).map(([name, { summary }]) => `${name} ${summary}`)
	return entry(tool.name, tool.description, `${tool.title} ${actions.join(' ')}`)
}

const SEARCHED = allTools.filter(({ offered }) => offered === 'search').map(entryOf)
const IN_THE_LIST = allTools
	.filter(({ offered, runsOn }) => offered === 'default' && runsOn !== 'provider')
	.filter(({ name }) => name !== 'find_tools')
	.map(entryOf)
/** Carried out by the model's provider: where a model has them they stand in its list, and nothing here can add them. */
const AT_THE_PROVIDER = allTools.filter(({ runsOn }) => runsOn === 'provider').map(entryOf)

export function findTools(query: string, custom: readonly CustomTool[] = []): StoredOutcome {
	const words = [...new Set(wordsOf(query))].filter((word) => !FILLERS.has(word))
	const searched = [...SEARCHED, ...custom.map((tool) => entry(tool.name, tool.description))]
	const weights = weightsOf(words, [...searched, ...IN_THE_LIST])
	const score = (one: Entry): number =>
		words.reduce((sum, word) => sum + fit(one, word) * (weights.get(word) ?? 0), 0)
	const scored = searched
		.map((one) => ({ one, score: score(one) }))
		.filter((found) => found.score > 0)
		.sort((a, b) => b.score - a.score)
	const best = scored[0]?.score ?? 0
	const provided = AT_THE_PROVIDER.find((one) => score(one) > best)
	if (provided) return elsewhere(provided.name)
	const found = scored
		.filter((one) => one.score >= best * MIN_SHARE_OF_BEST)
		.slice(0, MAX_FOUND)
		.map(({ one }) => one)
	const callable = IN_THE_LIST.filter((one) => score(one) > best).map(({ name }) => name)
	const note = noteOf(found.length, callable)
	return {
		status: 'ok',
		result: {
			tools: (found.length > 0 ? found : searched).map(({ name, description }) => ({
				name,
				description,
			})),
			activated: found.map(({ name }) => name),
			...(note === null ? {} : { note }),
		},
	}
}

const elsewhere = (name: string): StoredOutcome => ({
	status: 'ok',
	result: {
		tools: [],
		activated: [],
		note: `No further tool fits: ${name} is run by the model's provider. If it is not in your list, this model does not have it; tell the user.`,
	},
})

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
			const holding = all.filter((one) => fit(one, word) > 0).length
			return [word, Math.log(1 + all.length / Math.max(1, holding))]
		}),
	)

/** A word counts more than the beginning of one. */
function fit({ words }: Entry, word: string): number {
	if (words.has(word)) return 2
	const begins = stem(word)
	if (begins.length <= SHORT) return 0
	return [...words].some((one) => one.startsWith(begins)) ? 1 : 0
}

const stem = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word)
