/** A read of the editor or of the desk for an MCP client: through the room, and nothing is stored. */

import { GONE_GRACE_MS } from '@fairlead/protocol/editors/editor-waits'
import type { McpCall } from '@fairlead/protocol/mcp'
import { type CallOutcome, canonicalJson, failed } from '@fairlead/protocol/wire/calls'
import { database } from '../../db/client.ts'
import { rememberConnection } from '../../db/open-connections.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { RIGHT_ENDED } from '../../ports/client-call.ts'
import { RELAY_OFFLINE } from '../../ports/room.ts'
import type { McpCaller } from '../caller.ts'
import { clientCallId } from './cancellation-id.ts'

/** A compile and a domain reload of a large project take this long; progress is told meanwhile. */
const MAX_WAIT_MS = 180_000
/** A room that was replaced by a deploy answers again at once. */
const MAX_TRIES = 3
const RETRY_PAUSE_MS = 200
/** A relay that restarts, or whose network has changed, is back by then. */
const RELAY_GRACE_MS = 5_000
/** After this time, and again, the room is asked whether an editor that is not connected is on its way. */
const LOOK_AGAIN_MS = GONE_GRACE_MS + 1_000
/** A read that takes longer is an open place, which is closed when the right ends. */
const QUICK_MS = 500

export interface Waiting {
	/** Aborted when the client goes away. */
	readonly signal: AbortSignal
	/** Finds the call when the client cancels it (2025). Null where going away is cancelling (2026-07-28). */
	readonly mark: string | null
	/** Why it waits, or its progress. */
	readonly tell: (news: string) => void
}

type ReadCall = Pick<McpCall, 'name' | 'params' | 'runsOn' | 'replay' | 'timeoutMs'>

/** Never rejects. */
export async function readForClient(
	caller: McpCaller,
	call: ReadCall,
	waiting: Waiting,
): Promise<CallOutcome> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await askOnce(caller, call, waiting)
		} catch (error) {
			if (attempt < MAX_TRIES && !waiting.signal.aborted) {
				await scheduler.wait(RETRY_PAUSE_MS * attempt)
				continue
			}
			console.error(JSON.stringify({ level: 'error', event: 'mcp_read_failed' }), error)
			return failed('internal', 'The project could not be reached.', { hint: 'Try again.' })
		}
	}
}

async function askOnce(
	{ env, actor, project, role }: McpCaller,
	{ name, params, runsOn, replay, timeoutMs }: ReadCall,
	{ signal, mark, tell }: Waiting,
): Promise<CallOutcome> {
	const callId = clientCallId(mark)
	const owner = { kind: 'mcp', id: actor.id } as const
	const room = () => env.ROOM.getByName(project.id)
	const { promise: ended, resolve: end } = Promise.withResolvers<CallOutcome>()
	const giveUp = (why: CallOutcome): void => {
		end(why)
		void room()
			.cancel(owner, [callId])
			.catch(() => undefined)
	}
	let place: Promise<void> | null = null
	const stay = (): void => {
		const room = { projectId: project.id, place: 'room' }
		place ??= rememberConnection(database(env.DB), actor, role, room, Date.now()).then(
			(known) => (known ? undefined : giveUp(RIGHT_ENDED)),
			(error: unknown) => {
				console.error(JSON.stringify({ level: 'error', event: 'mcp_place_unknown' }), error)
				giveUp(
					failed('internal', 'The right to read could not be checked.', { hint: 'Try again.' }),
				)
			},
		)
	}
	let last = ''
	let away: ReturnType<typeof setInterval> | undefined
	const lookAgain = async (): Promise<void> => {
		const { refusal } = await room().readiness()
		if (refusal) giveUp(refusal as CallOutcome)
	}
	const hear = (news: string | null): void => {
		stay()
		clearInterval(away)
		if (news === RELAY_OFFLINE) away = setInterval(() => giveUp(OFFLINE), RELAY_GRACE_MS)
		else if (news !== null && runsOn === 'editor') {
			away = setInterval(() => void lookAgain().catch(() => undefined), LOOK_AGAIN_MS)
		}
		last = news ?? ''
		if (news !== null) tell(news)
	}
	const quick = setTimeout(stay, QUICK_MS)
	const timer = setTimeout(() => giveUp(tooLong(last)), timeoutMs + MAX_WAIT_MS)
	const cancel = (): void => giveUp(failed('cancelled', 'The client has cancelled the call.'))
	if (signal.aborted) return failed('cancelled', 'The client has cancelled the call.')
	signal.addEventListener('abort', cancel, { once: true })
	const argsHash = await hashSecret(canonicalJson({ method: name, params }))
	try {
		const asked = room().ask(
			{
				call: { callId, method: name, params, argsHash, deadlineMs: timeoutMs },
				editorKey: null,
				runsOn: runsOn === 'relay' ? 'relay' : 'editor',
				replay,
				refuseWhenClosed: true,
				owner,
			},
			{ actor, role },
			hear,
		) as Promise<unknown> as Promise<CallOutcome>
		const outcome = await Promise.race([asked, ended])
		await place
		return await Promise.race([ended, outcome])
	} finally {
		clearTimeout(quick)
		clearTimeout(timer)
		clearInterval(away)
		signal.removeEventListener('abort', cancel)
	}
}

const OFFLINE = failed('no_editor', `${RELAY_OFFLINE}, so nothing can be read.`, {
	hint: 'Ask the user to run "npm run fairlead -- up" on the computer with the folder, then try again.',
})

const tooLong = (reason: string): CallOutcome =>
	failed('editor_busy', `${reason || 'Unity has not answered'}, and this took too long.`, {
		hint: 'Look at Unity, then try again.',
	})
