/** How far a run is that an MCP client started. Pure. */
import * as z from 'zod/mini'
import { ENDED_RUN_STATES, RunState } from '../../conversations/runs.ts'
import { LineStep } from '../app/line.ts'

/** A question to a person. */
export const OpenQuestion = z.object({
	approvalId: z.string(),
	/** The tool, and its arguments. */
	name: z.string(),
	params: z.record(z.string(), z.unknown()),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

export const RunStanding = z.object({
	/** Names the run for its client. */
	run: z.string(),
	conversationId: z.string(),
	state: RunState,
	/** Unix milliseconds. */
	createdAt: z.number(),
	updatedAt: z.number(),
	/** The agent's latest words; empty: none yet. */
	answer: z.string(),
	/** Its calls, in their order. */
	line: z.array(LineStep),
	questions: z.array(OpenQuestion),
	/** The client's user may answer the questions in the client. */
	mayAnswer: z.boolean(),
})
export type RunStanding = z.infer<typeof RunStanding>

export const isOver = ({ state }: Pick<RunStanding, 'state'>): boolean =>
	ENDED_RUN_STATES.has(state)
