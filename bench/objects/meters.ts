/** The work of an object, counted inside workerd: rows, bytes, requests, timers. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

export interface StorageCount {
	rowsRead: number
	rowsWritten: number
	/** Bytes of the values bound to writing statements. */
	bytesWritten: number
	alarmsSet: number
	/** Rows written, by the first words of the statement. */
	readonly byStatement: Record<string, number>
}

export interface StorageMeter {
	/** Since the last reset. */
	count(): StorageCount
	reset(): void
}

const sizeOf = (value: unknown): number =>
	typeof value === 'string'
		? new TextEncoder().encode(value).byteLength
		: value instanceof ArrayBuffer || ArrayBuffer.isView(value)
			? value.byteLength
			: 8

/** Counts the storage of one object from now on, until it is evicted. */
export async function meterStorage(stub: DurableObjectStub): Promise<StorageMeter> {
	let cursors: { what: string; bytes: number; cursor: SqlStorageCursor<never> }[] = []
	let alarmsSet = 0
	await runInDurableObject(stub, async (_instance, { storage }) => {
		const { sql } = storage
		const exec = sql.exec.bind(sql)
		sql.exec = ((query: string, ...bindings: never[]) => {
			const cursor = exec(query, ...bindings)
			const what = query.trim().split(/\s+/).slice(0, 3).join(' ')
			const writes = !/^select/i.test(what)
			const bytes = writes ? bindings.reduce((sum: number, b) => sum + sizeOf(b), 0) : 0
			cursors.push({ what, bytes, cursor: cursor as never })
			return cursor
		}) as typeof sql.exec
		const setAlarm = storage.setAlarm.bind(storage)
		storage.setAlarm = ((...args: Parameters<typeof setAlarm>) => {
			alarmsSet++
			return setAlarm(...args)
		}) as typeof setAlarm
	})
	return {
		count() {
			const byStatement: Record<string, number> = { 'set alarm': alarmsSet }
			const total = { rowsRead: 0, rowsWritten: alarmsSet, bytesWritten: 0, alarmsSet }
			for (const { what, bytes, cursor } of cursors) {
				byStatement[what] = (byStatement[what] ?? 0) + cursor.rowsWritten
				total.rowsRead += cursor.rowsRead
				total.rowsWritten += cursor.rowsWritten
				total.bytesWritten += bytes
			}
			return { ...total, byStatement }
		},
		reset() {
			cursors = []
			alarmsSet = 0
		},
	}
}

export interface CallMeter {
	/** Calls and fetches to objects since the last reset, by class and method. */
	readonly byMethod: Record<string, number>
	/** The object itself, without counting. */
	stub(binding: 'ROOM' | 'CONVERSATION', name: string): DurableObjectStub
	/** Not answered yet. */
	open(): number
	reset(): void
}

type Namespace = { getByName(name: string): Record<string, unknown> }

/** Counts what goes from anywhere in this isolate to the objects of these bindings. */
export function meterCalls(): CallMeter {
	shared ??= wrapBindings()
	return shared
}

let shared: CallMeter | null = null

function wrapBindings(): CallMeter {
	const byMethod: Record<string, number> = {}
	let open = 0
	const bindings = env as unknown as Record<string, Namespace>
	const originals = new Map<string, Namespace['getByName']>()
	for (const name of ['ROOM', 'CONVERSATION']) {
		const namespace = bindings[name] as Namespace
		const getByName = namespace.getByName.bind(namespace)
		originals.set(name, getByName)
		namespace.getByName = (id) => {
			const stub = getByName(id)
			return new Proxy(stub, {
				get(target, method) {
					const member = Reflect.get(target, method)
					if (typeof method !== 'string' || typeof member !== 'function') return member
					return (...args: unknown[]) => {
						const key = `${name}.${method}`
						byMethod[key] = (byMethod[key] ?? 0) + 1
						open++
						const answer = Reflect.apply(member, target, args) as Promise<unknown>
						const done = (): void => {
							open--
						}
						answer.then(done, done)
						return answer
					}
				},
			})
		}
	}
	return {
		byMethod,
		stub: (binding, name) => originals.get(binding)?.(name) as unknown as DurableObjectStub,
		open: () => open,
		reset() {
			for (const key of Object.keys(byMethod)) delete byMethod[key]
		},
	}
}

export interface DatabaseMeter {
	count(): { queries: number; rowsRead: number; rowsWritten: number }
	reset(): void
}

interface Counted {
	meta: { rows_read: number; rows_written: number }
}

/** Counts what D1 reads and writes. Reads without figures are repeated to get them. */
export function meterDatabase(db: D1Database): DatabaseMeter {
	let queries = 0
	let rowsRead = 0
	let rowsWritten = 0
	const add = (result: Counted): void => {
		queries++
		rowsRead += result.meta.rows_read
		rowsWritten += result.meta.rows_written
	}
	const database = Object.getPrototypeOf(db) as D1Database
	const batch = database.batch
	database.batch = async function (this: D1Database, ...args: Parameters<typeof batch>) {
		const results = await batch.apply(this, args)
		for (const result of results) add(result as unknown as Counted)
		return results
	} as typeof batch
	const statement = Object.getPrototypeOf(db.prepare('select 1')) as D1PreparedStatement
	const { all, run, raw, first } = statement
	statement.all = async function (this: D1PreparedStatement) {
		const result = await all.call(this)
		add(result as unknown as Counted)
		return result
	} as typeof all
	statement.run = async function (this: D1PreparedStatement) {
		const result = await run.call(this)
		add(result as unknown as Counted)
		return result
	} as typeof run
	statement.raw = async function (this: D1PreparedStatement, ...args: [never]) {
		add((await all.call(this)) as unknown as Counted)
		return raw.apply(this, args)
	} as typeof raw
	statement.first = async function (this: D1PreparedStatement, ...args: [never]) {
		add((await all.call(this)) as unknown as Counted)
		return first.apply(this, args as never)
	} as typeof first
	return {
		count: () => ({ queries, rowsRead, rowsWritten }),
		reset() {
			queries = rowsRead = rowsWritten = 0
		},
	}
}

/** Counts unsettled promises of these methods. `seen`: all promises. */
export function meterPromises<T extends object>(
	prototype: T,
	methods: readonly (keyof T & string)[],
): { open(): number; seen(): number } {
	let open = 0
	let seen = 0
	const done = (): void => {
		open--
	}
	for (const name of methods) {
		const method = Reflect.get(prototype, name) as (...args: unknown[]) => Promise<unknown>
		Reflect.set(prototype, name, function (this: T, ...args: unknown[]) {
			const promise = Reflect.apply(method, this, args)
			open++
			seen++
			promise.then(done, done)
			return promise
		})
	}
	return { open: () => open, seen: () => seen }
}

/** Timers of the product's own code that are set and have neither fired nor been cleared. */
export function meterTimers(): { open(): number } {
	const open = new Set<unknown>()
	// Tests are next to the source.
	const ours = (): boolean => /worker\/src\/(?!\S*\.test\.ts)/.test(new Error().stack ?? '')
	const {
		setTimeout: set,
		clearTimeout: clear,
		setInterval: repeat,
		clearInterval: end,
	} = globalThis
	globalThis.setTimeout = ((action: () => void, ms?: number) => {
		const mine = ours()
		const id = set(() => {
			open.delete(id)
			action()
		}, ms)
		if (mine) open.add(id)
		return id
	}) as typeof set
	globalThis.setInterval = ((action: () => void, ms?: number) => {
		const id = repeat(action, ms)
		if (ours()) open.add(id)
		return id
	}) as typeof repeat
	globalThis.clearTimeout = ((id: number) => {
		open.delete(id)
		clear(id)
	}) as typeof clear
	globalThis.clearInterval = ((id: number) => {
		open.delete(id)
		end(id)
	}) as typeof end
	return { open: () => open.size }
}
