/** An agent's state in words; never by colour alone. */
import type { AgentCard, AgentStatus } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { priceText, shortCount } from '../../parts/amounts.ts'

const NO_BREAK = '\u00A0'

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

/** Above the state; the transcript has the others. */
const TOOLS_SHOWN = 3

/** The call that the state names already is not said twice; nor is the one that asks what the agent waits for. */
export function shownTools({ status, tools }: AgentCard): AgentCard['tools'] {
	if (status.kind === 'ended') return []
	const named = 'text' in status ? status.text : null
	const isNamed = status.kind === 'waiting_input' ? () => true : (text: string) => text === named
	return tools
		.filter(({ state, text }) => state !== 'running' || !isNamed(text))
		.slice(-TOOLS_SHOWN)
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
		...(cost === undefined ? [] : [priceText(cost).replace(' ', NO_BREAK)]),
		...(context === undefined
			? []
			: [
					used === ''
						? `${shortCount(context.used)} in context`
						: `${used}${shortCount(context.window ?? 0)} context`,
				]),
	]
}
