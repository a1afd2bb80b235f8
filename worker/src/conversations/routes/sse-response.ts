/** A Conversation's stream as an HTTP answer, held open for clients that do not reconnect. */
import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import type { PersonActor, ShareActor } from '../../access/actor.ts'
import { endsAt } from '../../access/rights-change.ts'
import type { Database } from '../../db/client.ts'
import { rememberConnection } from '../../db/open-connections.ts'
import type { Env } from '../../env.ts'
import { justEnded } from '../../http/problem.ts'
import type { AppContext, Granted } from '../../http/route.ts'
import { streamRequest } from '../../ports/stream.ts'
import type { SeenCall, SeenCalls } from '../../sharing/shared-calls.ts'
import { sharedFrames } from '../../sharing/shared-frames.ts'
import { heldFrames, wholeFrames } from './keepalive-stream.ts'
import { framesWithout, seesSpending } from './without-spending.ts'

interface Reading {
	readonly c: AppContext
	readonly env: Env
	readonly db: Database
	readonly granted: Granted<(PersonActor | ShareActor)['kind'], 'conversation'>
}

/** `query`: see `Conversation.fetch`. */
export async function sseResponse(
	{ c, env, db, granted }: Reading,
	query: Readonly<Record<string, string>>,
): Promise<Response> {
	const { actor, conversation, role } = granted
	const { signal, headers } = c.req.raw
	const reader = { actor, role }
	// Each call gets its own stub: a stub of an object that was reset fails for good.
	const open = (more: Readonly<Record<string, string>>): Promise<Response> =>
		env.CONVERSATION.getByName(conversation.id).fetch(
			streamRequest({ ...query, ...more }, reader, signal),
		)
	const comesBack = headers.get(STREAM_HEADER.name) === STREAM_HEADER.value
	const place = { projectId: conversation.projectId, place: conversation.id }
	/** A Conversation knows only the ends of rights that it heard of, and a new instance none: D1 is asked each time. */
	const opened = async (more: Readonly<Record<string, string>>): Promise<Response> => {
		// In parallel: whichever of this and the end of a right comes first, the stream is found and closed.
		const [remembered, answer] = await Promise.all([
			rememberConnection(db, actor, role, place, Date.now()),
			open(more),
		])
		if (remembered) return answer
		await answer.body?.cancel()
		return new Response(null, { status: 401 })
	}
	const first = await opened(comesBack ? {} : { hold: '1' })
	if (first.status === 401) throw justEnded()
	const isShared = actor.kind === 'share'
	const isWhole = seesSpending(granted)
	// Passed on unchanged: not parsed, not buffered.
	if (first.status !== 200 || !first.body || (comesBack && isWhole)) return first
	const whole = comesBack
		? wholeFrames(first.body)
		: heldFrames(first, {
				open: (cursor) => opened({ hold: '1', cursor }),
				sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
				now: () => Date.now(),
				endsAt: endsAt(actor) ?? Number.POSITIVE_INFINITY,
			})
	const frames = isShared
		? sharedFrames(whole, await seenCalls(env, conversation.id))
		: isWhole
			? whole
			: framesWithout(whole)
	// A native pipe: a JavaScript stream costs three times as much per frame.
	const { readable, writable } = new IdentityTransformStream()
	void pump(frames, writable.getWriter())
	return new Response(readable, { headers: first.headers })
}

/** The calls so far: after a cursor, their outcomes do not name their tools. */
async function seenCalls(env: Env, conversationId: string): Promise<SeenCalls> {
	const calls = await env.CONVERSATION.getByName(conversationId).seenCalls()
	return new Map(calls as unknown as [string, SeenCall][])
}

async function pump(
	frames: AsyncGenerator<Uint8Array>,
	writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
	try {
		for await (const piece of frames) await writer.write(piece)
		await writer.close()
	} catch (error) {
		// The client has gone, or the Conversation is unreachable: the stream stays incomplete.
		await writer.abort(error).catch(() => undefined)
	}
}
