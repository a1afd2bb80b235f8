/** The tools that ask the arena. */

import type { ToolArgs } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { PackToolName } from '../../ports/pack-tools.ts'
import type { ArenaClient } from '../client/client.ts'
import type { ArenaOutcome } from '../client/outcome.ts'
import { NO_PLAYER, type PlayerClient } from './player-client.ts'
import { problemOutcome } from './problem-outcome.ts'

/** Those of the engine need no arena. */
export type EngineToolName = 'assemble' | 'simulate' | 'explain_round' | 'tournament'
export type EvolutionToolName = 'evolve' | 'get_evolution'
type ArenaToolName = Exclude<PackToolName, EngineToolName | EvolutionToolName>
type Ask<N extends ArenaToolName> = (
	client: ArenaClient,
	args: ToolArgs<N, 'run'>,
) => Promise<ArenaOutcome<unknown>>

const ASK: { readonly [N in ArenaToolName]: Ask<N> } = {
	get_skill: (client) => client.skill(),
	get_theory: (client) => client.theory(),
	get_profile: (client) => client.me(),
	upload_warrior: (client, { name, redcode }) => client.uploadWarrior(name, redcode),
	upload_arena_warrior: (client, { name, redcode, auto_join }) =>
		client.uploadArenaWarrior(name, redcode, auto_join),
	get_warrior: (client, { warrior_id }) => client.warrior(warrior_id),
	challenge_player: (client, { defender_id }) => client.challenge(defender_id),
	get_battles: (client, query) => client.battles(given(query)),
	get_battle: (client, { battle_id }) => client.battle(battle_id),
	get_battle_replay: (client, { battle_id }) => client.battleReplay(battle_id),
	get_leaderboard: (client, query) => client.leaderboard(given(query)),
	get_arena_leaderboard: (client) => client.arenaLeaderboard(),
	get_player_profile: (client, { player_id }) => client.player(player_id),
	get_player_battles: (client, { player_id, ...query }) =>
		client.playerBattles(player_id, given(query)),
	start_arena: (client) => client.startArena(),
	get_arena: (client, { arena_id }) => client.arena(arena_id),
	get_arena_replay: (client, { arena_id }) => client.arenaReplay(arena_id),
}

/** Those that somebody without a player cannot ask. */
const OF_PLAYER: ReadonlySet<ArenaToolName> = new Set([
	'get_profile',
	'upload_warrior',
	'upload_arena_warrior',
	'challenge_player',
	'get_battles',
	'start_arena',
])

export async function askArena(
	name: ArenaToolName,
	{ arena, client, plays }: PlayerClient,
	params: Readonly<Record<string, unknown>>,
): Promise<CallOutcome> {
	if (!plays && OF_PLAYER.has(name)) return NO_PLAYER
	const ask = ASK[name] as (client: ArenaClient, args: unknown) => Promise<ArenaOutcome<unknown>>
	const outcome = await ask(client, params)
	if (!outcome.ok) return problemOutcome(outcome.problem)
	const { value } = outcome
	if (typeof value === 'string') return { status: 'ok', result: { text: value } }
	return { status: 'ok', result: { arena, ...brief(value as Record<string, unknown>) } }
}

type Round = { readonly winner: string; readonly seed: number }
const ROUNDS = ['rounds', 'round_results'] as const

/**
 * A hundred rounds as one line of letters, in their order: c the challenger won, d the defender, t a tie. Models pay for each word
 * of a result, and the seeds are in the replay.
 */
function brief(value: Record<string, unknown>): Record<string, unknown> {
	const short = { ...value }
	if (Object.hasOwn(value, 'settings')) return short
	for (const key of ROUNDS) {
		const rounds = value[key]
		if (Array.isArray(rounds))
			short[key] = rounds.map(({ winner }: Round) => winner.slice(0, 1)).join('')
	}
	return short
}

/** Without members that the call left out. */
const given = <T extends object>(query: T) =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>
	}
