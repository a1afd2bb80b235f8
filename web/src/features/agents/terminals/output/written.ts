/** An xterm as what a terminal's output is shown on. It writes later than it is told to, so all goes through its queue. */
import type { Terminal } from '@xterm/xterm'
import type { Shown } from './feed.ts'

/** Resets the terminal, and shows the cursor, which the reset leaves hidden. */
const RESET = '\x1bc\x1b[?25h'

/** @param isEnded what is still in the queue then is dropped */
export const shownOn = (terminal: Terminal, isEnded: () => boolean): Shown => ({
	reset: () => terminal.write(RESET),
	resize: ({ columns, rows }) =>
		terminal.write('', () => {
			if (!isEnded()) terminal.resize(columns, rows)
		}),
	write: (data, done) =>
		terminal.write(data, () => {
			if (!isEnded()) done()
		}),
})
