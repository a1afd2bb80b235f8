/** The find_tools tool: finds further tools by name or by words, built-in ones and the project's. */
import type * as z from 'zod'
import type { ProjectKind } from '../packs/kind.ts'
import { type CallOutcome, failed } from '../wire/calls.ts'
import type { CustomTool } from '../wire/editor-link.ts'
import { delegate } from './agent/delegate.ts'
import type { findTools as declared } from './agent/find-tools.ts'
import { isForModels, type ToolSpec } from './define-tool.ts'
import { namesMeant } from './mistakes/unknown-tool.ts'
import { allTools, isListed, worksIn } from './registry.ts'
import {
	bestAction,
	customEntry,
	type Entry,
	entryOf,
	MIN_SHARE_OF_WORDS,
	type Registered,
	type Score,
	scorerOf,
	wordsOf,
} from './tool-words.ts'

const MAX_FOUND = 3
/** Tools for each part of a query that is a list. */
const MAX_FOUND_OF_PART = 2
/** Share of the best match's score: a tool below it would only cost tokens. */
const MIN_SHARE_OF_BEST = 0.5
/** Stricter: what a note names is taken for what does it. */
const MIN_SHARE_OF_BEST_IN_LIST = 0.6
type FoundTools = z.infer<(typeof declared)['actions']['run']['output']>
export interface WantedTools {
	readonly names?: readonly string[] | undefined
	/** Words; a list of several wishes is searched part by part. */
	readonly query?: string | undefined
}
type Found = { readonly status: 'ok'; readonly result: FoundTools } | Failure
type Failure = Extract<CallOutcome, { status: 'error' }>

const OFFERED = allTools.filter(isForModels).map(entryOf)

/** The tools that `find_tools` can make callable, for its description: a model asks only for what it knows of. */
export const catalogue = (kind: ProjectKind, inSubAgent = false): string =>
	catalogueOf(toolsOf(agentOffer(kind, inSubAgent)).further.map(({ spec }) => spec))

export const catalogueOf = (tools: readonly ToolSpec[]): string =>
	tools.map(({ name, gist }) => (gist === undefined ? name : `${name} (${gist})`)).join(', ')

/** The tools that the asking agent or client can call. */
export interface Offer {
	/** Unity's tools are found only in a Unity project. */
	readonly kind: ProjectKind
	/** Callable without a search. */
	readonly isListed: (tool: ToolSpec) => boolean
	/** Callable at all, listed or not. */
	readonly isCallable: (tool: ToolSpec) => boolean
}

/** The agent's own, in a conversation. A sub-agent starts no others. */
export const agentOffer = (kind: ProjectKind, inSubAgent = false): Offer => ({
	kind,
	isListed: (tool) => isListed(tool, kind),
	isCallable: ({ name }) => !inSubAgent || name !== delegate.name,
})

export function findTools(
	{ names = [], query = '' }: WantedTools,
	custom: readonly CustomTool[] = [],
	offer: Offer = agentOffer('unity'),
): Found {
	const pool = { ...toolsOf(offer), own: custom.map(customEntry) }
	const parts = query.split(/[,;\n]+/).filter((part) => wordsOf(part).length > 0)
	if (names.length + parts.length === 0) {
		return failed('invalid_arguments', 'find_tools needs "names" or a "query" of some words.')
	}
	const limit = parts.length > 1 ? MAX_FOUND_OF_PART : MAX_FOUND
	const answers = [
		...names.map((name) => named(name, pool)),
		...parts.map((part) => searched(part, pool, limit)),
	]
	const found = [...new Set(answers.flatMap((answer) => answer.found))]
	const notes = [...new Set(answers.flatMap(({ note }) => note ?? []))]
	return {
		status: 'ok',
		result: {
			tools: found.map((one) => describe(one, offer.kind)),
			activated: found.map(({ name }) => name),
			...(notes.length === 0 ? {} : { note: notes.join(' ') }),
		},
	}
}

/** The tools that may answer. */
interface Pool {
	readonly further: readonly Registered[]
	readonly listed: readonly Registered[]
	readonly atTheProvider: readonly Registered[]
	readonly own: readonly Entry[]
}

/** The answer to one name or one part of a query. */
interface Answer {
	readonly found: readonly Entry[]
	readonly note?: string
}

function named(name: string, pool: Pool): Answer {
	const { further, listed, atTheProvider, own } = pool
	const one = [...further, ...own].find((entry) => entry.name === name)
	if (one) return { found: [one] }
	if (listed.some((entry) => entry.name === name))
		return { found: [], note: `${name} is in your list.` }
	if (atTheProvider.some((entry) => entry.name === name))
		return { found: [], note: elsewhere(name) }
	const names = [...further, ...own, ...listed].map((entry) => entry.name)
	const { ours, near } = namesMeant(name, names, 3)
	const none = `There is no tool "${name}"`
	if (ours !== null) {
		const { found, note } = named(ours, pool)
		return { found, note: `${none}: use ${ours}.${note === undefined ? '' : ` ${note}`}` }
	}
	const told =
		near.length === 0 ? ', and none with a name like it' : `; the nearest names: ${near.join(', ')}`
	return { found: [], note: `${none}${told}.` }
}

function searched(query: string, pool: Pool, limit: number): Answer {
	const { further, listed, atTheProvider, own } = pool
	const scorer = scorerOf(query, [...further, ...own, ...listed, ...atTheProvider])
	if (scorer === null) return { found: [], note: nothingFits(query) }
	const { scoreOf, unknown } = scorer
	const scored = [...further, ...own]
		.filter(({ words }) => scoreOf(words).share >= MIN_SHARE_OF_WORDS)
		.map((one) => ({ one, ...bestAction(one, scoreOf) }))
		.sort((a, b) => b.score - a.score)
	const best = scored[0]?.score ?? 0
	const provided = atTheProvider.find(({ words: known }) => {
		const { score, share } = scoreOf(known)
		return share >= MIN_SHARE_OF_WORDS && score > best
	})
	if (provided) return { found: [], note: elsewhere(provided.name) }
	const found = scored
		.filter(({ score }) => score >= best * MIN_SHARE_OF_BEST)
		.slice(0, limit)
		.map(({ one }) => one)
	const callable = inTheList(listed, scoreOf, best)
	const note = noteOf(query, found.length, callable, unknown)
	return { found, ...(note === null ? {} : { note }) }
}

function toolsOf({ kind, isListed: isInList, isCallable }: Offer) {
	const fitting = OFFERED.filter(({ spec }) => worksIn(spec, kind) && isCallable(spec))
	const isAtProvider = ({ spec }: Registered): boolean => spec.runsOn === 'provider'
	return {
		further: fitting.filter((one) => !isInList(one.spec) && !isAtProvider(one)),
		listed: fitting.filter(({ spec }) => isInList(spec) && spec.name !== 'find_tools'),
		/** Carried out by the model's provider, or with a person's key: where there is one they stand in the list, and nothing here can add them. */
		atTheProvider: fitting.filter(isAtProvider),
	}
}

const describe = ({ name, description, spec }: Entry, kind: ProjectKind) => ({
	name,
	description: (kind === 'plain' && spec?.inPlainFolder) || description,
})

const elsewhere = (name: string): string =>
	`No further tool fits: ${name} is run by the model's provider, or with the user's own key of a search service. If it is not in your list, there is neither; tell the user, who can add such a key in the settings.`

/** Tools of the list that fit better than `found`, with their actions, best first. */
function inTheList(listed: readonly Entry[], score: Score, found: number): string[] {
	const better = listed
		.filter(({ words }) => score(words).share >= MIN_SHARE_OF_WORDS)
		.map((one) => ({ name: one.name, ...bestAction(one, score) }))
		.filter((one) => one.score > found)
		.sort((a, b) => b.score - a.score)
	const enough = (better[0]?.score ?? 0) * MIN_SHARE_OF_BEST_IN_LIST
	return better
		.filter((one) => one.score >= enough)
		.map(({ name, action }) => (action === null ? name : `${name} ${action}`))
}

/** A model that is told nothing takes what it gets for what it asked for. */
function noteOf(
	query: string,
	found: number,
	callable: readonly string[],
	unknown: readonly string[],
): string | null {
	if (found + callable.length === 0) return nothingFits(query)
	const better = callable.length > 0 ? [`${callable.join(', ')} in your list may do it.`] : []
	const ignored = unknown.map((word) => `"${word}"`).join(', ')
	const all = unknown.length > 0 ? [...better, `No tool knows of ${ignored}.`] : better
	return all.length > 0 ? all.join(' ') : null
}

const nothingFits = (query: string): string =>
	`Nothing fits "${query.trim()}" by its words. If none of the names in the description of find_tools does it either, no tool is made for it.`
