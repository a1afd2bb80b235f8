/** A person's own warriors, kept in this browser: each under its own key, so that two tabs do not lose each other's. */
import { LIMITS } from '@fairlead/corewar/source'
import { visible } from '@fairlead/protocol/view/visible'
import { nameOf } from './warrior-name.ts'

export interface OwnWarrior {
	readonly id: string
	readonly name: string
	readonly source: string
	/** When it was made; the order of the list. */
	readonly madeAt: number
}

/** The part of `localStorage` that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** More than a person looks through; together they stay below what browsers give a site. */
export const MAX_OWN = 100
const MAX_TOTAL_CHARS = 2_000_000
const PREFIX = 'fairlead.corewar.warrior.'

/** Why a change was not kept, as a sentence with what to do. */
export type NotKept = string | null

export interface WarriorList {
	readonly warriors: readonly OwnWarrior[]
	/** The last change that could not be kept. As long as a warrior is in this tab only, it is said. */
	readonly problem: NotKept
}

export class WarriorStore {
	readonly #storage: TextStorage
	readonly #listeners = new Set<() => void>()
	/** Warriors whose last change the storage refused: this tab alone has it. */
	readonly #unsaved = new Map<string, OwnWarrior>()
	#list: WarriorList = { warriors: [], problem: null }

	constructor(storage: TextStorage) {
		this.#storage = storage
		this.#reread()
	}

	readonly list = (): WarriorList => this.#list

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** Another tab changed something: the entry `key`; null: all of them. */
	readonly changed = ({ key }: Pick<StorageEvent, 'key'>): void => {
		if (key === null || key.startsWith(PREFIX)) this.#reread()
	}

	#reread(): void {
		const kept: OwnWarrior[] = []
		try {
			for (let i = 0; i < this.#storage.length; i++) {
				const key = this.#storage.key(i)
				if (key?.startsWith(PREFIX)) {
					const one = read(key.slice(PREFIX.length), this.#storage.getItem(key))
					if (one) kept.push(one)
				}
			}
			this.#set(this.#withUnsaved(kept), null)
		} catch {
			this.#set(
				this.#withUnsaved(kept),
				'This browser keeps nothing for this page. Export what you want to keep.',
			)
		}
	}

	/**
	 * @param id a new one, or that of the warrior whose source changed
	 * @returns whether the list has it; what could not be kept in the browser is in this tab until it closes
	 */
	put(id: string, source: string, madeAt: number): boolean {
		const others = this.#list.warriors.filter((one) => one.id !== id)
		const before = this.#list.warriors.find((one) => one.id === id)
		const refused = this.#refusal(others, source)
		if (refused !== null) {
			this.#set(this.#list.warriors, refused)
			return false
		}
		const one = { id, name: nameOf(source), source, madeAt: before?.madeAt ?? madeAt }
		this.#unsaved.delete(id)
		try {
			this.#storage.setItem(PREFIX + id, JSON.stringify({ source, madeAt: one.madeAt }))
		} catch {
			this.#unsaved.set(id, one)
		}
		this.#set([...others, one], null)
		return true
	}

	remove(id: string): void {
		this.#unsaved.delete(id)
		try {
			this.#storage.removeItem(PREFIX + id)
		} catch {
			// A warrior that is not kept need not be removed.
		}
		this.#set(
			this.#list.warriors.filter((one) => one.id !== id),
			null,
		)
	}

	#refusal(others: readonly OwnWarrior[], source: string): NotKept {
		if (source.length > LIMITS.sourceLength) {
			return `A warrior may have ${LIMITS.sourceLength.toLocaleString('en-US')} characters; this change would make it longer and was not kept.`
		}
		if (others.length >= MAX_OWN) {
			return `This browser keeps ${MAX_OWN} warriors. Export and remove some, then add others.`
		}
		const chars = others.reduce((sum, one) => sum + one.source.length, source.length)
		return chars > MAX_TOTAL_CHARS
			? 'Your warriors are too long together to be kept in this browser. Export and remove some; the last change was not kept.'
			: null
	}

	#withUnsaved(kept: readonly OwnWarrior[]): readonly OwnWarrior[] {
		return [...kept.filter(({ id }) => !this.#unsaved.has(id)), ...this.#unsaved.values()]
	}

	/** About the one whose change came last. */
	#onlyHere(): NotKept {
		const one = [...this.#unsaved.values()].at(-1)
		return one
			? `${visible(one.name)} could not be kept: this browser's storage is full or blocked. Export it as a file.`
			: null
	}

	/** @param problem null: of this change; others may still be in this tab only */
	#set(warriors: readonly OwnWarrior[], problem: NotKept): void {
		const sorted = [...warriors].sort((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
		this.#list = { warriors: sorted, problem: problem ?? this.#onlyHere() }
		for (const listener of this.#listeners) listener()
	}
}

/** @returns null for what this page has not written */
function read(id: string, text: string | null): OwnWarrior | null {
	try {
		const { source, madeAt } = JSON.parse(text ?? '')
		if (typeof source !== 'string' || typeof madeAt !== 'number') return null
		return { id, name: nameOf(source), source, madeAt }
	} catch {
		return null
	}
}
