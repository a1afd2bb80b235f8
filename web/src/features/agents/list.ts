/** The cards of a folder as they change, and the order in which they are shown. Pure. */
import type {
	AgentCard,
	AgentList,
	AgentStatus,
	AgentsChanged,
} from '@fairlead/protocol/agents/agents'

/** @returns the same list if it has the change already: a list may be read after a change was sent */
export function applied(
	list: AgentList,
	{ revision, shown, cards, gone, terminals = list.terminals }: AgentsChanged,
): AgentList {
	if (revision <= list.revision) return list
	if (!shown) return { shown, revision, cards: [] }
	const kept = new Map(list.cards.map((card) => [card.agentId, card]))
	for (const agentId of gone) kept.delete(agentId)
	for (const card of cards) kept.set(card.agentId, card)
	return { shown, revision, cards: [...kept.values()], ...(terminals ? { terminals } : {}) }
}

export interface Branch {
	readonly card: AgentCard
	/** Sub-agents and members of its team. */
	readonly children: readonly Branch[]
}

const KINDS = [
	'waiting_permission',
	'waiting_input',
	'working',
	'waiting_turn',
	'idle',
	'ended',
] as const satisfies readonly AgentStatus['kind'][]

const hasEnded = ({ card, children }: Branch): boolean =>
	card.status.kind === 'ended' && children.every(hasEnded)

/** Agents that need somebody come first; a parent stands where its most urgent sub-agent would. */
export function arranged(cards: readonly AgentCard[]): {
	open: readonly Branch[]
	ended: readonly Branch[]
} {
	const known = new Set(cards.map(({ agentId }) => agentId))
	const below = (above: string | null): readonly AgentCard[] =>
		cards.filter(
			({ parent }) => (parent !== undefined && known.has(parent) ? parent : null) === above,
		)
	const rankOf = ({ card, children }: Branch): number =>
		Math.min(KINDS.indexOf(card.status.kind), ...children.map(rankOf))
	const branches = (parent: string | null, above: readonly string[]): Branch[] =>
		below(parent)
			// A circle of parents, which a relay should not send, is cut.
			.filter(({ agentId }) => !above.includes(agentId))
			.map((card) => ({ card, children: branches(card.agentId, [...above, card.agentId]) }))
			.sort((a, b) => rankOf(a) - rankOf(b) || b.card.since - a.card.since)
	const all = branches(null, [])
	return { open: all.filter((one) => !hasEnded(one)), ended: all.filter(hasEnded) }
}

/** The cards of branches, from top to bottom. */
export const cardsOf = (branches: readonly Branch[]): AgentCard[] =>
	branches.flatMap(({ card, children }) => [card, ...cardsOf(children)])

/** Whether the agent waits for a person. */
export const waits = ({ kind }: AgentStatus): boolean =>
	kind === 'waiting_permission' || kind === 'waiting_input'

/** The agents that began to wait for somebody between two states of the list. */
export function beganToWait(before: AgentList, after: AgentList): AgentCard[] {
	const earlier = new Map(before.cards.map(({ agentId, status }) => [agentId, status.kind]))
	return after.cards.filter(
		({ agentId, status }) => waits(status) && earlier.get(agentId) !== status.kind,
	)
}

/** The sessions whose turn is over, or that ask something, where that is sure. */
export const turnEnded = ({ cards }: AgentList): AgentCard[] =>
	cards.filter(
		({ status, parent }) => status.kind === 'waiting_input' && status.sure && parent === undefined,
	)
