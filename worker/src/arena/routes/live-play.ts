/** The page's ladder where a person plays in an arena of another server: the arena is asked with the key that they have stored. */
import {
	ArenaChallenge,
	ArenaLeaderboardQuery,
	ArenaMe,
	ArenaMultiUpload,
	ArenaPageQuery,
	ArenaUpload,
} from '@fairlead/protocol/arena/arena'
import {
	LadderArenaReplay,
	LadderBattles,
	LadderBoard,
	LadderDuelReplay,
	LadderPlayer,
	LadderUploaded,
	LiveChallenged,
	LiveStarted,
} from '@fairlead/protocol/arena/live-ladder'
import type { ProblemCode } from '@fairlead/protocol/http/problem'
import * as z from 'zod/mini'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import type { ArenaLeaderboard } from '../client/answers.ts'
import { ArenaClient } from '../client/client.ts'
import type { ArenaErrorCode, ArenaOutcome, ArenaProblem } from '../client/outcome.ts'
import { storedArena } from '../client/stored.ts'
import { findLiveArena } from '../store/live-arenas.ts'
import { isWithinArenaRate } from '../within-rate.ts'
import { ARENA_KEEPS, type Asking, MAX_BODY_BYTES, PLAYS } from './play.ts'

/** Rows of a page, where the request does not say. */
const PER_PAGE = 20

const CODES: Readonly<Record<ArenaErrorCode, ProblemCode>> = {
	invalid: 'invalid_request',
	unauthorized: 'key_refused',
	forbidden: 'key_refused',
	not_found: 'not_found',
	conflict: 'conflict',
	too_large: 'too_large',
	rate_limited: 'rate_limited',
	unavailable: 'unavailable',
	server_error: 'unavailable',
	moved: 'unavailable',
	unreadable: 'unavailable',
	timeout: 'unavailable',
	unreachable: 'unavailable',
	address_refused: 'unavailable',
	cancelled: 'unavailable',
}

function problemOf({ code, message, details, retryAfterMs }: ArenaProblem): HttpProblem {
	return new HttpProblem(CODES[code], message, {
		...(CODES[code] === 'key_refused'
			? { detail: 'Disconnect this arena, then connect it again with its new key.' }
			: {}),
		...(details.length === 0
			? {}
			: { issues: details.map((line) => ({ path: '/redcode', message: line })) }),
		...(retryAfterMs === null
			? {}
			: { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } }),
	})
}

/**
 * The stored arena of the person who asks, and nobody else's.
 * @throws {HttpProblem}
 */
async function clientOf({ env, db, granted }: Asking): Promise<ArenaClient> {
	const { userId } = granted.actor
	const row = await findLiveArena(db, userId)
	if (!row) throw notFound('player')
	if (!(await isWithinArenaRate(env, `live-arena:${userId}`))) {
		throw new HttpProblem('rate_limited', 'Too many requests to this arena.', {
			detail: 'Wait a minute, then continue more slowly.',
			headers: { 'retry-after': '60' },
		})
	}
	try {
		return new ArenaClient({ backend: await storedArena(env, db, row) })
	} catch (error) {
		if (!(error instanceof SecretLocked)) throw error
		throw new HttpProblem('conflict', 'The key of this arena can no longer be read.', {
			detail: 'This server’s SECRETS_KEY has changed. Add the arena again with its key.',
		})
	}
}

/**
 * The arena's answer, without what the page does not need.
 * @throws {HttpProblem}
 */
async function answer<S extends z.core.$ZodType>(
	input: Asking,
	schema: S,
	ask: (client: ArenaClient) => Promise<ArenaOutcome<z.input<S>>>,
	status: 200 | 201 = 200,
): Promise<Response> {
	const outcome = await ask(await clientOf(input))
	if (outcome.ok) return json(z.parse(schema, outcome.value), status)
	throw problemOf(outcome.problem)
}

const idOf = (param: (name: string) => string): number => {
	const id = Number(param('remoteId'))
	if (!Number.isSafeInteger(id) || id < 1) throw notFound('player')
	return id
}

/** ModelWar has a list of its own for arenas, of the hundred best and without pages. */
function arenaBoard({ leaderboard }: ArenaLeaderboard, page: number, perPage: number): LadderBoard {
	const total = leaderboard.length
	const rows = leaderboard.slice((page - 1) * perPage, page * perPage)
	return {
		leaderboard: rows.map(
			({ arena_wins: wins, arena_losses: losses, arena_ties: ties, ...row }) => ({
				...row,
				...{ rating_deviation: null, wins, losses, ties },
			}),
		),
		total_players: total,
		pagination: {
			page,
			per_page: perPage,
			total,
			total_pages: Math.max(1, Math.ceil(total / perPage)),
		},
	}
}

export const liveArenaPlayRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/live-arena/player',
		operationId: 'getLiveArenaPlayer',
		summary: 'Read your player in an arena of another server, as it is there now',
		access: PLAYS,
		answers: [{ status: 200, schema: ArenaMe, description: 'Asked of the arena just now.' }],
		handle: (input) => answer(input, ArenaMe, (client) => client.me()),
	}),
	route({
		method: 'get',
		path: '/api/live-arena/leaderboard',
		operationId: 'getLiveArenaLeaderboard',
		summary: 'Read the leaderboard of your arena of another server',
		access: PLAYS,
		query: ArenaLeaderboardQuery,
		answers: [{ status: 200, schema: LadderBoard, description: 'Asked of the arena just now.' }],
		handle(input) {
			const { mode, page = 1, per_page = PER_PAGE } = input.query
			return answer(input, LadderBoard, async (client) => {
				if (mode === '1v1') return client.leaderboard({ page, per_page })
				const all = await client.arenaLeaderboard()
				return all.ok ? { ok: true, value: arenaBoard(all.value, page, per_page) } : all
			})
		},
	}),
	route({
		method: 'get',
		path: '/api/live-arena/players/:remoteId',
		operationId: 'getLiveArenaProfile',
		summary: 'Read a player of your arena of another server',
		access: PLAYS,
		answers: [{ status: 200, schema: LadderPlayer, description: 'Asked of the arena just now.' }],
		handle(input) {
			const id = idOf(input.param)
			return answer(input, LadderPlayer, (client) => client.player(id))
		},
	}),
	route({
		method: 'get',
		path: '/api/live-arena/players/:remoteId/battles',
		operationId: 'listLiveArenaBattles',
		summary: 'List the battles of a player of your arena of another server',
		access: PLAYS,
		query: ArenaPageQuery,
		answers: [{ status: 200, schema: LadderBattles, description: 'The latest first.' }],
		handle(input) {
			const id = idOf(input.param)
			const { page = 1, per_page = PER_PAGE } = input.query
			return answer(input, LadderBattles, (client) => client.playerBattles(id, { page, per_page }))
		},
	}),
	route({
		method: 'get',
		path: '/api/live-arena/battles/:remoteId/replay',
		operationId: 'getLiveArenaDuelReplay',
		summary: 'Read what a duel of your arena of another server was fought with',
		access: PLAYS,
		answers: [{ status: 200, schema: LadderDuelReplay, description: 'Settings and sources.' }],
		handle(input) {
			const id = idOf(input.param)
			return answer(input, LadderDuelReplay, (client) => client.battleReplay(id))
		},
	}),
	route({
		method: 'get',
		path: '/api/live-arena/arenas/:remoteId/replay',
		operationId: 'getLiveArenaReplay',
		summary: 'Read what an arena of your arena of another server was fought with',
		access: PLAYS,
		answers: [{ status: 200, schema: LadderArenaReplay, description: 'Settings and sources.' }],
		handle(input) {
			const id = idOf(input.param)
			return answer(input, LadderArenaReplay, (client) => client.arenaReplay(id))
		},
	}),
	route({
		method: 'post',
		path: '/api/live-arena/warrior',
		operationId: 'uploadLiveArenaDuelWarrior',
		summary: 'Upload your warrior for battles of two to your arena of another server',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaUpload,
		maxBodyBytes: MAX_BODY_BYTES,
		answers: [{ status: 201, schema: LadderUploaded, description: 'It assembles and is stored.' }],
		handle(input) {
			const { name, redcode } = input.body
			return answer(input, LadderUploaded, (client) => client.uploadWarrior(name, redcode), 201)
		},
	}),
	route({
		method: 'post',
		path: '/api/live-arena/arena-warrior',
		operationId: 'uploadLiveArenaWarrior',
		summary: 'Upload your warrior for arenas to your arena of another server',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaMultiUpload,
		maxBodyBytes: MAX_BODY_BYTES,
		answers: [{ status: 201, schema: LadderUploaded, description: 'It assembles and is stored.' }],
		handle(input) {
			const { name, redcode, auto_join: joins } = input.body
			const upload = (client: ArenaClient) => client.uploadArenaWarrior(name, redcode, joins)
			return answer(input, LadderUploaded, upload, 201)
		},
	}),
	route({
		method: 'post',
		path: '/api/live-arena/challenge',
		operationId: 'challengeLiveArenaPlayer',
		summary: 'Fight another player of your arena of another server',
		audit: ARENA_KEEPS,
		access: PLAYS,
		body: ArenaChallenge,
		answers: [{ status: 200, schema: LiveChallenged, description: 'Over, or still under way.' }],
		handle: (input) =>
			answer(input, LiveChallenged, (client) => client.challenge(input.body.defender_id)),
	}),
	route({
		method: 'post',
		path: '/api/live-arena/arena',
		operationId: 'startLiveArenaBattle',
		summary: 'Start an arena with your warrior in your arena of another server',
		audit: ARENA_KEEPS,
		access: PLAYS,
		answers: [{ status: 200, schema: LiveStarted, description: 'Over, or still under way.' }],
		handle: (input) => answer(input, LiveStarted, (client) => client.startArena()),
	}),
]
