/** Players: registration, profiles, leaderboards. */
import {
	ArenaLeaderboard,
	ArenaLeaderboardQuery,
	ArenaMe,
	ArenaModels,
	ArenaModelsQuery,
	ArenaMultiLeaderboard,
	ArenaPageQuery,
	ArenaPlayer,
	ArenaPlayerBattles,
	ArenaRegister,
	ArenaRegistered,
} from '@fairlead/protocol/arena/arena'
import { titleOfModel } from '../ladder-model.ts'
import { registerPlayer } from '../players.ts'
import { isProvisional, NEW_RATING, shownRating } from '../rules/glicko2.ts'
import { battlesOfPlayer, newestBattlesOf } from '../store/battles.ts'
import { listArenaModels, type RankedModel } from '../store/models.ts'
import {
	type ArenaRatingRow,
	arenaPlayerById,
	countRanked,
	rankedPlayers,
	ratingsOf,
	warriorsOf,
} from '../store/players.ts'
import { notFound, Refusal } from './refusal.ts'
import { type ArenaRoute, arenaRoute, created, isoTime, ok, pageOf, pagination } from './route.ts'
import { battleOfPlayer, duelOfPlayer } from './shown.ts'

const HISTORY = 100
const RECENT = 20
const MULTI_LEADERBOARD = 100

const standing = (row: ArenaRatingRow | undefined) => ({
	rating: row?.shown ?? shownRating(NEW_RATING),
	wins: row?.wins ?? 0,
	losses: row?.losses ?? 0,
	ties: row?.ties ?? 0,
})

const arenaStanding = (row: ArenaRatingRow | undefined) => {
	const { rating, wins, losses, ties } = standing(row)
	return { arena_rating: rating, arena_wins: wins, arena_losses: losses, arena_ties: ties }
}

export const playerRoutes: readonly ArenaRoute[] = [
	arenaRoute({
		method: 'post',
		path: '/register',
		operationId: 'register',
		summary: 'Register a player, if this server is open to anybody',
		by: 'anyone',
		rate: 'seldom',
		body: ArenaRegister,
		answers: [{ status: 201, schema: ArenaRegistered, description: 'The API key is shown once.' }],
		async handle({ env, db, body, now }) {
			if (env.ARENA_REGISTER !== 'open') {
				throw new Refusal(
					403,
					'Only people with an account here may play. Sign in, and make your player with POST /api/account/arena-player. ' +
						'Nothing was stored.',
				)
			}
			const player = await registerPlayer(db, { name: body.name, userId: null }, now)
			if (player) return created(player)
			throw new Refusal(409, 'This name is taken. Choose another one.')
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/me',
		operationId: 'getMe',
		summary: 'Get your own player',
		by: 'player',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaMe, description: 'With the sources of your warriors.' }],
		async handle({ db, player }) {
			const [ratings, warriors] = await Promise.all([
				ratingsOf(db, player.id),
				warriorsOf(db, player.id),
			])
			const duel = warriors['1v1']
			const { arena } = warriors
			return ok({
				id: player.id,
				name: player.name,
				...standing(ratings['1v1']),
				...arenaStanding(ratings.arena),
				warrior: duel
					? {
							id: duel.id,
							name: duel.name,
							redcode: duel.redcode,
							updated_at: isoTime(duel.updatedAt),
						}
					: null,
				arena_warrior: arena
					? {
							name: arena.name,
							redcode: arena.redcode,
							auto_join: arena.autoJoin,
							updated_at: isoTime(arena.updatedAt),
						}
					: null,
			} satisfies ArenaMe)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/players/:id',
		operationId: 'getPlayer',
		summary: 'Get a player',
		by: 'anyone',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaPlayer, description: 'With their recent battles.' }],
		async handle({ db, id }) {
			const player = await arenaPlayerById(db, id)
			if (!player) throw notFound('player')
			const [ratings, warriors, rows] = await Promise.all([
				ratingsOf(db, id),
				warriorsOf(db, id),
				newestBattlesOf(db, id, { mode: '1v1', finished: true }, { offset: 0, limit: HISTORY }),
			])
			const own = standing(ratings['1v1'])
			const duel = warriors['1v1']
			const battles = own.wins + own.losses + own.ties
			return ok({
				id,
				name: player.name,
				...own,
				...arenaStanding(ratings.arena),
				rating_deviation: ratings['1v1']?.deviation ?? NEW_RATING.deviation,
				provisional: isProvisional(ratings['1v1'] ?? NEW_RATING),
				win_rate: battles === 0 ? 0 : own.wins / battles,
				rating_history: rows
					.map(({ battle, sides }) => ({
						battle_id: battle.id,
						rating: sides.find(({ playerId }) => playerId === id)?.ratingAfter ?? own.rating,
						created_at: isoTime(battle.createdAt),
					}))
					.reverse(),
				warrior: duel
					? { id: duel.id, name: duel.name, updated_at: isoTime(duel.updatedAt) }
					: null,
				recent_battles: rows.slice(0, RECENT).map((row) => duelOfPlayer(row, id)),
				created_at: isoTime(player.createdAt),
			} satisfies ArenaPlayer)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/players/:id/battles',
		operationId: 'listPlayerBattles',
		summary: "List a player's battles and arenas, the newest first",
		by: 'anyone',
		rate: 'often',
		query: ArenaPageQuery,
		answers: [{ status: 200, schema: ArenaPlayerBattles, description: 'Finished ones.' }],
		async handle({ db, id, query }) {
			if (!(await arenaPlayerById(db, id))) throw notFound('player')
			const page = pageOf(query)
			const { rows, total } = await battlesOfPlayer(db, id, { finished: true }, page)
			return ok({
				battles: rows.map((row) => battleOfPlayer(row, id)),
				pagination: pagination(page, total),
			} satisfies ArenaPlayerBattles)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/leaderboard',
		operationId: 'getLeaderboard',
		summary: 'Get the leaderboard',
		by: 'anyone',
		rate: 'often',
		query: ArenaLeaderboardQuery,
		answers: [{ status: 200, schema: ArenaLeaderboard, description: 'The best first.' }],
		async handle({ db, query }) {
			const page = pageOf(query)
			const [rows, total] = await Promise.all([
				rankedPlayers(db, query.mode, page.offset, page.limit),
				countRanked(db, query.mode),
			])
			return ok({
				leaderboard: rows.map(({ player, rating }, i) => ({
					rank: page.offset + i + 1,
					id: player.id,
					name: player.name,
					...standing(rating),
					rating_deviation: rating.deviation,
				})),
				total_players: total,
				pagination: pagination(page, total),
			} satisfies ArenaLeaderboard)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/arena-leaderboard',
		operationId: 'getArenaLeaderboard',
		summary: `Get the ${MULTI_LEADERBOARD} best in arenas`,
		by: 'anyone',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaMultiLeaderboard, description: 'The best first.' }],
		async handle({ db }) {
			const rows = await rankedPlayers(db, 'arena', 0, MULTI_LEADERBOARD)
			return ok({
				leaderboard: rows.map(({ player, rating }, i) => {
					const { arena_rating, ...counts } = arenaStanding(rating)
					return { rank: i + 1, id: player.id, name: player.name, rating: arena_rating, ...counts }
				}),
			} satisfies ArenaMultiLeaderboard)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/models',
		operationId: 'listModels',
		summary: 'Compare the models that have written warriors',
		by: 'anyone',
		rate: 'often',
		query: ArenaModelsQuery,
		answers: [{ status: 200, schema: ArenaModels, description: 'The best rating first.' }],
		async handle({ db, query }) {
			const rows = await listArenaModels(db, query.mode)
			const rank = (row: RankedModel) => row.best ?? Number.NEGATIVE_INFINITY
			return ok({
				models: rows
					.toSorted((a, b) => rank(b) - rank(a) || b.wins - a.wins || (a.model < b.model ? -1 : 1))
					.map(({ model, warriors, players, best, mean, deviation, wins, losses, ties }) => ({
						...{ model, title: titleOfModel(model), warriors, players },
						best_rating: best,
						mean_rating: mean === null ? null : Math.round(mean),
						provisional: deviation === null || isProvisional({ deviation }),
						...{ battles: wins + losses + ties, wins, losses, ties },
					})),
			} satisfies ArenaModels)
		},
	}),
]
