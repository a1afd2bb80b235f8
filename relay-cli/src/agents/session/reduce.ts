/** What an event makes of a session. Pure: `(session, event, now) → session`. */
import type { Fields } from '../transcripts/fields.ts'
import type { AssistantBlock, TranscriptRecord } from '../transcripts/record.ts'
import type { HookEvent } from './hook-event.ts'
import type { Session, SessionTool } from './session.ts'
import { standingOf } from './status.ts'
import * as list from './tool-list.ts'
import { isAgentTool, questionText, shown, toolText } from './tool-text.ts'
import { counted } from './usage.ts'

export type SessionEvent =
	/** `isSub`: of a sub-agent's own file. */
	| { readonly kind: 'record'; readonly record: TranscriptRecord; readonly isSub: boolean }
	| { readonly kind: 'hook'; readonly hook: HookEvent }
	/** What Claude Code says in its registry of running sessions. */
	| {
			readonly kind: 'registry'
			readonly state: 'busy' | 'waiting' | 'idle' | null
			readonly waitingFor: string
	  }
	/** Time has passed. */
	| { readonly kind: 'time' }
	/** `/clear` began another session in its place, which has no file yet. */
	| { readonly kind: 'replaced' }
	/** Hooks arrive from the session that it belongs to. */
	| { readonly kind: 'hooked' }
	/** Its process, or the session that began it, has ended; `sure` false: by all that can be seen. */
	| { readonly kind: 'gone'; readonly sure: boolean }

/** Above it, a record is from before it was looked for: nothing of it is held back. */
const LIVE_MS = 5_000
const MAX_ENDED_AGENTS = 200
/** Words of a turn that reach a card. */
const TITLE_CHARS = 200

export function reduce(session: Session, event: SessionEvent, now: number): Session {
	const at = event.kind === 'record' ? Math.min(event.record.at ?? now, now) : now
	const next = step({ ...session, tools: list.settled(session.tools, now) }, event, at, now)
	const { status, since = at } = standingOf(next, now)
	const isSame = JSON.stringify(status) === JSON.stringify(session.status)
	return {
		...next,
		status: isSame ? session.status : status,
		since: isSame ? session.since : since,
	}
}

function step(session: Session, event: SessionEvent, at: number, now: number): Session {
	switch (event.kind) {
		case 'record':
			return ofRecord(session, event.record, event.isSub, at, now)
		case 'hook':
			return ofHook({ ...session, isHooked: true, heardAt: now }, event.hook, now)
		case 'registry':
			return ofRegistry(session, event.state, event.waitingFor, now)
		case 'time':
			return session
		case 'replaced':
			return { ...begun(session, now), turn: { kind: 'none' }, words: '', tools: [] }
		case 'hooked':
			return { ...session, isHooked: true }
		case 'gone':
			return session.ended?.sure ? session : { ...session, ended: { sure: event.sure, at: now } }
		default:
			return event satisfies never
	}
}

function ofRecord(
	session: Session,
	record: TranscriptRecord,
	isSub: boolean,
	at: number,
	now: number,
): Session {
	const known: Session = {
		...session,
		heardAt: Math.max(session.heardAt, at),
		cwd: session.cwd ?? record.cwd,
		branch: record.branch ? shown(record.branch) : session.branch,
		team: record.team ?? session.team,
	}
	// Sub-agents of old versions write into the session's file: their tokens count, and nothing else of them.
	if (record.isSide && !isSub)
		return record.kind === 'assistant' ? withUsage(known, record, false) : known
	switch (record.kind) {
		case 'assistant':
			return assistant(alive(known, at), record, at, now)
		case 'prompt':
			return prompt(alive(known, at), record.text, at)
		case 'cleared':
			return { ...known, isCleared: true }
		case 'interrupted':
			return {
				...alive(known, at),
				turn: { kind: 'interrupted', at },
				tools: list.endedAll(known.tools, 'failed'),
				permission: unlessAnswered(known, at),
			}
		case 'results':
			return results(alive(known, at), record, at, now)
		case 'turn-end':
			return turnEnd(alive(known, at), at)
		case 'progress':
			return progress(known, record, at)
		case 'background-end':
			return backgroundEnd(known, record, now)
		case 'title':
			return { ...known, named: record.text ? shown(record.text, TITLE_CHARS) : known.named }
		case 'aside':
		case 'compacted':
		case 'ignored':
		case 'unknown':
		case 'damaged':
			return known
		default:
			return record satisfies never
	}
}

/** It writes, so it has not ended, whatever was thought; an end that was told counts for what was written before. */
const alive = (session: Session, at: number): Session =>
	session.ended && at > session.ended.at ? { ...session, ended: null } : session

function withUsage(
	session: Session,
	{ usage, messageId, model }: TranscriptRecord & { kind: 'assistant' },
	isMain: boolean,
): Session {
	if (!usage || !messageId) return session
	return { ...session, usage: counted(session.usage, { id: messageId, usage, model }, isMain) }
}

function assistant(
	before: Session,
	record: TranscriptRecord & { kind: 'assistant' },
	at: number,
	now: number,
): Session {
	const session = { ...withUsage(before, record, true), model: record.model ?? before.model }
	const texts = record.blocks.filter(({ kind }) => kind === 'text') as { text: string }[]
	const words = shown(texts.at(-1)?.text ?? '') || session.words
	if (record.isError)
		return {
			...session,
			words,
			turn: { kind: 'over', at },
			permission: unlessAnswered(session, at),
		}
	const calls = record.blocks.filter((one) => one.kind === 'tool')
	if (calls.length > 0) return calledTools({ ...session, words }, calls, at, now)
	// The end of a turn may be told before its last words are written.
	if (session.turn.kind === 'over' && at <= session.turn.at) return { ...session, words }
	const isText = texts.length > 0
	return {
		...session,
		words,
		turn: isText ? { kind: 'text', at } : { kind: 'working' },
		// If the model continues and nothing runs, a permission that was asked for has been answered.
		permission:
			list.running(session.tools).length > 0 ? session.permission : unlessAnswered(session, at),
	}
}

function calledTools(
	session: Session,
	calls: readonly (AssistantBlock & { kind: 'tool' })[],
	at: number,
	now: number,
): Session {
	const tools = calls.reduce<list.Tools>(
		(all, call) => list.started(all, newTool(call, at, now)),
		session.tools,
	)
	const called = (name: string): boolean => calls.some((one) => one.name === name)
	return {
		...session,
		tools,
		turn: { kind: 'working' },
		wakes: session.wakes || called('ScheduleWakeup'),
		isScheduled: called('CronCreate') || (session.isScheduled && !called('CronDelete')),
	}
}

function newTool(
	{ id, name, input }: { id: string; name: string; input: Fields },
	at: number,
	now: number,
): SessionTool {
	return {
		toolId: id,
		name: name.slice(0, 100),
		text: toolText(name, input),
		state: 'running',
		heardAt: at,
		// What is read late was not shown in time anyway.
		seenAt: now - at > LIVE_MS ? 0 : now,
		ends: null,
		inBackground: false,
		question: name === 'AskUserQuestion' ? questionText(input) : null,
	}
}

/** A record from before the question does not answer it: the hook may be faster than the file. */
const unlessAnswered = ({ permission }: Session, at: number): Session['permission'] =>
	permission && at <= permission.at ? permission : null

const prompt = (session: Session, text: string, at: number): Session => ({
	...session,
	title: session.title ?? (shown(text, TITLE_CHARS) || null),
	turn: { kind: 'working' },
	// What the turn before said is not an answer of this one.
	words: '',
	wakes: false,
	tools: list.endedAll(session.tools, 'done'),
	permission: unlessAnswered(session, at),
})

function results(
	session: Session,
	record: TranscriptRecord & { kind: 'results' },
	at: number,
	now: number,
): Session {
	let { tools, permission } = session
	for (const { toolId, failed } of record.results) {
		const tool = tools.find((one) => one.toolId === toolId)
		const isLaunch = record.isLaunch && tool !== undefined && isAgentTool(tool.name)
		tools = isLaunch
			? list.changed(tools, toolId, (one) => ({ ...one, inBackground: true, heardAt: at }))
			: list.ended(tools, toolId, failed, now)
		if (tool && permission?.text.endsWith(tool.text)) permission = unlessAnswered(session, at)
	}
	const isOpen = list.running(tools).some(({ ends }) => ends === null)
	// Nothing is left that could have asked.
	if (permission && !isOpen) permission = unlessAnswered(session, at)
	const isDone = record.agentId !== null && !record.isLaunch
	const team = session.team ?? ledTeam(session, record)
	return {
		...session,
		tools,
		permission,
		team,
		turn: isLate(session, at) ? session.turn : { kind: 'working' },
		endedAgents: isDone ? remembered(session.endedAgents, record.agentId) : session.endedAgents,
	}
}

/** The lead of a team learns its name when a member begins: its own records say nothing of it. */
function ledTeam(
	session: Session,
	{ results }: TranscriptRecord & { kind: 'results' },
): Session['team'] {
	for (const { toolId, content } of results) {
		const tool = session.tools.find((one) => one.toolId === toolId)
		if (!tool || !isAgentTool(tool.name)) continue
		const text = typeof content === 'string' ? content : JSON.stringify(content ?? '')
		const name = /agent_id:\s*[^\s@"\\]{1,100}@([^\s"\\]{1,100})/.exec(text.slice(0, 4_000))?.[1]
		if (name) return { name, member: null }
	}
	return null
}

/** Written before the turn was said to be over, and read after. */
const isLate = ({ turn }: Session, at: number): boolean =>
	(turn.kind === 'over' || turn.kind === 'interrupted') && at <= turn.at

const remembered = (ids: readonly string[], id: string | null): readonly string[] =>
	id === null || ids.includes(id) ? ids : [...ids, id].slice(-MAX_ENDED_AGENTS)

const turnEnd = (session: Session, at: number): Session => ({
	...session,
	turn: session.turn.kind === 'interrupted' ? session.turn : { kind: 'over', at },
	tools: list.endedAll(session.tools, 'done'),
	permission: null,
})

function progress(
	session: Session,
	{ of, toolId }: TranscriptRecord & { kind: 'progress' },
	at: number,
): Session {
	if (toolId === null || (of !== 'bash_progress' && of !== 'mcp_progress')) return session
	const tool = session.tools.find((one) => one.toolId === toolId)
	if (tool?.state !== 'running') return session
	const isAnswered = session.permission?.text.endsWith(tool.text) ?? false
	return {
		...session,
		tools: list.changed(session.tools, toolId, (one) => ({ ...one, heardAt: at })),
		permission: isAnswered ? null : session.permission,
	}
}

function backgroundEnd(
	session: Session,
	{ toolId, agentId }: TranscriptRecord & { kind: 'background-end' },
	now: number,
): Session {
	return {
		...session,
		tools: toolId ? list.ended(session.tools, toolId, false, now) : session.tools,
		endedAgents: remembered(session.endedAgents, agentId),
	}
}

function ofHook(session: Session, hook: HookEvent, now: number): Session {
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
			return { ...session, endedAgents: remembered(session.endedAgents, hook.agentId) }
		default:
			return hook satisfies never
	}
}

/** Nobody works on what a process before this one left unfinished. */
const begun = (session: Session, now: number): Session => ({
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

function ofRegistry(
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
