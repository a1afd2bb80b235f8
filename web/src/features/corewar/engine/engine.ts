/** The page's side of the engine's Web Worker. */
import type { Answer, Ask, Asks, Kind } from './messages.ts'

/** The part of a `Worker` that is used. */
export interface Port {
	postMessage(ask: Ask): void
	terminate(): void
	onmessage: ((event: { readonly data: Answer }) => void) | null
	onerror: ((event: { preventDefault(): void }) => void) | null
}

/** `refused`: for the person to mend · `closed`: nobody waits any more · `broken`: the engine is at fault, or not there. */
export class EngineError extends Error {
	readonly kind: 'refused' | 'closed' | 'broken'

	constructor(kind: 'refused' | 'closed' | 'broken', message: string) {
		super(message)
		this.kind = kind
	}
}

interface Waiting {
	readonly resolve: (value: never) => void
	readonly reject: (error: EngineError) => void
	readonly onProgress: ((value: never) => void) | undefined
}

const openWorker = (): Port =>
	new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }) as unknown as Port

export class Engine {
	readonly #open: () => Port
	readonly #waiting = new Map<number, Waiting>()
	#port: Port | null = null
	#next = 0

	constructor(open: () => Port = openWorker) {
		this.#open = open
	}

	/** @throws EngineError */
	ask<K extends Kind>(
		kind: K,
		what: Asks[K]['ask'],
		onProgress?: (value: Asks[K]['progress']) => void,
	): Promise<Asks[K]['answer']> {
		this.#port ??= this.#begin()
		const id = this.#next++
		const { promise, resolve, reject } = Promise.withResolvers<Asks[K]['answer']>()
		this.#waiting.set(id, { resolve: resolve as (value: never) => void, reject, onProgress })
		this.#port.postMessage({ kind, id, ...what } as unknown as Ask)
		return promise
	}

	/** Ends what is under way at once; the next question begins anew. */
	close(): void {
		this.#end(new EngineError('closed', 'Stopped.'))
	}

	#begin(): Port {
		const port = this.#open()
		port.onmessage = ({ data }) => this.#take(data)
		port.onerror = (event) => {
			event.preventDefault()
			this.#end(
				new EngineError(
					'broken',
					'The engine could not be loaded or has stopped. Check the connection, then try again.',
				),
			)
		}
		return port
	}

	#take(answer: Answer): void {
		const waiting = this.#waiting.get(answer.id)
		if (!waiting) return
		switch (answer.kind) {
			case 'progress':
				waiting.onProgress?.(answer.value as never)
				return
			case 'done':
				this.#waiting.delete(answer.id)
				waiting.resolve(answer.value as never)
				return
			case 'failed':
				this.#waiting.delete(answer.id)
				waiting.reject(new EngineError(answer.isRefused ? 'refused' : 'broken', answer.message))
				return
			default:
				answer satisfies never
		}
	}

	#end(error: EngineError): void {
		this.#port?.terminate()
		this.#port = null
		const left = [...this.#waiting.values()]
		this.#waiting.clear()
		for (const { reject } of left) reject(error)
	}
}
