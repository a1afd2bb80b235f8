/** A session's status, by what is known of it and how long it has been silent. Pure. */
import type { AgentStatus } from '@fairlead/protocol/agents/agents'
import type { Session, SessionTool } from './session.ts'
import { running } from './tool-list.ts'
import { isAgentTool } from './tool-text.ts'

/** A tool that runs this long without a sign may be waiting for a permission. */
export const PERMISSION_SILENCE_MS = 7_000
/** Text after which nothing follows this long was the answer. */
export const TEXT_SILENCE_MS = 5_000

export interface Standing {
	readonly status: AgentStatus
	/** When it began, if that is before the event that showed it. */
	readonly since?: number
	/** When it may change by itself; null: it never does. */
	readonly until: number | null
}

/**
 * A question that is owed stays until it is answered, however long that takes: only what follows from silence has a time,
 * and it leads to waiting, never away from it.
 */
export function standingOf(session: Session, now: number): Standing {
	const { ended, permission, turn } = session
	if (ended) return settled({ kind: 'ended', sure: ended.sure })
	if (permission) return settled({ kind: 'waiting_permission', text: permission.text, sure: true })
	const active = running(session.tools)
	const asking = active.findLast(({ question }) => question !== null)
	if (asking?.question) return settled({ kind: 'waiting_input', text: asking.question, sure: true })
	if (turn.kind === 'asks') return settled({ kind: 'waiting_input', text: turn.text, sure: true })
	const foreground = active.filter(({ inBackground }) => !inBackground)
	const newest = foreground.at(-1)
	if (newest) return ofTools(session, foreground, newest, now)
	return ofTurn(session, active, now)
}

function ofTools(
	session: Session,
	tools: readonly SessionTool[],
	newest: SessionTool,
	now: number,
): Standing {
	const ends = tools.flatMap(({ ends }) => ends?.at ?? [])
	// A hook would have told, and so would the registry: then silence means work. After a restart, no hook has come yet.
	const isTold = session.isHooked || session.registry === 'busy'
	const suspects = isTold ? [] : tools.filter(mayAsk)
	const due = suspects.map(({ heardAt }) => heardAt + PERMISSION_SILENCE_MS)
	const silent = suspects.find(({ heardAt }) => heardAt + PERMISSION_SILENCE_MS <= now)
	const later = [...ends, ...due.filter((at) => at > now)]
	const until = later.length > 0 ? Math.min(...later) : null
	if (silent) {
		const status: AgentStatus = { kind: 'waiting_permission', text: silent.text, sure: false }
		return { status, since: silent.heardAt + PERMISSION_SILENCE_MS, until }
	}
	return { status: { kind: 'working', text: newest.text }, until }
}

const mayAsk = ({ name, ends, question }: SessionTool): boolean =>
	ends === null && question === null && !isAgentTool(name)

function ofTurn(session: Session, background: readonly SessionTool[], now: number): Standing {
	const { turn, words } = session
	switch (turn.kind) {
		case 'none':
		case 'interrupted':
			return settled({ kind: 'idle' })
		case 'working':
			return settled({ kind: 'working', text: 'Thinking' })
		case 'text': {
			if (session.isOwn) return settled({ kind: 'working', text: 'Answering' })
			const due = turn.at + TEXT_SILENCE_MS
			if (due > now) return { status: { kind: 'working', text: 'Answering' }, until: due }
			return { status: over(session, words, background, false), since: due, until: null }
		}
		case 'over':
			return settled(over(session, words, background, true))
		default:
			return settled({ kind: 'idle' })
	}
}

function over(
	{ wakes, isScheduled }: Session,
	words: string,
	background: readonly SessionTool[],
	sure: boolean,
): AgentStatus {
	const [first] = background
	if (first) return { kind: 'waiting_turn', text: first.text }
	if (wakes || isScheduled) return { kind: 'waiting_turn', text: 'Waiting for its next turn' }
	return { kind: 'waiting_input', text: words, sure }
}

export const isSameStatus = (a: AgentStatus, b: AgentStatus): boolean =>
	JSON.stringify(a) === JSON.stringify(b)

const settled = (status: AgentStatus): Standing => ({ status, until: null })
