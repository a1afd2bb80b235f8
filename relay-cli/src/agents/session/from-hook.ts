/** Events of a session, from hooks and from the registry of Claude Code. Pure. */
import type { HookEvent } from './hook-event.ts'
import type { Session } from './session.ts'
import * as list from './tool-list.ts'
import { questionText, shown, toolText } from './tool-text.ts'
import { agentEnded, turnEnd } from './turn.ts'

export function ofHook(session: Session, hook: HookEvent, now: number): Session {
	switch (hook.kind) {
		case 'session-start':
			return hook.source === 'compact' ? session : begun(session, now)
		case 'session-end':
			return { ...session, ended: { sure: true, at: now }, permission: null }
		case 'permission': {
			const living = { ...session, ended: null }
			if (hook.tool === 'AskUserQuestion')
				return { ...living, turn: { kind: 'asks', text: questionText(hook.input), at: now } }
			const who = hook.agentId === null ? '' : `${shown(hook.agentType ?? 'sub-agent', 40)}: `
			const text = shown(`${who}${toolText(hook.tool, hook.input)}`)
			return { ...living, permission: { text, at: now, by: 'hook' } }
		}
		case 'notification':
			return notified(session, hook.type, shown(hook.message), now)
		case 'stop':
			return { ...turnEnd(session, now), ended: null }
		case 'sub-stop':
			return { ...session, agents: agentEnded(session.agents, hook.agentId, now) }
		default:
			return hook satisfies never
	}
}

/** Nobody works on what a process before this one left unfinished. */
export const begun = (session: Session, now: number): Session => ({
	...(session.turn.kind === 'none' ? session : turnEnd(session, now)),
	ended: null,
	permission: null,
})

function notified(session: Session, type: string, message: string, now: number): Session {
	switch (type) {
		case 'permission_prompt': {
			if (session.permission) return session
			const text = list.running(session.tools).at(-1)?.text ?? message
			return { ...session, permission: { text, at: now, by: 'hook' } }
		}
		case 'idle_prompt':
			// Asked for a minute: it changes nothing of a question that stands.
			return session.turn.kind === 'asks' || session.permission ? session : turnEnd(session, now)
		case 'elicitation_dialog':
		case 'agent_needs_input':
			return { ...session, turn: { kind: 'asks', text: message, at: now } }
		default:
			return session
	}
}

export function ofRegistry(
	session: Session,
	state: 'busy' | 'waiting' | 'idle' | null,
	waitingFor: string,
	now: number,
): Session {
	const known: Session = { ...session, registry: state, ended: null }
	const tool = list.running(session.tools).findLast(({ inBackground }) => !inBackground)
	switch (state) {
		case 'waiting': {
			if (session.permission || tool?.question) return known
			const text = tool?.text ?? shown(waitingFor)
			if (/^(?:approve|permission)/i.test(waitingFor))
				return { ...known, permission: { text, at: now, by: 'registry' } }
			return session.turn.kind === 'asks'
				? known
				: { ...known, turn: { kind: 'asks', text: shown(waitingFor), at: now } }
		}
		case 'busy':
			return {
				...known,
				permission: session.registry === 'waiting' ? null : session.permission,
				turn:
					session.turn.kind === 'asks' && session.registry === 'waiting'
						? { kind: 'working' }
						: session.turn,
			}
		case 'idle':
			return session.registry === 'idle' || session.turn.kind === 'none'
				? known
				: turnEnd(known, now)
		case null:
			return known
		default:
			return state satisfies never
	}
}
