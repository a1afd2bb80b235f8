/** The contents of a model's window: the next request by kind, and the summaries in it. Reads only. */
import type {
	ContextKind,
	ContextSummary,
	ConversationContext,
} from '@fairlead/protocol/conversations/context'
import { customTools } from '../calls/custom-tools.ts'
import { searchOffered } from '../calls/own-search.ts'
import { toolList } from '../calls/proposed-calls.ts'
import { serverTools } from '../calls/server-tools.ts'
import { activatedTools } from '../calls/tools-step.ts'
import { systemPrompt } from '../model/prompt.ts'
import { newestProjectKind } from '../model/request.ts'
import type { ModelPart } from '../model/types.ts'
import { isEnded } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import { type RunSource, recordedName } from '../source/run-source.ts'
import { messageTokens, partTokens, textTokens } from './sizes.ts'
import { cutOf, entriesOf, opening } from './stored-view.ts'
import { readText, type Summary } from './summary.ts'
import { isLoadedSkill, toldLines } from './told-lines.ts'
import { mostTokens, view } from './view.ts'

/** Only the newest is in use; the page shows some of those before it. */
const MAX_SUMMARIES = 20

/** @param windowOf what a source takes in all; null: unknown */
export function contextOf(
	store: RunStore,
	windowOf: (source: RunSource) => number | null,
): ConversationContext {
	const run = store.latestRun()
	const windowTokens = run ? windowOf(run.source) : null
	const cut = cutOf(store)
	const entries = entriesOf(store, run && !isEnded(run) ? run : null, cut)
	const shown = view(entries, cut).flatMap(({ parts }) => parts)
	const told = toldLines(shown)
	const tokens = new Map<ContextKind, number>()
	const add = (kind: ContextKind, more: number): void => {
		tokens.set(kind, (tokens.get(kind) ?? 0) + more)
	}
	const projectKind = newestProjectKind(store)
	const tools = toolList({
		projectKind,
		activated: activatedTools({ store }),
		ownSearch: searchOffered(store),
		custom: customTools(store),
		servers: serverTools(store),
	})
	add('system', textTokens(systemPrompt(projectKind).length))
	add('tools', textTokens(JSON.stringify(tools).length))
	for (const message of opening(store, entries, cut)) add('summaries', messageTokens(message))
	for (const part of shown) count(part, add)
	const order: readonly ContextKind[] = [
		...(['system', 'tools', 'summaries', 'project'] as const),
		...(['messages', 'calls', 'pictures'] as const),
	]
	return {
		model: run ? recordedName(run.source) : null,
		windowTokens,
		viewTokens: Math.floor(mostTokens(windowTokens)),
		parts: order.flatMap((kind) => {
			const estimated = tokens.get(kind) ?? 0
			return estimated > 0 ? [{ kind, tokens: estimated }] : []
		}),
		told,
		summaries: store.summaries(MAX_SUMMARIES).map(describe),
	}
}

function count(part: ModelPart, add: (kind: ContextKind, tokens: number) => void): void {
	switch (part.type) {
		case 'image':
			add('pictures', partTokens(part))
			return
		case 'tool-result':
			if (isLoadedSkill(part)) {
				add('project', partTokens(part))
				return
			}
			for (const one of part.content) {
				add(one.type === 'image' ? 'pictures' : 'calls', partTokens(one))
			}
			return
		case 'tool-call':
		case 'provider-block':
			add('calls', partTokens(part))
			return
		case 'text':
			add(part.told ? 'project' : 'messages', partTokens(part))
			return
		case 'reasoning':
			add('messages', partTokens(part))
			return
		default:
			part satisfies never
	}
}

const describe = (summary: Summary, index: number): ContextSummary => ({
	number: summary.seq,
	text: readText(summary),
	inUse: index === 0,
	replacedTokens: summary.replacedTokens,
	createdAt: summary.createdAt,
	...(summary.editedBy && summary.editedAt !== null
		? { edited: { by: summary.editedBy, at: summary.editedAt } }
		: {}),
})
