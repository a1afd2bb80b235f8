/** Duels and arenas of ten: begun, and read. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { ArenaAnswer, Id, page } from './shapes.ts'

/** A battle is fought within 90 s, and followed for 60 s more. */
const FIGHT_MS = 160_000

const RATED = 'Ratings stay as the battle has left them.'

/** A battle that is still being fought has none. */
const Challenged = ArenaAnswer.extend({
	rating_changes: z
		.looseObject({ defender: z.looseObject({ name: z.string().nullable().optional() }).optional() })
		.optional(),
})

export const challengePlayer = defineTool({
	name: 'challenge_player',
	title: 'Challenge a player',
	description: "Fight 100 rated rounds with the user's stored warrior against another player's.",
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: {
		run: {
			verb: ['Fighting', 'Fought', 'fight'],
			rest: ['{rating_changes.defender.name}', 'player {defender_id}'],
		},
	},
	actions: {
		run: action({
			summary: 'fight',
			risk: 'write',
			timeoutMs: FIGHT_MS,
			leaves: RATED,
			input: { defender_id: Id },
			output: Challenged,
			examples: [
				{
					name: 'a win',
					args: { defender_id: 8 },
					result: {
						arena: 'The arena',
						status: 'finished',
						id: 31,
						result: 'challenger_win',
						score: { challenger_wins: 71, defender_wins: 20, ties: 9 },
						rounds: 'c×71 d×20 t×9',
					},
				},
			],
		}),
	},
})

export const getBattles = defineTool({
	name: 'get_battles',
	title: 'Your battles',
	description: "The user's duels, the latest first.",
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'your battles' } },
	actions: {
		run: action({
			summary: 'list',
			risk: 'read',
			input: page,
			output: ArenaAnswer,
			examples: [{ name: 'none yet', args: {}, result: { arena: 'The arena', battles: [] } }],
		}),
	},
})

export const getBattle = defineTool({
	name: 'get_battle',
	title: 'A battle',
	description: 'A duel: its result, its rounds, the ratings and both sources.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'battle {battle_id}' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { battle_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { battle_id: 31 },
					result: { arena: 'The arena', id: 31, status: 'finished', result: 'tie' },
				},
			],
		}),
	},
})

export const getBattleReplay = defineTool({
	name: 'get_battle_replay',
	title: 'Replay of a battle',
	description: 'Settings, seed and both sources of a duel, to fight it again. For explain_round.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the replay of battle {battle_id}' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { battle_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { battle_id: 31 },
					result: { arena: 'The arena', battle_id: 31, seed: 5, settings: { coreSize: 25_200 } },
				},
			],
		}),
	},
})

export const startArena = defineTool({
	name: 'start_arena',
	title: 'Start an arena',
	description:
		"Fight 200 rated rounds of ten with the user's arena warrior, those that join, and stock bots.",
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Fighting', 'Fought', 'fight'], rest: 'in an arena' } },
	actions: {
		run: action({
			summary: 'fight',
			risk: 'write',
			timeoutMs: FIGHT_MS,
			leaves: RATED,
			input: {},
			output: ArenaAnswer,
			examples: [
				{
					name: 'an arena',
					args: {},
					result: {
						arena: 'The arena',
						status: 'finished',
						id: 4,
						placements: [{ placement: 1, name: 'Ada', total_score: 900 }],
					},
				},
			],
		}),
	},
})

export const getArena = defineTool({
	name: 'get_arena',
	title: 'An arena',
	description: 'An arena: its places, points and ratings.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'arena {arena_id}' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { arena_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { arena_id: 4 },
					result: { arena: 'The arena', arena_id: 4, status: 'finished' },
				},
			],
		}),
	},
})

export const getArenaReplay = defineTool({
	name: 'get_arena_replay',
	title: 'Replay of an arena',
	description: 'Settings, seed and all sources of an arena, to fight it again.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the replay of arena {arena_id}' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { arena_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { arena_id: 4 },
					result: { arena: 'The arena', arena_id: 4, seed: 9, settings: { coreSize: 8_000 } },
				},
			],
		}),
	},
})
