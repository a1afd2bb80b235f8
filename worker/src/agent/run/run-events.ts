/** News of a run for the room's viewers. The run does not depend on it: failures are only logged. */
import { verdictOf } from '@fairlead/protocol/conversations/run-standing'
import type { RunVerdict } from '@fairlead/protocol/conversations/runs'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'
import type { MachinePorts } from './machine-ports.ts'
import type { Run } from './run-state.ts'

type Ports = Pick<MachinePorts, 'room' | 'store' | 'log' | 'conversationId'>

export class RunEvents {
	readonly #ports: Ports

	constructor(ports: Ports) {
		this.#ports = ports
	}

	announce(run: Run): void {
		const verdict = run.state === 'completed' ? this.#verdictOf(run) : null
		this.#tell(run, verdict === null ? {} : { verdict })
	}

	#verdictOf(run: Run): RunVerdict | null {
		const [answer] = this.#ports.store.newestMessages(1)
		return answer?.runId === run.id ? verdictOf(answer.ui) : null
	}

	/** Like {@link announce}, with the current number of waiting messages. */
	queueChanged(run: Run | null): void {
		if (run) this.#tell(run, { queued: this.#ports.store.inbox().length })
	}

	/** The run goes on waiting for the editor, for another reason. Its stream is closed: viewers read what it holds now. */
	waitChanged(run: Run): void {
		this.#tell(run, { waitChanged: true })
	}

	/** The answer of a run that is over now tells more, or the run has changed more. */
	answerChanged(run: Run): void {
		this.#tell(run, { answerChanged: true })
	}

	#tell(run: Run, more: Omit<RunChanged, 'conversationId' | 'runId' | 'state'>): void {
		const { room, conversationId, log } = this.#ports
		const by = run.source.kind
		room
			.runChanged({ conversationId, runId: run.id, state: run.state, ...more }, by)
			.catch((error: unknown) => {
				log({ level: 'warn', event: 'room_not_told', error: String(error) })
			})
	}
}
