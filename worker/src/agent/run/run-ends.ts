/** How runs end, and the texts for it. Pure tables. */
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { stopNotice } from '../../access/dollar-budgets.ts'
import type { Next, Run } from './run-state.ts'

export interface RunEnd {
	readonly state: 'completed' | 'failed' | 'cancelled'
	readonly finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other'
	readonly errorCode?: string
	readonly notice?: NoticePart
}

type Why = Extract<Next, { do: 'finish' }>['why']

export function endOf(why: Why, { source }: Pick<Run, 'source'>): RunEnd {
	switch (source.kind) {
		case 'model':
			return endOfModel(why)
		case 'client':
			// Each call shows its own outcome, and no model can be asked to continue.
			return { state: 'completed', finishReason: 'stop' }
		default:
			return source satisfies never
	}
}

function endOfModel(why: Why): RunEnd {
	if (typeof why === 'object')
		return { state: 'completed', finishReason: 'other', notice: stopNotice(why) }
	switch (why) {
		case 'done':
			return { state: 'completed', finishReason: 'stop' }
		case 'empty':
			return {
				state: 'completed',
				finishReason: 'stop',
				notice: {
					level: 'warning',
					code: 'empty_answer',
					text: 'The model ended without an answer.',
					hint: 'Ask the agent to continue, or choose another model.',
				},
			}
		case 'length':
			return {
				state: 'completed',
				finishReason: 'length',
				notice: {
					level: 'warning',
					code: 'output_limit',
					text: 'The answer reached its length limit.',
					hint: 'Ask the agent to continue.',
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
					text: 'The agent reached the limit of model calls for one run.',
					hint: 'Ask the agent to continue: the next run starts with the full limit.',
				},
			}
		case 'token_limit':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'token_limit',
					text: 'The agent reached the token limit for one run.',
					hint: 'Ask the agent to continue: the next run starts with the full limit. You can change it in the project’s run limits.',
				},
			}
		case 'cost_limit':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'cost_limit',
					text: 'The agent reached the cost limit for one run.',
					hint: 'Ask the agent to continue: the next run starts with the full limit. You can change it in the project’s run limits.',
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
					hint: 'Open the project in Unity on a connected computer, connect one, or choose another editor. Then let the agent continue.',
				},
			}
		case 'loop':
			return {
				state: 'completed',
				finishReason: 'other',
				notice: {
					level: 'warning',
					code: 'loop',
					text: 'The agent was stopped after making the same calls with the same results three times.',
					hint: 'Tell it what to do differently, or ask it to continue.',
				},
			}
		default:
			return why satisfies never
	}
}
