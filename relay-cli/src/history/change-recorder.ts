/**
 * Records the paths that a call may change, before it begins and after it has ended, and keeps
 * their earlier content. A file that cannot be kept is marked as such; a call that would
 * change more than can be kept at all is refused. Small changes are recorded at once, large folders
 * in turns.
 */
import { join, relative, sep } from 'node:path'
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { effectsOf } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { inSlices, unitsOf } from '../disk/yield-slices.ts'
import { resolveInside, rootOf } from '../files/jail.ts'
import { isDiskFull } from '../platform/database.ts'
import { notJournaled } from '../platform/verdicts.ts'
import type { ChangeLog } from './change-log.ts'
import type { ImageStore } from './image-store.ts'
import { ABSENT, kindAt, look, type PathState, sameState } from './path-state.ts'
import { below, missingParents, sizeOf } from './tree.ts'

/** Paths one call may change: recording this many takes some seconds. */
export const MAX_PATHS_PER_CALL = 20_000
/** Bytes kept per call: one call must not displace the content of all others. */
export const MAX_BYTES_PER_CALL = 256 * 1024 * 1024

/** The parts of a call that matter here. */
export interface RecordedCall {
	readonly room: string
	readonly callId: string
	readonly editorKey: string
	/** Root folder of the Unity project. */
	readonly folder: string
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

export interface ChangedFile {
	/** Relative to the project's root. */
	readonly path: string
	readonly change: 'created' | 'changed' | 'deleted'
}

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
	 * Called before the call begins; the record is on disk when it returns, even after a power cut. The outcome
	 * of a call that would change too much; null: it may begin. Never throws or rejects. If a call
	 * is no longer `wanted` after a large folder was read, nothing is recorded.
	 */
	before(call: RecordedCall, wanted = () => true): Refusal | null | Promise<Refusal | null> {
		const { touches } = effectsOf(call.method, { ...call.params })
		if (touches.length === 0) return null
		return unlessItFails(
			() => inSlices(this.#before(call, touches, wanted)),
			(error) => (isDiskFull(error) ? notJournaled() : null),
		)
	}

	/** Called after the call has ended, in any way. Returns null if nothing is left to wait for. Never throws or rejects. */
	after(call: Omit<RecordedCall, 'method' | 'params'>): null | Promise<null> {
		return unlessItFails(() => {
			const { room, callId, editorKey } = call
			const open = this.#ports.log
				.ofCall(room, editorKey, callId)
				.filter((change) => change.after === null)
			return open.length === 0 ? null : inSlices(this.#after(call, open))
		})
	}

	/** The files that a call has changed, once it has ended; without `.meta` files that follow their asset. */
	async changedBy(call: Omit<RecordedCall, 'method' | 'params'>): Promise<ChangedFile[]> {
		await this.after(call)
		return this.#ports.log
			.ofCall(call.room, call.editorKey, call.callId)
			.flatMap(({ path, companion, before, after }) => {
				const is = (state: PathState | null) => state?.kind === 'file'
				if (companion || (!is(before) && !is(after))) return []
				return { path, change: !is(before) ? 'created' : is(after) ? 'changed' : 'deleted' }
			})
	}

	/** The current state of a path, its `.meta` and everything below it; their content is kept. */
	snapshot(root: string, real: string): Snapshot | Promise<Snapshot> {
		return inSlices(this.#snapshot(root, real))
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

	/** Checks, before anything is read, whether everything can be kept. */
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
				// Only lists and measures: a fraction of the cost of reading.
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
			// A folder that appeared with its content (a copy, a move): each entry is reverted separately.
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

	/** Records a file and keeps its content. `kept` says whether that succeeded. */
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

/** Without a record the call cannot be reverted; it still runs (e.g. an unreadable folder). */
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

/** Returns null for paths that are outside or closed: the tool itself refuses them. */
function jailed(folder: string, path: string): string | null {
	try {
		return resolveInside(folder, path, 'write').real
	} catch {
		return null
	}
}
