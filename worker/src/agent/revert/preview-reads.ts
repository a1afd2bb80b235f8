/** Reads for a preview: sent as calls, awaited in memory. An eviction loses them, and the page asks again. */
import { type CallOutcome, canonicalJson, failed } from '@fairlead/protocol/calls'
import type { RevertPorts } from './revert-machine.ts'
import { checkedParams, replayOf, runnerOf, type Wish } from './revert-state.ts'

const PREFIX = 'look_'
/** A person waits for it. */
const LOOK_TIMEOUT_MS = 15_000

interface Waiting {
	readonly resolve: (outcome: CallOutcome) => void
	readonly timer: ReturnType<typeof setTimeout>
}

export class PreviewReads {
	readonly #ports: RevertPorts
	readonly #waiting = new Map<string, Waiting>()

	constructor(ports: RevertPorts) {
		this.#ports = ports
	}

	static owns(callId: string): boolean {
		return callId.startsWith(PREFIX)
	}

	/** Never rejects. What would wait for the editor or the relay is answered at once, with why. */
	async ask(wish: Omit<Wish, 'kind'>, editorKey: string | null): Promise<CallOutcome> {
		const { method } = wish
		const params = checkedParams(wish)
		const { newId, room, hash } = this.#ports
		const callId = `${PREFIX}${newId('rev')}`
		const answer = new Promise<CallOutcome>((resolve) => {
			const timer = setTimeout(() => {
				this.#away(callId, 'deadline_exceeded', 'It did not respond in time.')
			}, LOOK_TIMEOUT_MS)
			this.#waiting.set(callId, { resolve, timer })
		})
		try {
			const receipt = await room.dispatch({
				call: {
					callId,
					method,
					params,
					argsHash: hash(canonicalJson({ method, params })),
					deadlineMs: LOOK_TIMEOUT_MS,
				},
				editorKey,
				runsOn: runnerOf({ method }),
				replay: replayOf({ method, params }),
				refuseWhenClosed: true,
			})
			if (!receipt.accepted) this.settle(callId, receipt.outcome)
			else if (receipt.waiting !== null) this.setWaiting(callId, receipt.waiting)
		} catch {
			this.#away(callId, 'internal', 'The project could not be reached.')
		}
		return answer
	}

	/** False when it is not (or no longer) waited for. */
	settle(callId: string, outcome: CallOutcome): boolean {
		const waiting = this.#waiting.get(callId)
		if (!waiting) return PreviewReads.owns(callId)
		clearTimeout(waiting.timer)
		this.#waiting.delete(callId)
		waiting.resolve(outcome)
		return true
	}

	setWaiting(callId: string, reason: string | null): void {
		if (reason !== null) this.#away(callId, 'editor_busy', `${reason}.`)
	}

	#away(callId: string, code: Parameters<typeof failed>[0], message: string): void {
		if (!this.#waiting.has(callId)) return
		this.settle(callId, failed(code, message))
		this.#ports.room.cancel([callId]).catch(() => undefined)
	}
}
