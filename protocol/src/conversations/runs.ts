/** Runs and their states, as every component names them. */
import * as z from 'zod/mini'

export const RunState = z.enum([
	'queued',
	'running',
	/** A call waits for a person. */
	'waiting_approval',
	/** A call waits for the editor (compile, reload, gone). The objects sleep meanwhile. */
	'waiting_editor',
	/** The provider asked for a retry later. */
	'waiting_retry',
	'completed',
	'failed',
	'cancelled',
])
export type RunState = z.infer<typeof RunState>

export const ENDED_RUN_STATES: ReadonlySet<RunState> = new Set(['completed', 'failed', 'cancelled'])

/** Why a completed run is not fully done, or that it was reverted, wholly or in part, however it ended; see `verdictOf`. */
export const RunVerdict = z.enum([
	'denied',
	'partly_denied',
	'effect_unknown',
	'compile_errors',
	'tests_failed',
	'reverted',
	'partly_reverted',
])
export type RunVerdict = z.infer<typeof RunVerdict>

/** The state of a run in one word: in a list, in a link, under an answer. */
export type RunStanding =
	| 'running'
	| 'needs_you'
	| 'waiting_editor'
	| 'waiting_retry'
	| 'done'
	| 'failed'
	| 'stopped'
	| RunVerdict

export function standingOf(run: {
	readonly state: RunState
	readonly verdict?: RunVerdict | null | undefined
}): RunStanding {
	if (run.verdict === 'reverted' || run.verdict === 'partly_reverted') return run.verdict
	switch (run.state) {
		case 'queued':
		case 'running':
			return 'running'
		case 'waiting_approval':
			return 'needs_you'
		case 'waiting_editor':
		case 'waiting_retry':
		case 'failed':
			return run.state
		case 'cancelled':
			return 'stopped'
		case 'completed':
			return run.verdict ?? 'done'
		default:
			return run.state satisfies never
	}
}

export const ConversationMode = z.enum(['ask', 'auto', 'read-only'])
export type ConversationMode = z.infer<typeof ConversationMode>

/** Tokens as they are billed, each counted in one of the first four. */
export const Usage = z.object({
	/** Without what was read from and written to the cache. */
	inputTokens: z.int().check(z.nonnegative()),
	outputTokens: z.int().check(z.nonnegative()),
	cacheReadTokens: z.int().check(z.nonnegative()),
	cacheWriteTokens: z.int().check(z.nonnegative()),
	/** The part of the output that was thinking; absent: the provider did not say. */
	reasoningTokens: z.optional(z.int().check(z.nonnegative())),
	/** The part of all these that is an estimate: an answer was cut before the provider reported its usage. */
	estimatedTokens: z.optional(z.int().check(z.positive())),
})
export type Usage = z.infer<typeof Usage>

/**
 * The limits of one run; an omitted member takes the project's value, then the default. A run
 * ends with a notice (`step_limit`, `token_limit`, `cost_limit`) before the model call that comes
 * after a limit was reached; a message to continue begins a run with a full budget.
 */
export const Budget = z.object({
	/** Model calls. */
	steps: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
	/** Input, output and cached tokens together. */
	tokens: z.optional(z.int().check(z.minimum(1_000), z.maximum(1_000_000_000))),
	/** US dollars by list prices; has no effect with a model whose price is not known. */
	costUsd: z.optional(z.number().check(z.minimum(0.01), z.maximum(10_000))),
})
export type Budget = z.infer<typeof Budget>

export const DEFAULT_BUDGET = {
	steps: 50,
	tokens: 5_000_000,
	costUsd: 10,
} as const satisfies Budget

/**
 * The effect of a message sent during a run. step: it enters before the next model
 * call · interrupt: the model's answer is cut, calls that wait or run are cancelled, and it enters
 * at once. One that did not enter before the run ended begins the next run.
 */
export const Steer = z.enum(['step', 'interrupt'])
export type Steer = z.infer<typeof Steer>
