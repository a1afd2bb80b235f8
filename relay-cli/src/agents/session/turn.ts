/** Ends in a session: of its turn, and of the agents that it began. Pure. */
import type { BegunAgent, Session } from './session.ts'
import * as list from './tool-list.ts'

const MAX_AGENTS = 200

type Agents = readonly BegunAgent[]

/** It works in the background: the end of a turn is not its end. */
export const agentLaunched = (agents: Agents, id: string | null): Agents =>
	id === null ? agents : [...without(agents, id), { id, endedAt: null }].slice(-MAX_AGENTS)

export const agentEnded = (agents: Agents, id: string | null, at: number): Agents =>
	id === null ? agents : [...without(agents, id), { id, endedAt: at }].slice(-MAX_AGENTS)

const without = (agents: Agents, id: string): Agents => agents.filter((one) => one.id !== id)

export const turnEnd = (session: Session, at: number): Session => ({
	...session,
	turn: session.turn.kind === 'interrupted' ? session.turn : { kind: 'over', at },
	tools: list.endedAll(session.tools, 'done'),
	permission: null,
})
