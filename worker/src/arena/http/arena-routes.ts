/** Arenas: ten warriors at once. */
import { arenaScore } from '@fairlead/corewar/source'
import {
	ArenaSession,
	ArenaSessionReplay,
	ArenaStarted,
	ArenaStartPending,
} from '@fairlead/protocol/arena/arena'
import type { Database } from '../../db/client.ts'
import { followBattle } from '../battle/begin.ts'
import { takeSeats } from '../rules/seats.ts'
import { findArenaBattle, namesOfPlayers, type StoredBattle } from '../store/battles.ts'
import { FORMER_PLAYER, joiningWarriors, warriorsOf } from '../store/players.ts'
import { replayable } from './battle-routes.ts'
import { fought, WAIT_MS } from './fought.ts'
import { notFound, Refusal } from './refusal.ts'
import { type ArenaRoute, accepted, arenaRoute, isoTime, ok } from './route.ts'
import { participant } from './shown.ts'
import { assembled } from './warrior-routes.ts'

/** Warriors looked at for nine seats: some may no longer assemble. */
const CANDIDATES = 30

async function leftOut(db: Database, { battle }: StoredBattle): Promise<ArenaSession['left_out']> {
	if (battle.leftOut.length === 0) return []
	const ids = battle.leftOut.map(({ playerId }) => playerId)
	const names = new Map((await namesOfPlayers(db, ids)).map(({ id, name }) => [id, name]))
	return battle.leftOut.map(({ playerId, reason }) => ({
		player_id: playerId,
		name: names.get(playerId) ?? FORMER_PLAYER,
		reason,
	}))
}

export const arenaRoutes: readonly ArenaRoute[] = [
	arenaRoute({
		method: 'post',
		path: '/arena/start',
		operationId: 'startArena',
		summary: 'Start an arena with your warrior, up to nine that join, and stock bots',
		by: 'player',
		rate: 'seldom',
		answers: [
			{ status: 200, schema: ArenaStarted, description: 'The arena is over.' },
			{
				status: 202,
				schema: ArenaStartPending,
				description: `It takes longer than ${WAIT_MS / 1_000} s. Read it at "poll" until its status is not "running".`,
			},
		],
		async handle({ env, db, player, now }) {
			const { arena: own } = await warriorsOf(db, player.id)
			if (!own) {
				throw new Refusal(400, 'You have no arena warrior. Upload one with POST /arena/warrior.')
			}
			assembled(own.redcode, 'arena')
			const candidates = await joiningWarriors(db, player.id, CANDIDATES)
			const starter = {
				playerId: player.id,
				name: player.name,
				warriorName: own.name,
				redcode: own.redcode,
				model: own.model,
			}
			const { seats, leftOut: out } = takeSeats(
				starter,
				candidates.map(({ playerId, player: by, name, redcode, model }) => ({
					playerId,
					name: by,
					warriorName: name,
					redcode,
					model,
				})),
			)
			const sides = seats.map((seat, slot) => ({
				...seat,
				slot,
				isStockBot: seat.playerId === null,
			}))
			const begun = { mode: 'arena', startedBy: player.id, pair: null, leftOut: out } as const
			const followed = await fought(env, db, begun, sides, now)
			const { id } = followed.battle
			switch (followed.battle.status) {
				case 'finished':
					return ok({
						arena_id: id,
						placements: followed.sides
							.map(participant)
							.map((one) => ({
								...one,
								placement: one.placement ?? 0,
								total_score: one.total_score ?? 0,
							}))
							.sort((a, b) => a.placement - b.placement || a.slot_index - b.slot_index),
						left_out: await leftOut(db, followed),
					} satisfies ArenaStarted)
				case 'failed':
					throw new Refusal(409, followed.battle.error ?? 'The arena could not be fought.')
				case 'running':
					return accepted({
						...({ arena_id: id, status: 'running', rounds_done: followed.done } as const),
						rounds_total: followed.battle.settings.rounds,
						poll: `/arena/api/arenas/${id}`,
					} satisfies ArenaStartPending)
				default:
					return followed.battle.status satisfies never
			}
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/arenas/:id',
		operationId: 'getArena',
		summary: 'Get an arena',
		by: 'anyone',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaSession, description: 'Also while it is running.' }],
		async handle({ env, db, id }) {
			const followed = await followBattle(env, db, id)
			if (followed?.battle.mode !== 'arena') throw notFound('arena')
			const { battle, sides, done } = followed
			return ok({
				session_id: id,
				seed: battle.seed,
				total_rounds: battle.settings.rounds,
				rounds_done: done,
				status: battle.status,
				error: battle.error,
				participants: sides.map(participant),
				left_out: await leftOut(db, followed),
				created_at: isoTime(battle.createdAt),
				completed_at: battle.finishedAt === null ? null : isoTime(battle.finishedAt),
			} satisfies ArenaSession)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/arenas/:id/replay',
		operationId: 'getArenaReplay',
		summary: 'Get all that is needed to fight a finished arena again',
		by: 'anyone',
		rate: 'often',
		answers: [
			{
				status: 200,
				schema: ArenaSessionReplay,
				description: 'No events: simulate from seed and settings, on the same engine version.',
			},
		],
		async handle({ db, id }) {
			const stored = await findArenaBattle(db, id)
			if (stored?.battle.mode !== 'arena') throw notFound('arena')
			const { battle, sides } = stored
			if (battle.status !== 'finished') throw new Refusal(409, 'This arena is not finished.')
			const { coreSize, maxCycles, maxLength, maxProcesses, minDistance, ...rest } = battle.settings
			return ok({
				session_id: id,
				engine_version: battle.engineVersion,
				seed: battle.seed,
				warriors: sides.map((side) => ({
					slot_index: side.slot,
					name: side.warriorName,
					redcode: replayable(side),
					is_stock_bot: side.isStockBot,
				})),
				rounds: (battle.rounds ?? []).map(({ round, seed, survivors }) => ({
					round_number: round,
					seed,
					survivor_count: survivors.length,
					winner_slot: survivors.length === 1 ? (survivors[0] ?? null) : null,
					scores: sides.map(({ slot }) =>
						survivors.includes(slot) ? arenaScore(sides.length, survivors.length) : 0,
					),
				})),
				settings: {
					coreSize,
					maxCycles,
					maxLength,
					maxProcesses,
					minSeparation: minDistance,
					warriors: rest.warriors,
					rounds: rest.rounds,
				},
			} satisfies ArenaSessionReplay)
		},
	}),
]
