/** A terminal without a display: it knows what a page would show, and answers the questions of the program. */
import { TERMINAL_LIMITS, type TerminalSize } from '@fairlead/protocol/agents/terminals'
import { SerializeAddon } from '@xterm/addon-serialize'
import headless from '@xterm/headless'

export interface Snapshot {
	/** The position in the output that it shows. */
	readonly at: number
	/** Escape sequences that make it on an empty terminal of the same size, with its modes. */
	readonly data: string
}

export interface ScreenPorts {
	/** Sends the program the answer to its question, such as where the cursor is. */
	answer(data: string): void
	/** More of what was written has been shown. */
	shown(): void
}

export class Screen {
	readonly #terminal: headless.Terminal
	readonly #serialize = new SerializeAddon()
	readonly #ports: ScreenPorts
	#written = 0
	#shown = 0

	constructor({ columns, rows }: TerminalSize, ports: ScreenPorts) {
		this.#ports = ports
		this.#terminal = new headless.Terminal({
			cols: columns,
			rows,
			scrollback: TERMINAL_LIMITS.scrollback,
			allowProposedApi: true,
		})
		this.#terminal.loadAddon(this.#serialize)
		this.#terminal.onData((data) => ports.answer(data))
	}

	/** Code units that were written and are not shown yet. */
	get behind(): number {
		return this.#written - this.#shown
	}

	/** The program wants a paste to be marked as one: it is ready for text of several lines. */
	get takesPastes(): boolean {
		return this.#terminal.modes.bracketedPasteMode
	}

	write(data: string): void {
		this.#written += data.length
		this.#terminal.write(data, () => {
			this.#shown += data.length
			this.#ports.shown()
		})
	}

	resize({ columns, rows }: TerminalSize): void {
		this.#terminal.resize(columns, rows)
	}

	/** Resolves once all that was written before is shown. */
	snapshot(): Promise<Snapshot> {
		return new Promise((resolve) => {
			this.#terminal.write('', () => resolve({ at: this.#shown, data: this.#picture() }))
		})
	}

	/** The screen with as many lines above it as fit. A screen that is too large by itself loses its colors. */
	#picture(): string {
		for (const scrollback of [TERMINAL_LIMITS.scrollback, TERMINAL_LIMITS.scrollback / 10, 0]) {
			const data = this.#serialize.serialize({ scrollback })
			if (JSON.stringify(data).length <= TERMINAL_LIMITS.snapshot) return data
		}
		const { active } = this.#terminal.buffer
		const lines = Array.from(
			{ length: this.#terminal.rows },
			(_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
		)
		return `${lines.join('\r\n')}\x1b[${active.cursorY + 1};${active.cursorX + 1}H`
	}

	close(): void {
		this.#terminal.dispose()
	}
}
