/**
 * Before a model step: if the view would have to leave messages out, the model is first asked for a summary of
 * them. The request is the view as it was, with one more message, so that the provider reads it from its cache.
 * Nothing waits for a summary: if there is none, the messages are left out without it.
 */

import type { Usage } from '@fairlead/protocol/conversations/runs'
import { askText, type TextAnswer } from '../model/ask-text.ts'
import { requestFor } from '../model/request.ts'
import { addUsage, NO_USAGE } from '../policy/budget.ts'
import type { Spending } from '../policy/spending.ts'
import type { MachinePorts, ModelAccess } from '../run/machine-ports.ts'
import type { InboxMessage } from '../run/queue/inbox.ts'
import type { Run } from '../run/run-state.ts'
import type { ModelSource } from '../source/run-source.ts'
import { isBefore, type Place, START } from './place.ts'
import { cutOf, entriesOf, hasNoSummary, opening, tokensLeft } from './stored-view.ts'
import { INSTRUCTION, MAX_SUMMARY_CHARS } from './summary.ts'
import type { SummaryTransitions } from './summary-transitions.ts'
import { type Cut, mostTokens, newBeginning, view, viewTokens, withElisions } from './view.ts'

/** The most that a request for a summary is about, in views: what has no summary yet may be long. */
const MAX_COVERED = 1.5

export interface Due {
	/** The cut with the elisions of the next request. */
	readonly cut: Cut
	/** The beginning of the view once the summary stands for the rest. */
	readonly from: Place
}

/**
 * The messages that a summary would have to replace before the run's next step; null: there is room.
 * @param entering the messages that enter with that step
 */
export function summaryDue(
	{ store, outline }: Pick<MachinePorts, 'store' | 'outline'>,
	run: Run,
	{ model, settings }: ModelSource,
	entering: readonly Pick<InboxMessage, 'model'>[],
): Due | null {
	const { windowTokens, summarizes } = outline(model, settings)
	if (!summarizes) return null
	if (hasNoSummary(store, run)) return null
	const before = cutOf(store)
	const entries = entriesOf(store, run, before, entering)
	const most = tokensLeft(store, entries, before, windowTokens)
	const cut = withElisions(entries, before, most)
	const from = newBeginning(entries, cut, most)
	return from && { cut, from }
}

/**
 * Asks for the summary, and stores it or that there is none. Returns the billed usage, null if nothing is billed. A
 * summary is dropped if a person changed the newest one while it was made. Throws `Superseded` if another instance has
 * taken over.
 */
export async function compact(
	ports: MachinePorts,
	transitions: SummaryTransitions,
	run: Run,
	access: ModelAccess,
	{ cut, from }: Due,
	signal: AbortSignal,
): Promise<Usage | null> {
	const { store } = ports
	const newest = store.newestSummary()
	// Messages that were left out without a summary since then are taken up, if the model takes that much.
	const since = { ...cut, from: newest?.until ?? START }
	const covered = entriesOf(store, run, since).filter((entry) => isBefore(entry, from))
	const most = mostTokens(access.facts.windowTokens) * MAX_COVERED
	const ask = (begin: Cut): Promise<TextAnswer> => {
		const asked = { ...begin, from: newBeginning(covered, begin, most) ?? begin.from }
		const messages = [...opening(store, covered, asked), ...view(covered, asked), INSTRUCTION]
		return askText(access.provider, requestFor(ports, access, messages), signal)
	}
	const spent = (outcome: Spending['outcome'], usage: Usage | null): Spending => ({
		purpose: 'summary',
		outcome,
		usage,
		paidBy: access.paidBy,
	})
	const all = await ask(since)
	const less = all.tooLong === true && isBefore(since.from, cut.from) && !signal.aborted
	if (less && all.usage) transitions.spend(run, spent('failed', all.usage))
	const { text, usage, problem } = less ? await ask(cut) : all
	const billed = less && all.usage ? addUsage(all.usage, usage ?? NO_USAGE) : usage
	if (text === null) {
		ports.log({ level: 'warn', event: 'summary_failed', message: problem })
		if (signal.aborted) transitions.spend(run, spent('stopped', usage))
		else transitions.goWithoutSummary(run, spent('failed', usage))
		return billed
	}
	const summary = {
		runId: run.id,
		until: from,
		text: text.slice(0, MAX_SUMMARY_CHARS),
		edited: null,
		editedBy: null,
		editedAt: null,
		replacedTokens: viewTokens(covered, since),
		createdAt: ports.clock(),
		shown: false,
	}
	transitions.summarize(run, { ...cut, from }, { summary, after: newest }, spent('finished', usage))
	return billed
}
