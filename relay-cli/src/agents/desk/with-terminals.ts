/** Cards of agents that were started from the page: there from the start, and with the terminal that each runs in. Pure. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { modeName } from '../mode-name.ts'
import type { LifePorts } from './session-lives.ts'

/** Claude Code writes its first record within this time, unless it asks something before. */
const BEGINS_MS = 10_000
/** The last records of an agent may be read this long after its terminal has ended. */
const LAST_WORDS_MS = 2_000

const STARTING = { kind: 'working', text: 'Starting' } as const

/** @param terminals of the folder */
export function withTerminals(
	cards: readonly AgentCard[],
	terminals: readonly Terminal[],
	{ clock, continues }: Pick<LifePorts, 'clock' | 'continues'>,
): AgentCard[] {
	const now = clock.now()
	const ofAgent = new Map(terminals.map((terminal) => [terminal.agentId, terminal]))
	const known = cards.map((card) => {
		const terminal = ofAgent.get(card.agentId)
		return terminal ? inTerminal(card, terminal) : card
	})
	const ids = new Set(cards.map(({ agentId }) => agentId))
	const others = terminals.filter(({ agentId }) => agentId !== undefined && !ids.has(agentId))
	return [...others.map((terminal) => newCard(terminal, now)), ...known].map((card) =>
		card.program !== undefined && continues(card.agentId) ? { ...card, continues: true } : card,
	)
}

function inTerminal(told: AgentCard, terminal: Terminal): AgentCard {
	const { terminalId, state, startedAt, protocol } = terminal
	const card = { ...told, ...modeOf(terminal) }
	// Its session is being continued.
	if (protocol !== undefined && state.kind === 'running' && card.status.kind === 'ended')
		return { ...card, terminalId, status: STARTING, since: startedAt }
	const isOver =
		state.kind !== 'running' &&
		card.status.kind !== 'ended' &&
		card.heardAt <= state.at + LAST_WORDS_MS
	if (!isOver) return { ...card, terminalId }
	return { ...card, terminalId, status: { kind: 'ended', sure: true }, since: state.at }
}

const modeOf = ({ modes }: Terminal): { mode?: string } => (modes ? { mode: modeName(modes) } : {})

/** Makes the card of an agent whose session has no file yet. */
function newCard(terminal: Terminal, now: number): AgentCard {
	const { agentId = '', terminalId, title, folder, startedAt, state, protocol, program } = terminal
	// An agent without a screen has no terminal to look at.
	const begins = protocol !== undefined || now < startedAt + BEGINS_MS
	const status: AgentCard['status'] =
		state.kind !== 'running'
			? { kind: 'ended', sure: true }
			: begins
				? STARTING
				: { kind: 'waiting_input', text: 'look at its terminal', sure: false }
	const at = state.kind === 'running' ? startedAt + (begins ? 0 : BEGINS_MS) : state.at
	return {
		agentId,
		sessionId: agentId,
		terminalId,
		title,
		folder,
		...(program === undefined ? {} : { program }),
		...modeOf(terminal),
		status,
		since: at,
		heardAt: at,
		tools: [],
		tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	}
}
