/** A sub-agent as the page unfolds it below the call that started it. */
import * as z from 'zod/mini'
import { RunState } from './runs.ts'
import { StepPart } from './stream-parts.ts'

/** Query of `GET /api/conversations/:id/agents/:toolCallId`. */
export const SubAgentQuery = z.object({
	/** When the call was made (`startedAt` of its `data-call`): a model may use an id again. */
	at: z.coerce.number().check(z.int(), z.nonnegative()),
})

export const SubAgentCall = z.object({
	tool: z.string(),
	state: z.enum(['running', 'asking', 'done', 'failed', 'denied']),
	/** Its arguments that are text or a list of texts, as far as they are short. */
	input: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
	/** Why it failed. */
	errorText: z.optional(z.string()),
})
export type SubAgentCall = z.infer<typeof SubAgentCall>

export const SubAgentView = z.object({
	state: RunState,
	startedAt: z.int(),
	finishedAt: z.optional(z.int()),
	/** The steps in their order. */
	steps: z.array(z.extend(StepPart, { calls: z.array(SubAgentCall) })),
})
export type SubAgentView = z.infer<typeof SubAgentView>
