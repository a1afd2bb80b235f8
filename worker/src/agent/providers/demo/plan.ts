/** The transcript → the demo model's next words and calls. Pure. */
import { TOOLS } from '@fairlead/protocol/tools'
import type { ModelMessage } from '../../model/types.ts'
import { Desk, Halt, type Plan, type ToolRequest } from './desk.ts'
import { type DemoRequest, REQUESTS, TOURS } from './requests.ts'
import { type Turn, turnsOf } from './transcript.ts'

/** Steps of one turn; a plan that needs more is wrong. */
export const MAX_STEPS = 60
const MAX_QUOTED_CHARS = 120
const OFFERED_MATCHES = 3

const INTRODUCTION =
	'I am Fairlead’s demo model: no AI, just a small planner that carries out a few requests well.'
const CONNECT =
	'To use a real model, which understands far more, add the key of its provider in your settings, under “Models and keys”.'
const MAIN_JOB = 'make a red cube above the floor and let it fall'

type Kind = keyof typeof TOURS

function kindBy(offered: ReadonlySet<string>): Kind {
	if (offered.size === 0 || offered.has('unity_query')) return 'unity'
	return offered.has('get_skill') ? 'corewar' : 'folder'
}

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
	const kind = kindBy(offered)
	if (!turn) return { text: `${INTRODUCTION} ${helpFor(kind)}`, calls: [] }
	const before = turns.slice(0, -1)
	const desk = new Desk(before)
	const isFirst = turn.steps.length === 0 && before.every(({ steps }) => steps.length === 0)
	return replay(desk, conduct(desk, turn.text, kind, isFirst), turn, offered)
}

/** Runs the plan against what its calls led to so far. */
function replay(desk: Desk, plan: Plan, turn: Turn, offered: ReadonlySet<string>): NextStep {
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
	const missing = calls.find(({ name }) => offered.size > 0 && !isCallable(name, offered))
	const said = desk.takeSaid()
	if (!missing) return { text: said, calls }
	const sorry = `For that I need the tool ${missing.name}, which this conversation does not offer.`
	return { text: said ? `${said} ${sorry}` : sorry, calls: [] }
}

/** A tool that `find_tools` would find runs by its name too. */
const isCallable = (name: string, offered: ReadonlySet<string>): boolean =>
	offered.has(name) || TOOLS[name as keyof typeof TOOLS]?.offered === 'search'

function* conduct(desk: Desk, text: string, kind: Kind, isFirst: boolean): Plan {
	if (isFirst) desk.say(INTRODUCTION)
	try {
		yield* perform(desk, text, kind)
	} catch (error) {
		if (!(error instanceof Halt)) throw error
		desk.say(error.message)
	}
}

const HELP = /^(help|what can you do|what do you (do|know|understand)|who are you|what are you)$/i
const GREETING = /^(hi|hello|hey)( there)?$/i
const THANKS = /^(thanks|thank you|great|nice|perfect)$/i
const TOUR = /^((give me|take|start) (a|the) )?tour$|^show me what you can do$/i

function* perform(desk: Desk, text: string, kind: Kind): Plan {
	for (const clause of clausesOf(text)) {
		if (HELP.test(clause)) desk.say(helpFor(kind))
		else if (GREETING.test(clause))
			desk.say(`Hello! Tell me what to do, for example “${examplesFor(kind)[0]}”.`)
		else if (THANKS.test(clause)) desk.say('You are welcome. What next?')
		else if (TOUR.test(clause)) yield* perform(desk, TOURS[kind], kind)
		else if (!(yield* carryOut(desk, clause, kind))) throw new Halt(notUnderstood(clause, kind))
	}
}

/** @returns whether it was understood */
function* carryOut(desk: Desk, clause: string, kind: Kind): Plan<boolean> {
	// A request of the project's own kind first: both have a "describe".
	for (const request of [...REQUESTS].sort(
		(a, b) => Number(b.in === kind) - Number(a.in === kind),
	)) {
		const match = request.pattern.exec(clause)
		if (!match) continue
		const understood = yield* request.perform(desk, { ...match.groups })
		if (understood !== false) return true
	}
	return false
}

const DELEGATED = /^(?:please )?(?:let|have|ask|tell) a sub-?agent\b/i
/** Words with which a new clause begins after "and" or a comma. */
const VERB =
	'(?:create|make|add|build|spawn|put (?!it )|let|drop|write|paint|colou?r|turn|delete|remove|describe|find|look|take|press|play|start|stop|show|undo|redo|save|test|try|upload|challenge|fight|explain)\\b'
const SEPARATOR = new RegExp(
	`\\s*(?:;|[.!?](?=\\s|$)|,?\\s*\\b(?:and )?then\\b|,\\s*(?:and\\s+)?(?=${VERB})|\\s+and\\s+(?=${VERB}))\\s*`,
	'i',
)
const LEADING =
	/^(?:please|now|ok(?:ay)?|can you|could you|would you|i want you to|let's|also|next|first|and)[,\s]+/i
const TRAILING = /[,\s]+(?:please|now|thanks|again|too)$/i

/** One for each request of the text, without politeness. */
export function clausesOf(text: string): string[] {
	const parts = DELEGATED.test(text.trim()) ? [text] : text.split(SEPARATOR)
	const clauses = parts.map(tidy).filter((clause) => clause !== '')
	return clauses.length > 0 ? clauses : [text.trim()]
}

function tidy(clause: string): string {
	let said = clause
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[.!?,;:]+$/, '')
	for (let before = ''; before !== said; ) {
		before = said
		said = said.replace(LEADING, '').replace(TRAILING, '').trim()
	}
	return said
}

const requestsFor = (kind: Kind): readonly DemoRequest[] =>
	REQUESTS.filter((request) => request.in === kind || request.in === 'any')
const examplesFor = (kind: Kind): readonly string[] => [
	...(kind === 'unity' ? [MAIN_JOB] : []),
	...requestsFor(kind).map(({ example }) => example),
]
const bullets = (head: string, lines: readonly string[]): string =>
	[head, ...lines.map((line) => `- ${line}`)].join('\n')

const helpFor = (kind: Kind): string =>
	`${bullets('I carry out these requests, also joined by “and” or “then”:', [...examplesFor(kind), 'give me a tour'])}\n\n${CONNECT}`

/** Offers the requests that share words with it. */
function notUnderstood(clause: string, kind: Kind): string {
	const said = clause.length > MAX_QUOTED_CHARS ? `${clause.slice(0, MAX_QUOTED_CHARS)}…` : clause
	const words = new Set(wordsOf(clause))
	const near = requestsFor(kind)
		.map(({ example, hints }) => ({
			example,
			shared: wordsOf(`${example} ${hints}`).filter((word) => words.has(word)).length,
		}))
		.filter(({ shared }) => shared > 0)
		.sort((a, b) => b.shared - a.shared)
		.slice(0, OFFERED_MATCHES)
		.map(({ example }) => example)
	const offer =
		near.length > 0
			? bullets('The nearest that I know:', near)
			: bullets('I know for example:', examplesFor(kind).slice(0, OFFERED_MATCHES))
	return `I did not understand “${said}”. ${offer}\n\n${CONNECT} “Help” lists everything that I know.`
}

const COMMON = new Set([
	'the',
	'a',
	'an',
	'it',
	'in',
	'to',
	'of',
	'and',
	'is',
	'me',
	'that',
	'what',
])
const wordsOf = (text: string): string[] =>
	[...new Set(text.toLowerCase().match(/[a-z#]+/g) ?? [])].filter((word) => !COMMON.has(word))
