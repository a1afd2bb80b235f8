/** Reads that are not stored: sent as calls, awaited in memory. An eviction loses them, and they are repeated. */

import { resolveCall } from '@fairlead/protocol/tools'
import { type CallOutcome, canonicalJson, failed } from '@fairlead/protocol/wire/calls'
import type { CallRequest, DispatchReceipt } from '../../ports/room.ts'

export interface PassingReadsPorts {
	readonly room: {
		dispatch(request: CallRequest): Promise<DispatchReceipt>
		cancel(callIds: readonly string[]): Promise<unknown>
	}
	/** SHA-256, lower-case hex. */
	readonly hash: (text: string) => string
	/** Begins with `prefix`. */
	readonly newCallId: () => string
	/** Prefix of the ids of these reads, and of no other call. */
	readonly prefix: string
	/** A read without an answer by then ends with `deadline_exceeded`. */
	readonly timeoutMs: number
}

interface Waiting {
	readonly resolve: (outcome: CallOutcome) => void
	readonly timer: ReturnType<typeof setTimeout>
}

export class PassingReads {
	readonly #ports: PassingReadsPorts
	readonly #waiting = new Map<string, Waiting>()

	constructor(ports: PassingReadsPorts) {
		this.#ports = ports
	}

	/**
	 * Asks the editor, or the relay. Whatever would wait for them is answered at once, with the reason.
	 * @param signal withdraws the read, and answers it with `cancelled`
	 * @throws for arguments that the registry refuses
	 */
	async ask(
		method: string,
		input: Record<string, unknown>,
		editorKey: string | null,
		signal?: AbortSignal,
	): Promise<CallOutcome> {
		const resolved = resolveCall(method, input)
		if (!resolved.ok) throw new Error(`${method}: ${resolved.error.message}`)
		const { tool, action, params } = resolved.call
		const { newCallId, room, hash, timeoutMs } = this.#ports
		const callId = newCallId()
		const answer = new Promise<CallOutcome>((resolve) => {
			const timer = setTimeout(() => {
				this.#away(callId, 'deadline_exceeded', 'It did not respond in time.')
			}, timeoutMs)
			this.#waiting.set(callId, { resolve, timer })
		})
		const cancel = (): void => this.#away(callId, 'cancelled', 'It is no longer needed.')
		signal?.addEventListener('abort', cancel, { once: true })
		void answer.then(() => signal?.removeEventListener('abort', cancel))
		try {
			const receipt = await room.dispatch({
				call: {
					callId,
					method,
					params,
					argsHash: hash(canonicalJson({ method, params })),
					deadlineMs: timeoutMs,
				},
				editorKey,
				runsOn: tool.runsOn === 'relay' ? 'relay' : 'editor',
				replay: action.replay,
				refuseWhenClosed: true,
			})
			if (!receipt.accepted) this.settle(callId, receipt.outcome)
			else if (receipt.waiting !== null) this.setWaiting(callId, receipt.waiting)
		} catch {
			this.#away(callId, 'internal', 'The project could not be reached.')
		}
		return answer
	}

	/** True for a read of these, also when it is no longer waited for. */
	settle(callId: string, outcome: CallOutcome): boolean {
		const waiting = this.#waiting.get(callId)
		if (!waiting) return callId.startsWith(this.#ports.prefix)
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
