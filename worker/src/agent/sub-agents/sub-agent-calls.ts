/**
 * Calls that start sub-agents. The sub-agent's object journals its start by the call's id, so a start that is repeated
 * after an eviction starts nothing; its end comes back through its outbox, so nothing here waits for it.
 */

import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { backoffMs, jittered } from '../../platform/backoff.ts'
import { isWithAgent } from '../calls/call-order.ts'
import { activatedTools } from '../calls/tools-step.ts'
import { AGENT_LOOK_MS } from '../run/alarms.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run, ToolCall } from '../run/run-state.ts'
import { shareFor } from './share.ts'
import type { SubAgentStart } from './sub-agent.ts'
import { briefing, NOTHING_LEFT } from './words.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 60_000

interface Journal {
	/** Stores the calls as sent, in one transaction with `also`. */
	markSent(calls: readonly ToolCall[], also: () => void): void
	markUnsent(call: ToolCall, nextAt: number): void
	/** The call's sub-agent has begun. */
	accepted(callId: string): void
	/** The sub-agent had begun, and nothing of it is left. */
	lost(start: SubAgentStart): void
	setWaiting(callId: string, reason: string | null): void
	settle(callId: string, outcome: CallOutcome): void
}

type Ports = Pick<MachinePorts, 'agents' | 'store' | 'clock' | 'random' | 'log'>

export class SubAgentCalls {
	readonly #ports: Ports
	readonly #journal: Journal
	/** Starts that have no answer yet. */
	readonly #starting = new Set<Promise<void>>()
	/** When this instance last told each start, by call; Unix ms. */
	readonly #told = new Map<string, number>()

	constructor(ports: Ports, journal: Journal) {
		this.#ports = ports
		this.#journal = journal
	}

	/** Journals the calls as sent, starts their sub-agents, and takes the answers. */
	async send(run: Run, calls: readonly ToolCall[]): Promise<void> {
		const { store } = this.#ports
		const starts = new Map<string, SubAgentStart>()
		for (const call of calls) {
			const start =
				store.subAgent(call.callId)?.start ?? this.#startOf(run, call, [...starts.values()])
			if (start) starts.set(call.callId, start)
			else this.#journal.settle(call.callId, NOTHING_LEFT)
		}
		const going = calls.filter(({ callId }) => starts.has(callId))
		// Read before the journal: afterwards all look as if they were sent for the first time.
		const begun = new Set(going.filter(isWithAgent).map(({ callId }) => callId))
		if (going.length === 0) return
		this.#journal.markSent(going, () => {
			for (const { callId, toolCallId, stepSeq, createdAt } of going) {
				const start = starts.get(callId)
				if (!start || store.subAgent(callId)) continue
				const row = { callId, runId: run.id, toolCallId, stepSeq, createdAt, start }
				store.insertSubAgent({ ...row, endedAt: null, changes: [], bytes: 0 })
			}
		})
		await Promise.all(
			[...starts.values()].map((start) => this.#start(start, begun.has(start.callId))),
		)
	}

	/** Called by the alarm: repeats starts that were told long ago, since their objects may be lost. */
	look(open: readonly ToolCall[]): void {
		const { store, clock } = this.#ports
		// Calls of older instances are sent again anyway.
		const due = open.filter(
			(call) =>
				isWithAgent(call) &&
				call.epoch === store.epoch() &&
				(this.#told.get(call.callId) ?? 0) + AGENT_LOOK_MS <= clock(),
		)
		for (const { callId } of due) {
			const start = store.subAgent(callId)?.start
			if (start) void this.#start(start, true)
		}
	}

	/** Resolves when no start is on its way. */
	async quiet(): Promise<void> {
		await Promise.allSettled(this.#starting)
	}

	/** Returns null if the run's limits leave too little for a sub-agent, or the run asks no model. */
	#startOf(run: Run, call: ToolCall, others: readonly SubAgentStart[]): SubAgentStart | null {
		const { store } = this.#ports
		const { source } = run
		if (source.kind === 'client') return null
		const { task, may_write, max_steps } = call.params
		const under = store.subAgentsOf(run.id).filter(({ endedAt }) => endedAt === null)
		const promised = [...under.map(({ start }) => start), ...others].map(({ budget }) => budget)
		const steps = store.modelSteps(run.id)
		const budget = shareFor(run, { steps, promised }, Number(max_steps))
		if (!budget) return null
		return {
			callId: call.callId,
			briefing: briefing(budget.steps ?? 0),
			task: String(task),
			author: run.author,
			model: source.model,
			settings: source.settings,
			mode: may_write === true ? run.mode : 'read-only',
			budget,
			editorKey: run.editorKey,
			decisions: run.decisions,
			activated: activatedTools(this.#ports).filter((name) => name !== 'delegate'),
		}
	}

	#start(start: SubAgentStart, begun: boolean): Promise<void> {
		this.#told.set(start.callId, this.#ports.clock())
		const asked = this.#ask(start, begun).finally(() => this.#starting.delete(asked))
		this.#starting.add(asked)
		return asked
	}

	async #ask(start: SubAgentStart, begun: boolean): Promise<void> {
		const { agents, store, clock, random, log } = this.#ports
		const { callId } = start
		try {
			const standing = await agents.start(start, begun)
			if ('lost' in standing) {
				log({ level: 'error', event: 'sub_agent_lost', callId })
				this.#journal.lost(start)
				return
			}
			this.#journal.accepted(callId)
			if (store.call(callId)?.state === 'dispatched')
				this.#journal.setWaiting(callId, standing.waiting)
		} catch (error) {
			log({ level: 'warn', event: 'sub_agent_unreachable', error: String(error) })
			const call = store.call(callId)
			// A sub-agent that has begun tells its end by itself; the next look asks again.
			if (begun || call?.state !== 'dispatched' || isWithAgent(call)) return
			const pause = backoffMs(call.attempts, FIRST_RETRY_MS, MAX_RETRY_MS)
			this.#journal.markUnsent(call, clock() + jittered(pause, random()))
		}
	}
}
