/**
 * The browser's Back closes the topmost dialog: each open one has an entry of its own in the history, with the page's address.
 * Closed in another way, it takes its entry along.
 */
import type { How, Steps } from './steps.ts'

/** The state of an entry: the router's, and how many dialogs are over the page. */
interface EntryState {
	readonly key?: string
	readonly idx?: number
	readonly dialogs?: number
}

interface Entry {
	readonly state: EntryState
	readonly url: string
}

/** The part of a browser's window that is used here. */
export interface HistoryWindow {
	readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
	readonly location: Pick<Location, 'href'>
	readonly scrollX: number
	readonly scrollY: number
	scrollTo(options: ScrollToOptions): void
	addEventListener(type: 'popstate', listener: () => void, capture: true): void
}

interface OpenDialog {
	readonly close: () => void
}

const dialogsOf = ({ state }: Entry): number => state.dialogs ?? 0

const pathOf = ({ url }: Entry): string => new URL(url).pathname

const isSamePage = (a: Entry, b: Entry): boolean => a.url === b.url && a.state.key === b.state.key

/** Whether the first is a dialog's entry, over the page of the second. */
function isOver(a: Entry, b: Entry): boolean {
	const more = dialogsOf(a) - dialogsOf(b)
	return more > 0 && (a.state.idx ?? 0) - (b.state.idx ?? 0) === more
}

export class DialogHistory implements Steps {
	readonly #window: HistoryWindow
	#open: OpenDialog[] = []
	/** Where the person is. */
	#here: Entry
	/** The scroll position to restore once the browser has gone back; null while it is not going back. */
	#leaving: ScrollToOptions | null = null
	/** Navigations meanwhile: the way back would undo them. */
	#waiting: (() => void)[] = []
	#isOtherPage = true

	constructor(window: HistoryWindow) {
		this.#window = window
		this.#here = this.#entry()
		// Before the router's listener, which asks `isOtherPage`.
		window.addEventListener('popstate', () => this.#popped(), true)
	}

	get isOtherPage(): boolean {
		return this.#isOtherPage
	}

	/** Returns a function to call once it is closed, also by `close`. */
	opened(close: () => void): () => void {
		const dialog = { close }
		this.#open.push(dialog)
		this.#settleSoon()
		return () => {
			this.#open = this.#open.filter((one) => one !== dialog)
			this.#settleSoon()
		}
	}

	/** A step made in a dialog takes the place of the dialog's entry. */
	navigate(how: How, write: (how: How) => void, pathname: string): void {
		const dialogs = dialogsOf(this.#here)
		// In the place of the page: its dialogs go first.
		const goFirst = dialogs > 0 && how === 'replace' && pathname !== pathOf(this.#here)
		if (goFirst && !this.#leaving) {
			this.#open = []
			this.#settle()
		}
		if (this.#leaving) {
			this.#waiting.push(() => this.navigate(how, write, pathname))
			return
		}
		write(dialogs > 0 ? 'replace' : how)
		if (dialogs > 0 && how === 'replace') this.#mark(dialogs)
		this.#here = this.#entry()
	}

	/** Later in this task: a dialog that opens in the place of another keeps its entry. */
	#settleSoon(): void {
		queueMicrotask(() => this.#settle())
	}

	#settle(): void {
		if (this.#leaving) return
		const { history } = this.#window
		const more = this.#open.length - dialogsOf(this.#here)
		if (more < 0) {
			const { scrollX: left, scrollY: top } = this.#window
			this.#leaving = { left, top, behavior: 'instant' }
			history.go(more)
		}
		for (let added = 0; added < more; added++) {
			const { state } = this.#here
			const next = { idx: (state.idx ?? 0) + 1, dialogs: dialogsOf(this.#here) + 1 }
			history.pushState({ ...state, ...next }, '')
			this.#here = this.#entry()
		}
	}

	#popped(): void {
		const left = this.#here
		const now = this.#entry()
		const dialogs = dialogsOf(now)
		const closing = this.#leaving ? [] : this.#open.splice(dialogs).reverse()
		if (!this.#leaving && closing.length === 0 && isOver(left, now) && isSamePage(left, now)) {
			// Back from the entry of a dialog that a reload has closed: the person means the page before.
			this.#here = now
			this.#isOtherPage = false
			this.#window.history.go(-1)
			return
		}
		if (this.#leaving) {
			// The browser scrolls to where the page was as the dialog opened; what closed it may have scrolled on.
			this.#window.scrollTo(this.#leaving)
			this.#leaving = null
		}
		if (dialogs > this.#open.length) {
			// Forward, to a dialog that was closed.
			this.#isOtherPage = false
			this.#window.history.go(this.#open.length - dialogs)
			return
		}
		if (isOver(left, now) && !isSamePage(left, now)) {
			// What replaced the page under the dialog stays.
			this.#window.history.replaceState({ ...left.state, idx: now.state.idx }, '', left.url)
			this.#mark(dialogs)
		}
		this.#here = this.#entry()
		this.#isOtherPage = !isSamePage(left, this.#here)
		// Last: the address may say what is open.
		for (const { close } of closing) close()
		for (const go of this.#waiting.splice(0)) go()
		this.#settleSoon()
	}

	#mark(dialogs: number): void {
		const { history } = this.#window
		history.replaceState({ ...history.state, dialogs }, '')
	}

	#entry(): Entry {
		const { history, location } = this.#window
		return { state: history.state ?? {}, url: location.href }
	}
}
