/** The conversation of an MCP client's changes, one a day for each token or connection. Its mode decides what is asked; a person may change it on the page. */

import {
	clientTitle,
	conversationOfClient,
	dayOf,
} from '../conversations/clients/client-conversation.ts'
import { type ConversationRow, findConversation } from '../conversations/record/conversations.ts'
import { database } from '../db/client.ts'
import { hashSecret } from '../platform/secrets.ts'
import type { McpCaller } from './caller.ts'

export async function conversationIdOf(
	{ actor, project }: McpCaller,
	day: number,
): Promise<string> {
	const of = ['mcp', project.id, actor.kind, actor.id, day].join(' ')
	return `cnv_${(await hashSecret(of)).slice(0, 24)}`
}

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
