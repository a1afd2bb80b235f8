/** The loaded part of a conversation's history: the newest page, older pages, gaps, and what is let go of. */
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { type ChatMessage, fromStored, isGapless, mergePage } from './messages/messages.ts'
import { coalesce } from './stream/coalesce.ts'

/** Events come in bursts: the newest page is read at most once in this time. */
const GATHER_MS = 500
/** Pages read to close a gap. A longer one is left to the reader, who scrolls up. */
const MAX_GAP_PAGES = 10
/** With more messages than this, those far above a reader at the end are let go of … */
const EVICT_FROM = 300
/** … down to this many, at a border between two pages. */
const KEEP_AT_LEAST = 120

/** The messages on screen, and how to change them. */
export interface Shown {
	readonly messages: readonly ChatMessage[]
	/** The cursor of the page above the first message; null: there is none. */
	readonly getSnapshot: () => { readonly before: string | null }
	readonly update: (
		change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
		before?: string | null,
	) => void
}

export class History {
	readonly #shown: Shown
	readonly #read: (before: string | null) => Promise<MessagePage>
	readonly #onNewest: (page: MessagePage) => void
	/** Cursors of the pages above, by the first message of a page. */
	readonly #borders = new Map<string, string | null>()
	/** How often older messages were removed: a page requested before that no longer fits. */
	#removals = 0
	/** The newest page could not be read: what is shown may be out of date. */
	#failed = false
	/** The older page that is being read. */
	#older: Promise<void> | null = null

	/**
	 * Reads the newest messages and puts them in. Asks that come together are answered by one read.
	 * Never rejects: without an answer, what is shown stays.
	 */
	readonly refresh: () => Promise<void>

	/** @param options.onNewest called with the newest page, after its messages are shown */
	constructor(options: {
		shown: Shown
		read: (before: string | null) => Promise<MessagePage>
		onNewest: (page: MessagePage) => void
		gatherMs?: number
	}) {
		this.#shown = options.shown
		this.#read = options.read
		this.#onNewest = options.onNewest
		this.#mark(this.#shown.messages, this.#shown.getSnapshot().before)
		this.refresh = coalesce(() => this.#refresh(), options.gatherMs ?? GATHER_MS)
	}

	async #refresh(): Promise<void> {
		const newest = await this.#read(null).catch(() => null)
		this.#failed = newest === null
		if (newest === null) return
		let fresh = newest.messages.map(fromStored)
		let before = newest.before
		this.#mark(fresh, before)
		const hasGap = () => !isGapless(this.#shown.messages, fresh)
		// After a sleep there may be more new messages than one page holds.
		const from = this.#shown.messages.length === 0 ? MAX_GAP_PAGES : 1
		for (let pages = from; pages < MAX_GAP_PAGES && before !== null && hasGap(); pages++) {
			const page = await this.#read(before).catch(() => null)
			if (page === null) break
			const older = page.messages.map(fromStored)
			this.#mark(older, page.before)
			fresh = [...older, ...fresh]
			before = page.before
		}
		if (hasGap()) {
			this.#removals++
			this.#shown.update((shown) => mergePage(shown, fresh), before)
		} else this.#shown.update((shown) => mergePage(shown, fresh))
		this.#onNewest(newest)
	}

	/** Reads the newest messages again if the last try failed. */
	readonly retry = (): void => {
		if (this.#failed) void this.refresh()
	}

	/** Reads the page above the first message. Those who ask meanwhile wait for the same page. */
	readonly loadOlder = (): Promise<void> => {
		const { before } = this.#shown.getSnapshot()
		if (before === null) return Promise.resolve()
		this.#older ??= this.#readOlder(before)
		return this.#older
	}

	async #readOlder(before: string): Promise<void> {
		const removals = this.#removals
		// Cleared before the page is shown: drawing it may ask for the page above.
		const page = await this.#read(before).finally(() => {
			this.#older = null
		})
		if (this.#removals !== removals) return
		const older = page.messages.map(fromStored)
		this.#mark(older, page.before)
		this.#shown.update((shown) => {
			const known = new Set(shown.map((message) => message.id))
			return [...older.filter((message) => !known.has(message.id)), ...shown]
		}, page.before)
	}

	/** Lets go of the messages far above a reader who is at the end; scrolling up reads them again. */
	readonly evict = (): void => {
		const { messages } = this.#shown
		if (messages.length <= EVICT_FROM) return
		const from = messages.findLastIndex(
			(message, index) => index <= messages.length - KEEP_AT_LEAST && this.#borders.has(message.id),
		)
		const first = messages[from]
		if (from <= 0 || first === undefined) return
		this.#removals++
		this.#shown.update((shown) => shown.slice(from), this.#borders.get(first.id) ?? null)
	}

	#mark(page: readonly ChatMessage[], before: string | null): void {
		const [first] = page
		if (first) this.#borders.set(first.id, before)
	}
}
