/** The transcript → the demo model's next words and calls. Pure. */
import { TOOLS } from '@fairlead/protocol/tools'
import type { ModelMessage } from '../../model/types.ts'
import { CORE_WAR } from './core-war.ts'
import { Desk, Halt, type Plan, type ToolRequest } from './desk.ts'
import { FOLDER } from './folder.ts'
import { type Turn, turnsOf } from './transcript.ts'
import { UNITY } from './unity.ts'
import { bullets } from './words.ts'

/** Steps of one turn; a plan that needs more is wrong. */
export const MAX_STEPS = 60
const MAX_QUOTED_CHARS = 120
const OFFERED_MATCHES = 3

const INTRODUCTION =
	'I am Fairlead’s demo model: no AI, just a small planner that carries out a few requests well.'
const CONNECT =
	'To use a real model, which understands far more, add the key of its provider in your settings, under “Models and keys”.'
const MAIN_JOB = 'make a red cube above the floor and let it fall'

/** The kinds of projects. */
export const PROJECTS = { unity: UNITY, folder: FOLDER, corewar: CORE_WAR } as const
type Kind = keyof typeof PROJECTS

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
	const kind = kindBy(offered)
	const desk = new Desk()
	let next: NextStep = { text: `${INTRODUCTION} ${helpFor(kind)}`, calls: [] }
	// The turns before tell what "it" means.
	for (const [n, turn] of turnsOf(messages).entries()) {
		desk.forgetIds()
		desk.takeSaid()
		if (n === 0) desk.say(INTRODUCTION)
		next = replay(desk, conduct(desk, turn.text, kind), turn, offered)
	}
	return next
}

/** Runs the plan against what its calls led to so far. */
function replay(desk: Desk, plan: Plan, turn: Turn, offered: ReadonlySet<string>): NextStep {
	const end = (text: string): NextStep => ({ text, calls: [] })
	let { value, done } = plan.next([])
	for (const [n, step] of turn.steps.entries()) {
		if (done) break
		desk.takeSaid()
		const asked = value ?? []
		if (asked.length !== step.length || asked.some(({ name }, i) => name !== step[i]?.name))
			return end(lost(desk))
		if (n + 1 >= MAX_STEPS) return end(`I stop after ${MAX_STEPS} steps. Ask for less at once.`)
		;({ value, done } = plan.next(step.map(({ outcome }) => outcome)))
	}
	const calls = done ? [] : (value ?? [])
	const said = desk.takeSaid()
	const missing = calls.find(({ name }) => offered.size > 0 && !isCallable(name, offered))
	if (!missing) return { text: said, calls }
	const sorry = `For that I need the tool ${missing.name}, which this conversation does not offer.`
	return end(`${said} ${sorry}`.trim())
}

/** Another model answered this turn: nobody knows what "it" means. */
function lost(desk: Desk): string {
	desk.them = []
	return 'I lost the thread of what I was doing, so I stop here. Ask me again.'
}

/** A tool that `find_tools` would find runs by its name too. */
const isCallable = (name: string, offered: ReadonlySet<string>): boolean =>
	offered.has(name) || TOOLS[name as keyof typeof TOOLS]?.offered === 'search'

const HELP = /^(help|what can you do|what do you (do|know|understand)|(who|what) are you)$/i
const TOUR = /^((give me|take|start) (a|the) )?tour$|^show me what you can do$/i

function* conduct(desk: Desk, text: string, kind: Kind): Plan {
	const { tour, requests } = PROJECTS[kind]
	const clauses = clausesOf(text).flatMap((one) => (TOUR.test(one) ? clausesOf(tour) : one))
	try {
		for (const clause of clauses) {
			const request = requests.find(({ pattern }) => pattern.test(clause))
			if (request) yield* request.perform(desk, { ...request.pattern.exec(clause)?.groups })
			else if (HELP.test(clause)) desk.say(helpFor(kind))
			else if (/^(hi|hello|hey)( there)?$/i.test(clause))
				desk.say(`Hello! Tell me what to do, for example “${examplesFor(kind)[0]}”.`)
			else throw new Halt(notUnderstood(clause, kind))
		}
	} catch (error) {
		if (!(error instanceof Halt)) throw error
		desk.say(error.message)
	}
}

const DELEGATED = /^(?:please )?(?:let|have|ask|tell) a sub-?agent\b/i
/** Words with which a new clause begins after "and" or a comma. */
const VERB =
	'(?:create|make|add|build|put (?!it )|let|drop|write|delete|remove|describe|find|look|take|press|play|start|stop|show|undo|save|test|try|upload|challenge|fight|explain|evolve)\\b'
const SEPARATOR = new RegExp(
	`\\s*(?:;|[.!?](?=\\s|$)|,?\\s*\\b(?:and )?then\\b|,\\s*(?:and\\s+)?(?=${VERB})|\\s+and\\s+(?=${VERB}))\\s*`,
	'i',
)
const POLITE =
	/^(?:(?:please|now|ok(?:ay)?|can you|could you|would you|i want you to|let's|also|next|first|and)[,\s]+)+|(?:[,\s]+(?:please|now|thanks|again|too))*[.!?,;:]*$/gi

/** One for each request of the text, without politeness. */
function clausesOf(text: string): string[] {
	const said = text.trim().replace(/\s+/g, ' ')
	const parts = DELEGATED.test(said) ? [said] : said.split(SEPARATOR)
	const clauses = parts.map((part) => part.replace(POLITE, '')).filter((one) => one !== '')
	return clauses.length > 0 ? clauses : [said]
}

const examplesFor = (kind: Kind): readonly string[] => [
	...(kind === 'unity' ? [MAIN_JOB] : []),
	...PROJECTS[kind].requests.map(({ example }) => example),
]

const helpFor = (kind: Kind): string =>
	`${bullets('I carry out these requests, also joined by “and” or “then”:', [...examplesFor(kind), 'give me a tour'])}\n${CONNECT}`

/** Offers the requests that share words with it. */
function notUnderstood(clause: string, kind: Kind): string {
	const said = clause.length > MAX_QUOTED_CHARS ? `${clause.slice(0, MAX_QUOTED_CHARS)}…` : clause
	const words = wordsOf(clause)
	const shared = ({ example, pattern }: { example: string; pattern: RegExp }): number =>
		[...wordsOf(example), ...wordsOf(pattern.source)].filter((word) => words.includes(word)).length
	const near = PROJECTS[kind].requests.filter(shared).sort((a, b) => shared(b) - shared(a))
	const head = near.length > 0 ? 'The nearest that I know:' : 'I know for example:'
	const offer = near.length > 0 ? near.map(({ example }) => example) : examplesFor(kind)
	return `I did not understand “${said}”. ${bullets(head, offer.slice(0, OFFERED_MATCHES))}\n${CONNECT} “Help” lists everything that I know.`
}

const COMMON = /^(the|it|them|in|on|to|of|for|and|is|me|my|that|this|what|all|every|an)$/
const wordsOf = (text: string): string[] =>
	[...new Set(text.toLowerCase().match(/[a-z]{2,}/g))].filter((word) => !COMMON.test(word))
