/** A terminal's screen in a box of the page. */
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { TERMINAL_LIMITS, type TerminalSize } from '@fairlead/protocol/agents/terminals'
import { visible } from '@fairlead/protocol/view/visible'
import type { Shown } from '../output/feed.ts'
import { shownOn } from '../output/written.ts'
import { isReport } from './input.ts'
import { keyUse, type PageUse } from './key-use.ts'
import { openLink } from './link.ts'
import { swallowQueries } from './queries.ts'
import { FONT_PX, fontFamily, onThemeChanged, themeNow } from './theme.ts'
import { scrollByTouch } from './touch-scroll.ts'
import { boxTop, isWithin, type Span } from './view-of-cursor.ts'
import './terminal.css'

/** The contrast that WCAG asks of text. */
const CONTRAST = 4.5

export type PhoneKey = 'escape' | 'tab' | 'shift-tab' | 'interrupt' | 'up' | 'down'

/** first: it takes keys, and the first makes this page the one that types */
export type Taking = 'nothing' | 'first' | 'keys'

export interface ScreenPorts {
	readonly label: string
	/** The id of the element that says how to leave by keyboard. */
	readonly describedBy: string
	/** Keys and pastes. From the page that types, also what the program wants to know of focus and mouse. */
	readonly onInput: (data: string) => void
	readonly onUse: (use: PageUse) => void
}

const within = (n: number, { least, most }: { least: number; most: number }): number =>
	Math.min(most, Math.max(least, n))

export class Screen implements Shown {
	readonly #box: HTMLElement
	readonly #terminal: Terminal
	readonly #shown: Shown
	readonly #fit = new FitAddon()
	readonly #search = new SearchAddon()
	readonly #ends: (() => void)[]
	#taking: Taking = 'nothing'
	/** Whether nothing was shown since the beginning, or since the last reset. */
	#fresh = false
	/** Whether the cursor was in the box after the last scroll, by a person or by this class. */
	#follows = true
	#showing = false
	#ended = false

	/** Measures letters at once, so the font must have been loaded. */
	constructor(box: HTMLElement, ports: ScreenPorts) {
		this.#box = box
		const showTarget = (_: MouseEvent, target: string): void => {
			box.title = visible(target)
		}
		const links = { hover: showTarget, leave: () => box.removeAttribute('title') }
		const terminal = new Terminal({
			fontFamily: fontFamily(),
			fontSize: FONT_PX,
			theme: themeNow(),
			minimumContrastRatio: CONTRAST,
			scrollback: TERMINAL_LIMITS.scrollback,
			convertEol: false,
			disableStdin: true,
			linkHandler: { activate: (_, address) => openLink(address), ...links },
		})
		this.#terminal = terminal
		this.#shown = shownOn(terminal, () => this.#ended)
		swallowQueries(terminal.parser)
		terminal.loadAddon(this.#fit)
		terminal.loadAddon(this.#search)
		terminal.loadAddon(new WebLinksAddon((_, address) => openLink(address), links))
		terminal.attachCustomKeyEventHandler((event) => {
			const use = keyUse(event, this.#taking !== 'nothing')
			if (use === 'program' || use === 'browser') return use === 'program'
			event.preventDefault()
			if (event.type === 'keydown') ports.onUse(use)
			return false
		})
		// Without this, a page that is only looked at would become the one that types.
		terminal.onData((data) => {
			if (this.#taking === 'keys' || !isReport(data)) ports.onInput(data)
		})
		// On a screen without lines above it, xterm turns the wheel into arrow keys.
		terminal.attachCustomWheelEventHandler(
			() => this.#taking === 'keys' || terminal.buffer.active.type === 'normal',
		)
		terminal.open(box)
		terminal.textarea?.setAttribute('aria-label', ports.label)
		terminal.textarea?.setAttribute('aria-describedby', ports.describedBy)
		this.#ends = [
			onThemeChanged(() => {
				terminal.options.theme = themeNow()
			}),
			scrollByTouch(box, terminal),
		]
		box.addEventListener('scroll', this.#scrolled, { passive: true })
		this.#resized.observe(box)
	}

	readonly #scrolled = (): void => {
		this.#follows = this.#showsCursor
	}

	/** A phone's keyboard resizes the box, as does turning the phone. */
	readonly #resized = new ResizeObserver(() => this.#showSoon())

	set taking(taking: Taking) {
		this.#taking = taking
		this.#terminal.options.disableStdin = taking === 'nothing'
	}

	/** Whether its lines are told to a screen reader, which slows it down. */
	set reads(reads: boolean) {
		this.#terminal.options.screenReaderMode = reads
	}

	get size(): TerminalSize {
		return { columns: this.#terminal.cols, rows: this.#terminal.rows }
	}

	/** The size that fills the box; null: the box is not on screen. */
	get fitting(): TerminalSize | null {
		const { clientWidth, clientHeight } = this.#box
		const proposed = clientWidth > 0 && clientHeight > 0 ? this.#fit.proposeDimensions() : null
		if (!proposed || Number.isNaN(proposed.cols) || Number.isNaN(proposed.rows)) return null
		return {
			columns: within(proposed.cols, TERMINAL_LIMITS.columns),
			rows: within(proposed.rows, TERMINAL_LIMITS.rows),
		}
	}

	get selection(): string {
		return this.#terminal.getSelection()
	}

	reset(): void {
		this.#fresh = true
		this.#shown.reset()
	}

	resize(size: TerminalSize): void {
		this.#shown.resize(size)
	}

	write(data: string, done: () => void): void {
		this.#shown.write(data, () => {
			done()
			this.#showSoon()
		})
	}

	#showSoon(): void {
		if (this.#showing) return
		this.#showing = true
		requestAnimationFrame(() => {
			this.#showing = false
			if (!this.#ended) this.#showCursor()
		})
	}

	/** A terminal larger than its box shows where it is written, unless a person has scrolled elsewhere. */
	#showCursor(): void {
		const { active } = this.#terminal.buffer
		const isFresh = this.#fresh
		this.#fresh = false
		if (!isFresh && (!this.#follows || active.viewportY !== active.baseY || this.#showsCursor))
			return
		let last = this.#terminal.rows - 1
		while (last > 0 && !active.getLine(active.baseY + last)?.translateToString(true)) last--
		const top = boxTop(this.#span(active.cursorY), this.#span(last), this.#box.clientHeight)
		this.#box.scrollTo({ top })
	}

	get #showsCursor(): boolean {
		const { scrollTop, clientHeight } = this.#box
		const row = this.#span(this.#terminal.buffer.active.cursorY)
		return isWithin(row, { top: scrollTop, bottom: scrollTop + clientHeight })
	}

	/** The span of a row of the screen, in pixels of the box's content. */
	#span(row: number): Span {
		const screen = this.#box.querySelector('.xterm-screen')
		if (!screen) return { top: 0, bottom: 0 }
		const { top, height } = screen.getBoundingClientRect()
		const line = height / this.#terminal.rows
		const begin = top - this.#box.getBoundingClientRect().top + this.#box.scrollTop
		return { top: begin + row * line, bottom: begin + (row + 1) * line }
	}

	/** Sends a key as if a person had typed it. */
	press(key: PhoneKey): void {
		const arrows = this.#terminal.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b['
		const keys: Readonly<Record<PhoneKey, string>> = {
			escape: '\x1b',
			tab: '\t',
			'shift-tab': '\x1b[Z',
			interrupt: '\x03',
			up: `${arrows}A`,
			down: `${arrows}B`,
		}
		this.#terminal.input(keys[key])
	}

	/** @returns whether the text was found; it is selected and in sight then */
	find(text: string, where: 'before' | 'after'): boolean {
		return where === 'before' ? this.#search.findPrevious(text) : this.#search.findNext(text)
	}

	scroll(pages: number): void {
		this.#terminal.scrollPages(pages)
	}

	focus(): void {
		this.#terminal.focus()
	}

	dispose(): void {
		this.#ended = true
		this.#resized.disconnect()
		this.#box.removeEventListener('scroll', this.#scrolled)
		for (const end of this.#ends) end()
		this.#terminal.dispose()
	}
}
