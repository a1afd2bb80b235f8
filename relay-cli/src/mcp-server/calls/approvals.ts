/** Decides whether a call of a client runs, needs a person, or is refused. */
import { randomBytes } from 'node:crypto'
import {
	APPROVAL_KEY,
	type ApprovalQuestion,
	approvalAnswer,
	approvalQuestion,
	type ElicitedAnswer,
	type McpCall,
} from '@fairlead/protocol/mcp'
import { judge, permissionKey, type RiskyPermission, readsSecrets } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { AllowedRisk, McpMode } from '../../requests/wire.ts'
import { changedSince, type SeenFiles } from './seen-files.ts'

/** Questions without an answer; a client may drop any of them. */
const MAX_QUESTIONS = 100
const STATE_BYTES = 16

export type Verdict =
	| { readonly kind: 'run' }
	| { readonly kind: 'refused'; readonly outcome: CallOutcome }
	/** A person has to approve it. */
	| {
			readonly kind: 'ask'
			/** null if it cannot be put to the client's user. */
			readonly question: ApprovalQuestion | null
			/** A value that comes back with the answer, once. */
			readonly state: string
			/** The outcome if nobody can be asked elsewhere either. */
			readonly otherwise: CallOutcome
	  }

/** The answer that came with a request which repeats an asked one. */
export interface Answered {
	readonly state: string | undefined
	readonly responses: Readonly<Record<string, unknown>> | undefined
}

interface Question {
	/** The call, as text. */
	readonly about: string
	readonly seen: SeenFiles
}

/** A file that the person may have read was another by the time of the answer. */
interface Stale {
	readonly kind: 'stale'
	readonly path: string
}

export class McpApprovals {
	readonly #mode: McpMode
	readonly #allow: ReadonlySet<string>
	/** Allowed until the client disconnects, by `permissionKey`. */
	readonly #granted = new Set<string>()
	/** Open questions. An answer counts for exactly that call, and for the files as they were, once. */
	readonly #questions = new Map<string, Question>()
	readonly #look: (call: McpCall) => SeenFiles

	/** @param look reads the files that a question about the call is about */
	constructor(mode: McpMode, allow: readonly AllowedRisk[], look: (call: McpCall) => SeenFiles) {
		this.#mode = mode
		this.#allow = new Set(allow)
		this.#look = look
	}

	/** @param ask null if the client cannot ask its user; else its name for the question */
	judge(call: McpCall, ask: { readonly client: string } | null, answered: Answered): Verdict {
		const isGranted = (one: RiskyPermission): boolean =>
			this.#allow.has(one.risk) || this.#granted.has(permissionKey(one))
		const { verdict, needed } = judge(call.permissions, this.#mode, isGranted)
		if (verdict === 'run') return { kind: 'run' }
		if (verdict === 'deny') return refused(readOnly(call))
		const answer = this.#answerTo(call, answered)
		switch (answer.kind) {
			case 'once':
				return { kind: 'run' }
			case 'session':
				for (const one of needed) this.#granted.add(permissionKey(one))
				return { kind: 'run' }
			case 'denied':
				return refused(
					failed('denied', 'The user denied this call. It did not run.', {
						hint: 'Do not try it again in another way.',
					}),
				)
			case 'stale':
				return refused(staleFile(answer.path))
			case 'unanswered':
				break
			default:
				answer satisfies never
		}
		const question = ask && approvalQuestion(call, needed, ask.client)
		const otherwise = ask ? tooLong(call, needed) : cannotAsk(call, needed)
		return { kind: 'ask', question, state: this.#open(call), otherwise }
	}

	#answerTo(call: McpCall, { state, responses }: Answered): ElicitedAnswer | Stale {
		if (state === undefined || responses === undefined) return { kind: 'unanswered' }
		const asked = this.#questions.get(state)
		this.#questions.delete(state)
		// The question was about another call: nobody has seen this one.
		if (asked?.about !== subjectOf(call)) return { kind: 'unanswered' }
		const answer = approvalAnswer(responses[APPROVAL_KEY])
		// The window was closed: asking again at once would be a nuisance.
		if (answer.kind === 'unanswered' || answer.kind === 'denied') return { kind: 'denied' }
		const path = changedSince(asked.seen, this.#look(call))
		return path === null ? answer : { kind: 'stale', path }
	}

	#open(call: McpCall): string {
		const state = randomBytes(STATE_BYTES).toString('base64url')
		this.#questions.set(state, { about: subjectOf(call), seen: this.#look(call) })
		const [oldest] = this.#questions.keys()
		if (this.#questions.size > MAX_QUESTIONS && oldest !== undefined) this.#questions.delete(oldest)
		return state
	}
}

const staleFile = (path: string): CallOutcome =>
	failed('stale_file', `${path} has changed since the user was asked. The call did not run.`, {
		hint: 'Read the file, then make the call again: the user is asked about it as it is now.',
	})

const subjectOf = ({ name, params }: McpCall): string => `${name}\n${JSON.stringify(params)}`

const refused = (outcome: CallOutcome): Verdict => ({ kind: 'refused', outcome })

const readOnly = (call: McpCall): CallOutcome =>
	failed(
		'denied',
		`This connection is read-only${readsSecrets(call) ? ', and reads no files that usually hold secrets' : ''}, so the call did not run.`,
		{
			hint: 'To allow it, the user sets the client up again: "npm run fairlead -- mcp install <client>", without "--mode read-only".',
		},
	)

const tooLong = (call: McpCall, needed: readonly RiskyPermission[]): CallOutcome =>
	failed(
		'denied',
		`The arguments of ${call.name} are too long for a person to read in a form. It did not run.`,
		{
			hint: `Make several calls of at most 20,000 characters. If one must be longer, the user can set the client up with "npm run fairlead -- mcp install <client> --allow ${risksOf(needed)}".`,
		},
	)

const risksOf = (needed: readonly RiskyPermission[]): string =>
	[...new Set(needed.map(({ risk }) => risk))].join(',')

function cannotAsk(call: McpCall, needed: readonly RiskyPermission[]): CallOutcome {
	return failed(
		'denied',
		`${call.name} needs a person's approval, and this client cannot ask for one. It did not run.`,
		{
			hint: `Tell the user: "npm run fairlead -- mcp install <client> --allow ${risksOf(needed)}" allows such calls in this client; a client that supports elicitation asks instead.`,
		},
	)
}
