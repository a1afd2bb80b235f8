/**
 * One server for one project: started by the first use, ended when unused, and after a failure only started again when
 * a growing time has passed.
 */
import type { Clock } from '../platform/clock.ts'
import { ChildEnded } from './child-transport.ts'
import type { Connection } from './connection.ts'

const MAX_BACKOFF_MS = 5 * 60_000
/** A server that ran this long did not fail at its start. */
const STEADY_MS = 60_000

type State =
	| { readonly kind: 'idle' }
	| { readonly kind: 'starting'; readonly connection: Promise<Connection> }
	| { readonly kind: 'running'; readonly connection: Connection; readonly since: number }
	/** `until`: Unix milliseconds before which it is not started again. */
	| { readonly kind: 'failed'; readonly reason: string; readonly until: number }
	| { readonly kind: 'closed' }

export interface SlotPorts {
	readonly clock: Clock
	readonly idleMs: number
	readonly backoffMs: number
	connect(): Promise<Connection>
	/** Its state is another. */
	changed(): void
}

/** It was not started: nothing was asked. */
export class NotStarted extends Error {}

export class ServerSlot {
	readonly #ports: SlotPorts
	#state: State = { kind: 'idle' }
	#failures = 0
	#uses = 0
	#cancelIdle: () => void = () => undefined

	constructor(ports: SlotPorts) {
		this.#ports = ports
	}

	get state(): State {
		return this.#state
	}

	/** @throws {NotStarted} if it cannot be started, or failed too recently. Other errors are those of `work`. */
	async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
		this.#cancelIdle()
		this.#uses++
		try {
			return await work(await this.#connection())
		} finally {
			this.#uses--
			if (this.#uses === 0)
				this.#cancelIdle = this.#ports.clock.after(this.#ports.idleMs, () => this.#rest())
		}
	}

	/** It gave no answer: it is ended, unless other calls still wait for it. */
	giveUp(reason: string): void {
		if (this.#state.kind !== 'running' || this.#uses > 1) return
		const { transport } = this.#state.connection
		this.#fail(reason)
		void transport.close()
	}

	async close(): Promise<void> {
		this.#cancelIdle()
		const state = this.#state
		this.#state = { kind: 'closed' }
		if (state.kind === 'running') await state.connection.transport.close()
		if (state.kind === 'starting')
			await state.connection.then(
				({ transport }) => transport.close(),
				() => undefined,
			)
	}

	async #connection(): Promise<Connection> {
		const state = this.#state
		switch (state.kind) {
			case 'running':
				return state.connection
			case 'starting':
				return state.connection
			case 'closed':
				throw new NotStarted('It was removed on the computer, or the relay stops.')
			case 'failed': {
				const left = state.until - this.#ports.clock.now()
				if (left > 0)
					throw new NotStarted(
						`${state.reason} It is started again in ${Math.ceil(left / 1_000)} s at the earliest.`,
					)
				return this.#start()
			}
			case 'idle':
				return this.#start()
			default:
				return state satisfies never
		}
	}

	#start(): Promise<Connection> {
		const connection = this.#ports.connect().then(
			(connected) => this.#started(connected),
			(error: unknown) => {
				const reason = error instanceof ChildEnded ? error.message : 'It could not be started.'
				this.#fail(reason)
				throw new NotStarted(reason)
			},
		)
		this.#state = { kind: 'starting', connection }
		return connection
	}

	#started(connection: Connection): Connection {
		const { transport, client } = connection
		if (this.#state.kind === 'closed') return connection
		this.#state = { kind: 'running', connection, since: this.#ports.clock.now() }
		client.onclose = () => {
			const state = this.#state
			if (state.kind !== 'running' || state.connection !== connection) return
			if (this.#ports.clock.now() - state.since >= STEADY_MS) this.#failures = 0
			this.#fail(transport.ended?.message ?? 'It ended.')
		}
		this.#ports.changed()
		return connection
	}

	#fail(reason: string): void {
		if (this.#state.kind === 'closed') return
		const { clock, backoffMs } = this.#ports
		const wait = Math.min(backoffMs * 2 ** this.#failures, MAX_BACKOFF_MS)
		this.#failures++
		this.#state = { kind: 'failed', reason, until: clock.now() + wait }
		this.#ports.changed()
	}

	#rest(): void {
		if (this.#state.kind !== 'running') return
		const { connection } = this.#state
		// It did what it was asked.
		this.#failures = 0
		this.#state = { kind: 'idle' }
		this.#ports.changed()
		void connection.transport.close()
	}
}
