/**
 * Looks at the paths that a call may change, before it begins and after it has ended, and keeps
 * their content from before. Never in the way: what cannot be kept is noted as such.
 */
import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { effectsOf } from '@fairlead/protocol/tools'
import { resolveInside, rootOf } from '../files/jail.ts'
import type { ChangeLog } from './change-log.ts'
import type { ImageStore } from './image-store.ts'
import { ABSENT, look, type PathState, sameState } from './path-state.ts'

/** Paths one call may have looked at: a folder that is deleted stands for all in it. */
const MAX_PATHS_PER_CALL = 2_000
/** Content one call may have kept; beyond, a path is noted as not kept. Bounds how long it takes. */
const MAX_BYTES_PER_CALL = 128 * 1024 * 1024

/** A call as far as it matters here. */
export interface RecordedCall {
	readonly room: string
	readonly callId: string
	readonly editorKey: string
	/** Of the Unity project. */
	readonly folder: string
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

/** States by path, relative to the project's root. */
export type Snapshot = Map<string, { readonly companion: boolean; readonly state: PathState }>

interface RecorderPorts {
	readonly images: ImageStore
	readonly log: ChangeLog
	/** Unix milliseconds. */
	readonly now: () => number
}

/** Relative to the root, forward slashes. */
export const relativeOf = (root: string, path: string): string =>
	relative(root, path).split(sep).join('/')

export const metaOf = (path: string): string => `${path}.meta`
export const isMeta = (path: string): boolean => path.endsWith('.meta')

export class ChangeRecorder {
	readonly #ports: RecorderPorts

	constructor(ports: RecorderPorts) {
		this.#ports = ports
	}

	/** Before the call begins. Never throws. */
	before(call: RecordedCall): void {
		try {
			const { touches } = effectsOf(call.method, { ...call.params })
			if (touches.length === 0) return
			const root = rootOf(call.folder)
			const budget = { paths: MAX_PATHS_PER_CALL, bytes: MAX_BYTES_PER_CALL }
			const found: Snapshot = new Map()
			for (const touched of touches) {
				const real = jailed(call.folder, touched)
				if (real === null || real === root) continue
				for (const parent of missingParents(root, real)) {
					found.set(relativeOf(root, parent), { companion: false, state: ABSENT })
				}
				this.#collect(root, real, budget, found)
			}
			this.#ports.log.inTransaction(() => {
				const at = { ...call, now: this.#ports.now() }
				for (const [path, { companion, state }] of found) {
					this.#ports.log.before(at, { path, companion, state })
				}
			})
		} catch {
			// Without a record the call cannot be taken back, which going back then says; it still runs.
		}
	}

	/** After the call has ended, however it did. Never throws. */
	after(call: Omit<RecordedCall, 'method' | 'params'>): void {
		try {
			const { log } = this.#ports
			const { room, callId, editorKey } = call
			const open = log.ofCall(room, editorKey, callId).filter((change) => change.after === null)
			if (open.length === 0) return
			const root = rootOf(call.folder)
			const at = { room, callId, editorKey, now: this.#ports.now() }
			log.inTransaction(() => {
				for (const { path, before } of open) {
					const real = join(root, ...path.split('/'))
					const { state } = look(real)
					if (sameState(before, state)) {
						log.drop(room, callId, path)
						continue
					}
					log.after(room, callId, path, state)
					// A folder that came to be with all in it (a copy, a move): each goes back by itself.
					if (before.kind !== 'absent' || state.kind !== 'folder') continue
					const known = new Set(open.map((change) => change.path))
					for (const child of childrenOf(real, MAX_PATHS_PER_CALL)) {
						const childPath = relativeOf(root, child)
						if (known.has(childPath)) continue
						log.before(at, { path: childPath, companion: isMeta(childPath), state: ABSENT })
						log.after(room, callId, childPath, look(child).state)
					}
				}
			})
		} catch {
			// As above.
		}
	}

	/** A path, its `.meta` and all below it as they are now; their content is kept. */
	snapshot(root: string, real: string): Snapshot {
		const found: Snapshot = new Map()
		this.#collect(root, real, { paths: MAX_PATHS_PER_CALL, bytes: MAX_BYTES_PER_CALL }, found)
		return found
	}

	/** Looks at a file and keeps its content. `kept` says whether that could be done. */
	#keep(path: string, budget: { bytes: number }): PathState {
		const { state, bytes } = look(path)
		if (state.kind !== 'file' || bytes === null) return state
		const { images, now } = this.#ports
		if (bytes.byteLength > images.maxImageBytes || bytes.byteLength > budget.bytes) return state
		try {
			images.put(bytes, now())
			budget.bytes -= bytes.byteLength
			return { ...state, kept: true }
		} catch {
			return state
		}
	}

	#collect(
		root: string,
		real: string,
		budget: { paths: number; bytes: number },
		found: Snapshot,
	): void {
		const add = (path: string, companion: boolean): PathState => {
			budget.paths--
			const state = this.#keep(path, budget)
			found.set(relativeOf(root, path), { companion, state })
			return state
		}
		const state = add(real, false)
		if (!isMeta(real) && look(metaOf(real)).state.kind === 'file') add(metaOf(real), true)
		if (state.kind !== 'folder') return
		for (const child of childrenOf(real, budget.paths)) add(child, isMeta(child))
	}
}

/** Null for what lies outside or is closed: the tool itself will refuse it. */
function jailed(folder: string, path: string): string | null {
	try {
		return resolveInside(folder, path, 'write').real
	} catch {
		return null
	}
}

/** Folders between the root and the path that do not exist yet, the upper ones first. */
function missingParents(root: string, path: string): string[] {
	const missing: string[] = []
	for (let at = dirname(path); at !== root && at.length > root.length; at = dirname(at)) {
		if (look(at).state.kind !== 'absent') break
		missing.unshift(at)
	}
	return missing
}

/** Everything below a folder, folders before what is in them. Links are not followed. */
export function childrenOf(folder: string, limit: number): string[] {
	const all: string[] = []
	const waiting = [folder]
	for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
		for (const entry of readdirSync(at, { withFileTypes: true })) {
			if (all.length >= limit) return all
			const path = join(at, entry.name)
			all.push(path)
			if (entry.isDirectory()) waiting.push(path)
		}
	}
	return all
}
