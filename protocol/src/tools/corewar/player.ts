/** The person's player, and warriors that the arena stores. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { ArenaAnswer, Id, redcodeFor, WarriorName } from './shapes.ts'

export const getProfile = defineTool({
	name: 'get_profile',
	title: 'Your player',
	description: "The user's player: ratings, record, and the sources of both warriors.",
	runsOn: 'server',
	shared: 'line',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'your player' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: {},
			output: ArenaAnswer,
			examples: [
				{
					name: 'a newcomer',
					args: {},
					result: { arena: 'The arena', id: 7, name: 'Ada', rating: 500, warrior: null },
				},
			],
		}),
	},
})

export const uploadWarrior = defineTool({
	name: 'upload_warrior',
	title: 'Upload a warrior',
	description: 'Store the warrior for duels; it replaces the one before. Its source is public.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Uploading', 'Uploaded', 'upload'], rest: '{name}' } },
	actions: {
		run: action({
			summary: 'upload',
			risk: 'write',
			replay: 'safe',
			leaves: 'A warrior in the arena stays as it was uploaded.',
			input: { name: WarriorName, redcode: redcodeFor('1v1') },
			output: ArenaAnswer,
			examples: [
				{
					name: 'a bomber',
					args: {
						name: 'Dwarf',
						redcode: 'loop add #4, bomb\nmov bomb, @bomb\njmp loop\nbomb dat #0, #0',
					},
					result: { arena: 'The arena', id: 12, name: 'Dwarf', instruction_count: 4 },
				},
			],
		}),
	},
})

export const uploadArenaWarrior = defineTool({
	name: 'upload_arena_warrior',
	title: 'Upload a warrior for arenas',
	description:
		'Store the warrior for arenas of ten (100 instructions at most). With auto_join, others may start arenas with it.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Uploading', 'Uploaded', 'upload'], rest: '{name} for arenas' } },
	actions: {
		run: action({
			summary: 'upload',
			risk: 'write',
			replay: 'safe',
			leaves: 'A warrior in the arena stays as it was uploaded.',
			input: {
				name: WarriorName,
				redcode: redcodeFor('arena'),
				auto_join: z.boolean().default(true),
			},
			output: ArenaAnswer,
			examples: [
				{
					name: 'an imp',
					args: { name: 'Imp', redcode: 'mov 0, 1', auto_join: true },
					result: { arena: 'The arena', id: 3, name: 'Imp', auto_join: true, instruction_count: 1 },
				},
			],
		}),
	},
})

export const getWarrior = defineTool({
	name: 'get_warrior',
	title: 'A warrior of the arena',
	description: 'A stored warrior with its source, by its number.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: {
		run: { verb: ['Reading', 'Read', 'read'], rest: ['warrior {name}', 'warrior {warrior_id}'] },
	},
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: { warrior_id: Id },
			output: ArenaAnswer,
			examples: [
				{
					name: 'one',
					args: { warrior_id: 12 },
					result: { arena: 'The arena', id: 12, name: 'Dwarf', redcode: 'mov 0, 1' },
				},
			],
		}),
	},
})
