/** Rows of D1 in the words of the arena's API. Pure. */
import type {
	ArenaBattle,
	ArenaBattles,
	ArenaChallenged,
	ArenaPlayerBattles,
	ArenaSession,
} from '@fairlead/protocol/arena/arena'
import type { ListedBattle, StoredBattle } from '../store/battles.ts'
import type { StoredRound } from '../store/schema.ts'
import type { ArenaSideRow, SideWithSource } from '../store/sides.ts'
import { isoTime } from './route.ts'

type DuelOfPlayer = Extract<ArenaPlayerBattles['battles'][number], { type: '1v1' }>

export function sideAt<S extends ArenaSideRow>(sides: readonly S[], slot: number): S {
	const side = sides[slot]
	if (!side) throw new Error(`The battle has no slot ${slot}.`)
	return side
}

const opponent = ({ playerId, name }: ArenaSideRow) => ({ id: playerId, name })

export const duelRounds = (rounds: readonly StoredRound[] | null): ArenaBattle['round_results'] =>
	(rounds ?? []).map(({ round, seed, survivors }) => ({
		round,
		seed,
		winner: survivors.length !== 1 ? 'tie' : survivors[0] === 0 ? 'challenger' : 'defender',
	}))

export function duelScore(sides: readonly ArenaSideRow[]): ArenaBattle['score'] {
	const challenger = sideAt(sides, 0)
	const { wins, ties } = challenger
	const defenderWins = sideAt(sides, 1).wins
	if (wins === null || ties === null || defenderWins === null) return null
	// Rounds that nobody survived are ties too.
	const all = wins + ties + (challenger.losses ?? 0)
	return { challenger_wins: wins, defender_wins: defenderWins, ties: all - wins - defenderWins }
}

export const battleRow = ({ battle, sides }: ListedBattle): ArenaBattles['battles'][number] => ({
	id: battle.id,
	status: battle.status,
	result: battle.result,
	challenger: opponent(sideAt(sides, 0)),
	defender: opponent(sideAt(sides, 1)),
	score: duelScore(sides),
	created_at: isoTime(battle.createdAt),
})

const change = ({ ratingBefore, ratingAfter }: ArenaSideRow): number =>
	(ratingAfter ?? 0) - (ratingBefore ?? 0)

const ratingChange = (side: ArenaSideRow) => ({
	name: side.name,
	before: side.ratingBefore ?? 0,
	after: side.ratingAfter ?? 0,
	change: change(side),
})

export function challenged({ battle, sides }: StoredBattle): ArenaChallenged {
	const score = duelScore(sides)
	if (battle.result === null || score === null) throw new Error('The battle is not finished.')
	return {
		battle_id: battle.id,
		result: battle.result,
		diminishing_factor: battle.factor ?? 1,
		suicide_nullified: battle.suicideNullified,
		rounds: duelRounds(battle.rounds),
		score,
		rating_changes: {
			challenger: ratingChange(sideAt(sides, 0)),
			defender: ratingChange(sideAt(sides, 1)),
		},
	}
}

/** The shown rating is kept; clients of ModelWar's API take off two deviations themselves. */
const elo = (shown: number | null, deviation: number | null): number | null =>
	shown === null || deviation === null ? null : shown + 2 * deviation

const battleSide = (side: SideWithSource): ArenaBattle['challenger'] => ({
	id: side.playerId,
	name: side.name,
	elo_before: elo(side.ratingBefore, side.deviationBefore),
	elo_after: elo(side.ratingAfter, side.deviationAfter),
	rd_before: side.deviationBefore,
	rd_after: side.deviationAfter,
	redcode: side.redcode,
})

/** @param done rounds so far */
export const shownBattle = ({ battle, sides }: StoredBattle, done: number): ArenaBattle => ({
	id: battle.id,
	status: battle.status,
	rounds_done: done,
	error: battle.error,
	result: battle.result,
	rounds: battle.settings.rounds,
	round_results: duelRounds(battle.rounds),
	score: duelScore(sides),
	challenger: battleSide(sideAt(sides, 0)),
	defender: battleSide(sideAt(sides, 1)),
	created_at: isoTime(battle.createdAt),
})

export function duelOfPlayer({ battle, sides }: ListedBattle, playerId: number): DuelOfPlayer {
	const isChallenger = sideAt(sides, 0).playerId === playerId
	const own = sideAt(sides, isChallenger ? 0 : 1)
	const other = sideAt(sides, isChallenger ? 1 : 0)
	const won = isChallenger ? 'challenger_win' : 'defender_win'
	const score = duelScore(sides)
	return {
		type: '1v1',
		id: battle.id,
		opponent: opponent(other),
		result: battle.result === 'tie' ? 'tie' : battle.result === won ? 'win' : 'loss',
		score: `${score?.challenger_wins ?? 0}-${score?.defender_wins ?? 0}-${score?.ties ?? 0}`,
		rating_change: change(own),
		created_at: isoTime(battle.createdAt),
	}
}

function matchup(sides: readonly ArenaSideRow[]): string {
	const humans = sides.filter(({ isStockBot }) => !isStockBot).map(({ name }) => name)
	const bots = sides.length - humans.length
	const rest = bots === 0 ? [] : [bots === 1 ? '1 stock bot' : `${bots} stock bots`]
	return [...humans, ...rest].join(' vs ')
}

export function battleOfPlayer(
	listed: ListedBattle,
	playerId: number,
): ArenaPlayerBattles['battles'][number] {
	const { battle, sides } = listed
	if (battle.mode === '1v1') return duelOfPlayer(listed, playerId)
	const own = sides.find((side) => side.playerId === playerId)
	return {
		type: 'arena',
		id: battle.id,
		placement: own?.placement ?? sides.length,
		participant_count: sides.length,
		matchup: matchup(sides),
		rating_change: own ? change(own) : 0,
		created_at: isoTime(battle.createdAt),
	}
}

export const participant = (side: ArenaSideRow): ArenaSession['participants'][number] => ({
	slot_index: side.slot,
	player_id: side.playerId,
	name: side.name,
	is_stock_bot: side.isStockBot,
	placement: side.placement,
	total_score: side.points,
	rating_before: side.ratingBefore,
	rating_after: side.ratingAfter,
	rating_change: side.ratingBefore === null ? null : change(side),
})
