/** An opened agent's views, and the ways to answer it. Pure. */
import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'

/** The views of an agent, by their names in the address. */
export const VIEWS = [
	{ value: 'transcript', label: 'Transcript' },
	{ value: 'terminal', label: 'Terminal' },
] as const
export type View = (typeof VIEWS)[number]['value']

/** The one that the agent runs in, or ran in last. Its card may be missing: it has just begun. */
export function terminalOf(agentId: string, list: AgentList | null): Terminal | undefined {
	const terminals = list?.terminals?.list ?? []
	const named = list?.cards.find((card) => card.agentId === agentId)?.terminalId
	return (
		terminals.find(({ terminalId }) => terminalId === named) ??
		terminals.find((terminal) => terminal.agentId === agentId)
	)
}

/** An agent of another protocol has none. */
export const hasScreen = (terminal: Terminal | undefined): boolean =>
	terminal !== undefined && terminal.protocol === undefined

/** An agent without a transcript opens in its terminal; every other agent opens with its transcript. */
export function firstView(
	{ status, tools, tokens }: AgentCard,
	terminal: Terminal | undefined,
): View {
	const used = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite
	const begins = status.kind === 'idle' && tools.length === 0 && used === 0
	return begins && hasScreen(terminal) ? 'terminal' : 'transcript'
}

/**
 * continue: it has ended, and its session can go on here · over: it has ended, and its program continues none ·
 * reply: it takes prompts here · permission: it asks for one in a conversation · elsewhere: it waits in a terminal that is
 * not ours
 */
export function answerBy(
	card: AgentCard,
	list: AgentList,
): 'continue' | 'over' | 'reply' | 'permission' | 'elsewhere' | null {
	const { status, parent, agentId, program, continues } = card
	const asks = status.kind === 'waiting_permission' && card.conversationId !== undefined
	// A sub-agent gets its prompts from the one that began it.
	if (parent !== undefined || agentId.includes('.')) return asks ? 'permission' : null
	if (status.kind === 'ended') {
		if (!list.terminals) return null
		return program === undefined || continues ? 'continue' : 'over'
	}
	const terminal = terminalOf(agentId, list)
	if (terminal) return terminal.state.kind === 'running' ? 'reply' : null
	if (asks) return 'permission'
	return status.kind === 'waiting_input' && card.terminalId === undefined ? 'elsewhere' : null
}
