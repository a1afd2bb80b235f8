/** Between a conversation and the objects of its sub-agents. */
import type { SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import { activateTools } from '../agent/calls/tools-step.ts'
import type { RunMachine } from '../agent/run/run-machine.ts'
import { isEnded } from '../agent/run/run-state.ts'
import type { OutboxPayload } from '../agent/run/run-store.ts'
import type { SubAgentReport, SubAgentStart, SubAgentsPort } from '../agent/sub-agents/sub-agent.ts'
import type { Env } from '../env.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import { type StartedBy, subAgentId } from '../ports/sub-agent-id.ts'
import { glimpseOf } from './clients/client-calls.ts'
import type { ConversationStore } from './conversation-store.ts'

/** A stub for one call only: once the object was aborted, older stubs fail for good. */
const objectOf = (env: Env, conversationId: string, callId: string) =>
	env.CONVERSATION.getByName(subAgentId(conversationId, callId))

export function subAgentsPort(
	env: Env,
	{ conversationId, projectId }: ConversationIdentity,
): SubAgentsPort {
	return {
		start: (start, begun) => {
			const identity = { conversationId: subAgentId(conversationId, start.callId), projectId }
			return objectOf(env, conversationId, start.callId).startAgent(identity, start, begun)
		},
		async stop(callIds) {
			const over = await Promise.allSettled(
				callIds.map((callId) => objectOf(env, conversationId, callId).stopAgent()),
			)
			return callIds.filter((_, index) => {
				const one = over[index]
				return one?.status !== 'fulfilled' || !one.value
			})
		},
	}
}

/** Objects asked in parallel, and in one call: the platform limits an invocation's requests. */
const AT_ONCE = 10
const MAX_PER_CALL = 200

type Identified = Pick<ConversationIdentity, 'conversationId'>

/**
 * Deletes everything that the sub-agents store. A deleted sub-agent is forgotten here, so that another try continues.
 * False: there are more than one call may delete. Rejects if one of them could not be deleted.
 */
export async function destroySubAgents(
	env: Env,
	{ conversationId }: Identified,
	store: Pick<ConversationStore, 'subAgentCalls' | 'deleteSubAgent'>,
): Promise<boolean> {
	const all = store.subAgentCalls()
	const destroyOne = async (callId: string) => {
		try {
			await objectOf(env, conversationId, callId).destroy()
		} catch (error) {
			// An object that deletes itself may end during its answer.
			if ((await objectOf(env, conversationId, callId).agentView()) !== null) throw error
		}
		store.deleteSubAgent(callId)
	}
	await inTens(all.slice(0, MAX_PER_CALL), destroyOne)
	return all.length <= MAX_PER_CALL
}

/** False: a sub-agent is at work, or there are more than one call may ask. */
export async function forgetInSubAgents(
	env: Env,
	{ conversationId }: Identified,
	store: Pick<ConversationStore, 'subAgentsNaming' | 'subAgentForgot'>,
	userId: string,
): Promise<boolean> {
	const all = store.subAgentsNaming(userId)
	let busy = all.length > MAX_PER_CALL
	await inTens(all.slice(0, MAX_PER_CALL), async (callId) => {
		if (await objectOf(env, conversationId, callId).forgetPerson(userId))
			store.subAgentForgot(callId, userId)
		else busy = true
	})
	return !busy
}

/** Rejects if one call did, after the others of its ten have ended. */
async function inTens(
	callIds: readonly string[],
	ask: (callId: string) => Promise<void>,
): Promise<void> {
	for (let from = 0; from < callIds.length; from += AT_ONCE) {
		const asked = await Promise.allSettled(callIds.slice(from, from + AT_ONCE).map(ask))
		const failed = asked.find((one) => one.status === 'rejected')
		if (failed) throw failed.reason
	}
}

/** Setting of an object that was told to stop before its start came. */
export const NEVER_BEGINS = 'never_begins'

/** A repeated start is the same message, and begins nothing. */
export function beginAgent(
	machine: RunMachine,
	store: ConversationStore,
	{ callId, briefing, task, activated, model, settings, ...options }: SubAgentStart,
): void {
	activateTools({ store }, activated)
	const { editorKey, ...rest } = options
	const parts = [briefing, task].map((text) => ({ type: 'text' as const, text }))
	machine.post(
		{ id: callId, role: 'user', parts },
		{
			...rest,
			source: { kind: 'model', model, settings },
			...(editorKey === null ? {} : { editorKey }),
		},
	)
	void machine.wake()
}

/** The page's view of a sub-agent; null: there is none, or no longer. */
export async function viewSubAgent(
	env: Env,
	{ conversationId }: ConversationIdentity,
	store: Pick<ConversationStore, 'subAgentCalled'>,
	{ toolCallId, createdAt }: { readonly toolCallId: string; readonly createdAt: number },
): Promise<SubAgentView | null> {
	const agent = store.subAgentCalled(toolCallId, createdAt)
	return agent && objectOf(env, conversationId, agent.callId).agentView()
}

/**
 * Tells the run that started the sub-agent how it stands, instead of D1, lists, rooms and feeds. Rejects until
 * that run has it. False: nobody knows of the sub-agent any longer.
 */
export async function tellStarter(
	env: Env,
	{ conversationId, callId }: StartedBy,
	store: ConversationStore,
	payload: OutboxPayload,
	/** Bytes that the sub-agent's object stores. */
	bytes: number,
): Promise<boolean> {
	const starter = () => env.CONVERSATION.getByName(conversationId)
	switch (payload.topic) {
		case 'run-waits': {
			const run = store.latestRun()
			if (!run || isEnded(run)) return true
			return starter().agentWaiting(callId, waitingOf(store))
		}
		case 'run-ended':
			return starter().agentEnded({ ...reportOf(store, callId, payload), bytes })
		case 'run-started':
		case 'granted':
		case 'titled':
		case 'late-calls':
		case 'verdict':
		case 'answer-changed':
			return true
		default:
			return payload satisfies never
	}
}

/** Why the sub-agent waits for the editor now. */
export function waitingOf(store: ConversationStore): string | null {
	const run = store.latestRun()
	if (run?.state !== 'waiting_editor') return null
	const waiting = store.openCalls(run.id).find((call) => call.waiting !== null)
	return waiting?.waiting ?? 'A sub-agent waits for the editor'
}

function reportOf(
	store: ConversationStore,
	callId: string,
	{ run, calls = [] }: Extract<OutboxPayload, { topic: 'run-ended' }>,
): SubAgentReport {
	const parts = store.message(run.messageId)?.ui.parts ?? []
	const end = parts.find((part) => part['id'] === `end-${run.id}`)?.['data']
	const { code, text } = (end ?? {}) as { code?: string; text?: string }
	return {
		callId,
		state: run.state === 'failed' || run.state === 'cancelled' ? run.state : 'completed',
		notice: code === undefined ? null : { code, text: text ?? '' },
		answer: lastWords(parts),
		steps: store.modelSteps(run.id),
		calls,
		changes: store.changes(run.id),
		editorKey: run.editorKey,
	}
}

/** The words after its last call; all words of an answer that was cut off. */
function lastWords(parts: readonly Record<string, unknown>[]): string {
	const said = (from: number): string =>
		parts
			.slice(from)
			.flatMap((part) => (part['type'] === 'text' ? [String(part['text'])] : []))
			.join('\n\n')
			.trim()
	const last = parts.findLastIndex(({ type }) => type === 'step-start')
	return said(last + 1) || said(0)
}

/** The part of a sub-agent that the page unfolds below the call that started it. */
export function agentView(store: ConversationStore): SubAgentView | null {
	const run = store.latestRun()
	if (!run) return null
	return {
		state: run.state,
		startedAt: run.startedAt,
		...(run.finishedAt === null ? {} : { finishedAt: run.finishedAt }),
		steps: store.steps(run.id).map(({ seq, kind, state, startedAt, finishedAt }) => ({
			seq,
			kind,
			startedAt,
			state: state === 'done' ? 'done' : isEnded(run) ? 'failed' : 'running',
			...(finishedAt === null ? {} : { finishedAt }),
			calls: store.calls(run.id, seq).map(glimpseOf),
		})),
	}
}
