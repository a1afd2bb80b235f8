/** The cards of one linked folder as they are told: what changed, at most four times a second. */
import {
	AGENT_LIMITS,
	type AgentCard,
	type AgentList,
	type AgentsChanged,
} from '@fairlead/protocol/agents/agents'
import type { TerminalList } from '@fairlead/protocol/agents/terminals'
import type { Clock } from '../../platform/clock.ts'

const INTERVAL_MS = 250
/** An agent's hook may come before the last records of its turn: what follows so soon is the same wait. */
const SAME_WAIT_MS = 10_000

export interface FolderFeedPorts {
	readonly clock: Clock
	readonly editorKey: string
	/** Returns null if nobody has allowed it. */
	cards(): readonly AgentCard[] | null
	/** Returns null if nobody has allowed them. */
	terminals(): TerminalList | null
	send(change: AgentsChanged): void
	/** An agent began to wait for its person. */
	waits(): void
}

export class FolderFeed {
	readonly #ports: FolderFeedPorts
	/** When each agent last began to wait. */
	#waitedAt = new Map<string, number>()
	/** Agents that were told, and whether each waits for its person. */
	#waiting = new Map<string, boolean>()
	/** Cards that were told, as JSON. */
	#told = new Map<string, string>()
	#shown = false
	/** Terminals that were told, as JSON. */
	#terminals = 'null'
	/** Milliseconds at first: it is ahead of every revision of the relay before this one. */
	#revision: number
	#lastAt = Number.NEGATIVE_INFINITY
	#cancel: (() => void) | null = null

	constructor(ports: FolderFeedPorts) {
		this.#ports = ports
		this.#revision = ports.clock.now()
	}

	/** Something may have changed. The first change is told at once. */
	changed(): void {
		const { clock } = this.#ports
		if (this.#cancel) return
		const wait = this.#lastAt + INTERVAL_MS - clock.awake()
		if (wait <= 0) this.#tell()
		else
			this.#cancel = clock.after(wait, () => {
				this.#cancel = null
				this.#tell()
			})
	}

	/** Everything, as of now. */
	list(): AgentList {
		const cards = this.#tell()
		const terminals = this.#ports.terminals()
		return {
			shown: this.#shown,
			revision: this.#revision,
			cards: [...cards],
			...(terminals === null ? {} : { terminals }),
		}
	}

	close(): void {
		this.#cancel?.()
		this.#cancel = null
	}

	#tell(): readonly AgentCard[] {
		const now = this.#ports.cards()
		const cards = (now ?? []).slice(0, AGENT_LIMITS.cards)
		const shown = now !== null
		const next = new Map(cards.map((card) => [card.agentId, JSON.stringify(card)]))
		const changed = cards.filter(({ agentId }) => this.#told.get(agentId) !== next.get(agentId))
		const gone = [...this.#told.keys()].filter((agentId) => !next.has(agentId))
		const terminals = this.#ports.terminals()
		const told = JSON.stringify(terminals)
		const isSame = told === this.#terminals
		if (changed.length === 0 && gone.length === 0 && shown === this.#shown && isSame) return cards
		this.#told = next
		this.#shown = shown
		this.#terminals = told
		this.#revision++
		this.#lastAt = this.#ports.clock.awake()
		const { editorKey } = this.#ports
		const news = { editorKey, revision: this.#revision, shown, cards: changed, gone }
		this.#ports.send(isSame ? news : { ...news, terminals })
		this.#tellWaits(cards)
		return cards
	}

	/** An agent that waits already when it is first seen is not news. */
	#tellWaits(cards: readonly AgentCard[]): void {
		const now = this.#ports.clock.awake()
		const before = this.#waiting
		this.#waiting = new Map(cards.map((card) => [card.agentId, isWaiting(card)]))
		for (const agentId of this.#waitedAt.keys())
			if (!this.#waiting.has(agentId)) this.#waitedAt.delete(agentId)
		for (const { agentId } of cards) {
			if (!this.#waiting.get(agentId) || before.get(agentId) !== false) continue
			const last = this.#waitedAt.get(agentId) ?? Number.NEGATIVE_INFINITY
			if (now - last < SAME_WAIT_MS) continue
			this.#waitedAt.set(agentId, now)
			this.#ports.waits()
		}
	}
}

/** Sub-agents and members of a team are waited for by their own agent. */
const isWaiting = ({ parent, status }: AgentCard): boolean =>
	parent === undefined && status.kind === 'waiting_input' && status.sure
