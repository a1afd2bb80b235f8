/** Runs and their states, as every component names them. */
import * as z from 'zod'

export const RunState = z.enum([
	'queued',
	'running',
	/** A call waits for a person. */
	'waiting_approval',
	/** A call waits for the editor (compile, reload, gone). The objects sleep meanwhile. */
	'waiting_editor',
	/** The provider asked to come back later. */
	'waiting_retry',
	'completed',
	'failed',
	'cancelled',
])
export type RunState = z.infer<typeof RunState>

export const ENDED_RUN_STATES: ReadonlySet<RunState> = new Set(['completed', 'failed', 'cancelled'])

export const ConversationMode = z.enum(['ask', 'auto', 'read-only'])
export type ConversationMode = z.infer<typeof ConversationMode>

export const Usage = z.object({
	inputTokens: z.number().int().nonnegative(),
	outputTokens: z.number().int().nonnegative(),
	cacheReadTokens: z.number().int().nonnegative(),
	cacheWriteTokens: z.number().int().nonnegative(),
})
export type Usage = z.infer<typeof Usage>
