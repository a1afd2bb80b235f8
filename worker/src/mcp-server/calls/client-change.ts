/**
 * A change for an MCP client: a call of its conversation, so that it is approved, journaled with its author, shown and
 * reverted like one of the agent's. It goes on when the client has gone; asked again, it tells how it ended.
 */

import type { McpCall } from '@fairlead/protocol/mcp'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { authorOf } from '../../access/author.ts'
import { startCall } from '../../conversations/start-run.ts'
import { database } from '../../db/client.ts'
import { rememberConnection } from '../../db/open-connections.ts'
import { type CallStanding, RIGHT_ENDED } from '../../ports/client-call.ts'
import { withPictures } from '../../ports/with-pictures.ts'
import type { McpCaller } from '../caller.ts'
import { conversationOf } from '../conversation-of.ts'
import { CLIENT_CALL_PREFIX, clientCallId } from './cancellation-id.ts'
import type { Waiting } from './client-read.ts'

/** Arguments are stored with the message, and again with the call. */
const MAX_ARGUMENT_CHARS = 500_000
/** The conversation is asked again after this time: a stream that a proxy holds open must say something. */
const LOOK_MS = 15_000
const RETRY_PAUSE_MS = 500
const MAX_FAILED_LOOKS = 5

/** A call of a client's own conversation. */
export interface OwnCall {
	readonly conversationId: string
	readonly id: string
}

export type Begun = { readonly ok: true; readonly call: OwnCall } | Refused
interface Refused {
	readonly ok: false
	readonly outcome: Extract<CallOutcome, { status: 'error' }>
}

/** Durable when it resolves to a call. */
export async function beginClientChange(
	caller: McpCaller,
	{ name, params, runsOn }: Pick<McpCall, 'name' | 'params' | 'runsOn'>,
	mark: string | null,
): Promise<Begun> {
	const { env, actor, project, role, allowance } = caller
	if (JSON.stringify(params).length > MAX_ARGUMENT_CHARS) {
		return refused('too_large', 'The arguments of this call are too large.', SMALLER)
	}
	if (runsOn !== 'server') {
		// Nobody waits overnight for the answer to a tool call.
		const { seat, refusal } = await env.ROOM.getByName(project.id).readiness()
		if (refusal && (runsOn === 'editor' || seat === null)) {
			return { ok: false, outcome: refusal as Refused['outcome'] }
		}
	}
	const conversation = await conversationOf(caller, Date.now())
	const call = { conversationId: conversation.id, id: clientCallId(mark) }
	const place = { project, conversation, role, allowance }
	const started = await startCall(env, actor, place, { id: call.id, name, input: params })
	if (started.ok) {
		// After it, so that a right that ends at this moment either is seen here, or finds the call there.
		const opened = { projectId: project.id, place: conversation.id }
		if (await rememberConnection(database(env.DB), actor, role, opened, Date.now())) {
			return { ok: true, call }
		}
		await cancelByMcp(caller, call)
		return { ok: false, outcome: RIGHT_ENDED }
	}
	switch (started.reason) {
		case 'queue_full':
			return refused('editor_busy', 'Too many calls of this client are waiting already.', LATER)
		case 'in_use':
			return refused(
				'editor_busy',
				'Somebody is talking with the agent in the conversation of this client.',
				'Nothing was done. Try again when the agent has answered.',
			)
		case 'revert_active':
			return refused('editor_busy', 'A person is reverting changes of this client.', LATER)
		case 'forbidden':
			return refused(
				'denied',
				// A read of a file with secrets needs one too.
				'This client may only make reads that need no approval.',
				'It needs the scope "editor:call", and its person the role editor.',
			)
		case 'hidden':
		case 'other_call':
		case 'withdrawn':
			return refused('internal', 'The call was not accepted.', 'Try again.')
		default:
			return started satisfies never
	}
}

const SMALLER = 'Split it into smaller calls.'
const LATER = 'Nothing was done. Wait for some to finish, then try again.'

const refused = (
	code: Parameters<typeof failed>[0],
	message: string,
	hint: string,
): Extract<Begun, { ok: false }> => ({ ok: false, outcome: failed(code, message, { hint }) })

const stubOf = ({ env }: McpCaller, { conversationId }: OwnCall) =>
	env.CONVERSATION.getByName(conversationId)

/** Withdraws a call, or stops it. What has begun runs to its end. */
export async function cancelByMcp(caller: McpCaller, call: OwnCall): Promise<void> {
	if (!call.id.startsWith(CLIENT_CALL_PREFIX)) return
	await stubOf(caller, call).cancelClientCall(call.id, authorOf(caller.actor))
}

export type Followed =
	| { readonly state: 'done'; readonly outcome: CallOutcome }
	| { readonly state: 'asks'; readonly approvalId: string }
	/** `until` came first. */
	| { readonly state: 'open' }

/**
 * Follows a call until it is done, the client goes away or `until` (Unix ms). `asks`: what to do when it asks: return
 * to the client, or wait for an answer given elsewhere.
 */
export async function followClientChange(
	caller: McpCaller,
	call: OwnCall,
	asks: 'return' | 'wait',
	until: number,
	{ signal, tell }: Waiting,
): Promise<Followed> {
	let known: CallStanding | null = null
	let failures = 0
	while (!signal.aborted && Date.now() < until) {
		const maxMs = Math.max(0, Math.min(LOOK_MS, until - Date.now()))
		let standing: CallStanding
		try {
			standing = (await stubOf(caller, call).clientCall(call.id, known, maxMs)) as CallStanding
			failures = 0
		} catch (error) {
			// The conversation was replaced by a deploy: the next instance continues the call.
			if (++failures > MAX_FAILED_LOOKS) throw error
			await scheduler.wait(RETRY_PAUSE_MS * failures)
			continue
		}
		known = standing
		switch (standing.state) {
			case 'done':
				return {
					state: 'done',
					outcome: await withPictures(stubOf(caller, call), standing.outcome),
				}
			case 'gone':
				return { state: 'done', outcome: GONE }
			case 'asks':
				if (asks === 'return') return standing
				tell('Waiting for approval')
				break
			case 'queued':
				tell('Waiting for earlier calls')
				break
			case 'running':
				tell(standing.reason ?? 'Running')
				break
			default:
				standing satisfies never
		}
	}
	return { state: 'open' }
}

const GONE = failed('cancelled', 'The call was withdrawn before it began.', {
	hint: 'Nothing was done.',
})
