/** Tells a project's room, its people's feeds and its automations what D1 has just learnt of a run. */
import type { Run } from '../../agent/run/run-state.ts'
import type { OutboxPayload } from '../../agent/run/run-store.ts'
import type { Env } from '../../env.ts'
import { notifyAnswerers, pushToAnswerers } from '../../feeds/notify-feeds.ts'
import type { ConversationIdentity } from '../../ports/conversation.ts'
import { roomStub } from '../production-ports.ts'

/** Nothing in a list changes with these. */
const NO_NEWS: ReadonlySet<OutboxPayload['topic']> = new Set([
	'granted',
	'late-calls',
	'answer-changed',
])

export type Unnotified = (event: string) => (error: unknown) => void

/**
 * Lists are read from D1: their viewers hear when D1 has a new title, wait or end. A room or feed that cannot be told
 * is logged and left; automations that cannot hear of a failure reject.
 */
export async function notifySubscribers(
	env: Env,
	identity: ConversationIdentity,
	payload: OutboxPayload,
	untold: Unnotified,
): Promise<void> {
	if (NO_NEWS.has(payload.topic)) return
	if (payload.topic === 'run-started' && payload.autoTitle === null) return
	if (payload.topic === 'titled' && payload.title === null) return
	const { conversationId, projectId } = identity
	await Promise.all([
		roomStub(env, projectId).conversationsChanged(conversationId).catch(untold('room_not_told')),
		payload.topic === 'run-ended' && tellAutomations(env, identity, payload.run, untold),
		'asking' in payload && notifyAnswerers(env, projectId).catch(untold('feeds_not_told')),
		payload.topic === 'run-waits' &&
			payload.run.state === 'waiting_approval' &&
			pushToAnswerers(env, projectId).catch(untold('not_pushed')),
	])
}

/** A failure starts automations: the item stays in the outbox until they have heard of it. */
async function tellAutomations(
	env: Env,
	{ conversationId, projectId }: ConversationIdentity,
	{ id, idemKey, author, state, errorCode }: Run,
	untold: Unnotified,
): Promise<void> {
	const automations = () => env.AUTOMATIONS.getByName(projectId)
	if (author.kind === 'webhook' || author.kind === 'schedule') {
		await automations().runEnded(conversationId, idemKey).catch(untold('automations_not_told'))
	}
	if (state !== 'failed') return
	await automations().happened(projectId, {
		event: 'run_failed',
		key: id,
		// No names: a deleted person's would stay in the log.
		payload: { run: { id, conversationId, error: errorCode, begunBy: author.kind } },
		run: { id, author },
	})
}
