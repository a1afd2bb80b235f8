/** The frame of an answer's stream, for every provider: silence, cuts, cancellation, limits and errors. */
import type { ProviderError, ProviderEvent } from '../model/types.ts'
import { ANSWER_TOO_LARGE, MAX_ANSWER_CHARS, refusalIn } from './answer-bounds.ts'
import { CUT_STREAM } from './failures.ts'
import { STALLED, StallGuard } from './stall-guard.ts'

/** A service's events → {@link ProviderEvent}. A state machine without I/O. */
export interface StreamMapper<E> {
	/** True once `finish` or `error` was returned. */
	readonly finished: boolean
	accept(event: E): readonly ProviderEvent[]
	/** The service closed the stream: for wires whose last event is not the last. */
	end?(): readonly ProviderEvent[]
}

export interface StreamSource<E> {
	readonly mapper: StreamMapper<E>
	/** Sends the request; may throw. */
	readonly open: (signal: AbortSignal) => Promise<AsyncIterable<E>>
	/** Must not throw. */
	readonly classify: (error: unknown) => ProviderError
	readonly now: () => number
	readonly stallTimeoutMs?: number | undefined
}

/** Never throws. When `signal` aborts, it ends without an event. */
export async function* guardedStream<E>(
	{ mapper, open, classify, now, stallTimeoutMs }: StreamSource<E>,
	signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
	const stall = new StallGuard(now, stallTimeoutMs)
	let chars = 0
	try {
		const events = await open(AbortSignal.any([signal, stall.signal]))
		for await (const event of events) {
			stall.touch()
			for (const mapped of mapper.accept(event)) {
				if (mapped.type === 'text-delta' || mapped.type === 'reasoning-delta')
					chars += mapped.delta.length
				if (chars > MAX_ANSWER_CHARS) {
					yield { type: 'error', error: ANSWER_TOO_LARGE }
					return
				}
				yield mapped
			}
			if (mapper.finished) return
		}
		if (signal.aborted) return
		// Some SDKs end an aborted stream as if it were whole.
		if (!stall.signal.aborted) for (const mapped of mapper.end?.() ?? []) yield mapped
		if (mapper.finished) return
		yield { type: 'error', error: stall.signal.aborted ? STALLED : CUT_STREAM }
	} catch (error) {
		if (signal.aborted) return
		const failure = refusalIn(error) ?? classify(error)
		yield { type: 'error', error: stall.signal.aborted ? STALLED : failure }
	} finally {
		stall.end()
	}
}
