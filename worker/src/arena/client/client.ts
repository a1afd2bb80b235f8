/**
 * All calls of an arena, the same for this server's own and for another one. None throws: what a call came to is its
 * {@link ArenaOutcome}. A battle that takes long is followed to its end, or for as long as the caller waits.
 */
import type * as z from 'zod'
import {
	Arena,
	ArenaLeaderboard,
	ArenaReplay,
	ArenaUploaded,
	Battle,
	BattleReplay,
	Battles,
	Challenged,
	ChallengePending,
	Leaderboard,
	Me,
	Player,
	PlayerBattles,
	RecentBattles,
	Registered,
	Started,
	StartPending,
	Uploaded,
	WarriorOf,
} from './answers.ts'
import { type ArenaBackend, type ArenaCall, type ArenaPorts, ask } from './ask.ts'
import type { ArenaOutcome, ArenaProblem } from './outcome.ts'

const READ_MS = 30_000
/** This arena answers after 20 s at the latest, ModelWar only when the battle is over. */
const FIGHT_MS = 90_000
/** How long a battle is followed that was answered with 202. */
const FOLLOW_MS = 60_000
const FIRST_POLL_MS = 1_000
const LAST_POLL_MS = 5_000

const SEE_BATTLES = 'Look at your battles before you begin another: this one may have begun.'
const SEE_ARENAS = 'Look at your profile before you begin another: this one may have begun.'
const SEE_NAME = 'The name may be taken now.'
const SEE_WARRIOR = 'Read your profile to see which warrior is stored.'

const WORLD: ArenaPorts = {
	clock: () => Date.now(),
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			const end = () => {
				clearTimeout(timer)
				signal.removeEventListener('abort', end)
				resolve()
			}
			const timer = setTimeout(end, ms)
			signal.addEventListener('abort', end)
		}),
}

export interface Page {
	readonly page?: number
	/** At most 100. */
	readonly per_page?: number
}

/** A battle that is not over when the wait is: read it later by its number. */
export interface Running {
	readonly status: 'running'
	readonly id: number
	readonly rounds_done: number
	readonly rounds_total: number
}

type Change = z.infer<typeof Challenged>['rating_changes']['challenger']
/** The change of a rating; null members if the player is gone, or has no rating there. */
type ChangeOrNull = { readonly [K in keyof Change]: Change[K] | null }
type Fight = Omit<
	z.infer<typeof Challenged>,
	'battle_id' | 'rating_changes' | 'diminishing_factor' | 'suicide_nullified'
>

export interface Fought extends Fight {
	readonly status: 'finished'
	readonly id: number
	readonly rating_changes: Readonly<Record<'challenger' | 'defender', ChangeOrNull>>
	/** The factor; null if unknown, as for a battle that was followed. */
	readonly diminishing_factor: number | null
	readonly suicide_nullified: boolean | null
}

type Placed = z.infer<typeof Started>
export interface ArenaFought {
	readonly status: 'finished'
	readonly id: number
	/** The best first. */
	readonly placements: Placed['placements']
	readonly left_out: Placed['left_out']
}

export interface ArenaClientOptions {
	readonly backend: ArenaBackend
	readonly ports?: ArenaPorts
	/** Ends every call and every wait. */
	readonly signal?: AbortSignal
	readonly followMs?: number
}

export class ArenaClient {
	readonly #backend: ArenaBackend
	readonly #ports: ArenaPorts
	readonly #signal: AbortSignal
	readonly #followMs: number

	constructor({ backend, ports = WORLD, signal, followMs = FOLLOW_MS }: ArenaClientOptions) {
		this.#backend = backend
		this.#ports = ports
		this.#signal = signal ?? new AbortController().signal
		this.#followMs = followMs
	}

	register(name: string): Promise<ArenaOutcome<Registered>> {
		return this.#ask({
			...({ method: 'POST', path: '/api/register', body: { name } } as const),
			...({ answers: { 201: Registered }, repeat: 'refused' } as const),
			timeoutMs: READ_MS,
			ifUnknown: SEE_NAME,
		})
	}

	me(): Promise<ArenaOutcome<Me>> {
		return this.#get('/api/me', Me)
	}

	uploadWarrior(name: string, redcode: string): Promise<ArenaOutcome<Uploaded>> {
		return this.#upload('/api/warriors', { name, redcode }, Uploaded)
	}

	warrior(id: number): Promise<ArenaOutcome<WarriorOf>> {
		return this.#get(`/api/warriors/${id}`, WarriorOf)
	}

	async challenge(defenderId: number): Promise<ArenaOutcome<Fought | Running>> {
		const begun = await this.#ask<z.infer<typeof Challenged> | z.infer<typeof ChallengePending>>({
			...({ method: 'POST', path: '/api/challenge', repeat: 'refused' } as const),
			body: { defender_id: defenderId },
			timeoutMs: FIGHT_MS,
			ifUnknown: SEE_BATTLES,
			answers: { 200: Challenged, 202: ChallengePending },
		})
		if (!begun.ok) return begun
		if (!('status' in begun.value)) {
			const { battle_id: id, ...fought } = begun.value
			return { ok: true, value: { status: 'finished', id, ...fought } }
		}
		const { battle_id: id, rounds_done, rounds_total } = begun.value
		const first: Running = { status: 'running', id, rounds_done, rounds_total }
		return this.#follow(first, () => this.battle(id), foughtIn)
	}

	battles(page: Page = {}): Promise<ArenaOutcome<Battles>> {
		return this.#get('/api/battles', Battles, { ...page })
	}

	battle(id: number): Promise<ArenaOutcome<Battle>> {
		return this.#get(`/api/battles/${id}`, Battle)
	}

	battleReplay(id: number): Promise<ArenaOutcome<BattleReplay>> {
		return this.#get(`/api/battles/${id}/replay`, BattleReplay)
	}

	recentBattles(page: Page = {}): Promise<ArenaOutcome<RecentBattles>> {
		return this.#get('/api/recent-battles', RecentBattles, { ...page })
	}

	player(id: number): Promise<ArenaOutcome<Player>> {
		return this.#get(`/api/players/${id}`, Player)
	}

	playerBattles(id: number, page: Page = {}): Promise<ArenaOutcome<PlayerBattles>> {
		return this.#get(`/api/players/${id}/battles`, PlayerBattles, { ...page })
	}

	leaderboard(
		query: Page & { readonly mode?: '1v1' | 'arena' } = {},
	): Promise<ArenaOutcome<Leaderboard>> {
		return this.#get('/api/leaderboard', Leaderboard, { ...query })
	}

	arenaLeaderboard(): Promise<ArenaOutcome<ArenaLeaderboard>> {
		return this.#get('/api/arena-leaderboard', ArenaLeaderboard)
	}

	uploadArenaWarrior(
		name: string,
		redcode: string,
		autoJoin: boolean,
	): Promise<ArenaOutcome<ArenaUploaded>> {
		const body = { name, redcode, auto_join: autoJoin }
		return this.#upload('/api/arena/warrior', body, ArenaUploaded)
	}

	async startArena(): Promise<ArenaOutcome<ArenaFought | Running>> {
		const begun = await this.#ask<z.infer<typeof Started> | z.infer<typeof StartPending>>({
			...({ method: 'POST', path: '/api/arena/start', repeat: 'refused' } as const),
			timeoutMs: FIGHT_MS,
			ifUnknown: SEE_ARENAS,
			answers: { 200: Started, 202: StartPending },
		})
		if (!begun.ok) return begun
		if (!('status' in begun.value)) {
			const { arena_id: id, ...placed } = begun.value
			return { ok: true, value: { status: 'finished', id, ...placed } }
		}
		const { arena_id: id, rounds_done, rounds_total } = begun.value
		const first: Running = { status: 'running', id, rounds_done, rounds_total }
		return this.#follow(first, () => this.arena(id), placedIn)
	}

	arena(id: number): Promise<ArenaOutcome<Arena>> {
		return this.#get(`/api/arenas/${id}`, Arena)
	}

	arenaReplay(id: number): Promise<ArenaOutcome<ArenaReplay>> {
		return this.#get(`/api/arenas/${id}/replay`, ArenaReplay)
	}

	/** The arena's guide to playing there, in Markdown. */
	skill(): Promise<ArenaOutcome<string>> {
		return this.#text('/skill.md')
	}

	theory(): Promise<ArenaOutcome<string>> {
		return this.#text('/docs/theory.md')
	}

	/** A read that fails ends the wait, not the battle: it was accepted. */
	async #follow<State extends Readable, End>(
		first: Running,
		read: () => Promise<ArenaOutcome<State>>,
		end: (state: State) => End,
	): Promise<ArenaOutcome<End | Running>> {
		const { clock, sleep } = this.#ports
		const until = clock() + this.#followMs
		let last = first
		for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, LAST_POLL_MS)) {
			if (this.#signal.aborted || clock() + pause > until) return { ok: true, value: last }
			await sleep(pause, this.#signal)
			const seen = await read()
			if (!seen.ok) return { ok: true, value: last }
			const { status, error, rounds_done } = seen.value
			switch (status) {
				case 'running':
					last = { ...last, rounds_done }
					break
				case 'failed':
					return { ok: false, problem: failed(error) }
				case 'finished':
					return { ok: true, value: end(seen.value) }
				default:
					return status satisfies never
			}
		}
	}

	#get<T>(
		path: string,
		schema: z.ZodType<T>,
		query?: ArenaCall<T>['query'],
	): Promise<ArenaOutcome<T>> {
		return this.#ask({
			...({ method: 'GET', path, answers: { 200: schema }, repeat: 'safe' } as const),
			timeoutMs: READ_MS,
			...(query ? { query } : {}),
		})
	}

	/** The same warrior stored twice is stored once: each player has one. */
	#upload<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<ArenaOutcome<T>> {
		return this.#ask({
			...({ method: 'POST', path, body, answers: { 201: schema }, repeat: 'safe' } as const),
			timeoutMs: READ_MS,
			ifUnknown: SEE_WARRIOR,
		})
	}

	#text(path: string): Promise<ArenaOutcome<string>> {
		return this.#ask({
			...({ method: 'GET', path, answers: { 200: 'text' }, repeat: 'safe' } as const),
			timeoutMs: READ_MS,
		})
	}

	#ask<T>(call: ArenaCall<T>): Promise<ArenaOutcome<T>> {
		return ask(call, { backend: this.#backend, ports: this.#ports, signal: this.#signal })
	}
}

interface Readable {
	readonly status: 'running' | 'finished' | 'failed'
	readonly rounds_done: number
	readonly error: string | null
}

/** The problem of a battle that failed after it was accepted: the same as if the arena had refused it at once. */
const failed = (error: string | null): ArenaProblem => ({
	code: 'conflict',
	details: [],
	status: null,
	retryAfterMs: null,
	effect: 'none',
	message: `${error ?? 'It could not be fought.'} No rating has changed.`,
})

function foughtIn(battle: Battle): Fought {
	const { id, result, score, round_results: rounds } = battle
	const none = { challenger_wins: 0, defender_wins: 0, ties: rounds.length }
	return {
		status: 'finished',
		id,
		result: result ?? 'tie',
		score: score ?? none,
		rounds,
		rating_changes: {
			challenger: changeOf(battle.challenger),
			defender: changeOf(battle.defender),
		},
		diminishing_factor: null,
		suicide_nullified: null,
	}
}

function changeOf({
	name,
	rating_before: before,
	rating_after: after,
}: Battle['challenger']): ChangeOrNull {
	return { name, before, after, change: before === null || after === null ? null : after - before }
}

const placedIn = ({ arena_id: id, participants, left_out }: Arena): ArenaFought => ({
	status: 'finished',
	id,
	left_out,
	placements: participants
		.map(({ placement, total_score, ...one }) => ({
			...one,
			placement: placement ?? participants.length,
			total_score: total_score ?? 0,
		}))
		.sort((a, b) => a.placement - b.placement || a.slot_index - b.slot_index),
})
