import * as z from 'zod'
import { SKILL } from '../../projects/skills.ts'
import { action, defineTool } from '../define-tool.ts'

export const LOADED_SKILL = { chars: SKILL.instructionsChars, files: 100 } as const

/** Offered only while the linked folder or the account has skills; `worker/src/agent/context` says when, and answers for the account's. */
export const loadSkill = defineTool({
	name: 'load_skill',
	title: 'Load a skill',
	description: "Read a skill. read_file reads the other files of a project's skill.",
	runsOn: 'relay',
	shared: 'error',
	offered: 'search',
	labels: {
		run: { verb: ['Loading the skill', 'Loaded the skill', 'load the skill'], rest: '{name}' },
	},
	actions: {
		run: action({
			summary: 'load a skill',
			risk: 'read',
			input: { name: z.string().min(1).max(64) },
			output: z.object({
				/** Says that the instructions are cut. */
				note: z.string().optional(),
				name: z.string(),
				/** Its folder; absent for a skill of the account. */
				path: z.string().optional(),
				instructions: z.string().max(LOADED_SKILL.chars),
				/** Its other files. */
				files: z.array(z.string()).max(LOADED_SKILL.files),
			}),
			examples: [
				{
					name: 'level design',
					args: { name: 'level-design' },
					result: {
						name: 'level-design',
						path: '.fairlead/skills/level-design',
						instructions: 'Doors are 2.2 m high.',
						files: ['.fairlead/skills/level-design/sizes.md'],
					},
				},
			],
		}),
	},
})
