/** Begins the call of an MCP client on a relay's machine in that client's conversation, where people answer it. */

import { resolveMcpCall } from '@fairlead/protocol/mcp'
import { resolveCall, toolByName } from '@fairlead/protocol/tools'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { DeskCall, DeskReport } from '@fairlead/protocol/wire/relay-link'
import { text } from '@fairlead/protocol/wire/safe-read'
import type { ActorOf } from '../../access/actor.ts'
import {
	clientTitle,
	conversationOfClient,
	dayOf,
} from '../../conversations/clients/client-conversation.ts'
import { recordDeskCall, startDeskCall } from '../../conversations/start-run.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { findProject } from '../../projects/store/projects.ts'
import { shownName } from '../client-name.ts'

/** Arguments are stored with the message, and again with the call. */
const MAX_ARGUMENT_CHARS = 500_000
/** The most conversations a day for each editor; a desk has fewer clients, and fewer sessions of coding agents. */
const CONVERSATIONS_A_DAY = { clients: 32, sessions: 512 } as const
export const ANONYMOUS = 'An MCP client'

/** A relay that is connected, and its token. */
export interface DeskRelay {
	readonly relayId: string
	readonly tokenId: string
	/** The token's label. */
	readonly name: string
	readonly projectId: string
}

/** The client as the author of its calls. Its own name for itself never passes for Fairlead. */
export const deskActor = (
	{ tokenId, name, projectId }: DeskRelay,
	client: string,
): ActorOf<'relay'> => ({
	kind: 'relay',
	id: tokenId,
	projectId,
	name: `${shownName(client) ?? ANONYMOUS} (${name})`,
})

/** Whether a tool is a coding agent's question for a permission, which only such an agent calls. */
const isPermission = (name: string): boolean => toolByName(name)?.offered === 'desk'

/** Longer names are cut in a title: together with a client's they fit into one. */
const MAX_SESSION_IN_TITLE = 40
const MAX_FOLDER_IN_TITLE = 40
const MAX_COMPUTER_IN_TITLE = 40

/**
 * "Claude Code (site on ada-desk) by MCP, 2026-11-29": a client has a conversation for each folder. For the question of a
 * coding agent: "Claude Code (Mend the door, site on ada-desk), 2026-11-29".
 */
export function deskTitle(
	relay: Pick<DeskRelay, 'name'>,
	{ client, name, params }: Pick<DeskCall, 'client' | 'name' | 'params'>,
	folder: string,
	now: number,
): string {
	const computer = relay.name.slice(0, MAX_COMPUTER_IN_TITLE)
	const place = `${folder.slice(0, MAX_FOLDER_IN_TITLE)} on ${computer}`
	const who = shownName(client) ?? ANONYMOUS
	// The coding agent only asks for a permission: it does not use MCP here.
	if (!isPermission(name)) return clientTitle(`${who} (${place}) by MCP`, now)
	const session = text(params['session'])?.slice(0, MAX_SESSION_IN_TITLE) || null
	return clientTitle(`${who} (${session === null ? '' : `${session}, `}${place})`, now)
}

/**
 * One conversation a day for each editor and client, and for each session of a coding agent: the questions of several
 * must not wait for each other, nor may they change an editor in one turn. Clients choose their names, so names share a
 * bounded number of conversations. Calls that ask have their own: two that enter the same step have one mode.
 */
export async function deskConversationId(
	{ relayId, projectId }: DeskRelay,
	{
		editorKey,
		client,
		session,
		allowed = false,
	}: Pick<DeskCall, 'editorKey' | 'client' | 'session' | 'allowed'>,
	now: number,
): Promise<string> {
	const [kind, whose, many] =
		session === undefined
			? (['desk', client, CONVERSATIONS_A_DAY.clients] as const)
			: (['agent', JSON.stringify([client, session]), CONVERSATIONS_A_DAY.sessions] as const)
	const bucket = Number.parseInt((await hashSecret(whose)).slice(0, 8), 16) % many
	const of = JSON.stringify([kind, projectId, relayId, editorKey, bucket, allowed, dayOf(now)])
	return `cnv_${(await hashSecret(of)).slice(0, 24)}`
}

/** Whether people may be asked about a call: one of clients that changes something, or a question for a permission. */
export function isDeskCall(
	{ name, params }: Pick<DeskCall, 'name' | 'params'>,
	custom: readonly CustomTool[],
): boolean {
	if (JSON.stringify(params).length > MAX_ARGUMENT_CHARS) return false
	if (isPermission(name)) return resolveCall(name, params).ok
	const resolved = resolveMcpCall(name, params, { kind: 'unity', custom })
	return resolved.kind === 'call' && resolved.call.name === name && resolved.call.risk !== 'read'
}

/** Durable when it resolves. False: the call was not accepted. */
export async function beginDeskCall(
	env: Env,
	relay: DeskRelay,
	conversationId: string,
	{ id, client, name, params, editorKey, allowed = false }: DeskCall,
	{ editorName, now }: { readonly editorName: string; readonly now: number },
): Promise<boolean> {
	const actor = deskActor(relay, client)
	const title = deskTitle(relay, { client, name, params }, editorName, now)
	const place = await placeOf(env, relay, conversationId, title, now)
	if (!place) return false
	const input = isPermission(name) ? { ...params, place: `${editorName} on ${relay.name}` } : params
	const call = { id, name, input }
	const started = await startDeskCall(env, actor, place, call, { editorKey, allowed })
	return started.ok
}

/**
 * Puts a call that has run into the conversation of its client and day. False: it will never be taken. Rejects while it
 * cannot be: reporting it again is safe.
 */
export async function takeDeskReport(
	env: Env,
	relay: DeskRelay,
	{ id, client, name, params, editorKey, outcome, callId, recordId, at }: DeskReport,
	{ editorName, now }: { readonly editorName: string; readonly now: number },
): Promise<boolean> {
	const day = Math.min(at, now)
	const of = { editorKey, client, allowed: true }
	const conversationId = await deskConversationId(relay, of, day)
	const actor = deskActor(relay, client)
	const title = deskTitle(relay, { client, name, params }, editorName, day)
	const place = await placeOf(env, relay, conversationId, title, day)
	if (!place) return false
	const call = { id, name, input: params }
	const seat = { editorKey, editorName }
	const started = await recordDeskCall(env, actor, place, call, {
		outcome,
		seat,
		callId,
		recordId,
	})
	if (started.ok) return true
	if (MAY_CHANGE.has(started.reason)) throw new Error(`not taken now: ${started.reason}`)
	return false
}

const MAY_CHANGE: ReadonlySet<string> = new Set(['in_use', 'queue_full', 'revert_active'])

/** Returns null if the project no longer exists. */
async function placeOf(env: Env, { projectId }: DeskRelay, id: string, title: string, now: number) {
	const found = await findProject(database(env.DB), projectId, null)
	if (!found) return null
	const conversation = await conversationOfClient(env, { id, projectId, title }, null, now)
	return { ...found, conversation, role: null }
}
