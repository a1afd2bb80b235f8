/** A person's acts in the Core War arena on the page: with their session, as their player. */
import {
	ArenaChallenge,
	ArenaChallenged,
	ArenaChallengePending,
	ArenaError,
	ArenaMultiUpload,
	ArenaMultiUploaded,
	ArenaStarted,
	ArenaStartPending,
	ArenaUpload,
	ArenaUploaded,
	OwnArenaPlayer,
} from '@fairlead/protocol/arena/arena'
import type { ProblemCode } from '@fairlead/protocol/http/problem'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem } from '../../http/problem.ts'
import { clientAddress } from '../../http/recording.ts'
import { type AppContext, json, type Route, route } from '../../http/route.ts'
import { embeddedArena } from '../client/embedded.ts'
import { arenaPlayerOfUser } from '../store/players.ts'

export const PLAYS = {
	by: ['session'],
	on: 'account',
	needs: 'arena.play',
	origin: 'own-to-change',
} as const
/** Battles and warriors are public, and stored with who did what. */
export const ARENA_KEEPS = { none: 'The arena is its own record.' } as const
/** The same sources as the arena's own API takes. */
export const MAX_BODY_BYTES = 512 * 1024

export interface Asking {
	readonly c: AppContext
	readonly env: Env
	readonly db: Database
	readonly granted: { readonly actor: { readonly userId: string } }
}

/** Problem codes by the HTTP status of the arena's answer. */
const CODES: Readonly<Record<number, ProblemCode>> = {
	400: 'invalid_request',
	404: 'not_found',
	409: 'conflict',
	413: 'too_large',
	429: 'rate_limited',
	503: 'unavailable',
}

async function problemOf(answer: Response): Promise<HttpProblem> {
	const { error, details } = ArenaError.parse(await answer.json())
	const retryAfter = answer.headers.get('retry-after')
	return new HttpProblem(CODES[answer.status] ?? 'internal', error, {
		...(details === undefined
			? {}
			: { issues: details.map((message) => ({ path: '/redcode', message })) }),
		...(retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } }),
	})
}

const playerOf = ({ db, granted }: Asking) => arenaPlayerOfUser(db, granted.actor.userId)

/**
 * Asks the arena as this person's player. Its limits on requests hold here, too.
 * @throws HttpProblem
 */
async function ask(
	input: Asking,
	method: 'GET' | 'POST',
	path: string,
	body?: unknown,
): Promise<Response> {
	const { c, env } = input
	const player = await playerOf(input)
	if (!player) {
		throw new HttpProblem('not_found', 'You have no player in the arena.', {
			detail: 'Choose a name for your player first.',
		})
	}
	const address = clientAddress(c.req.raw)
	const answer = await embeddedArena(env, player).send(`/api${path}`, {
		method,
		headers: {
			'content-type': 'application/json',
			...(address === '' ? {} : { 'cf-connecting-ip': address }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	if (answer.ok) return json(await answer.json(), answer.status as 200 | 201 | 202)
	throw await problemOf(answer)
}

export const arenaPlayRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/account/arena-player',
		operationId: 'getArenaPlayer',
		summary: 'Get your player in the Core War arena, with the sources of its warriors',
		access: PLAYS,
		answers: [{ status: 200, schema: OwnArenaPlayer, description: 'Null if you have none.' }],
		async handle(input) {
			const player = (await playerOf(input)) ? await (await ask(input, 'GET', '/me')).json() : null
			return json({ player })
		},
	}),
	route({
		method: 'post',
		path: '/api/account/arena-player/warrior',
		operationId: 'uploadArenaDuelWarrior',
		summary: 'Upload your warrior for battles of two; it replaces the one before',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaUpload,
		maxBodyBytes: MAX_BODY_BYTES,
		answers: [{ status: 201, schema: ArenaUploaded, description: 'It assembles and is stored.' }],
		handle: (input) => ask(input, 'POST', '/warriors', input.body),
	}),
	route({
		method: 'post',
		path: '/api/account/arena-player/arena-warrior',
		operationId: 'uploadArenaWarrior',
		summary: 'Upload your warrior for arenas; it replaces the one before',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaMultiUpload,
		maxBodyBytes: MAX_BODY_BYTES,
		answers: [
			{ status: 201, schema: ArenaMultiUploaded, description: 'It assembles and is stored.' },
		],
		handle: (input) => ask(input, 'POST', '/arena/warrior', input.body),
	}),
	route({
		method: 'post',
		path: '/api/account/arena-player/challenge',
		operationId: 'challengeArenaPlayer',
		summary: 'Fight another player',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaChallenge,
		answers: [
			{ status: 200, schema: ArenaChallenged, description: 'The battle is over.' },
			{ status: 202, schema: ArenaChallengePending, description: 'Read it at "poll".' },
		],
		handle: (input) => ask(input, 'POST', '/challenge', input.body),
	}),
	route({
		method: 'post',
		path: '/api/account/arena-player/arena',
		operationId: 'startArenaBattle',
		summary: 'Start an arena with your warrior',
		audit: ARENA_KEEPS,
		access: PLAYS,
		answers: [
			{ status: 200, schema: ArenaStarted, description: 'The arena is over.' },
			{ status: 202, schema: ArenaStartPending, description: 'Read it at "poll".' },
		],
		handle: (input) => ask(input, 'POST', '/arena/start'),
	}),
]
