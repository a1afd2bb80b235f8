/** A child that is started, watched and, if that makes sense, restarted. */
import { Child, type ChildSpec, type Exit } from '../children.ts'

/** First pause before a crashed service starts again; it doubles with each crash in a row. */
const RESTART_AFTER_MS = 500
const RESTART_AT_MOST_MS = 15_000
/** A service that ran this long has recovered: the next pause is short again. */
const HEALTHY_AFTER_MS = 30_000
/**
 * Ctrl-C on Windows reaches every process of the console at once, so a child may end a
 * moment before we get the signal. Its end counts as a crash only after this time.
 */
const SETTLE_MS = 250

/** Pause before restart number `crashes` in a row (1 = the first). */
export const restartDelay = (crashes: number): number =>
	Math.min(RESTART_AT_MOST_MS, RESTART_AFTER_MS * 2 ** Math.max(0, crashes - 1))

export interface Crash {
	readonly service: string
	readonly exit: Exit
	/** The last output. */
	readonly tail: string
	/** Milliseconds until it starts again; null: it does not. */
	readonly restartInMs: number | null
}

type State =
	| { readonly is: 'idle' }
	| { readonly is: 'running'; readonly child: Child; readonly since: number }
	| { readonly is: 'pausing'; readonly timer: NodeJS.Timeout }
	| { readonly is: 'ending'; readonly child: Child }

export class Service {
	readonly name: string
	readonly #spec: ChildSpec
	readonly #restarts: number
	readonly #onCrash: (crash: Crash) => void
	#state: State = { is: 'idle' }
	#crashes = 0

	/** @param options.restarts how many consecutive crashes restart it; the next one is final */
	constructor(spec: ChildSpec, options: { restarts: number; onCrash: (crash: Crash) => void }) {
		this.name = spec.name
		this.#spec = spec
		this.#restarts = options.restarts
		this.#onCrash = options.onCrash
	}

	get running(): boolean {
		return this.#state.is === 'running' && this.#state.child.running
	}

	get pid(): number | undefined {
		return this.#state.is === 'running' ? this.#state.child.pid : undefined
	}

	get tail(): string {
		return this.#state.is === 'running' ? this.#state.child.tail : ''
	}

	/** Does nothing if it is running. */
	start(): void {
		if (this.#state.is === 'running' || this.#state.is === 'ending') return
		if (this.#state.is === 'pausing') clearTimeout(this.#state.timer)
		const child = new Child(this.#spec)
		this.#state = { is: 'running', child, since: Date.now() }
		void child.exited.then((exit) => {
			setTimeout(() => this.#ended(child, exit), SETTLE_MS)
		})
	}

	/** Ends it in order. Afterwards it can be started again. */
	async end(): Promise<void> {
		await this.#leave((child) => child.end())
	}

	/** SIGKILL, for tests: no clean-up, and only {@link start} restarts it. */
	async kill(): Promise<void> {
		await this.#leave((child) => child.crash())
	}

	async #leave(how: (child: Child) => Promise<Exit>): Promise<void> {
		switch (this.#state.is) {
			case 'idle':
				return
			case 'pausing':
				clearTimeout(this.#state.timer)
				this.#state = { is: 'idle' }
				return
			case 'ending':
				await this.#state.child.exited
				return
			case 'running': {
				const { child } = this.#state
				this.#state = { is: 'ending', child }
				await how(child)
				this.#state = { is: 'idle' }
				return
			}
			default:
				return this.#state satisfies never
		}
	}

	#ended(child: Child, exit: Exit): void {
		if (this.#state.is !== 'running' || this.#state.child !== child) return
		this.#crashes = Date.now() - this.#state.since > HEALTHY_AFTER_MS ? 1 : this.#crashes + 1
		const restartInMs = this.#crashes <= this.#restarts ? restartDelay(this.#crashes) : null
		this.#state =
			restartInMs === null
				? { is: 'idle' }
				: { is: 'pausing', timer: setTimeout(() => this.start(), restartInMs) }
		this.#onCrash({ service: this.name, exit, tail: child.tail, restartInMs })
	}
}
