/**
 * The conversation in which a client's changes stand, so that people see, approve and revert them: one a day for each
 * token or connection, made when it is first needed. Its mode decides what is asked; a person may change it on the page.
 */

import {
	type ConversationRow,
	ensureConversation,
	findConversation,
	newConversation,
} from '../conversations/record/conversations.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { hashSecret } from '../platform/secrets.ts'
import type { McpCaller } from './caller.ts'

const DAY_MS = 86_400_000
/** A title has 200 characters at most. */
const MAX_NAME = 180

export async function conversationIdOf(
	{ actor, project }: McpCaller,
	day: number,
): Promise<string> {
	const of = ['mcp', project.id, actor.kind, actor.id, day].join(' ')
	return `cnv_${(await hashSecret(of)).slice(0, 24)}`
}

export const dayOf = (now: number): number => Math.floor(now / DAY_MS)

/** Today's and yesterday's: a client waits for its call across midnight. */
export const recentConversationIds = (caller: McpCaller, now: number): Promise<string[]> =>
	Promise.all([dayOf(now), dayOf(now) - 1].map((day) => conversationIdOf(caller, day)))

/** Whether a conversation that a client names is its own, of any day: people may answer after a weekend. */
export async function isOwnConversation(caller: McpCaller, id: string): Promise<boolean> {
	const { env, actor } = caller
	const found = await findConversation(database(env.DB), id, actor.userId)
	if (!found) return false
	return (await conversationIdOf(caller, dayOf(found.conversation.createdAt))) === id
}

export async function conversationOf(caller: McpCaller, now: number): Promise<ConversationRow> {
	const { env, actor, project, clientName } = caller
	const id = await conversationIdOf(caller, dayOf(now))
	const of = { id, projectId: project.id, title: clientTitle(`${clientName} by MCP`, now) }
	return conversationOfClient(env, of, actor.userId, now)
}

/** Visitors of share links are not told what stands in brackets: `sharedTitle` reads this form. */
export const clientTitle = (name: string, now: number): string =>
	`${name.slice(0, MAX_NAME)}, ${new Date(now).toISOString().slice(0, 10)}`

/** Made if it does not exist. @param userId whose client it is; null: a relay's */
export async function conversationOfClient(
	env: Env,
	{ id, projectId, title }: Pick<ConversationRow, 'id' | 'projectId' | 'title'>,
	userId: string | null,
	now: number,
): Promise<ConversationRow> {
	const db = database(env.DB)
	const known = await findConversation(db, id, userId)
	if (known) return known.conversation
	const row = newConversation(
		{ id, projectId, title, titleSource: 'user', mode: 'ask', model: null, budget: null },
		now,
	)
	await ensureConversation(db, row)
	await env.ROOM.getByName(projectId)
		.conversationsChanged(id)
		.catch(() => undefined)
	return row
}
