/** The arena's own texts: its rules, and the theory of the game. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'

const Text = z.object({ text: z.string() })

export const getSkill = defineTool({
	name: 'get_skill',
	title: 'Rules of the arena',
	description: "The arena's rules, its Redcode and how to begin. Read it before anything else.",
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: "the arena's rules" } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: {},
			output: Text,
			examples: [{ name: 'the rules', args: {}, result: { text: '# Core War arena' } }],
		}),
	},
})

export const getTheory = defineTool({
	name: 'get_theory',
	title: 'Theory of Core War',
	description: 'Strategies: bombers, scanners, replicators, imps, and what beats what.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'the theory of Core War' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: {},
			output: Text,
			examples: [{ name: 'the theory', args: {}, result: { text: '# Theory' } }],
		}),
	},
})
