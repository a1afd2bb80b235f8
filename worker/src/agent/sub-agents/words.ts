/** Words to a sub-agent, and words that come back from it. Pure. */

import { SUB_AGENT } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { noEditorComes } from '../../ports/room.ts'
import type { ChangedStep } from '../revert/run-changes.ts'
import type { SubAgentReport, SubAgentStart } from './sub-agent.ts'

/** Opens its first message. Its system prompt is that of every run, and so are its tools but `delegate`. */
export const briefing = (steps: number): string =>
	`[You are a sub-agent: another run of this agent gave you this task. It reads your last message and nothing else, so put every fact in it that the task asks for. You can ask nobody, and calls that would need approval are denied. You have at most ${steps} model calls: answer before they are used up.]`

/** Beyond the limit the end is missing. */
const CUT = '\n[The rest is cut.]'

const cut = (answer: string): string =>
	answer.length <= SUB_AGENT.answerChars
		? answer
		: `${answer.slice(0, SUB_AGENT.answerChars - CUT.length)}${CUT}`

const LIMITS: ReadonlySet<string> = new Set([
	'step_limit',
	'token_limit',
	'cost_limit',
	'output_limit',
	'budget_exceeded',
	'budget_no_price',
])

function outcomeOf({ state, notice }: SubAgentReport) {
	if (state === 'cancelled') return 'stopped'
	if (state === 'completed' && notice === null) return 'completed'
	return notice !== null && LIMITS.has(notice.code) ? 'limit' : 'failed'
}

const noteOf = ({ state, notice }: SubAgentReport): string | undefined =>
	state === 'cancelled' ? 'The sub-agent was stopped.' : notice?.text

/** Its changes, in a few words each: create Cube. */
export function changedNames(changes: readonly ChangedStep[]): string[] {
	const names = changes.map(({ name, uncertain }) => {
		const words = name.replace(/^Fairlead: /, '')
		return uncertain ? `${words} (effect unknown)` : words
	})
	return [...new Set(names)].slice(0, SUB_AGENT.namedChanges)
}

/** The outcome of the call that started it. */
export function resultOf(report: SubAgentReport): CallOutcome {
	const { notice, changes } = report
	if (notice?.code === 'editor_gone') {
		return noEditorComes('no_editor', 'The sub-agent waited for an editor, and none came.', {
			hint: 'Open the project in Unity, then continue.',
		})
	}
	const note = noteOf(report)
	const changed = changedNames(changes)
	return {
		status: 'ok',
		result: {
			...(note === undefined ? {} : { note }),
			outcome: outcomeOf(report),
			answer: cut(report.answer),
			...(changed.length === 0 ? {} : { changed }),
			steps: report.steps,
		},
	}
}

/** A sub-agent starts none. */
export const NO_DEEPER = failed('unsupported', 'A sub-agent cannot start sub-agents.', {
	hint: 'Do the task yourself.',
})

/** After a denial: nobody answers a sub-agent. */
export const SAY_IT =
	'Say in your answer what should be done: the run that started you can do it or ask.'

/** In place of a question. */
export const NOBODY_ASKED = failed(
	'denied',
	'A sub-agent can ask nobody, so this call did not run.',
	{ hint: SAY_IT },
)

/** Its object has lost its storage: nobody knows what it did. */
export const lostOutcome = ({ mode }: Pick<SubAgentStart, 'mode'>): CallOutcome =>
	mode === 'read-only'
		? failed('internal', 'The sub-agent was lost before it answered. It changed nothing.', {
				hint: 'Delegate the task again, or do it yourself.',
			})
		: failed('effect_unknown', 'The sub-agent was lost. It may have changed something.', {
				hint: 'Look at the project before you delegate the task again.',
			})

export const NOTHING_LEFT = failed(
	'denied',
	'The limits of this run leave too little for a sub-agent, so none was started.',
	{ hint: 'Do the task yourself, or end the run with what you know.' },
)
