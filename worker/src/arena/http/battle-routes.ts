/** Battles of two. */
import {
	ArenaBattle,
	ArenaBattleReplay,
	ArenaBattles,
	ArenaChallenge,
	ArenaChallenged,
	ArenaChallengePending,
	ArenaPageQuery,
	ArenaRecentBattles,
} from '@fairlead/protocol/arena/arena'
import { followBattle } from '../battle/begin.ts'
import {
	battlesOfPlayer,
	findArenaBattle,
	namesOfPlayers,
	recentBattles,
} from '../store/battles.ts'
import { arenaPlayerById, warriorsOf } from '../store/players.ts'
import type { SideWithSource } from '../store/sides.ts'
import { fought, WAIT_MS } from './fought.ts'
import { notFound, Refusal } from './refusal.ts'
import { type ArenaRoute, accepted, arenaRoute, ok, pageOf, pagination } from './route.ts'
import { battleRow, challenged, duelRounds, shownBattle, sideAt } from './shown.ts'
import { assembled } from './warrior-routes.ts'

export function replayable(side: SideWithSource): string {
	if (side.redcode !== null) return side.redcode
	throw new Refusal(404, 'This battle cannot be replayed: a warrior was deleted with its author.')
}

export const battleRoutes: readonly ArenaRoute[] = [
	arenaRoute({
		method: 'post',
		path: '/challenge',
		operationId: 'challenge',
		summary: 'Fight a battle against another player',
		by: 'player',
		rate: 'seldom',
		body: ArenaChallenge,
		answers: [
			{ status: 200, schema: ArenaChallenged, description: 'The battle is over.' },
			{
				status: 202,
				schema: ArenaChallengePending,
				description: `It takes longer than ${WAIT_MS / 1_000} s. Read it at "poll" until its status is not "running".`,
			},
		],
		async handle({ env, db, player, body, now }) {
			const defender = await arenaPlayerById(db, body.defender_id)
			if (!defender) throw notFound('player')
			if (defender.id === player.id) {
				throw new Refusal(400, 'You cannot challenge yourself. Choose another player.')
			}
			const [own, other] = await Promise.all([
				warriorsOf(db, player.id),
				warriorsOf(db, defender.id),
			])
			const [mine, theirs] = [own['1v1'], other['1v1']]
			if (!mine) throw new Refusal(400, 'You have no warrior. Upload one with POST /warriors.')
			if (!theirs) throw new Refusal(400, 'This player has no warrior. Choose another one.')
			assembled(mine.redcode, '1v1')
			const pair = [player.id, defender.id].sort((a, b) => a - b).join(':')
			const sides = [
				{ player, warrior: mine },
				{ player: defender, warrior: theirs },
			].map((side, slot) => ({
				slot,
				playerId: side.player.id,
				isStockBot: false,
				name: side.player.name,
				warriorName: side.warrior.name,
				model: side.warrior.model,
				redcode: side.warrior.redcode,
			}))
			const begun = { mode: '1v1', startedBy: player.id, pair, leftOut: [] } as const
			const followed = await fought(env, db, begun, sides, now)
			const { id } = followed.battle
			switch (followed.battle.status) {
				case 'finished':
					return ok(challenged(followed))
				case 'failed':
					throw new Refusal(409, followed.battle.error ?? 'The battle could not be fought.')
				case 'running':
					return accepted({
						...({ battle_id: id, status: 'running', rounds_done: followed.done } as const),
						rounds_total: followed.battle.settings.rounds,
						poll: `/arena/api/battles/${id}`,
					} satisfies ArenaChallengePending)
				default:
					return followed.battle.status satisfies never
			}
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/battles',
		operationId: 'listBattles',
		summary: 'List your own battles, the newest first',
		by: 'player',
		rate: 'often',
		query: ArenaPageQuery,
		answers: [
			{
				status: 200,
				schema: ArenaBattles,
				description: 'With "pagination" if "page" or "per_page" was sent.',
			},
		],
		async handle({ db, player, query }) {
			const page = pageOf(query)
			const { rows, total } = await battlesOfPlayer(
				...([db, player.id, { mode: '1v1', finished: false }, page] as const),
			)
			const isPaged = query.page !== undefined || query.per_page !== undefined
			return ok({
				battles: rows.map(battleRow),
				...(isPaged ? { pagination: pagination(page, total) } : {}),
			} satisfies ArenaBattles)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/recent-battles',
		operationId: 'listRecentBattles',
		summary: 'List the newest finished battles of everybody',
		by: 'anyone',
		rate: 'often',
		query: ArenaPageQuery,
		answers: [{ status: 200, schema: ArenaRecentBattles, description: 'Battles of two.' }],
		async handle({ db, query }) {
			const page = pageOf(query)
			const { rows, total } = await recentBattles(db, page)
			const ids = rows.flatMap(({ sides }) => sides.flatMap(({ playerId }) => playerId ?? []))
			const names = await namesOfPlayers(db, [...new Set(ids)])
			return ok({
				battles: rows.map(battleRow),
				playerNames: Object.fromEntries(names.map(({ id, name }) => [String(id), name])),
				pagination: pagination(page, total),
			} satisfies ArenaRecentBattles)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/battles/:id',
		operationId: 'getBattle',
		summary: 'Get a battle',
		by: 'anyone',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaBattle, description: 'Also while it is running.' }],
		async handle({ env, db, id }) {
			const followed = await followBattle(env, db, id)
			if (followed?.battle.mode !== '1v1') throw notFound('battle')
			return ok(shownBattle(followed, followed.done))
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/battles/:id/replay',
		operationId: 'getBattleReplay',
		summary: 'Get all that is needed to fight a finished battle again',
		by: 'anyone',
		rate: 'often',
		answers: [
			{
				status: 200,
				schema: ArenaBattleReplay,
				description: 'No events: simulate from seed and settings, on the same engine version.',
			},
		],
		async handle({ db, id }) {
			const stored = await findArenaBattle(db, id)
			if (stored?.battle.mode !== '1v1') throw notFound('battle')
			const { battle, sides } = stored
			if (battle.status !== 'finished') throw new Refusal(409, 'This battle is not finished.')
			const side = (slot: number) => {
				const at = sideAt(sides, slot)
				return { name: at.warriorName, redcode: replayable(at) }
			}
			const { coreSize, maxCycles, maxLength, maxProcesses, minDistance } = battle.settings
			return ok({
				battle_id: id,
				engine_version: battle.engineVersion,
				seed: battle.seed,
				challenger: side(0),
				defender: side(1),
				round_results: duelRounds(battle.rounds),
				settings: {
					coreSize,
					maxCycles,
					maxLength,
					maxTasks: maxProcesses,
					minSeparation: minDistance,
				},
			} satisfies ArenaBattleReplay)
		},
	}),
]
