import { createContext } from 'react'

/** What is sent for a person who presses "Continue". */
export const GO_ON_TEXT = 'Continue.'

/** Ends of a run after which the same conversation can simply go on. */
export const GO_ON_CODES: ReadonlySet<string> = new Set([
	'step_limit',
	'token_limit',
	'cost_limit',
	'output_limit',
	'loop',
	'editor_gone',
	'model_rate_limit',
	'model_overload',
	'model_network',
	'model_interrupted',
	'internal_error',
])

/** Lets the run go on; null where it cannot: it does already, or a later message has. */
export const GoOnContext = createContext<(() => void) | null>(null)
