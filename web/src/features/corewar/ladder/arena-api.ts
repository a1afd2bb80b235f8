/** The arena of this server: what anybody may read of it, and what a person does in it as their player. */
import { ArenaPlayerKey } from '@fairlead/protocol/account'
import {
	ArenaBattle,
	ArenaBattleReplay,
	ArenaChallenged,
	ArenaChallengePending,
	ArenaError,
	ArenaLeaderboard,
	ArenaMultiUploaded,
	ArenaPlayer,
	ArenaPlayerBattles,
	ArenaSession,
	ArenaSessionReplay,
	ArenaStarted,
	ArenaStartPending,
	ArenaUploaded,
	OwnArenaPlayer,
} from '@fairlead/protocol/arena'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../data/api/client.ts'
import { ApiError, type ApiErrorCode, offlineError, toApiError } from '../../../data/api/problem.ts'

export type Mode = '1v1' | 'arena'

/** Rows of a leaderboard, and battles of a player, on one page. */
const PER_PAGE = 20
const BATTLES_PER_PAGE = 10
const OWN = '/api/account/arena-player'
const POLL_MS = 2_000
/** Ten minutes: a battle that takes longer is found in the player's battles. */
const MAX_POLLS = 300

const CODES: Readonly<Record<number, ApiErrorCode>> = {
	404: 'not_found',
	409: 'conflict',
	429: 'rate_limited',
	503: 'unavailable',
}

/**
 * Reads the arena's own API, whose errors have another form than those of `/api`.
 * @throws ApiError
 */
async function read<S extends z.core.$ZodType>(
	schema: S,
	path: string,
	signal?: AbortSignal,
): Promise<z.infer<S>> {
	let response: Response
	try {
		response = await fetch(`/arena/api${path}`, {
			credentials: 'omit',
			...(signal ? { signal } : {}),
		})
	} catch (error) {
		if (signal?.aborted) throw error
		throw offlineError()
	}
	const value: unknown = await response.json().catch(() => null)
	if (!response.ok) {
		const refused = z.safeParse(ArenaError, value)
		throw new ApiError(
			CODES[response.status] ?? 'internal',
			refused.success ? refused.data.error : `The arena responded with status ${response.status}.`,
			{ status: response.status },
		)
	}
	const parsed = z.safeParse(schema, value)
	if (parsed.success) return parsed.data
	throw new ApiError('bad_answer', 'This page cannot read the arena’s response.', {
		detail: 'It may be older than the server. Reload it.',
	})
}

export const ARENA_KEY = ['arena'] as const

export const ownPlayerQuery = queryOptions({
	queryKey: [...ARENA_KEY, 'own'],
	queryFn: async ({ signal }) => (await api(OwnArenaPlayer, OWN, { signal })).player,
})

export const leaderboardQuery = (mode: Mode, page: number) =>
	queryOptions({
		queryKey: [...ARENA_KEY, 'leaderboard', mode, page],
		queryFn: ({ signal }) =>
			read(ArenaLeaderboard, `/leaderboard?mode=${mode}&page=${page}&per_page=${PER_PAGE}`, signal),
		// Of the same mode: ratings of the other one must not stand under this heading.
		placeholderData: (previous, query) => (query?.queryKey[2] === mode ? previous : undefined),
	})

export const playerQuery = (id: number) =>
	queryOptions({
		queryKey: [...ARENA_KEY, 'player', id],
		queryFn: ({ signal }) => read(ArenaPlayer, `/players/${id}`, signal),
	})

export const battlesQuery = (id: number, page: number) =>
	queryOptions({
		queryKey: [...ARENA_KEY, 'battles', id, page],
		queryFn: ({ signal }) => {
			const query = `page=${page}&per_page=${BATTLES_PER_PAGE}`
			return read(ArenaPlayerBattles, `/players/${id}/battles?${query}`, signal)
		},
		placeholderData: keepPreviousData,
	})

export const readDuelReplay = (id: number) => read(ArenaBattleReplay, `/battles/${id}/replay`)
export const readArenaReplay = (id: number) => read(ArenaSessionReplay, `/arenas/${id}/replay`)

export const makePlayer = (name: string): Promise<ArenaPlayerKey> =>
	api(ArenaPlayerKey, OWN, { method: 'POST', body: { name } })

export interface Upload {
	readonly mode: Mode
	readonly name: string
	readonly redcode: string
	/** Arena warriors only: whether other players' arenas may include it. */
	readonly autoJoin: boolean
}

export async function upload({ mode, name, redcode, autoJoin }: Upload): Promise<{
	readonly name: string
	readonly instructions: number
}> {
	const stored =
		mode === '1v1'
			? await api(ArenaUploaded, `${OWN}/warrior`, { method: 'POST', body: { name, redcode } })
			: await api(ArenaMultiUploaded, `${OWN}/arena-warrior`, {
					method: 'POST',
					body: { name, redcode, auto_join: autoJoin },
				})
	return { name: stored.name, instructions: stored.instruction_count }
}

/** The request may have reached the arena: a battle that is begun again would count twice. */
const UNSURE: ReadonlySet<ApiErrorCode> = new Set(['offline', 'bad_answer', 'internal'])

async function begin<S extends z.core.$ZodType>(
	schema: S,
	path: string,
	body?: unknown,
): Promise<z.infer<S>> {
	try {
		return await api(schema, `${OWN}${path}`, {
			method: 'POST',
			...(body === undefined ? {} : { body }),
		})
	} catch (error) {
		const failure = toApiError(error)
		if (!UNSURE.has(failure.code)) throw failure
		throw new ApiError(failure.code, 'It is not known whether it was fought.', {
			detail: 'Look at the battles of your player before you begin another.',
		})
	}
}

/**
 * Goes on looking when a look fails: the battle does not need this page.
 * @throws ApiError if it failed, or is not over after ten minutes
 */
async function untilOver<T extends { status: ArenaBattle['status']; error: string | null }>(
	look: () => Promise<T>,
): Promise<T> {
	for (let poll = 0; poll < MAX_POLLS; poll++) {
		const seen = await look().catch(() => null)
		if (seen?.status === 'finished') return seen
		if (seen?.status === 'failed')
			throw new ApiError('conflict', seen.error ?? 'The battle could not be fought.', {
				detail: 'No rating has changed.',
			})
		await new Promise((done) => setTimeout(done, POLL_MS))
	}
	throw new ApiError('unavailable', 'It is still under way.', {
		detail: 'It continues without this page. Its result will be among the battles of your player.',
	})
}

/** A duel, from the challenger's side. */
export interface DuelOver {
	readonly id: number
	readonly wins: number
	readonly losses: number
	readonly ties: number
	/** As shown; null: not told. */
	readonly rating: { readonly before: number; readonly after: number } | null
	/** Of a repeated battle, which counts less. */
	readonly isRepeated: boolean
}

export async function challenge(defenderId: number): Promise<DuelOver> {
	const answers = z.union([ArenaChallenged, ArenaChallengePending])
	const answer = await begin(answers, '/challenge', { defender_id: defenderId })
	const id = answer.battle_id
	if (!('status' in answer)) {
		const { before, after } = answer.rating_changes.challenger
		const isRepeated = answer.diminishing_factor < 1
		return { id, rating: { before, after }, isRepeated, ...scoreOf(answer.score) }
	}
	const { score, challenger } = await untilOver(() => read(ArenaBattle, `/battles/${id}`))
	const before = shownOf(challenger.elo_before, challenger.rd_before)
	const after = shownOf(challenger.elo_after, challenger.rd_after)
	const rating = before === null || after === null ? null : { before, after }
	return { id, rating, isRepeated: false, ...scoreOf(score) }
}

/** A battle tells the rating and its deviation apart; everything else shows the rating less two of them. */
const shownOf = (elo: number | null, deviation: number | null): number | null =>
	elo === null || deviation === null ? null : Math.round(elo - 2 * deviation)

const scoreOf = (score: ArenaBattle['score']) => ({
	wins: score?.challenger_wins ?? 0,
	losses: score?.defender_wins ?? 0,
	ties: score?.ties ?? 0,
})

/** An arena, from the starter's side. */
export interface ArenaOver {
	readonly id: number
	readonly place: number
	readonly of: number
	/** Null: too few people took part for ratings. */
	readonly change: number | null
	/** A sentence for each warrior that was to join, and could not. */
	readonly leftOut: readonly string[]
}

export async function startArena(playerId: number): Promise<ArenaOver> {
	const answer = await begin(z.union([ArenaStarted, ArenaStartPending]), '/arena')
	const id = answer.arena_id
	const over =
		'status' in answer
			? await untilOver(() => read(ArenaSession, `/arenas/${id}`))
			: { participants: answer.placements, left_out: answer.left_out }
	const own = over.participants.find(({ player_id }) => player_id === playerId)
	return {
		id,
		place: own?.placement ?? 0,
		of: over.participants.length,
		change: own?.rating_change ?? null,
		leftOut: over.left_out.map(({ name, reason }) => `${name} was left out: ${reason}`),
	}
}
