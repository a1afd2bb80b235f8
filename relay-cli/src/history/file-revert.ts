/**
 * Restores files to their state before the given calls. Each of its own changes is recorded first,
 * under its own call id, so that it can be reverted in turn, and continues after an interruption.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
	type FileResultItem,
	isLog,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import type { FileReason } from '@fairlead/protocol/view/file-reason'
import { shownLogChange } from '../files/contents/log-text.ts'
import { unifiedDiff } from '../files/contents/text-file.ts'
import { inHeldFolder } from '../files/held-folder.ts'
import { rootOf } from '../files/jail.ts'
import type { Change } from './change-log.ts'
import type { ChangeRecorder, Snapshot } from './change-recorder.ts'
import { metaOf } from './change-recorder.ts'
import { writeDurably } from './durable-file.ts'
import { ABSENT, look, lookIn, type PathState, sameState } from './path-state.ts'
import { leftIn, type PlanItem, type PlanPorts, planRevert } from './revert-plan.ts'
import { moveToTrash } from './trash.ts'

/** Items listed per answer. */
const MAX_ITEMS = 1_000
/** Diffs of a preview: each may take a moment. */
const MAX_DIFFS = 20
const MAX_DIFF_LINES = 100
/** Files are written whole and synced, which takes milliseconds each: heartbeats continue meanwhile. */
const MAX_TURN_MS = 20
/** Longer texts get no diff. */
const MAX_DIFF_BYTES = 256 * 1024

export interface RevertPorts extends PlanPorts {
	readonly recorder: ChangeRecorder
	/** The home folder, in which the relay's own trash is. */
	readonly home: string
	/** Unix milliseconds. */
	readonly now: () => number
}

export interface RevertCall {
	readonly room: string
	readonly callId: string
	readonly editorKey: string
	/** Root folder of the Unity project. */
	readonly folder: string
}

type Verdict = { readonly state: FileResultItem['state']; readonly reason: FileReason | null }

export class FileRevert {
	readonly #ports: RevertPorts

	constructor(ports: RevertPorts) {
		this.#ports = ports
	}

	/** Changes nothing. Rejects with a {@link FileError} `not_found` when the project folder is gone. */
	async preview(
		call: RevertCall,
		args: ToolArgs<'file_history', 'preview'>,
	): Promise<ToolResult<'file_history', 'preview'>> {
		const root = rootOf(call.folder)
		const items = await planRevert(this.#ports, { ...call, root, callIds: args.call_ids })
		let diffs = 0
		return {
			items: items.slice(0, MAX_ITEMS).map((item) => {
				const diff = diffs < MAX_DIFFS ? this.#diff(root, item) : null
				if (diff !== null) diffs++
				const { path, kind, change, state, reason, seen } = item
				return {
					path,
					kind,
					change,
					state,
					seen,
					...(reason === null ? {} : { reason }),
					...(diff === null ? {} : { diff }),
				}
			}),
			truncated: items.length > MAX_ITEMS,
		}
	}

	/** Reverts ready and chosen items, letting other work run in between. Rejects as {@link preview} does. */
	async revert(
		call: RevertCall,
		args: ToolArgs<'file_history', 'revert'>,
	): Promise<ToolResult<'file_history', 'revert'>> {
		const root = rootOf(call.folder)
		const { log } = this.#ports
		const begun = new Map(
			log.ofCall(call.room, call.editorKey, call.callId).map((own) => [own.path, own]),
		)
		const skipped = new Set(args.skip)
		const overwrite = new Map(args.overwrite.map(({ path, seen }) => [path, seen]))
		const results: FileResultItem[] = []
		const stay: string[] = []
		let turnAt = performance.now()
		const plan = await planRevert(this.#ports, { ...call, root, callIds: args.call_ids })
		for (const item of plan) {
			if (performance.now() - turnAt > MAX_TURN_MS) {
				await setImmediate()
				turnAt = performance.now()
			}
			const own = begun.get(item.path)
			const { state, reason } = own
				? this.#goOn(root, item, own, begun)
				: skipped.has(item.path)
					? skip(item.state === 'unchanged' ? item : { state: 'skipped', reason: item.reason })
					: stay.some((path) => goesAsFolder(item) && path.startsWith(`${item.path}/`))
						? skip({ state: 'skipped', reason: 'not_empty' })
						: await this.#decide(call, root, item, overwrite.get(item.path))
			if (state === 'skipped' || state === 'impossible') stay.push(item.path)
			const { path, kind, change } = item
			results.push({ path, kind, change, state, ...(reason === null ? {} : { reason }) })
		}
		return {
			items: results.slice(0, MAX_ITEMS),
			truncated: results.length > MAX_ITEMS,
			refresh: results.some(
				({ state, path }) =>
					state === 'reverted' && /^(Assets|Packages|ProjectSettings)\//i.test(path),
			),
		}
	}

	async #decide(
		call: RevertCall,
		root: string,
		item: PlanItem,
		seen: string | undefined,
	): Promise<Verdict> {
		switch (item.state) {
			case 'unchanged':
				return { state: 'unchanged', reason: null }
			case 'impossible':
				return { state: 'impossible', reason: item.reason }
			case 'ready':
			case 'conflict': {
				const agreed = seen === item.seen
				if (goesAsFolder(item) && (item.state === 'ready' || item.reason === 'not_empty')) {
					// Its current content depends on the result of each of them.
					return agreed || leftIn(root, item.path, new Set()).length === 0
						? this.#do(call, root, item)
						: { state: 'skipped', reason: 'not_empty' }
				}
				return agreed || item.state === 'ready'
					? this.#do(call, root, item)
					: { state: 'skipped', reason: item.reason }
			}
			default:
				return item.state satisfies never
		}
	}

	/** Records the current state, then changes it. */
	async #do(call: RevertCall, root: string, item: PlanItem): Promise<Verdict> {
		try {
			// The file may have been saved in the moments since the plan.
			const current = lookIn(root, item.path).state
			if (!sameState(current, item.now)) return { state: 'skipped', reason: 'changed' }
			const recording = this.#record(call, root, item)
			if (recording) {
				await recording
				const now = lookIn(root, item.path).state
				if (!sameState(now, item.now)) return { state: 'skipped', reason: 'changed' }
			}
			return this.#put(call.callId, root, item)
		} catch {
			return { state: 'impossible', reason: 'io' }
		}
	}

	/** After an interruption, a recorded change is done, still to do, or no longer needed. */
	#goOn(root: string, item: PlanItem, own: Change, begun: ReadonlyMap<string, Change>): Verdict {
		if (own.after !== null && sameState(item.now, own.after)) {
			return { state: 'reverted', reason: null }
		}
		if (!sameState(item.now, own.before)) return { state: 'skipped', reason: 'changed' }
		const going = new Set(begun.keys())
		if (goesAsFolder(item) && leftIn(root, item.path, going).length > 0) {
			return { state: 'skipped', reason: 'not_empty' }
		}
		try {
			return this.#put(own.callId, root, item)
		} catch {
			return { state: 'impossible', reason: 'io' }
		}
	}

	/** A large folder takes its time; everything else is done when this returns. */
	#record(call: RevertCall, root: string, item: PlanItem): Promise<void> | null {
		const before = this.#ports.recorder.snapshot(root, join(root, ...item.path.split('/')))
		if (before instanceof Promise) {
			return before.then((found) => this.#note(call, item, found))
		}
		this.#note(call, item, before)
		return null
	}

	#note(call: RevertCall, item: PlanItem, before: Snapshot): void {
		const { log, now } = this.#ports
		const metaPath = metaOf(item.path)
		if (!before.has(metaPath)) before.set(metaPath, { companion: true, state: ABSENT })
		if (!before.has(item.path)) before.set(item.path, { companion: false, state: ABSENT })
		const staysFolder = item.target.kind === 'folder' && item.now.kind === 'folder'
		log.durably(() => {
			for (const [path, { companion, state }] of before) {
				const after =
					path === item.path ? item.target : path === metaPath ? metaAfter(item, state) : ABSENT
				if (sameState(state, after) || (staysFolder && path !== item.path)) continue
				log.before({ ...call, now: now() }, { path, companion, state })
				log.after(call.room, call.callId, path, after)
			}
		})
	}

	/** Changes the path only if it contains no link: one placed there since leads elsewhere. */
	#put(callId: string, root: string, item: PlanItem): Verdict {
		const missing = item.target.kind === 'absent' ? 'refuse' : 'make'
		return inHeldFolder(root, item.path, (place) => this.#putAt(callId, item, place), missing)
	}

	#putAt(callId: string, item: PlanItem, place: string): Verdict {
		const current = look(place).state
		const { target } = item
		switch (target.kind) {
			case 'absent':
				moveToTrash(this.#ports.home, callId, item.path, place)
				if (existsSync(metaOf(place)))
					moveToTrash(this.#ports.home, callId, metaOf(item.path), metaOf(place))
				break
			case 'folder':
				if (current.kind === 'file') moveToTrash(this.#ports.home, callId, item.path, place)
				mkdirSync(place, { recursive: true })
				break
			case 'file': {
				const bytes = this.#ports.images.get(target.sha256, this.#ports.now())
				if (bytes === null) return { state: 'impossible', reason: 'evicted' }
				if (current.kind === 'folder') moveToTrash(this.#ports.home, callId, item.path, place)
				replaceFile(place, bytes, target.mode)
				break
			}
			case 'other':
				return { state: 'impossible', reason: 'not_kept' }
			default:
				return target satisfies never
		}
		if (target.kind !== 'absent') this.#putMeta(place, item.meta)
		return { state: 'reverted', reason: null }
	}

	/** The `.meta` is restored with its file; an existing one stays: it may have new settings. */
	#putMeta(place: string, meta: PathState | null): void {
		if (meta?.kind !== 'file' || existsSync(metaOf(place))) return
		const bytes = this.#ports.images.get(meta.sha256, this.#ports.now())
		if (bytes !== null) replaceFile(metaOf(place), bytes, meta.mode)
	}

	#diff(root: string, item: PlanItem): string | null {
		if (item.state !== 'ready' && item.state !== 'conflict') return null
		if (item.kind !== 'file' || item.change === 'trash') return null
		const { now, target } = item
		if (target.kind !== 'file' || now.kind === 'folder') return null
		const from = now.kind === 'file' ? lookIn(root, item.path).bytes : Buffer.of()
		const to = this.#ports.images.get(target.sha256, this.#ports.now())
		const before = textOf(from)
		const after = textOf(to)
		if (before === null || after === null) return null
		const shown = isLog(item.path) ? shownLogChange(before, after) : ([before, after] as const)
		const lines = unifiedDiff(...shown).split('\n')
		return lines.length <= MAX_DIFF_LINES
			? lines.join('\n')
			: [...lines.slice(0, MAX_DIFF_LINES - 1), '…'].join('\n')
	}
}

/** Replaces it in one step, keeping the file's owner. Unity ignores names that start with a dot. */
function replaceFile(place: string, bytes: Uint8Array, mode: number): void {
	const was = lstatSync(place, { throwIfNoEntry: false })
	const temporary = join(dirname(place), `.fairlead-${randomBytes(8).toString('hex')}`)
	writeDurably(place, temporary, bytes, mode)
	if (was === undefined) return
	try {
		lchownSync(place, was.uid, was.gid)
	} catch {
		// Only root can change the owner; for other users it is right already.
	}
}

const goesAsFolder = (item: PlanItem): boolean =>
	item.change === 'trash' && item.now.kind === 'folder'

const skip = ({ state, reason }: { state: string; reason: FileReason | null }): Verdict =>
	state === 'unchanged' ? { state, reason: null } : { state: 'skipped', reason }

/** The change needed for the current `.meta`, if any. */
function metaAfter(item: PlanItem, now: PathState): PathState {
	if (item.target.kind === 'absent') return ABSENT
	return now.kind === 'absent' && item.meta?.kind === 'file' ? item.meta : now
}

function textOf(bytes: Buffer | null): string | null {
	if (bytes === null || bytes.byteLength > MAX_DIFF_BYTES || bytes.includes(0)) return null
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
	} catch {
		return null
	}
}
