/** A finger scrolls a terminal that is larger than its box, and the lines above its screen: xterm knows no touch. */
import type { Terminal } from '@xterm/xterm'

export function scrollByTouch(box: HTMLElement, terminal: Terminal): () => void {
	const ended = new AbortController()
	const { signal } = ended
	let last: number | null = null
	/** Pixels short of a whole line, carried over to the next move. */
	let rest = 0
	const byLines = (px: number): void => {
		const screen = box.querySelector('.xterm-screen')
		const line = (screen?.clientHeight ?? 0) / terminal.rows || 1
		rest += px
		const lines = Math.trunc(rest / line)
		rest -= lines * line
		if (lines !== 0) terminal.scrollLines(lines)
	}
	const begin = ({ touches }: TouchEvent): void => {
		last = touches.length === 1 ? (touches[0]?.clientY ?? null) : null
		rest = 0
	}
	const move = ({ touches }: TouchEvent): void => {
		const now = touches[0]?.clientY
		if (last === null || now === undefined) return
		const px = last - now
		last = now
		const { viewportY, baseY } = terminal.buffer.active
		// Down: first the lines, whose end is the screen, then the rest of the screen. Up: the other way round.
		const within = px > 0 ? viewportY === baseY : box.scrollTop > 0
		if (within) box.scrollTop += px
		else byLines(px)
	}
	box.addEventListener('touchstart', begin, { signal, passive: true })
	box.addEventListener('touchmove', move, { signal, passive: true })
	return () => ended.abort()
}
