import { createContext } from 'react'

/** The message that the "Continue" button sends. */
export const CONTINUE_TEXT = 'Continue.'

/** Ends of a run after which the conversation can simply continue. */
export const CONTINUABLE_CODES: ReadonlySet<string> = new Set([
	'step_limit',
	'token_limit',
	'cost_limit',
	'budget_exceeded',
	'budget_no_price',
	'output_limit',
	'loop',
	'editor_gone',
	'model_rate_limit',
	'model_overload',
	'model_server_error',
	'model_network',
	'model_web_page',
	'model_interrupted',
	'internal_error',
])

/** Continues the run; null if that is not possible: it is active, or a later message continued it. */
export const ContinueContext = createContext<(() => void) | null>(null)
