/** The scripted model: stateless like a real one, so that a repeated step gets the same answer. */
import type {
	ChatProvider,
	ChatRequest,
	ModelMessage,
	ProviderEvent,
} from '../../../../worker/src/agent/model/types.ts'
import { TITLE_PROMPT } from '../../../../worker/src/agent/title/title-request.ts'
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'
import {
	eventsOf,
	isInterrupt,
	isSteer,
	NOTED,
	type Script,
	type ScriptedStep,
	STEER_ID,
} from '../script.ts'

export interface ModelLog {
	/** Sentences about requests that no provider would accept. */
	readonly invalid: string[]
	requests: number
	/** Requests for a title. */
	titles: number
}

/** The title that the model gives every conversation. */
export const TITLE = 'Turns and steps'
const TITLE_STEP: ScriptedStep = {
	text: [TITLE],
	reasoning: false,
	calls: [],
	pause: false,
	paceMs: 20,
}

export function scriptedModel(
	script: Script,
	scheduler: Scheduler,
	faults: Faults,
	log: ModelLog,
	/** Id of the message that began the run. */
	begunBy: () => string,
	/** Whether a message that cuts the answer was sent during this turn. */
	isInterrupted: (turn: number) => boolean,
): ChatProvider {
	return {
		id: 'scripted',
		async *stream(request, signal) {
			const named = request.system === TITLE_PROMPT
			if (named) log.titles++
			else log.requests++
			log.invalid.push(...violations(request))
			const step = named
				? TITLE_STEP
				: stepFor(script, request, begunBy(), isInterrupted, (text) => log.invalid.push(text))
			const events: readonly ProviderEvent[] = step ? eventsOf(step) : []
			const failure = draw(faults)
			if (failure === 'model_overloaded') {
				await scheduler.sleep(5)
				yield { type: 'error', error: { class: 'overload', message: '529', retryable: true } }
				return
			}
			const upTo = failure ? faults.random.between(0, events.length - 1) : events.length
			for (const event of events.slice(0, upTo)) {
				await scheduler.sleep(step?.paceMs ?? 1)
				if (signal.aborted) return
				yield event
			}
			if (failure === 'model_cut')
				yield { type: 'error', error: { class: 'network', message: 'cut', retryable: true } }
			if (failure === 'model_throws') throw new Error('socket hang up')
		},
	}
}

function draw(
	faults: Faults,
): 'model_overloaded' | 'model_cut' | 'model_throws' | 'model_endless' | null {
	for (const kind of ['model_overloaded', 'model_cut', 'model_throws', 'model_endless'] as const)
		if (faults.strikes(kind)) return kind
	return null
}

/** The turn comes from the last user message that names one, the step from the answers since then. */
function stepFor(
	script: Script,
	request: ChatRequest,
	begunBy: string,
	isInterrupted: (turn: number) => boolean,
	violation: (text: string) => void,
) {
	const { messages } = request
	// After the end, or when cut short, it says little.
	if (begunBy.startsWith(STEER_ID)) return NOTED_STEP
	const from = messages.findLastIndex((m) => m.role === 'user' && turnOf(m) !== null)
	const index = turnOf(messages[from]!) ?? -1
	const turn = script.turns[index]
	const since = messages.slice(from)
	const done = since.filter((m) => m.role === 'assistant' && !isNoted(m)).length
	const said = since.flatMap((m) => (m.role === 'user' ? textsOf(m) : []))
	if (said.some(isInterrupt) || (turn && done >= turn.steps.length && said.some(isSteer)))
		return NOTED_STEP
	if (messages.at(-1)?.role === 'assistant' && turn?.steps[done - 1]?.pause !== true) {
		// The message that cut the answer was withdrawn before it entered: a provider adds "Continue.".
		if (isInterrupted(index)) return NOTED_STEP
		violation('The request ends with an answer that was not paused.')
	}
	if (turn && !turn.steps[done])
		violation(`Step ${done} of a turn with ${turn.steps.length} was asked.`)
	return turn?.steps[done]
}

const NOTED_STEP: ScriptedStep = {
	text: [NOTED],
	reasoning: false,
	calls: [],
	pause: false,
	paceMs: 20,
}

const isNoted = (message: ModelMessage): boolean => textsOf(message).join('') === NOTED

const textsOf = (message: ModelMessage): string[] =>
	message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))

function turnOf(message: ModelMessage): number | null {
	for (const text of textsOf(message)) {
		const found = /^turn (\d+)$/.exec(text)
		if (found) return Number(found[1])
	}
	return null
}

/** The rules of {@link ChatRequest.messages}, written down on their own. */
function violations({ messages }: ChatRequest): string[] {
	const found: string[] = []
	if (messages[0]?.role !== 'user') found.push('The history does not begin with the user.')
	let open: string[] = []
	messages.forEach((message, index) => {
		if (message.parts.length === 0) found.push(`Message ${index} is empty.`)
		const results = message.parts.flatMap((p) => (p.type === 'tool-result' ? [p.callId] : []))
		if (message.role === 'user' && (open.length > 0 || results.length > 0)) {
			if ([...results].sort().join() !== [...open].sort().join())
				found.push(`Message ${index} answers [${results}], the calls were [${open}].`)
			const firstOther = message.parts.findIndex((p) => p.type !== 'tool-result')
			if (firstOther >= 0 && message.parts.slice(firstOther).some((p) => p.type === 'tool-result'))
				found.push(`Results do not come first in message ${index}.`)
		}
		open =
			message.role === 'assistant'
				? message.parts.flatMap((p) => (p.type === 'tool-call' ? [p.callId] : []))
				: []
	})
	if (open.length > 0) found.push(`Calls without results at the end: ${open}.`)
	return found
}
