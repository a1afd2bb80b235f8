/**
 * Calls that the server carries out by itself: to MCP servers, web searches with a person's key, and tools of packs. Nobody else
 * journals them: a change that was sent is never sent again, so one whose sender is gone ends with an unknown effect.
 */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { isOfPack } from '../../ports/pack-tools.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { ToolCall } from '../run/run-state.ts'
import { OWN_SEARCH } from './own-search.ts'

interface Journal {
	/** Stores them as sent. */
	markSent(calls: readonly ToolCall[]): void
	settle(callId: string, outcome: CallOutcome): void
	progress(callId: string, message: string): void
	/** An outcome could not be stored: another instance may have taken over. */
	readonly failed: (error: unknown) => void
}

const LOST = failed('effect_unknown', 'Fairlead was restarted while this call was under way.', {
	hint: 'It may have taken effect. Look at what is there now before you retry.',
})

type Ports = Pick<MachinePorts, 'servers' | 'search' | 'packs' | 'store'>

export class ServerCalls {
	readonly #ports: Ports
	readonly #journal: Journal
	readonly #sent = new Map<string, AbortController>()

	constructor(ports: Ports, journal: Journal) {
		this.#ports = ports
		this.#journal = journal
	}

	/** Journals them as sent and sends them; their outcomes come later. */
	send(calls: readonly ToolCall[]): void {
		const lost = calls.filter((call) => call.state === 'dispatched' && call.replay === 'once')
		const going = calls.filter((call) => !lost.includes(call))
		for (const { callId } of lost) this.#journal.settle(callId, LOST)
		this.#journal.markSent(going)
		for (const call of going) this.#send(call).catch(this.#journal.failed)
	}

	/** Nobody waits for their outcomes now. Ids of other calls are ignored. */
	cancel(callIds: readonly string[]): void {
		for (const callId of callIds) this.#sent.get(callId)?.abort()
	}

	async #send(call: ToolCall): Promise<void> {
		const { callId } = call
		const abort = new AbortController()
		this.#sent.set(callId, abort)
		try {
			this.#journal.settle(callId, await this.#carriedOut(call, abort.signal))
		} finally {
			this.#sent.delete(callId)
		}
	}

	#carriedOut(call: ToolCall, signal: AbortSignal): Promise<CallOutcome> {
		const { callId, runId, name, params, replay, timeoutMs } = call
		const { servers, search, packs, store } = this.#ports
		if (name !== OWN_SEARCH && !isOfPack(name)) {
			const progress = (message: string) => this.#journal.progress(callId, message)
			return servers.call({ name, params, replay, timeoutMs, signal, progress })
		}
		const run = store.run(runId)
		// Its run was cleared: nobody waits.
		if (!run) return Promise.resolve(failed('cancelled', 'The run is over.'))
		if (isOfPack(name)) {
			const model = run.source.kind === 'model' ? run.source.model : null
			return packs.call(name, run.author, { params, signal, model })
		}
		return search.search(run.author, { params, timeoutMs, signal })
	}
}
