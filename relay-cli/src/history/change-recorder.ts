/**
 * Looks at the paths that a call may change, before it begins and after it has ended, and keeps
 * their content from before. One file that cannot be kept is noted as such; a call that would
 * change more than can be kept at all is refused. What is small is done at once, a large folder
 * in turns.
 */
import { join, relative, sep } from 'node:path'
import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import { effectsOf } from '@fairlead/protocol/tools'
import { isDiskFull } from '../calls/database.ts'
import { notJournaled } from '../calls/verdicts.ts'
import { resolveInside, rootOf } from '../files/jail.ts'
import type { ChangeLog } from './change-log.ts'
import type { ImageStore } from './image-store.ts'
import { ABSENT, kindAt, look, type PathState, sameState } from './path-state.ts'
import { below, missingParents, sizeOf } from './tree.ts'
import { inTurns, unitsOf } from './turns.ts'

/** Paths one call may change: looking at so many takes some seconds. */
export const MAX_PATHS_PER_CALL = 20_000
/** Content one call may have kept: it must not displace what all others have. */
const MAX_BYTES_PER_CALL = 256 * 1024 * 1024

/** A call as far as it matters here. */
export interface RecordedCall {
	readonly room: string
	readonly callId: string
	readonly editorKey: string
	/** Root folder of the Unity project. */
	readonly folder: string
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

export type Refusal = Extract<CallOutcome, { status: 'error' }>

/** States by path, relative to the project's root. */
export type Snapshot = Map<string, { readonly companion: boolean; readonly state: PathState }>

interface RecorderPorts {
	readonly images: ImageStore
	readonly log: ChangeLog
	/** Unix milliseconds. */
	readonly now: () => number
	/** Default {@link MAX_PATHS_PER_CALL}. */
	readonly maxPaths?: number
}

/** Relative to the root, forward slashes. */
export const relativeOf = (root: string, path: string): string =>
	relative(root, path).split(sep).join('/')

export const metaOf = (path: string): string => `${path}.meta`
export const isMeta = (path: string): boolean => path.endsWith('.meta')

export class ChangeRecorder {
	readonly #ports: RecorderPorts
	readonly #maxPaths: number

	constructor(ports: RecorderPorts) {
		this.#ports = ports
		this.#maxPaths = ports.maxPaths ?? MAX_PATHS_PER_CALL
	}

	/**
	 * Before the call begins; what it records is on disk then, also after a power cut. The outcome
	 * of a call that is too much for it; null: it may begin. Never throws nor rejects. Of a call
	 * that is no longer `wanted` when a large folder was looked at, nothing is recorded.
	 */
	before(call: RecordedCall, wanted = () => true): Refusal | null | Promise<Refusal | null> {
		const { touches } = effectsOf(call.method, { ...call.params })
		if (touches.length === 0) return null
		return unlessItFails(
			() => inTurns(this.#before(call, touches, wanted)),
			(error) => (isDiskFull(error) ? notJournaled() : null),
		)
	}

	/** After the call has ended, however it did. Null: at once. Never throws nor rejects. */
	after(call: Omit<RecordedCall, 'method' | 'params'>): null | Promise<null> {
		return unlessItFails(() => {
			const { room, callId, editorKey } = call
			const open = this.#ports.log
				.ofCall(room, editorKey, callId)
				.filter((change) => change.after === null)
			return open.length === 0 ? null : inTurns(this.#after(call, open))
		})
	}

	/** A path, its `.meta` and all below it as they are now; their content is kept. */
	snapshot(root: string, real: string): Snapshot | Promise<Snapshot> {
		return inTurns(this.#snapshot(root, real))
	}

	*#snapshot(root: string, real: string): Generator<number, Snapshot> {
		const found: Snapshot = new Map()
		yield* this.#collect(root, real, { bytes: MAX_BYTES_PER_CALL }, found)
		this.#ports.images.sync()
		return found
	}

	*#before(
		call: RecordedCall,
		touches: readonly string[],
		wanted: () => boolean,
	): Generator<number, Refusal | null> {
		const { images, log, now } = this.#ports
		const root = rootOf(call.folder)
		const reals = touches.flatMap((touched) => {
			const real = jailed(call.folder, touched)
			return real === null || real === root ? [] : real
		})
		const refusal = yield* this.#measure(root, reals)
		if (refusal) return refusal
		const budget = { bytes: MAX_BYTES_PER_CALL }
		const found: Snapshot = new Map()
		for (const real of reals) {
			for (const parent of missingParents(root, real)) {
				found.set(relativeOf(root, parent), { companion: false, state: ABSENT })
			}
			yield* this.#collect(root, real, budget, found)
		}
		if (!wanted()) return null
		images.sync()
		log.durably(() => {
			const at = { ...call, now: now() }
			for (const [path, { companion, state }] of found) {
				log.before(at, { path, companion, state })
			}
		})
		return null
	}

	/** Before anything is read: whether all of it can be kept. */
	*#measure(root: string, reals: readonly string[]): Generator<number, Refusal | null> {
		let paths = 0
		let bytes = 0
		for (const real of reals) {
			if (kindAt(real) !== 'folder') continue
			for (const path of below(real)) {
				paths++
				const size = sizeOf(path)
				if (size <= this.#ports.images.maxImageBytes) bytes += size
				if (paths > this.#maxPaths || bytes > MAX_BYTES_PER_CALL) {
					return tooMuch(relativeOf(root, real), this.#maxPaths)
				}
				// Only named and measured: a fraction of what reading costs.
				yield 0.1
			}
		}
		return null
	}

	*#after(
		{ room, callId, editorKey, folder }: Omit<RecordedCall, 'method' | 'params'>,
		open: readonly { readonly path: string; readonly before: PathState }[],
	): Generator<number, null> {
		const root = rootOf(folder)
		const known = new Set(open.map((change) => change.path))
		const seen: { path: string; before: PathState; state: PathState }[] = []
		for (const { path, before } of open) {
			const real = join(root, ...path.split('/'))
			const { state, bytes } = look(real)
			seen.push({ path, before, state })
			yield unitsOf(bytes?.byteLength ?? 0)
			// A folder that came to be with all in it (a copy, a move): each goes back by itself.
			if (before.kind !== 'absent' || state.kind !== 'folder') continue
			for (const child of below(real)) {
				const childPath = relativeOf(root, child)
				if (known.has(childPath)) continue
				if (seen.length >= this.#maxPaths) break
				const { state, bytes } = look(child)
				seen.push({ path: childPath, before: ABSENT, state })
				yield unitsOf(bytes?.byteLength ?? 0)
			}
		}
		const { log, now } = this.#ports
		const at = { room, callId, editorKey, now: now() }
		log.inTransaction(() => {
			for (const { path, before, state } of seen) {
				if (!known.has(path)) {
					log.before(at, { path, companion: isMeta(path), state: before })
				} else if (sameState(before, state)) {
					log.drop(room, callId, path)
					continue
				}
				log.after(room, callId, path, state)
			}
		})
		return null
	}

	/** Looks at a file and keeps its content. `kept` says whether that could be done. */
	#keep(path: string, budget: { bytes: number }): { state: PathState; bytes: number } {
		const { state, bytes } = look(path)
		if (state.kind !== 'file' || bytes === null) return { state, bytes: 0 }
		const { images, now } = this.#ports
		const { byteLength } = bytes
		if (byteLength > images.maxImageBytes || byteLength > budget.bytes) {
			return { state, bytes: byteLength }
		}
		try {
			images.put(bytes, now())
			budget.bytes -= byteLength
			return { state: { ...state, kept: true }, bytes: byteLength }
		} catch {
			return { state, bytes: byteLength }
		}
	}

	*#collect(
		root: string,
		real: string,
		budget: { bytes: number },
		found: Snapshot,
	): Generator<number, void> {
		const add = (path: string, companion: boolean): { state: PathState; bytes: number } => {
			const kept = this.#keep(path, budget)
			found.set(relativeOf(root, path), { companion, state: kept.state })
			return kept
		}
		const { state, bytes } = add(real, false)
		yield unitsOf(bytes)
		if (!isMeta(real) && kindAt(metaOf(real)) === 'file') {
			yield unitsOf(add(metaOf(real), true).bytes)
		}
		if (state.kind !== 'folder') return
		for (const child of below(real)) {
			if (found.size >= this.#maxPaths) return
			yield unitsOf(add(child, isMeta(child)).bytes)
		}
	}
}

/** Without a record the call cannot be taken back; it still runs (a folder that nobody may read). */
function unlessItFails<T>(
	work: () => T | Promise<T>,
	failing: (error: unknown) => T | null = () => null,
): T | null | Promise<T | null> {
	try {
		const result = work()
		return result instanceof Promise ? result.catch(failing) : result
	} catch (error) {
		return failing(error)
	}
}

const tooMuch = (path: string, maxPaths: number): Refusal =>
	failed(
		'too_large',
		`${path} contains more than can be kept to revert this (${maxPaths.toLocaleString('en-US')} files, ${MAX_BYTES_PER_CALL / 1024 / 1024} MB). Nothing was done.`,
		{ hint: 'Work folder by folder, or ask the user to do it in Unity.', data: { path } },
	)

/** Null for what lies outside or is closed: the tool itself will refuse it. */
function jailed(folder: string, path: string): string | null {
	try {
		return resolveInside(folder, path, 'write').real
	} catch {
		return null
	}
}
