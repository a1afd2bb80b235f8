/**
 * Before a model step: if the view would have to leave messages out, the model is first asked for a summary of
 * them. The request is the view as it was, with one more message, so that the provider reads it from its cache.
 * Nothing waits for a summary: if there is none, the messages are left out without it.
 */

import type { Usage } from '@fairlead/protocol/runs'
import { askText } from '../model/ask-text.ts'
import { requestFor } from '../model/request.ts'
import type { MachinePorts, ModelAccess } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import type { RunTransitions } from '../run/run-transitions.ts'
import { type Entry, isBefore, type Place } from './place.ts'
import { cutOf, entriesOf, hasNoSummary, opening } from './stored-view.ts'
import { INSTRUCTION, MAX_SUMMARY_CHARS } from './summary.ts'
import { type Cut, mostTokens, newBeginning, view, viewTokens, withElisions } from './view.ts'

/** The most that a request for a summary is about, in views: a copied conversation has none yet, and may be long. */
const MAX_COVERED = 1.5

export interface Due {
	/** With the elisions of the next request. */
	readonly cut: Cut
	/** Where the view begins then. */
	readonly from: Place
	readonly entries: readonly Entry[]
}

/** What a summary would have to stand for before the run's next step; null: there is room. */
export function summaryDue(
	{ store, outline }: Pick<MachinePorts, 'store' | 'outline'>,
	run: Run,
): Due | null {
	const { windowTokens, summarizes } = outline(run.model)
	if (!summarizes) return null
	if (hasNoSummary(store, run)) return null
	const before = cutOf(store)
	const entries = entriesOf(store, run, before)
	const most = mostTokens(windowTokens)
	const cut = withElisions(entries, before, most)
	const from = newBeginning(entries, cut, most)
	return from && { cut, from, entries }
}

/** Asks for the summary, and stores it or that there is none: returns its usage. Does nothing once the run has changed meanwhile. */
export async function makeRoom(
	ports: MachinePorts,
	transitions: RunTransitions,
	run: Run,
	access: ModelAccess,
	{ cut, from, entries }: Due,
	signal: AbortSignal,
): Promise<Usage> {
	const { store } = ports
	const covered = entries.filter((entry) => isBefore(entry, from))
	const most = mostTokens(access.facts.windowTokens) * MAX_COVERED
	const asked = { ...cut, from: newBeginning(covered, cut, most) ?? cut.from }
	const messages = [...opening(store, covered, asked), ...view(covered, asked), INSTRUCTION]
	const { text, usage, problem } = await askText(
		access.provider,
		requestFor(ports, access, messages),
		signal,
	)
	if (text === null) {
		ports.log({ level: 'warn', event: 'summary_failed', message: problem })
		if (signal.aborted) transitions.spend(run, usage)
		else transitions.goWithoutSummary(run, usage)
		return usage
	}
	transitions.summarize(
		run,
		{ ...cut, from },
		{
			runId: run.id,
			until: from,
			text: text.slice(0, MAX_SUMMARY_CHARS),
			edited: null,
			editedBy: null,
			editedAt: null,
			replacedTokens: viewTokens(covered, cut),
			createdAt: ports.clock(),
			shown: false,
		},
		usage,
	)
	return usage
}
