/**
 * Cancelling in the revisions of 2025: the notification comes in an HTTP request of its own, and a lost connection
 * cancels nothing. So a call's id ends with a mark of the request that it came with, and is found by it.
 */
import { authorOf } from '../../access/author.ts'
import { newId } from '../../ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { McpCaller } from '../caller.ts'
import { recentConversationIds } from '../conversation-of.ts'
import { SESSION_HEADER } from '../session-id.ts'

const CANCELLED = 'notifications/cancelled'
export const CLIENT_CALL_PREFIX = 'mcp_'
const MARK_LENGTH = 16
/** The call may be about to be handed in. */
const LOOK_AGAIN_MS = 500

interface Message {
	readonly id?: unknown
	readonly method?: unknown
	readonly params?: { readonly requestId?: unknown }
}

/** The mark of a request, or of the request that a notification cancels; null: it names none. */
export async function cancellationId({ headers }: Request, body: unknown): Promise<string | null> {
	const { id, method, params } = (body ?? {}) as Message
	const named = method === CANCELLED ? params?.requestId : id
	if (typeof named !== 'string' && typeof named !== 'number') return null
	const within = JSON.stringify([headers.get(SESSION_HEADER) ?? '', named])
	return (await hashSecret(within)).slice(0, MARK_LENGTH)
}

export const clientCallId = (mark: string | null): string => newId('mcp') + (mark ?? '')

export const isCancelled = (body: unknown): boolean =>
	(body as Message | undefined)?.method === CANCELLED

/** Cancels the client's open change or read with this mark. Several: the client named no session, and none is meant. */
export async function cancelMarked(caller: McpCaller, mark: string): Promise<void> {
	if (await cancelOnce(caller, mark)) return
	await scheduler.wait(LOOK_AGAIN_MS)
	await cancelOnce(caller, mark)
}

async function cancelOnce(caller: McpCaller, mark: string): Promise<boolean> {
	const { env, actor, project } = caller
	const conversations = await recentConversationIds(caller, Date.now())
	const cancelled = await Promise.all([
		env.ROOM.getByName(project.id).cancelMarked({ kind: 'mcp', id: actor.id }, mark),
		...conversations.map((id) =>
			env.CONVERSATION.getByName(id).cancelClientCall(mark, authorOf(actor)),
		),
	])
	return cancelled.includes(true)
}
