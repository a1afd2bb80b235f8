/** Begins the call of an MCP client on a relay's machine in that client's conversation, where people answer it. */

import type { CustomTool } from '@fairlead/protocol/editor-link'
import { resolveMcpCall } from '@fairlead/protocol/mcp'
import type { DeskCall } from '@fairlead/protocol/relay-link'
import type { ActorOf } from '../access/actor.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { startDeskCall } from '../conversations/start-run.ts'
import { database } from '../db/client.ts'
import { findProject } from '../db/projects.ts'
import type { Env } from '../env.ts'
import { shownName } from './client-name.ts'
import { conversationOfClient, dayOf } from './conversation-of.ts'

/** Arguments are stored with the message, and again with the call. */
const MAX_ARGUMENT_CHARS = 500_000
/** Of one editor: more clients than a desk has. */
const CONVERSATIONS_A_DAY = 32
const ANONYMOUS = 'An MCP client'

/** A relay that is connected, and its token. */
export interface DeskRelay {
	readonly relayId: string
	readonly tokenId: string
	/** The token's label. */
	readonly name: string
	readonly projectId: string
}

/** The client, as its calls are signed. What it calls itself never passes for Fairlead. */
export const deskActor = (
	{ tokenId, name, projectId }: DeskRelay,
	client: string,
): ActorOf<'relay'> => ({
	...{ kind: 'relay', id: tokenId, projectId },
	name: `${shownName(client) ?? ANONYMOUS} (${name})`,
})

/**
 * One a day for each editor and client. Clients choose their names, so names share a bounded number of conversations.
 * Calls that ask have their own: two that enter the same step have one mode.
 */
export async function deskConversationId(
	{ relayId, projectId }: DeskRelay,
	{ editorKey, client, allowed = false }: Pick<DeskCall, 'editorKey' | 'client' | 'allowed'>,
	now: number,
): Promise<string> {
	const bucket = Number.parseInt((await hashSecret(client)).slice(0, 8), 16) % CONVERSATIONS_A_DAY
	const of = JSON.stringify(['desk', projectId, relayId, editorKey, bucket, allowed, dayOf(now)])
	return `cnv_${(await hashSecret(of)).slice(0, 24)}`
}

/** Whether people may be asked about such a call: one that clients may make, and that changes something. */
export function isDeskCall({ name, params }: DeskCall, custom: readonly CustomTool[]): boolean {
	if (JSON.stringify(params).length > MAX_ARGUMENT_CHARS) return false
	const resolved = resolveMcpCall(name, params, custom)
	return resolved.kind === 'call' && resolved.call.name === name && resolved.call.risk !== 'read'
}

/** Durable when it resolves. False: it was not accepted. */
export async function beginDeskCall(
	env: Env,
	relay: DeskRelay,
	conversationId: string,
	{ id, client, name, params, editorKey, allowed = false }: DeskCall,
	now: number,
): Promise<boolean> {
	const found = await findProject(database(env.DB), relay.projectId, null)
	if (!found) return false
	const actor = deskActor(relay, client)
	const of = { id: conversationId, projectId: relay.projectId, clientName: actor.name }
	const conversation = await conversationOfClient(env, of, null, now)
	const place = { ...found, conversation, role: null }
	const call = { id, name, input: params }
	const started = await startDeskCall(env, actor, place, call, { editorKey, allowed })
	return started.ok
}
