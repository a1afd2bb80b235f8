/** The transcript → the demo model's next words and calls. Pure. */
import type { ModelMessage } from '../../model/types.ts'
import { Desk, Halt, type Plan, type ToolRequest } from './desk.ts'
import { memoryOf } from './memory.ts'
import { parse } from './parse.ts'
import { HELP, INTRODUCTION, notUnderstood, WHICH_ONE } from './speak.ts'
import { change } from './tasks-change.ts'
import { tellColour } from './tasks-colour.ts'
import { delegate } from './tasks-delegate.ts'
import {
	pause,
	physics,
	play,
	save,
	screenshot,
	showConsole,
	stop,
	undo,
	wait,
} from './tasks-editor.ts'
import { create, describe } from './tasks-make.ts'
import { compile, writeScript } from './tasks-script.ts'
import { type Turn, turnsOf } from './transcript.ts'
import type { Intent } from './types.ts'

/** Steps of one turn; a plan that needs more is wrong. */
export const MAX_STEPS = 60

export interface NextStep {
	readonly text: string
	/** Empty at the end of the turn. */
	readonly calls: readonly ToolRequest[]
}

/** @param offered names of the callable tools; empty: unknown. */
export function nextStep(
	messages: readonly ModelMessage[],
	offered: ReadonlySet<string>,
): NextStep {
	const turns = turnsOf(messages)
	const turn = turns.at(-1)
	if (!turn) return { text: `${INTRODUCTION} ${HELP}`, calls: [] }
	const before = turns.slice(0, -1)
	const { intents, answer } = understand(turn, before)
	const desk = new Desk(memoryOf(before), answer)
	const isFirst = turn.steps.length === 0 && before.every(({ steps }) => steps.length === 0)
	const plan = conduct(desk, intents, isFirst)
	let { value, done } = plan.next([])
	for (const [n, step] of turn.steps.entries()) {
		if (done) break
		desk.takeSaid()
		const asked = value ?? []
		const same =
			asked.length === step.calls.length &&
			asked.every(({ name }, i) => name === step.calls[i]?.name)
		if (!same)
			return {
				text: 'I lost the thread of what I was doing, so I stop here. Ask me again.',
				calls: [],
			}
		if (n + 1 >= MAX_STEPS)
			return { text: `I stop after ${MAX_STEPS} steps. Ask for less at once.`, calls: [] }
		for (const call of step.calls) desk.note(call)
		;({ value, done } = plan.next(step.calls.map(({ outcome }) => outcome)))
	}
	const calls = done ? [] : (value ?? [])
	const missing = calls.find(({ name }) => offered.size > 0 && !offered.has(name))
	const said = desk.takeSaid()
	if (!missing) return { text: said, calls }
	const sorry = `For that I need the tool ${missing.name}, which this conversation does not offer.`
	return { text: said ? `${said} ${sorry}` : sorry, calls: [] }
}

/** An answer to our question repeats the original request, now with the answer. */
function understand(
	turn: Turn,
	before: readonly Turn[],
): Pick<Desk, 'answer'> & { intents: Intent[] } {
	const intents = parse(turn.text)
	const [first] = intents
	if (first?.kind !== 'answer') return { intents, answer: undefined }
	const asked = before.at(-1)
	if (!asked?.steps.at(-1)?.text.endsWith(WHICH_ONE)) {
		return { intents: [{ kind: 'unknown', text: turn.text }], answer: undefined }
	}
	const again = parse(asked.text).filter(({ kind }) => kind !== 'answer')
	return { intents: again, answer: first.target }
}

function* conduct(desk: Desk, intents: readonly Intent[], isFirst: boolean): Plan {
	if (isFirst) desk.say(INTRODUCTION)
	try {
		for (const intent of intents) yield* perform(desk, intent)
	} catch (error) {
		if (!(error instanceof Halt)) throw error
		desk.say(error.message)
	}
}

function* perform(desk: Desk, intent: Intent): Plan {
	switch (intent.kind) {
		case 'help':
			return desk.say(HELP)
		case 'greeting':
			return desk.say(
				'Hello! Tell me what to build, for example “make a red cube above the floor and let it fall”.',
			)
		case 'thanks':
			return desk.say('You are welcome. What next?')
		case 'create':
			return yield* create(desk, intent.spec)
		case 'describe':
			return yield* describe(desk, intent.target)
		case 'ask-colour':
			return yield* tellColour(desk, intent.target)
		case 'physics':
			return yield* physics(desk, intent)
		case 'script':
			return yield* writeScript(desk, intent)
		case 'compile':
			return yield* compile(desk)
		case 'play':
			return yield* play(desk, intent.seconds)
		case 'stop':
			return yield* stop(desk)
		case 'pause':
			return yield* pause(desk)
		case 'wait':
			return yield* wait(desk, intent.seconds)
		case 'screenshot':
			return yield* screenshot(desk, intent.target, intent.view)
		case 'console':
			return yield* showConsole(desk, intent.filter)
		case 'undo':
		case 'redo':
			return yield* undo(desk, intent.kind, intent.steps)
		case 'delegate':
			return yield* delegate(desk, intent)
		case 'save':
			return yield* save(desk, intent.path)
		case 'answer':
			throw new Halt(
				'I did not ask anything. Tell me what to do with it, for example “make it blue”.',
			)
		case 'unknown':
			throw new Halt(notUnderstood(intent.text))
		default:
			return yield* change(desk, intent)
	}
}
