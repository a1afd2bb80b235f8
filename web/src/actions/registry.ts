/**
 * Every action of a person on the page, declared once: keys, the palette, menus and the sheet of
 * shortcuts are derived from it. Two actions must not share an id, nor a key that both would answer
 * at the same moment.
 */
import type { LucideIcon } from 'lucide-react'
import { canonicalKeys } from './keys.ts'

/**
 * A run is in one of these at a time, so their actions may share keys: Escape stops a run, and denies
 * what the agent asks for. With a question open, Escape outside it must do nothing, so it never stops the run.
 */
export type Moment = 'running' | 'asking'

export interface Action {
	/** `subject.verb`, like `palette.open`. */
	readonly id: string
	/** The title in the person's words, as the palette and the sheet show it. */
	readonly title: string
	/** Heading on the sheet of shortcuts. */
	readonly group?: ActionGroup
	readonly icon?: LucideIcon
	/** `mod+k`, `?`. Without `mod` they do nothing while the person types or a dialog is open. */
	readonly keys?: string
	/** Whether the palette offers it; false: it has no meaning there. */
	readonly inPalette?: boolean
	/** Whether a switch is on; missing for every other action. */
	readonly on?: boolean
	/** The moment in which it is offered; without one, always. */
	readonly during?: Moment
	/** Whether these keys mean this action when they are pressed in `target`. Replaces the rule of {@link keys}. */
	readonly means?: (target: Element | null) => boolean
	/** Takes its keys before the focused element does. */
	readonly first?: boolean
	readonly run: () => void
}

export const ACTION_GROUPS = ['Everywhere', 'In a conversation', 'When the agent asks'] as const
export type ActionGroup = (typeof ACTION_GROUPS)[number]

export class ActionRegistry {
	readonly #byId = new Map<string, Action>()
	readonly #listeners = new Set<() => void>()
	#moment: Moment | null = null
	#all: readonly Action[] = []
	#offered: readonly Action[] = []

	/**
	 * @throws when another action has the id or the keys
	 * @returns a function that removes them
	 */
	add(actions: readonly Action[]): () => void {
		const added: Action[] = []
		const remove = () => {
			for (const { id } of added) this.#byId.delete(id)
			this.#changed()
		}
		try {
			for (const action of actions) {
				this.#refuseConflict(action)
				this.#byId.set(action.id, action)
				added.push(action)
			}
		} catch (error) {
			remove()
			throw error
		}
		this.#changed()
		return remove
	}

	#refuseConflict(action: Action): void {
		const { id, keys } = action
		if (this.#byId.has(id)) throw new Error(`There is an action "${id}" already.`)
		const other = keys === undefined ? undefined : this.#withKeys(keys).find(canMeet(action))
		if (other) throw new Error(`"${keys}" is taken by "${other.id}"; "${id}" cannot have it too.`)
	}

	#withKeys(keys: string): Action[] {
		const wanted = canonicalKeys(keys)
		return [...this.#byId.values()].filter(
			(action) => action.keys !== undefined && canonicalKeys(action.keys) === wanted,
		)
	}

	#changed(): void {
		this.#all = [...this.#byId.values()]
		this.#offered = this.#all.filter(this.#isOffered)
		for (const listener of this.#listeners) listener()
	}

	readonly #isOffered = ({ during }: Action): boolean =>
		during === undefined || during === this.#moment

	/** The state of the run on screen; null if there is none. */
	readonly setMoment = (moment: Moment | null): void => {
		if (moment === this.#moment) return
		this.#moment = moment
		this.#changed()
	}

	/** Every action of what is on screen, whether or not this is its moment. */
	readonly all = (): readonly Action[] => this.#all
	readonly offered = (): readonly Action[] => this.#offered
	/** undefined if the action is not offered now. */
	readonly get = (id: string): Action | undefined =>
		this.#offered.find((action) => action.id === id)
	readonly byKeys = (canonical: string): Action | undefined =>
		this.#withKeys(canonical).find(this.#isOffered)

	/** Does nothing if the action is not offered now. */
	readonly run = (id: string): void => this.get(id)?.run()

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}

/** Whether there is a moment in which both actions are offered. */
const canMeet =
	(one: Action) =>
	(other: Action): boolean =>
		one.during === undefined || other.during === undefined || one.during === other.during

/** The page's own registry. */
export const actions = new ActionRegistry()
