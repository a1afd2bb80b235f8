/** An agent's state in words; never by colour alone. */
import type { AgentCard, AgentStatus } from '@fairlead/protocol/agents'
import { visible } from '@fairlead/protocol/visible'
import { priceText, shortCount } from '../../parts/amounts.ts'

export function statusWords(status: AgentStatus): string {
	switch (status.kind) {
		case 'working':
			return visible(status.text) || 'Working'
		case 'waiting_permission': {
			const asks = status.sure ? 'Needs a permission' : 'May be waiting for a permission'
			return status.text === '' ? asks : `${asks}: ${visible(status.text)}`
		}
		case 'waiting_input': {
			const waits = status.sure ? 'Waiting for you' : 'Seems to be waiting for you'
			return status.text === '' ? waits : `${waits}: ${visible(status.text)}`
		}
		case 'waiting_turn':
			return visible(status.text) || 'Waiting for its next turn'
		case 'idle':
			return 'Idle'
		case 'ended':
			return status.sure ? 'Ended' : 'Seems to have ended'
		default:
			return status satisfies never
	}
}

/** The states of a run's line that an agent's line shows. */
export const KNOTS: Readonly<Record<AgentStatus['kind'], string>> = {
	working: 'running',
	waiting_permission: 'denied',
	waiting_input: 'waiting',
	waiting_turn: 'waiting',
	idle: 'waiting',
	ended: 'done',
}

/** "Gemini", "Mode: Plan", "main", "Opus 4.8", "18K tokens", "$0.42", "38% of 200K context". */
export function factsOf({
	branch,
	folder,
	mode,
	model,
	program,
	tokens,
	cost,
	context,
}: AgentCard): string[] {
	const total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite
	const used = context?.window ? `${Math.round((100 * context.used) / context.window)}% of ` : ''
	return [
		...(program === undefined ? [] : [visible(program)]),
		...(mode === undefined ? [] : [`Mode: ${visible(mode)}`]),
		...(folder === '' ? [] : [visible(folder)]),
		...(branch === undefined ? [] : [visible(branch)]),
		...(model === undefined ? [] : [visible(model)]),
		...(total === 0 ? [] : [`${shortCount(total)} tokens`]),
		...(cost === undefined ? [] : [priceText(cost)]),
		...(context === undefined
			? []
			: [
					used === ''
						? `${shortCount(context.used)} in context`
						: `${used}${shortCount(context.window ?? 0)} context`,
				]),
	]
}
