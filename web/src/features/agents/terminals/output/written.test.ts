import { Terminal } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { shownOn } from './written.ts'

const made = (isEnded = () => false) => {
	const terminal = new Terminal({ cols: 10, rows: 4 })
	const shown = shownOn(terminal, isEnded)
	const line = (at: number) => terminal.buffer.active.getLine(at)?.translateToString(true)
	const settled = () => new Promise<void>((done) => terminal.write('', done))
	return { terminal, shown, line, settled }
}
const TO_THE_RIGHT = '\x1b[999G'

test('each output is laid out at the size that held for it, however fast they come', async () => {
	const { shown, line, settled } = made()
	shown.write(`${TO_THE_RIGHT}a`, () => undefined)
	shown.resize({ columns: 20, rows: 4 })
	shown.write(`${TO_THE_RIGHT}b`, () => undefined)
	await settled()
	expect(line(0)).toBe(`${' '.repeat(9)}a${' '.repeat(9)}b`)
})

test('a new screen leaves nothing of the one before, not even half a sequence', async () => {
	const { terminal, shown, line, settled } = made()
	shown.write('old\r\n'.repeat(9), () => undefined)
	shown.write('\x1b[31m\x1b[?2004h\x1b]0;half a title', () => undefined)
	shown.reset()
	shown.write('new', () => undefined)
	await settled()
	expect([line(0), line(1), terminal.buffer.active.length]).toEqual(['new', '', 4])
	expect(terminal.modes.bracketedPasteMode).toBe(false)
	expect(terminal.buffer.active.getLine(0)?.getCell(0)?.isFgDefault()).toBe(true)
})

test('output that is in the queue when the page leaves changes and tells nothing', async () => {
	let ended = false
	const { terminal, shown, settled } = made(() => ended)
	let told = 0
	shown.resize({ columns: 40, rows: 4 })
	shown.write('late', () => told++)
	ended = true
	await settled()
	expect([terminal.cols, told]).toEqual([10, 0])
})
