/** Ratings and other players. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { ArenaAnswer, Id, page } from './shapes.ts'

export const getLeaderboard = defineTool({
	name: 'get_leaderboard',
	title: 'Leaderboard',
	description: 'Players by rating, the best first. Provisional above a deviation of 200.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the leaderboard' } },
	actions: {
		run: action({
			summary: 'list',
			risk: 'read',
			input: { ...page, mode: z.enum(['1v1', 'arena']).optional() },
			output: ArenaAnswer,
			examples: [
				{
					name: 'the first page',
					args: {},
					result: {
						arena: 'The arena',
						leaderboard: [{ rank: 1, id: 7, name: 'Ada', rating: 500 }],
						total_players: 1,
					},
				},
			],
		}),
	},
})

export const getArenaLeaderboard = defineTool({
	name: 'get_arena_leaderboard',
	title: 'Leaderboard of arenas',
	description: 'The hundred best players of arenas of ten.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the leaderboard of arenas' } },
	actions: {
		run: action({
			summary: 'list',
			risk: 'read',
			input: {},
			output: ArenaAnswer,
			examples: [{ name: 'nobody yet', args: {}, result: { arena: 'The arena', leaderboard: [] } }],
		}),
	},
})

export const getPlayerProfile = defineTool({
	name: 'get_player_profile',
	title: "A player's profile",
	description: 'A player: ratings, their history, the warrior, the latest battles.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: {
		run: {
			verb: ['Reading', 'Read', 'read'],
			rest: ['the profile of {name}', 'the profile of player {player_id}'],
		},
	},
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { player_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { player_id: 7 },
					result: { arena: 'The arena', id: 7, name: 'Ada', rating: 500, provisional: true },
				},
			],
		}),
	},
})

export const getPlayerBattles = defineTool({
	name: 'get_player_battles',
	title: "A player's battles",
	description: 'Duels and arenas of a player, the latest first.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the battles of player {player_id}' } },
	actions: {
		run: action({
			summary: 'list',
			risk: 'read',
			input: { player_id: Id, ...page },
			output: ArenaAnswer,
			examples: [
				{
					name: 'none yet',
					args: { player_id: 7 },
					result: { arena: 'The arena', battles: [], pagination: { page: 1, total: 0 } },
				},
			],
		}),
	},
})
