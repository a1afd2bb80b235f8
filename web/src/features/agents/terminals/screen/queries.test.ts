import { Terminal } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { swallowQueries } from './queries.ts'

const QUERIES = [
	...['\x1b[c', '\x1b[0c', '\x1b[>c', '\x1b[=c'],
	...['\x1b[5n', '\x1b[6n', '\x1b[?6n', '\x1b[?996n'],
	...['\x1b[4$p', '\x1b[?1$p', '\x1b[?2026$p', '\x1bP$qm\x1b\\', '\x1bP+q544e\x1b\\'],
	...['\x1b]4;1;?\x07', '\x1b]10;?\x07', '\x1b]11;?\x1b\\', '\x1b]12;?\x07'],
	...['\x1b[>q', '\x1b[?u', '\x1b[14t', '\x1b[16t', '\x1b[18t', '\x1b[21t'],
]
const made = () => {
	const answers: string[] = []
	const windowOptions = { getWinSizePixels: true, getCellSizePixels: true, getWinSizeChars: true }
	const terminal = new Terminal({ cols: 40, rows: 5, windowOptions })
	terminal.onData((data) => answers.push(data))
	const write = (data: string) => new Promise<void>((done) => terminal.write(data, done))
	const firstLine = () => terminal.buffer.active.getLine(0)?.translateToString(true)
	return { terminal, answers, write, firstLine }
}

test('the page answers no question of a program, and shows what stands around it', async () => {
	const { terminal, answers, write, firstLine } = made()
	await write(QUERIES.join(''))
	// Without that, it would have.
	expect(answers.length).toBeGreaterThan(5)
	answers.length = 0
	swallowQueries(terminal.parser)
	await write(`\x1bc${QUERIES.map((query) => `${query}x`).join('')}`)
	expect(answers).toEqual([])
	expect(firstLine()).toBe('x'.repeat(QUERIES.length))
	// Also after the screen was emptied.
	await write(`\x1bc${QUERIES.join('')}`)
	expect(answers).toEqual([])
})
