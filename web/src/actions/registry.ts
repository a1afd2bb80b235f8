/**
 * Every action of a person on the page, declared once: keys, the palette, menus and the sheet of
 * shortcuts are derived from it. Two actions must not share an id or a key.
 */
import type { LucideIcon } from 'lucide-react'
import { canonicalKeys } from './keys.ts'

export interface Action {
	/** `subject.verb`, like `palette.open`. */
	readonly id: string
	/** In the person's words, as the palette and the sheet show it. */
	readonly title: string
	/** Heading on the sheet of shortcuts. */
	readonly group?: ActionGroup
	readonly icon?: LucideIcon
	/** `mod+k`, `?`. Without `mod` they do nothing while the person types or a dialog is open. */
	readonly keys?: string
	/** false: not offered in the palette, where it has no meaning. */
	readonly inPalette?: boolean
	/** For a switch: whether it is on. */
	readonly on?: boolean
	/** Whether these keys, pressed there, mean this action. */
	readonly means?: (target: Element | null) => boolean
	/** Handles the keys before the focused element does. */
	readonly first?: boolean
	readonly run: () => void
}

export const ACTION_GROUPS = ['Everywhere', 'In a conversation', 'When the agent asks'] as const
export type ActionGroup = (typeof ACTION_GROUPS)[number]

export class ActionRegistry {
	readonly #byId = new Map<string, Action>()
	readonly #byKeys = new Map<string, Action>()
	readonly #listeners = new Set<() => void>()
	#list: readonly Action[] = []

	/**
	 * @throws when another action has the id or the keys
	 * @returns a function that removes them
	 */
	add(actions: readonly Action[]): () => void {
		const added: Action[] = []
		const remove = () => {
			for (const action of added) {
				this.#byId.delete(action.id)
				if (action.keys !== undefined) this.#byKeys.delete(canonicalKeys(action.keys))
			}
			this.#changed()
		}
		try {
			for (const action of actions) {
				this.#refuseConflict(action)
				this.#byId.set(action.id, action)
				if (action.keys !== undefined) this.#byKeys.set(canonicalKeys(action.keys), action)
				added.push(action)
			}
		} catch (error) {
			remove()
			throw error
		}
		this.#changed()
		return remove
	}

	#refuseConflict({ id, keys }: Action): void {
		if (this.#byId.has(id)) throw new Error(`There is an action "${id}" already.`)
		const other = keys === undefined ? undefined : this.#byKeys.get(canonicalKeys(keys))
		if (other) throw new Error(`"${keys}" is taken by "${other.id}"; "${id}" cannot have it too.`)
	}

	#changed(): void {
		this.#list = [...this.#byId.values()]
		for (const listener of this.#listeners) listener()
	}

	readonly list = (): readonly Action[] => this.#list
	readonly get = (id: string): Action | undefined => this.#byId.get(id)
	readonly byKeys = (canonical: string): Action | undefined => this.#byKeys.get(canonical)

	/** Does nothing if the action is not offered now. */
	readonly run = (id: string): void => this.#byId.get(id)?.run()

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}

/** The page's own registry. */
export const actions = new ActionRegistry()
