/** What stands in the project: an Undo stack that ends with its editor process, and files. */
import type { Call, CallOutcome } from '@fairlead/protocol/calls'
import { failed } from '@fairlead/protocol/calls'

interface UndoRecord {
	readonly id: string
	readonly name: string
}

export class Project {
	#done: UndoRecord[] = []
	#undone: UndoRecord[] = []
	/** Written by this call; `there` until it is taken back. */
	readonly files = new Map<string, { readonly callId: string; there: boolean; takenBack: number }>()
	/** Undo executions by call id. */
	readonly undos = new Map<string, number>()

	/** An agent's change of the scene. */
	record({ undoGroup }: Call): void {
		if (!undoGroup || this.#done.some(({ id }) => id === undoGroup.id)) return
		this.#done.push({ id: undoGroup.id, name: undoGroup.name })
		this.#undone = []
	}

	/** The editor process ended, and its history with it. */
	forgetHistory(): void {
		this.#done = []
		this.#undone = []
	}

	write(path: string, callId: string): void {
		if (!this.files.has(path)) this.files.set(path, { callId, there: true, takenBack: 0 })
	}

	/** `unity_history`. */
	history({ callId, params }: Call): CallOutcome {
		const ids = params['record_ids'] as string[]
		const deepest = this.#done.findIndex(({ id }) => ids.includes(id))
		const affected = deepest < 0 ? [] : this.#done.slice(deepest).reverse()
		const blocking = affected.filter(({ id }) => !ids.includes(id))
		const stateOf = (id: string): string =>
			this.#done.some((one) => one.id === id)
				? 'done'
				: this.#undone.some((one) => one.id === id)
					? 'undone'
					: 'unknown'
		const state = {
			records: ids.map((id) => ({ id, state: stateOf(id) })),
			blocking,
			blockingCount: blocking.length,
			changed: [],
			openScenes: [],
			seen: `seen-${affected.length}-${blocking.length}`,
		}
		if (params['action'] === 'state') return { status: 'ok', result: state }
		this.undos.set(callId, (this.undos.get(callId) ?? 0) + 1)
		const stale = params['seen'] !== undefined && params['seen'] !== state.seen
		if (stale || (blocking.length > 0 && params['force'] !== true))
			return failed('conflict', 'Others are above.', { data: state })
		this.#done.splice(deepest < 0 ? this.#done.length : deepest)
		this.#undone.push(...affected)
		return { status: 'ok', result: { undone: affected } }
	}

	/** `file_history`; goes on where it was interrupted, as the relay's own does. */
	fileHistory(action: string, args: Readonly<Record<string, unknown>>): CallOutcome {
		const callIds = args['call_ids'] as string[]
		const items = [...this.files].flatMap(([path, file]) => {
			if (!callIds.includes(file.callId)) return []
			const base = { path, kind: 'file', change: 'trash' } as const
			if (action === 'preview')
				return [{ ...base, state: file.there ? 'ready' : 'unchanged', seen: 'x' }]
			if (file.there) {
				file.there = false
				file.takenBack++
			}
			return [{ ...base, state: 'reverted' }]
		})
		return { status: 'ok', result: { items, truncated: false, refresh: items.length > 0 } }
	}
}
