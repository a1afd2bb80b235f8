/**
 * A Durable Object's home: its storage outlives its instances. An instance ends as evicted
 * objects do (nothing more is received from it), or as a replaced one (it keeps running for a while
 * over the same storage and has to notice that itself).
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Scheduler } from '../scheduler.ts'

/** The instance is gone; its later actions must have no effect. */
export class InstanceGone extends Error {
	override message = 'instance gone'
}

export interface Life {
	alive: boolean
	/** Its storage and its calls fail; false for a replaced one that keeps running. */
	silenced: boolean
	/** Events that it is handling, and its own calls that are not answered yet. */
	busy: number
	readonly ended: Promise<void>
	end: () => void
}

export function newLife(): Life {
	const { promise, resolve } = Promise.withResolvers<void>()
	return { alive: true, silenced: false, busy: 0, ended: promise, end: resolve }
}

/** The instance is busy until the work is over. */
export function during<T>(life: Life, work: Promise<T>): Promise<T> {
	life.busy++
	const over = (): void => {
		life.busy--
	}
	work.then(over, over)
	return work
}

interface Alarmed {
	alarm?(): Promise<void>
}

export interface HostOptions<T> {
	readonly scheduler: Scheduler
	readonly wallNow: () => number
	readonly make: (ctx: unknown, life: Life) => T
	/** Called after each commit or write of the live instance; true: it ends right there. */
	readonly crashNow: () => boolean
	/** The other members of `ctx`. */
	readonly extra?: (life: Life) => Record<string, unknown>
}

const ALARM_RETRY_MS = 2_000

export class ObjectHost<T extends Alarmed> {
	readonly database = new DatabaseSync(':memory:')
	alarmAt: number | null = null
	/** How often an instance was aborted: older stubs fail for good. */
	aborts = 0
	/** Alarms that rang: an object that never sleeps shows here. */
	alarms = 0
	readonly #options: HostOptions<T>
	readonly #statements = new Map<string, StatementSync>()
	#instance: T | null = null
	#life: Life = newLife()
	#depth = 0
	#booting = false

	constructor(options: HostOptions<T>) {
		this.#options = options
	}

	/** The live instance; created if there is none. */
	get(): { instance: T; life: Life } {
		if (!this.#instance) {
			this.#life = newLife()
			const life = this.#life
			this.#booting = true
			try {
				this.#instance = this.#options.make(this.#context(life), life)
			} finally {
				this.#booting = false
			}
		}
		return { instance: this.#instance, life: this.#life }
	}

	get awake(): boolean {
		return this.#instance !== null
	}

	/** Whether the platform may let it hibernate. */
	get idle(): boolean {
		return this.#life.busy === 0
	}

	/** Ends the instance as an error or a reset does: callers need a new stub. */
	abort(): void {
		this.aborts++
		this.end()
	}

	/** Ends the instance. `silently` false: it was replaced and keeps running over the same storage. */
	end(silently = true): void {
		const life = this.#life
		this.#instance = null
		life.alive = false
		life.silenced = silently
		life.end()
		// A replaced instance has a successor at once.
		if (!silently) {
			this.aborts++
			this.get()
		}
	}

	all<R>(query: string, ...bindings: unknown[]): R[] {
		let statement = this.#statements.get(query)
		if (!statement) {
			statement = this.database.prepare(query)
			this.#statements.set(query, statement)
		}
		const values = bindings.map((b) => (b instanceof ArrayBuffer ? new Uint8Array(b) : b))
		return statement.all(...(values as never[])) as R[]
	}

	#context(life: Life): unknown {
		const guard = (): void => {
			if (life.silenced) throw new InstanceGone()
		}
		const written = (query: string): void => {
			if (this.#depth > 0 || /^\s*(select|create)/i.test(query)) return
			this.#committed(life)
		}
		return {
			storage: {
				sql: {
					// Recorded with each run; no rule is about it.
					databaseSize: 4_096,
					exec: (query: string, ...bindings: unknown[]) => {
						guard()
						const rows = this.all(query, ...bindings)
						written(query)
						return Object.assign(rows, { toArray: () => rows, one: () => rows[0] })
					},
				},
				transactionSync: (body: () => unknown) => {
					guard()
					this.#depth++
					this.database.exec('BEGIN')
					let result: unknown
					try {
						result = body()
						this.database.exec('COMMIT')
					} catch (error) {
						this.database.exec('ROLLBACK')
						throw error
					} finally {
						this.#depth--
					}
					this.#committed(life)
					return result
				},
				getAlarm: async () => this.alarmAt,
				setAlarm: async (at: number) => {
					guard()
					this.#setAlarm(at)
				},
				deleteAlarm: async () => {
					this.alarmAt = null
				},
				sync: async () => undefined,
			},
			blockConcurrencyWhile: (body: () => Promise<unknown>) => body(),
			waitUntil: (work: Promise<unknown>) => {
				work.catch((error: unknown) => {
					if (!(error instanceof InstanceGone)) throw error
				})
			},
			...this.#options.extra?.(life),
		}
	}

	#committed(life: Life): void {
		if (!life.alive || this.#booting || !this.#options.crashNow()) return
		this.abort()
		throw new InstanceGone()
	}

	#setAlarm(at: number): void {
		this.alarmAt = at
		const { scheduler, wallNow } = this.#options
		scheduler.after(at - wallNow(), () => this.#ring(at))
	}

	#ring(at: number): void {
		if (this.alarmAt !== at) return
		const left = at - this.#options.wallNow()
		// The wall clock was set back meanwhile.
		if (left > 0) {
			this.#setAlarm(at)
			return
		}
		this.alarmAt = null
		this.alarms++
		const { instance, life } = this.get()
		const again = (): void => {
			if (this.alarmAt === null) this.#setAlarm(this.#options.wallNow() + ALARM_RETRY_MS)
		}
		let rang = false
		const work = during(
			life,
			Promise.resolve().then(() => instance.alarm?.()),
		)
		work.then(() => {
			rang = true
		}, again)
		void life.ended.then(() => {
			if (!rang) again()
		})
	}
}

/** A process that ended in the middle of something sends nothing more. */
export function quietly(action: () => void): void {
	try {
		action()
	} catch (error) {
		if (!(error instanceof InstanceGone)) throw error
	}
}
