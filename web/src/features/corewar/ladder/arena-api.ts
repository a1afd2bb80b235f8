/** The arena in which a person plays: what is read of it, and what they do there as their player. */

import {
	ArenaBattle,
	ArenaChallenged,
	ArenaChallengePending,
	ArenaError,
	ArenaMe,
	ArenaModels,
	ArenaSession,
	ArenaStarted,
	ArenaStartPending,
	OwnArenaPlayer,
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
import { ArenaPlayerKey } from '@fairlead/protocol/people/account'
import { visible } from '@fairlead/protocol/view/visible'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../data/api/client.ts'
import { ApiError, type ApiErrorCode, offlineError, toApiError } from '../../../data/api/problem.ts'

export type Mode = '1v1' | 'arena'
/** This server's own arena, or that of another server, which this one asks with the key that the person has stored. */
export type ArenaName = 'own' | 'live'

/** Rows of a leaderboard, and battles of a player, on one page. */
const PER_PAGE = 20
const BATTLES_PER_PAGE = 10
const OWN = '/api/account/arena-player'
const LIVE = '/api/live-arena'
/** The path of each arena below which a person acts; the paths below it are the same in both. */
const PLAYS: Readonly<Record<ArenaName, string>> = { own: OWN, live: LIVE }
const POLL_MS = 2_000
/** Ten minutes: a battle that takes longer is found in the player's battles. */
const MAX_POLLS = 300

const CODES: Readonly<Record<number, ApiErrorCode>> = {
	404: 'not_found',
	409: 'conflict',
	429: 'rate_limited',
	503: 'unavailable',
}

const read = <S extends z.core.$ZodType>(
	arena: ArenaName,
	schema: S,
	path: string,
	signal?: AbortSignal,
): Promise<z.infer<S>> =>
	arena === 'own'
		? readOwn(schema, path, signal)
		: api(schema, `${LIVE}${path}`, signal ? { signal } : {})

/**
 * Reads the arena's own API, whose errors have another form than those of `/api`.
 * @throws ApiError
 */
async function readOwn<S extends z.core.$ZodType>(
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

/** This server has asked another server's arena up to three times before it reports a failure, so the page does not ask again. */
const retries = (arena: ArenaName) => (arena === 'live' ? { retry: false } : {})

export const ownPlayerQuery = (arena: ArenaName) =>
	queryOptions({
		...retries(arena),
		queryKey: [...ARENA_KEY, arena, 'own'],
		queryFn: async ({ signal }): Promise<ArenaMe | null> =>
			arena === 'own'
				? (await api(OwnArenaPlayer, OWN, { signal })).player
				: api(ArenaMe, `${LIVE}/player`, { signal }),
	})

export const leaderboardQuery = (arena: ArenaName, mode: Mode, page: number) =>
	queryOptions({
		...retries(arena),
		queryKey: [...ARENA_KEY, arena, 'leaderboard', mode, page],
		queryFn: ({ signal }) => {
			const query = `mode=${mode}&page=${page}&per_page=${PER_PAGE}`
			return read(arena, LadderBoard, `/leaderboard?${query}`, signal)
		},
		// Data of the same mode only: ratings of the other one must not stand under this heading.
		placeholderData: (previous, query) => (query?.queryKey[3] === mode ? previous : undefined),
	})

/** Another server's arena has no such table. */
export const modelsQuery = (mode: Mode) =>
	queryOptions({
		queryKey: [...ARENA_KEY, 'own', 'models', mode],
		queryFn: ({ signal }) => read('own', ArenaModels, `/models?mode=${mode}`, signal),
	})

export const playerQuery = (arena: ArenaName, id: number) =>
	queryOptions({
		...retries(arena),
		queryKey: [...ARENA_KEY, arena, 'player', id],
		queryFn: ({ signal }) => read(arena, LadderPlayer, `/players/${id}`, signal),
	})

export const battlesQuery = (arena: ArenaName, id: number, page: number) =>
	queryOptions({
		...retries(arena),
		queryKey: [...ARENA_KEY, arena, 'battles', id, page],
		queryFn: ({ signal }) => {
			const query = `page=${page}&per_page=${BATTLES_PER_PAGE}`
			return read(arena, LadderBattles, `/players/${id}/battles?${query}`, signal)
		},
		placeholderData: keepPreviousData,
	})

export const readDuelReplay = (arena: ArenaName, id: number) =>
	read(arena, LadderDuelReplay, `/battles/${id}/replay`)
export const readArenaReplay = (arena: ArenaName, id: number) =>
	read(arena, LadderArenaReplay, `/arenas/${id}/replay`)

export const makePlayer = (name: string): Promise<ArenaPlayerKey> =>
	api(ArenaPlayerKey, OWN, { method: 'POST', body: { name } })

export interface Upload {
	readonly mode: Mode
	readonly name: string
	readonly redcode: string
	/** Arena warriors only: whether other players' arenas may include it. */
	readonly autoJoin: boolean
}

export function upload(
	arena: ArenaName,
	{ mode, name, redcode, autoJoin }: Upload,
): Promise<LadderUploaded> {
	const [path, body] =
		mode === '1v1'
			? (['warrior', { name, redcode }] as const)
			: (['arena-warrior', { name, redcode, auto_join: autoJoin }] as const)
	return api(LadderUploaded, `${PLAYS[arena]}/${path}`, { method: 'POST', body })
}

/** The request may have reached the arena: a battle that is begun again would count twice. */
const UNSURE: ReadonlySet<ApiErrorCode> = new Set(['offline', 'bad_answer', 'internal'])

async function begin<S extends z.core.$ZodType>(
	schema: S,
	path: string,
	body?: unknown,
): Promise<z.infer<S>> {
	try {
		return await api(schema, path, {
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
 * Continues to look when a look fails: the battle does not need this page.
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
	throw stillUnderWay()
}

const stillUnderWay = () =>
	new ApiError('unavailable', 'It is still under way.', {
		detail: 'It continues without this page. Its result will be among the battles of your player.',
	})

/** A duel, from the challenger's side. */
export interface DuelOver {
	readonly id: number
	readonly wins: number
	readonly losses: number
	readonly ties: number
	/** The shown rating; null: the arena has not told it. */
	readonly rating: { readonly before: number; readonly after: number } | null
	/** Whether the battle is a repeated one, which counts less. */
	readonly isRepeated: boolean
}

export const challenge = (arena: ArenaName, defenderId: number): Promise<DuelOver> =>
	arena === 'own' ? challengeHere(defenderId) : challengeThere(defenderId)

/** This server has waited for the battle's end itself, so there is nothing to follow. */
async function challengeThere(defenderId: number): Promise<DuelOver> {
	const over = await begin(LiveChallenged, `${LIVE}/challenge`, { defender_id: defenderId })
	if (over.status === 'running') throw stillUnderWay()
	const { id, score, diminishing_factor: factor, rating_changes } = over
	const { before, after } = rating_changes.challenger
	const rating = before === null || after === null ? null : { before, after }
	return { id, rating, isRepeated: factor !== null && factor < 1, ...scoreOf(score) }
}

async function challengeHere(defenderId: number): Promise<DuelOver> {
	const answers = z.union([ArenaChallenged, ArenaChallengePending])
	const answer = await begin(answers, `${OWN}/challenge`, { defender_id: defenderId })
	const id = answer.battle_id
	if (!('status' in answer)) {
		const { before, after } = answer.rating_changes.challenger
		const isRepeated = answer.diminishing_factor < 1
		return { id, rating: { before, after }, isRepeated, ...scoreOf(answer.score) }
	}
	const { score, challenger } = await untilOver(() => readOwn(ArenaBattle, `/battles/${id}`))
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
	/** The change of the rating; null if too few people took part. */
	readonly change: number | null
	/** A sentence for each warrior that was to join, and could not. */
	readonly leftOut: readonly string[]
}

export async function startArena(arena: ArenaName, playerId: number): Promise<ArenaOver> {
	const { id, placed, left_out } = await (arena === 'own' ? startHere() : startThere())
	const own = placed.find(({ player_id }) => player_id === playerId)
	return {
		id,
		place: own?.placement ?? 0,
		of: placed.length,
		change: own?.rating_change ?? null,
		leftOut: left_out.map(
			({ name, reason }) => `${visible(name)} was left out: ${visible(reason)}`,
		),
	}
}

async function startThere() {
	const over = await begin(LiveStarted, `${LIVE}/arena`)
	if (over.status === 'running') throw stillUnderWay()
	const { id, placements: placed, left_out } = over
	return { id, placed, left_out }
}

async function startHere() {
	const answer = await begin(z.union([ArenaStarted, ArenaStartPending]), `${OWN}/arena`)
	const id = answer.arena_id
	if (!('status' in answer)) return { id, placed: answer.placements, left_out: answer.left_out }
	const over = await untilOver(() => readOwn(ArenaSession, `/arenas/${id}`))
	return { id, placed: over.participants, left_out: over.left_out }
}
