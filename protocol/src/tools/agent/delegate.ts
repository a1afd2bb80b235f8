import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'

export const SUB_AGENT = {
	/** Sub-agents of one run that work at the same time. */
	atOnce: 3,
	/** Model calls of one sub-agent. */
	maxSteps: 20,
	/** About 4,000 tokens: the answer is what the caller's context pays for. */
	answerChars: 16_000,
	/** Changes that a result names. */
	namedChanges: 50,
} as const

/** The name of a write grant where it is always allowed. */
const MAY_WRITE = 'sub-agents that may change the project'

/** A run of its own for one task; `worker/src/agent/sub-agents` starts it and takes its answer. */
export const delegate = defineTool({
	name: 'delegate',
	title: 'Delegate a task',
	description:
		'Give a sub-agent a task; only its answer comes back. It has your tools and its own context, knows nothing of this conversation, asks nobody. Several in one answer work at once.',
	runsOn: 'worker',
	shared: 'error',
	offered: 'search',
	gist: 'sub-agents',
	labels: { run: { verb: ['Delegating', 'Delegated', 'delegate'], rest: '{title}' } },
	actions: {
		run: action({
			summary: 'start a sub-agent',
			foundBy: 'subagent subagents parallel research independent tasks own context',
			risk: 'read',
			worse: ({ may_write }) =>
				may_write === true ? { risk: 'execute', subject: MAY_WRITE } : null,
			input: {
				/** A few words for people. */
				title: z.string().min(1).max(80),
				/** Everything that it needs to know. */
				task: z.string().min(1).max(8_000),
				/** A person is asked. Without it, it only looks. */
				may_write: z.boolean().default(false),
				/** Model calls. */
				max_steps: z.number().int().min(1).max(SUB_AGENT.maxSteps).default(10),
			},
			output: z.object({
				/** Why there is no complete answer. */
				note: z.string().optional(),
				outcome: z.enum(['completed', 'limit', 'failed', 'stopped']),
				answer: z.string().max(SUB_AGENT.answerChars),
				/** Its changes, as the editor's Edit menu names them: create Cube. */
				changed: z.array(z.string()).max(SUB_AGENT.namedChanges).optional(),
				/** Model calls that it began. */
				steps: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'a search',
					args: { title: 'Find the doors', task: 'List every object with a Door component.' },
					result: {
						outcome: 'completed',
						answer: 'There are two: /House/Front and /House/Back.',
						steps: 2,
					},
				},
			],
		}),
	},
})
