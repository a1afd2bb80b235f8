/** How runs end and what is said of it: pure tables. */
import type { NoticePart } from '@fairlead/protocol/stream-parts'
import type { Next, ToolCall } from './run-state.ts'

export interface RunEnd {
	readonly state: 'completed' | 'failed' | 'cancelled'
	readonly finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other'
	readonly errorCode?: string
	readonly notice?: NoticePart
}

/** Shown in the gap of the line while a model step waits for its next try. */
export const RETRY_REASON = {
	key: 'The model provider refused',
	quota: 'The model provider refused',
	rate_limit: 'The model provider asks to wait',
	overload: 'The model provider is overloaded',
	too_long: 'The conversation was too long for the model: older parts are left out now',
	content: 'The model provider refused',
	network: 'The connection to the model was cut',
	invalid: 'The model provider refused',
} as const

export function endOf(why: Extract<Next, { do: 'finish' }>['why']): RunEnd {
	switch (why) {
		case 'done':
			return { state: 'completed', finishReason: 'stop' }
		case 'length':
			return {
				state: 'completed',
				finishReason: 'length',
				notice: {
					level: 'warning',
					code: 'output_limit',
					text: 'The answer reached its length limit.',
					hint: 'Ask the agent to go on.',
				},
			}
		case 'refusal':
			return {
				state: 'completed',
				finishReason: 'content-filter',
				notice: {
					level: 'warning',
					code: 'model_refusal',
					text: 'The model declined to answer.',
					hint: 'Rephrase the request.',
				},
			}
		case 'step_limit':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'step_limit',
					text: 'The agent reached the limit of steps for one run.',
					hint: 'Ask the agent to go on: it then has as many again.',
				},
			}
		case 'token_limit':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'token_limit',
					text: 'The agent reached the limit of tokens for one run.',
					hint: 'Ask the agent to go on: it then has as many again. The limit stands in the settings of the project.',
				},
			}
		case 'cost_limit':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'cost_limit',
					text: 'The agent reached the limit of what one run may cost.',
					hint: 'Ask the agent to go on: it may then cost as much again. The limit stands in the settings of the project.',
				},
			}
		case 'editor_gone':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'editor_gone',
					text: 'No Unity editor connected in time. Do you want the agent to continue?',
					hint: 'Open the project in Unity, with "npm run fairlead -- up" running on that machine, or choose another editor. Then let the agent go on.',
				},
			}
		case 'loop':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'loop',
					text: 'The agent made the same calls with the same results three times, and was stopped.',
					hint: 'Tell it what to do differently, or ask it to go on.',
				},
			}
		default:
			return why satisfies never
	}
}

/** What Unity's Edit menu shows: "Undo Fairlead: create Cube". */
export function undoName(calls: readonly ToolCall[]): string {
	const writes = calls.filter((call) => call.risk !== 'read')
	const first = writes[0] ?? calls[0]
	if (!first) return 'Fairlead'
	const action = String(first.params['action'] ?? first.name).replaceAll('_', ' ')
	const object = first.params['name'] ?? first.params['primitive_type'] ?? ''
	const more = writes.length > 1 ? ` and ${writes.length - 1} more` : ''
	return `Fairlead: ${action} ${String(object)}`.trim() + more
}
