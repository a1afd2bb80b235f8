/**
 * Runs of the agent that MCP clients start. Each is a conversation of its own, named by a secret of its client, so
 * that people see it like any other, and no other client can ask for it.
 */

import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import type { RunState } from '@fairlead/protocol/conversations/runs'
import {
	type ClientRuns,
	isOver,
	type LineStep,
	NO_SUCH_RUN,
	type OpenQuestion,
	type RunAnswer,
	type RunRequest,
	type RunStanding,
} from '@fairlead/protocol/mcp'
import { authorOf } from '../../access/author.ts'
import { stopAdvice, stopTitle } from '../../access/dollar-budgets.ts'
import { limitAdvice, limitReached } from '../../access/limit-words.ts'
import {
	DEFAULT_TITLE,
	deleteConversation,
	ensureConversation,
	findConversation,
	newConversation,
} from '../../conversations/record/conversations.ts'
import { startRun } from '../../conversations/start-run.ts'
import { database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { CallGlimpse, ClientRun } from '../../ports/client-call.ts'
import { plainText } from '../../ports/message-text.ts'
import { callLine } from '../../sharing/page/call-line.ts'
import { callerMayRun, type McpCaller } from '../caller.ts'
import { answerAsCaller } from '../calls/answer-in-client.ts'

/** The client that starts runs, and the place in which they work. */
export interface RunsOf {
	readonly caller: McpCaller
	/** The answer to a client that may not start runs. */
	readonly mayNotStart: string
	/** The seat of the runs; missing: the project's target. */
	readonly editorKey?: string
	/** Names the next run; a repeated one is the same run. Missing: every start is a new run. */
	readonly run?: string
}

export function clientRuns(of: RunsOf): ClientRuns {
	const { caller } = of
	const { env, origin, project } = caller
	const conversation = ({ conversationId }: RunStanding) =>
		env.CONVERSATION.getByName(conversationId)
	return {
		async start(request) {
			const run = of.run ?? newId('mcp', Date.now())
			const refusal = await start(of, request, run)
			return refusal === null ? look(caller, run) : refused(refusal)
		},
		look: (run) => look(caller, run),
		async stop(run) {
			const found = await look(caller, run)
			if (!found.ok) return found
			const { standing } = found
			if (isOver(standing)) return found
			if (!callerMayRun(caller, 'run.stop', standing.conversationId))
				return refused('This client may not stop runs.')
			await conversation(standing).stop(null, true, authorOf(caller.actor))
			return look(caller, run)
		},
		async answer(run, approvalId, approved) {
			const found = await look(caller, run)
			if (!found.ok) return found
			const { conversationId } = found.standing
			if (!(await answerAsCaller(caller, conversationId, approvalId, approved)))
				return refused('This client may not answer approvals.')
			return look(caller, run)
		},
		pageOf: ({ conversationId }) => `${origin}/p/${project.id}/c/${conversationId}`,
	}
}

const refused = (message: string): RunAnswer => ({ ok: false, message })

const conversationIdOf = async ({ actor, project }: McpCaller, run: string): Promise<string> =>
	`cnv_${(await hashSecret(['mcp run', project.id, actor.kind, actor.id, run].join(' '))).slice(0, 24)}`

/** Returns null if the run is started, durably; else the reason why not. */
async function start(
	{ caller, mayNotStart, editorKey }: RunsOf,
	{ task, mode }: RunRequest,
	run: string,
): Promise<string | null> {
	// The run's conversation is made for it, and holds nothing else.
	if (!callerMayRun(caller, 'run.start', '')) return mayNotStart
	const { env, actor, project, role, allowance } = caller
	const db = database(env.DB)
	const id = await conversationIdOf(caller, run)
	const known = await findConversation(db, id, actor.userId)
	const conversation =
		known?.conversation ??
		newConversation(
			{
				id,
				projectId: project.id,
				mode,
				model: null,
				budget: null,
				title: DEFAULT_TITLE,
				titleSource: 'default' as const,
			},
			Date.now(),
		)
	if (!known) await ensureConversation(db, conversation)
	const message = { id: run, role: 'user' as const, parts: [{ type: 'text' as const, text: task }] }
	const place = { project, conversation, role, allowance }
	const started = await startRun(env, actor, place, { message }, editorKey)
	if (started.ok) {
		await env.ROOM.getByName(project.id)
			.conversationsChanged(conversation.id)
			.catch(() => undefined)
		return null
	}
	// The conversation has no message, and would stand in everybody's list.
	if (!known) await deleteConversation(db, conversation)
	if (started.reason === 'over_quota')
		return `${limitReached(started.reached)} ${limitAdvice(started.reached)}`
	if (started.reason === 'over_budget')
		return `${stopTitle(started.stop)} ${stopAdvice(started.stop)}`
	return started.reason === 'forbidden' ? mayNotStart : 'The run could not be started. Try again.'
}

async function look(caller: McpCaller, run: string): Promise<RunAnswer> {
	const standing = /^mcp_[0-9a-z]{1,60}$/.test(run) ? await runStanding(caller, run) : null
	return standing ? { ok: true, standing } : refused(NO_SUCH_RUN)
}

/** Returns null if this client has no such run. */
async function runStanding(caller: McpCaller, run: string): Promise<RunStanding | null> {
	const { env, actor } = caller
	const id = await conversationIdOf(caller, run)
	const found = await findConversation(database(env.DB), id, actor.userId)
	if (!found) return null
	const stub = env.CONVERSATION.getByName(id)
	// Read before the messages: a run that is over by then has its whole answer in them.
	const own = (await stub.clientRun(run)) as unknown as ClientRun
	const [page, questions] = await Promise.all([
		stub.messages({ limit: 4 }) as Promise<unknown> as Promise<MessagePage | null>,
		stub.openQuestions() as Promise<unknown> as Promise<OpenQuestion[]>,
	])
	const { conversation } = found
	// D1 learns the end of a run a moment after the conversation. It knows one whose object has lost its storage.
	const state = own.state ?? (conversation.lastRunState as RunState | null) ?? 'queued'
	const last =
		page?.messages.find((message) => message.id === own.messageId) ??
		page?.messages.findLast(({ role }) => role === 'assistant')
	return {
		run,
		conversationId: id,
		state,
		// A person may continue in the conversation: those questions are another run's.
		questions: isOver({ state }) ? [] : questions,
		mayAnswer: callerMayRun(caller, 'run.answer', id),
		createdAt: conversation.createdAt,
		updatedAt: conversation.updatedAt,
		answer: last ? plainText(last.parts as never) : '',
		line: own.calls.map(lineStep),
	}
}

function lineStep(call: CallGlimpse): LineStep {
	const line = callLine(call)
	// The knot of the line says that it runs.
	return { ...line, ...(call.state === 'running' ? { outcome: '' } : {}), state: call.state }
}
