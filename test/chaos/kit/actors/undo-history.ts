/** The editor's Undo history: a stack that ends with its process. Marks the user's own records. */
import type { Call, CallOutcome } from '@fairlead/protocol/wire/calls'
import { failed } from '@fairlead/protocol/wire/calls'

interface UndoRecord {
	readonly id: string
	readonly name: string
	/** Made by the user, not by the agent. */
	readonly byUser: boolean
}

/** The user's work that an undo removed. */
export interface Loss {
	/** The id of the call that did it. */
	readonly callId: string
	readonly what: string
}

export class UndoHistory {
	/** Number of undos and redos that took effect, by call id. */
	readonly effects = new Map<string, number>()
	readonly losses: Loss[] = []
	/** The newest last; in `#undone`, the next one to redo is last. */
	#done: UndoRecord[] = []
	#undone: UndoRecord[] = []
	#cleared = new Set<string>()
	/** Records whose objects the user has changed since, without a record. */
	#changed = new Set<string>()
	#users = 0

	/** An agent's change of the scene. */
	record({ undoGroup }: Call): void {
		if (!undoGroup || this.#done.some(({ id }) => id === undoGroup.id)) return
		this.#push({ ...undoGroup, byUser: false })
	}

	/** The user changes something in the scene. */
	recordByHand(): void {
		const id = `#${++this.#users}`
		this.#push({ id, name: `Move Light ${id}`, byUser: true })
	}

	/** Something that leaves no record changes an object of the agent's latest record. */
	changeObject(): void {
		const last = this.#done.findLast((record) => !record.byUser)
		if (last) this.#changed.add(last.id)
	}

	/** The process ended, and its history with it. */
	forget(): void {
		this.#done = []
		this.#undone = []
		this.#cleared = new Set()
		this.#changed = new Set()
	}

	/** `unity_history`. */
	answer({ callId, params }: Call): CallOutcome {
		const ids = params['record_ids'] as string[]
		const action = params['action'] as 'state' | 'undo' | 'redo'
		const direction = action === 'state' ? (params['direction'] as 'undo' | 'redo') : action
		const stack = direction === 'undo' ? this.#done : this.#undone
		const deepest = stack.findIndex(({ id }) => ids.includes(id))
		const affected = deepest < 0 ? [] : stack.slice(deepest).reverse()
		const blocking = affected.filter(({ id }) => !ids.includes(id)).map(named)
		const changed = affected.filter(({ id }) => this.#changed.has(id)).map(({ name }) => name)
		const records = ids.map((id) => ({ id, state: this.#stateOf(id) }))
		const state = {
			records,
			blocking,
			blockingCount: blocking.length,
			changed,
			openScenes: [],
			seen: `seen ${records.map((r) => r.state)} ${blocking.map((b) => b.id)} ${changed.length}`.slice(
				0,
				128,
			),
		}
		if (action === 'state') return { status: 'ok', result: state }
		const stale = params['seen'] !== undefined && params['seen'] !== state.seen
		const inTheWay = blocking.length + changed.length > 0 && params['force'] !== true
		if (stale || inTheWay) return failed('conflict', 'It is not as it was.', { data: state })
		if (affected.length === 0) return failed('not_found', 'The history does not hold it.')
		this.#move(direction, callId, deepest, affected)
		const moved = affected.map(named)
		return { status: 'ok', result: direction === 'undo' ? { undone: moved } : { redone: moved } }
	}

	#move(
		direction: 'undo' | 'redo',
		callId: string,
		deepest: number,
		affected: readonly UndoRecord[],
	): void {
		this.effects.set(callId, (this.effects.get(callId) ?? 0) + 1)
		const [from, to] =
			direction === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done]
		from.splice(deepest)
		to.push(...affected)
		if (direction === 'redo') return
		for (const { id, name, byUser } of affected) {
			if (byUser) this.losses.push({ callId, what: name })
			if (this.#changed.delete(id)) this.losses.push({ callId, what: `the user's part of ${name}` })
		}
	}

	#push(record: UndoRecord): void {
		this.#done.push(record)
		for (const { id } of this.#undone) this.#cleared.add(id)
		this.#undone = []
	}

	#stateOf(id: string): 'done' | 'undone' | 'cleared' | 'unknown' {
		if (this.#done.some((one) => one.id === id)) return 'done'
		if (this.#undone.some((one) => one.id === id)) return 'undone'
		return this.#cleared.has(id) ? 'cleared' : 'unknown'
	}
}

const named = ({ id, name }: UndoRecord): { id: string; name: string } => ({ id, name })
