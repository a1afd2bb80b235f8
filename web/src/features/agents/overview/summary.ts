/** One line over the agents of all projects. Pure. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { waits } from '../list.ts'

/** "3 agents, 1 waits for you"; empty without agents. Sub-agents that wait count, others do not: their parents do. */
export function summaryOf(cards: readonly AgentCard[]): string {
	const agents = cards.filter(
		({ parent, status }) => parent === undefined && status.kind !== 'ended',
	).length
	if (agents === 0) return ''
	const waiting = cards.filter(({ status }) => waits(status)).length
	const counted = agents === 1 ? '1 agent' : `${agents} agents`
	if (waiting === 0) return counted
	return `${counted}, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`
}
