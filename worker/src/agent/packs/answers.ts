/** The tools that the server answers by itself, at once: their outcome is there before the call is stored. */
import { agentOffer, findTools, type ToolNameOn, type WantedTools } from '@fairlead/protocol/tools'
import type { ProposedCalls } from '../calls/proposed-calls.ts'
import type { StoredOutcome } from '../calls/tool-results.ts'

/** A sub-agent takes its time. */
type AnsweredHere = Exclude<ToolNameOn<'worker'>, 'delegate'>

type Answer = (params: Readonly<Record<string, unknown>>, known: ProposedCalls) => StoredOutcome

/** A pack's tool that runs here is carried out in a file of its name beside this one; a missing one does not compile. */
const ANSWERS: Readonly<Record<AnsweredHere, Answer>> = {
	find_tools: (params, { custom, servers, projectKind, asksNobody }) =>
		findTools(params as WantedTools, [...custom, ...servers], agentOffer(projectKind, asksNobody)),
	recall: (params, { recall }) => recall(params),
}

/** Returns null if others carry it out. */
export const answeredHere = (
	name: string,
	params: Readonly<Record<string, unknown>>,
	known: ProposedCalls,
): StoredOutcome | null =>
	Object.hasOwn(ANSWERS, name) ? ANSWERS[name as AnsweredHere](params, known) : null
