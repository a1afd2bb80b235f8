/** A session after an event. Pure: `(session, event, now) → session`. */
import type { Fields } from '../transcripts/fields.ts'
import type { AssistantBlock, TranscriptRecord } from '../transcripts/record.ts'
import { begun, ofHook, ofRegistry } from './from-hook.ts'
import type { HookEvent } from './hook-event.ts'
import type { Session, SessionTool } from './session.ts'
import { isSameStatus, standingOf } from './status.ts'
import * as list from './tool-list.ts'
import { isAgentTool, questionText, shown, toolText } from './tool-text.ts'
import { agentEnded, agentLaunched, turnEnd } from './turn.ts'
import { counted } from './usage.ts'

export type SessionEvent =
	/** `isSub`: of a sub-agent's own file. */
	| { readonly kind: 'record'; readonly record: TranscriptRecord; readonly isSub: boolean }
	| { readonly kind: 'hook'; readonly hook: HookEvent }
	/** Claude Code's registry of running sessions has it. */
	| {
			readonly kind: 'registry'
			readonly state: 'busy' | 'waiting' | 'idle' | null
			readonly waitingFor: string
	  }
	/** Time has passed. */
	| { readonly kind: 'time' }
	/** `/clear` began another session in its place, which has no file yet. */
	| { readonly kind: 'replaced' }
	/** The session no longer asks for a permission. Only sessions of the relay report this. */
	| { readonly kind: 'answered' }
	/** Hooks arrive from the session that it belongs to. */
	| { readonly kind: 'hooked' }
	/** Its process, or the session that began it, has ended; `sure` false: by all that can be seen. */
	| { readonly kind: 'gone'; readonly sure: boolean }

/** Above it, a record is from before it was looked for: nothing of it is held back. */
const LIVE_MS = 5_000
/** Words of a turn that reach a card. */
const TITLE_CHARS = 200

export function reduce(session: Session, event: SessionEvent, now: number): Session {
	const at = event.kind === 'record' ? Math.min(event.record.at ?? now, now) : now
	const next = step({ ...session, tools: list.settled(session.tools, now) }, event, at, now)
	const { status, since = at } = standingOf(next, now)
	const isSame = isSameStatus(status, session.status)
	return {
		...next,
		status: isSame ? session.status : status,
		since: isSame ? session.since : since,
	}
}

function step(session: Session, event: SessionEvent, at: number, now: number): Session {
	switch (event.kind) {
		case 'record': {
			const next = ofRecord(session, event.record, event.isSub, at, now)
			return session.isOwn ? { ...next, permission: session.permission } : next
		}
		case 'answered':
			return { ...session, permission: null }
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
			return backgroundEnd(known, record, at, now)
		case 'usage': {
			const { used, size, cost } = record
			const context = { used, window: size >= used && size > 0 ? size : null }
			return { ...known, usage: { ...known.usage, context, cost: cost ?? known.usage.cost } }
		}
		case 'program':
			return { ...begun(known, at), program: shown(record.name) || null }
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
		// A record that is read late was not shown in time anyway.
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
	// The words of the turn before are not an answer of this one.
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
	const team = session.team ?? ledTeam(session, record)
	return {
		...session,
		tools,
		permission,
		team,
		turn: isLate(session, at) ? session.turn : { kind: 'working' },
		agents: record.isLaunch
			? agentLaunched(session.agents, record.agentId)
			: agentEnded(session.agents, record.agentId, at),
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
	at: number,
	now: number,
): Session {
	return {
		...session,
		tools: toolId ? list.ended(session.tools, toolId, false, now) : session.tools,
		agents: agentEnded(session.agents, agentId, at),
	}
}
