/** The projects in which a coding agent began to wait for its person, while that is news; nothing of the agents and their sessions. Pure. */
import { PUSH_KINDS } from './push-kinds.ts'

/** The most that are kept of one person; the oldest are dropped. */
const MAX_KEPT = 20

export interface AgentWait {
	readonly projectId: string
	/** When an agent last began to. */
	readonly at: number
}

/** When it is no news any more. */
export const endOfNews = ({ at }: AgentWait): number => at + PUSH_KINDS.agents.giveUpMs

export const newsOf = (waits: readonly AgentWait[], now: number): AgentWait[] =>
	waits.filter((wait) => endOfNews(wait) > now)

/** The newest first. */
export const withWait = (waits: readonly AgentWait[], newest: AgentWait): AgentWait[] =>
	[
		newest,
		...newsOf(waits, newest.at).filter(({ projectId }) => projectId !== newest.projectId),
	].slice(0, MAX_KEPT)
