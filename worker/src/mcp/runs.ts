/**
 * Runs of the agent that MCP clients start: `start_run`, and for clients with the extension `io.modelcontextprotocol/tasks`
 * the same as a task. Each is a conversation of its own, named by what only its client knows, so that people see it like
 * any other, and no other client can ask for it.
 */

import type { MessagePage } from '@fairlead/protocol/http'
import { LINE_META_KEY, type LineStep, type McpToolResult } from '@fairlead/protocol/mcp'
import type { RunState } from '@fairlead/protocol/runs'
import * as z from 'zod'
import { authorOf } from '../access/author.ts'
import { limitAdvice, limitReached } from '../access/limit-words.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { startRun } from '../conversations/start-run.ts'
import { database } from '../db/client.ts'
import {
	DEFAULT_TITLE,
	deleteConversation,
	ensureConversation,
	findConversation,
	newConversation,
} from '../db/conversations.ts'
import { newId } from '../ids.ts'
import type { CallGlimpse } from '../ports/client-call.ts'
import { plainText } from '../ports/message-text.ts'
import { callLine } from '../sharing/page/call-line.ts'
import { callerMayRun, type McpCaller } from './caller.ts'

const MAX_TASK_CHARS = 50_000
const POLL_MS = 2_000

/** How a run is, as a client hears it. */
export interface RunStanding {
	readonly run: string
	readonly conversationId: string
	readonly state: RunState
	readonly createdAt: number
	readonly updatedAt: number
	/** What the agent said last; empty: nothing yet. */
	readonly answer: string
	/** Its calls, in their order. */
	readonly line: readonly LineStep[]
	/** Open questions to a person, by what an answer refers to. */
	readonly questions: readonly OpenQuestion[]
}

export interface OpenQuestion {
	readonly approvalId: string
	readonly name: string
	readonly params: Record<string, unknown>
}

export const isOver = ({ state }: Pick<RunStanding, 'state'>): boolean =>
	state === 'completed' || state === 'failed' || state === 'cancelled'

const conversationIdOf = async ({ actor, project }: McpCaller, run: string): Promise<string> =>
	`cnv_${(await hashSecret(['mcp run', project.id, actor.kind, actor.id, run].join(' '))).slice(0, 24)}`

export type StartedRun =
	| { readonly ok: true; readonly run: string }
	| { readonly ok: false; readonly message: string }

/** Auto, in which nobody is asked, is chosen by a person on the page. */
export const McpRunMode = z.enum(['ask', 'read-only'])

/** Its conversation is made for it, and holds nothing else. */
export const mayStartRuns = (caller: McpCaller): boolean => callerMayRun(caller, 'run.start', '')

export async function startRunByMcp(
	caller: McpCaller,
	{ task, mode = 'ask' }: { readonly task?: unknown; readonly mode?: unknown },
): Promise<StartedRun> {
	if (!mayStartRuns(caller)) return refused(MAY_NOT)
	if (typeof task !== 'string' || task.trim() === '' || task.length > MAX_TASK_CHARS) {
		return refused(
			`start_run needs "task": the words for the agent, at most ${MAX_TASK_CHARS} characters.`,
		)
	}
	const known = McpRunMode.safeParse(mode)
	if (!known.success) {
		return refused(
			`"mode" is one of: ${McpRunMode.options.join(', ')}. Auto is chosen by a person, on the run's page.`,
		)
	}
	const { env, actor, project, role, allowance } = caller
	const now = Date.now()
	const run = newId('mcp', now)
	const conversation = newConversation(
		{
			id: await conversationIdOf(caller, run),
			projectId: project.id,
			title: DEFAULT_TITLE,
			titleSource: 'default',
			mode: known.data,
			model: null,
			budget: null,
		},
		now,
	)
	await ensureConversation(database(env.DB), conversation)
	const message = { id: run, role: 'user', parts: [{ type: 'text', text: task }] } as const
	const place = { project, conversation, role, allowance }
	const started = await startRun(env, actor, place, {
		message: { ...message, parts: [...message.parts] },
	})
	if (started.ok) {
		await env.ROOM.getByName(project.id)
			.conversationsChanged(conversation.id)
			.catch(() => undefined)
		return { ok: true, run }
	}
	// Nothing was said in it, and it would stand in everybody's list.
	await deleteConversation(database(env.DB), conversation)
	if (started.reason === 'over_quota') {
		return refused(`${limitReached(started.reached)} ${limitAdvice(started.reached)}`)
	}
	return refused(
		started.reason === 'forbidden' ? MAY_NOT : 'The run could not be started. Try again.',
	)
}

const MAY_NOT =
	'This client may not start the agent. It needs the scope "runs:start", and its person the role editor.'
const refused = (message: string): StartedRun => ({ ok: false, message })

/** Null: this client has no such run. */
export async function runStanding(caller: McpCaller, run: unknown): Promise<RunStanding | null> {
	if (typeof run !== 'string' || !/^mcp_[0-9a-z]{1,60}$/.test(run)) return null
	const { env, actor } = caller
	const id = await conversationIdOf(caller, run)
	const found = await findConversation(database(env.DB), id, actor.userId)
	if (!found) return null
	const stub = env.CONVERSATION.getByName(id)
	const [page, questions, calls] = await Promise.all([
		stub.messages({ limit: 4 }) as Promise<unknown> as Promise<MessagePage | null>,
		stub.openQuestions() as Promise<unknown> as Promise<OpenQuestion[]>,
		stub.callGlimpses() as Promise<unknown> as Promise<CallGlimpse[]>,
	])
	const { conversation } = found
	const stored = conversation.lastRunState as RunState | null
	// The list learns the end of a run a moment after the conversation.
	const state = page?.activeRun?.state ?? (stored && isOver({ state: stored }) ? stored : 'running')
	const last = page?.messages.findLast(({ role }) => role === 'assistant')
	return {
		...{ run, conversationId: id, state, questions },
		...{ createdAt: conversation.createdAt, updatedAt: conversation.updatedAt },
		answer: last ? plainText(last.parts as never) : '',
		line: calls.map(lineStep),
	}
}

/** As {@link runStanding}, when it is over, asks, or `until` (Unix ms) has come. */
export async function awaitRun(
	caller: McpCaller,
	run: unknown,
	until: number,
	{ signal, tell }: { readonly signal: AbortSignal; readonly tell: (news: string) => void },
): Promise<RunStanding | null> {
	for (;;) {
		const standing = await runStanding(caller, run)
		if (!standing || isOver(standing) || standing.questions.length > 0) return standing
		if (signal.aborted || Date.now() + POLL_MS > until) return standing
		tell(WORDS[standing.state])
		await scheduler.wait(POLL_MS)
	}
}

export const WORDS: Readonly<Record<RunState, string>> = {
	queued: 'Queued',
	running: 'The agent is working',
	waiting_approval: 'Waiting for approval',
	waiting_editor: 'Waiting for Unity',
	waiting_retry: 'Waiting for the model',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Stopped',
}

export async function stopRun(caller: McpCaller, standing: RunStanding): Promise<boolean> {
	if (!callerMayRun(caller, 'run.stop', standing.conversationId)) return false
	const stub = caller.env.CONVERSATION.getByName(standing.conversationId)
	await stub.stop(null, true, authorOf(caller.actor))
	return true
}

export async function answerRun(
	caller: McpCaller,
	{ conversationId }: RunStanding,
	approvalId: string,
	approved: boolean,
): Promise<boolean> {
	if (!callerMayRun(caller, 'run.answer', conversationId)) return false
	const stub = caller.env.CONVERSATION.getByName(conversationId)
	return stub.answerApproval(approvalId, { approved, scope: 'once' }, authorOf(caller.actor))
}

export const runPage = ({ origin, project }: McpCaller, { conversationId }: RunStanding): string =>
	`${origin}/p/${project.id}/c/${conversationId}`

function lineStep(call: CallGlimpse): LineStep {
	const line = callLine(call)
	// The knot says it.
	return { ...line, ...(call.state === 'running' ? { outcome: '' } : {}), state: call.state }
}

/** For a client that shows the app. */
export const withLine = (result: McpToolResult, { line }: RunStanding): McpToolResult => ({
	...result,
	_meta: { [LINE_META_KEY]: line },
})

/** The outcome as a tool's result; of a run that goes on, where it stands and what to do. */
export function runResult(caller: McpCaller, standing: RunStanding): McpToolResult {
	const { run, state, answer } = standing
	const structuredContent = {
		...{ id: run, state, page: runPage(caller, standing) },
		...(answer === '' ? {} : { answer }),
		...(isOver(standing) ? {} : { hint: HINTS[state] ?? 'Ask again with collect.' }),
	}
	return {
		content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
		structuredContent,
		...(state === 'failed' ? { isError: true } : {}),
	}
}

const HINTS: { readonly [S in RunState]?: string } = {
	waiting_approval: 'A person answers on the page or the phone. Ask again with collect.',
	waiting_editor: 'It goes on when Unity is there. Ask again with collect.',
}
