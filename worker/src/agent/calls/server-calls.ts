/**
 * Calls to MCP servers. Nobody else journals them: a change that was sent is never sent again, so one whose sender is gone
 * ends with an unknown effect.
 */
import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { ToolCall } from '../run/run-state.ts'

interface Journal {
	/** Stores them as sent. */
	markSent(calls: readonly ToolCall[]): void
	settle(callId: string, outcome: CallOutcome): void
	progress(callId: string, message: string): void
	/** An outcome could not be stored: another instance may have taken over. */
	readonly failed: (error: unknown) => void
}

const LOST = failed('effect_unknown', 'Fairlead was restarted while the MCP server worked on it.', {
	hint: 'It may have taken effect. Look at what the server shows before you retry.',
})

export class ServerCalls {
	readonly #ports: Pick<MachinePorts, 'servers'>
	readonly #journal: Journal
	readonly #sent = new Map<string, AbortController>()

	constructor(ports: Pick<MachinePorts, 'servers'>, journal: Journal) {
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

	async #send({ callId, name, params, replay, timeoutMs }: ToolCall): Promise<void> {
		const abort = new AbortController()
		this.#sent.set(callId, abort)
		try {
			const outcome = await this.#ports.servers.call({
				...{ name, params, replay, timeoutMs, signal: abort.signal },
				progress: (message) => this.#journal.progress(callId, message),
			})
			this.#journal.settle(callId, outcome)
		} finally {
			this.#sent.delete(callId)
		}
	}
}
