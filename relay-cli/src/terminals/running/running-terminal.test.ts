/** One terminal, its program played by the test, and pages that follow it. */
import {
	type OutputPart,
	TERMINAL_LIMITS,
	type TerminalActor,
} from '@fairlead/protocol/agents/terminals'
import headless from '@xterm/headless'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakePty } from '../../../test/fakes/fake-pty.ts'
import { ManualClock } from '../../../test/kit/manual-clock.ts'
import { until } from '../../../test/kit/support.ts'
import { RunningTerminal } from './running-terminal.ts'

const SIZE = { columns: 80, rows: 24 }
const person = (viewer: string): TerminalActor => ({ viewer, name: viewer, shells: false })
const ANNA = person('anna')
const BEN = person('ben')

let clock: ManualClock
let pty: FakePty
let terminal: RunningTerminal
let sent: { viewers: readonly string[]; part: OutputPart }[]
let exits: (number | null)[]
let changes: number

beforeEach(() => {
	clock = new ManualClock()
	sent = []
	exits = []
	changes = 0
	const made: FakePty[] = []
	terminal = new RunningTerminal(SIZE, {
		clock,
		start: (events) =>
			FakePty.starter(made)({ file: '/bin/x', args: [], verbatim: false }, PLACE, events),
		send: (viewers, part) => sent.push({ viewers, part }),
		exited: (code) => exits.push(code),
		changed: () => changes++,
	})
	pty = made[0] as FakePty
})
const PLACE = { cwd: '/', env: {}, size: SIZE }

/** The screen of a page after these parts. */
async function shown(parts: readonly OutputPart[]): Promise<string> {
	const screen = new headless.Terminal({ cols: 80, rows: 24, allowProposedApi: true })
	for (const { data, snapshot } of parts) {
		if (snapshot) screen.reset()
		await new Promise<void>((done) => screen.write(data, done))
	}
	const buffer = screen.buffer.active
	const lines = Array.from({ length: buffer.length }, (_, at) =>
		buffer.getLine(at)?.translateToString(true),
	)
	return lines.join('\n').trimEnd()
}
const partsOf = (viewer: string): OutputPart[] =>
	sent.filter(({ viewers }) => viewers.includes(viewer)).map(({ part }) => part)
const print = (data: string): void => {
	pty.print(data)
	clock.advance(1_000)
}

describe('what a page gets', () => {
	it('is the screen as it is, and then all that follows, without a gap', async () => {
		print('one\r\ntwo\r\n')
		const first = await terminal.follow(ANNA, undefined)
		expect(first).toMatchObject({ snapshot: true, to: 10, size: SIZE })
		print('three')
		expect(partsOf('anna')).toEqual([{ from: 10, to: 15, data: 'three' }])
		expect(await shown([first, ...partsOf('anna')])).toBe('one\ntwo\nthree')
	})

	it('is only what it missed, when it comes back', async () => {
		print('one ')
		const first = await terminal.follow(ANNA, undefined)
		terminal.left('anna')
		print('two ')
		expect(await terminal.follow(ANNA, first.to)).toEqual({
			from: 4,
			to: 8,
			data: 'two ',
			size: SIZE,
		})
	})

	it('is the screen, when it missed more than is kept', async () => {
		print('x')
		terminal.left('anna')
		for (let i = 0; i < 20; i++) print(`${'y'.repeat(TERMINAL_LIMITS.kept / 10)}\r\n`)
		print('end')
		const part = await terminal.follow(ANNA, 1)
		expect(part.snapshot).toBe(true)
		expect((await shown([part])).endsWith('\nend')).toBe(true)
	})

	it('is the screen, when it names a position that never was', async () => {
		print('x')
		expect((await terminal.follow(ANNA, 99)).snapshot).toBe(true)
	})

	it('is a screen that fits a frame, however colored it is', async () => {
		const cell = (n: number) => `\x1b[38;2;${n % 256};${(n * 7) % 256};9;48;2;1;2;${n % 251}mx`
		const row = (y: number) => Array.from({ length: 80 }, (_, x) => cell(x + y)).join('')
		pty.print(Array.from({ length: 2_100 }, (_, y) => row(y)).join('\r\n'))
		pty.print('\x1b[m\r\nthe end')
		const part = await terminal.follow(ANNA, undefined)
		expect(JSON.stringify(part.data).length).toBeLessThan(TERMINAL_LIMITS.snapshot)
		expect((await shown([part])).endsWith('x\nthe end')).toBe(true)
	})

	it('is the text of a screen that is too large for its colors', async () => {
		await terminal.follow(ANNA, undefined)
		terminal.take('anna', { columns: 500, rows: 300 })
		const cell = (n: number) => `\x1b[38;2;${n % 256};${(n * 7) % 256};9mx`
		pty.print(Array.from({ length: 149_000 }, (_, n) => cell(n)).join(''))
		pty.print('\x1b[m\r\nthe end')
		const { data } = await terminal.follow(BEN, undefined)
		expect(JSON.stringify(data).length).toBeLessThan(TERMINAL_LIMITS.snapshot)
		const lines = data.split('\r\n')
		expect(lines.slice(0, 297)).toEqual(Array(297).fill('x'.repeat(500)))
		expect(lines[298]).toBe('the end')
		expect(data.endsWith('\x1b[299;8H')).toBe(true)
	})

	it('is nothing, for one that left before the screen came', async () => {
		const following = terminal.follow(ANNA, undefined)
		terminal.left('anna')
		await following
		print('x')
		terminal.input('anna', 'a')
		expect([sent, pty.typed]).toEqual([[], ''])
	})

	it('is the first output at once, and what follows it closely in one piece', async () => {
		await terminal.follow(ANNA, undefined)
		pty.print('a')
		expect(partsOf('anna')).toHaveLength(1)
		pty.print('b')
		pty.print('c')
		expect(partsOf('anna')).toHaveLength(1)
		clock.advance(100)
		expect(partsOf('anna').at(-1)?.data).toBe('bc')
	})

	it('is the echo of a key at once, however close to the last', async () => {
		await terminal.follow(ANNA, undefined)
		for (const key of 'abc') {
			terminal.input('anna', key)
			pty.print(key)
		}
		expect(partsOf('anna').map(({ data }) => data)).toEqual(['a', 'b', 'c'])
	})

	it('goes to several pages as one frame', async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		print('x')
		expect(sent).toEqual([{ viewers: ['anna', 'ben'], part: { from: 0, to: 1, data: 'x' } }])
	})

	it('is no more than it has confirmed enough for, whatever the program writes; others get all', async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		const flood = 'z'.repeat(TERMINAL_LIMITS.output)
		for (let i = 0; i < 30; i++) {
			print(flood)
			terminal.seen('ben', Number.MAX_SAFE_INTEGER)
		}
		const total = (viewer: string) =>
			partsOf(viewer).reduce((sum, { data }) => sum + data.length, 0)
		await until('the screen', () => !pty.isPaused)
		expect(total('anna')).toBe(TERMINAL_LIMITS.unseen)
		expect(total('ben')).toBe(30 * TERMINAL_LIMITS.output)
		// It reads on after more than is kept: the screen stands for what is gone.
		terminal.seen('anna', TERMINAL_LIMITS.unseen)
		await until('a snapshot', () => partsOf('anna').find(({ snapshot }) => snapshot))
		terminal.seen('anna', Number.MAX_SAFE_INTEGER)
		print('the end')
		const parts = partsOf('anna')
		expect(parts.at(-1)?.data.slice(0, 20)).toBe('the end')
		expect(parts.at(-1)?.from).toBe(parts.at(-2)?.to)
	})
})

describe('keys', () => {
	it('are those of the first page that types, until another one takes over', async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		terminal.input('anna', 'a')
		terminal.input('ben', 'b')
		expect([pty.typed, terminal.writer]).toEqual(['a', ANNA])
		expect(terminal.take('ben', { columns: 100, rows: 30 })).toBe(true)
		expect(pty.size).toEqual({ columns: 100, rows: 30 })
		terminal.input('anna', 'c')
		terminal.input('ben', 'd')
		expect([pty.typed, terminal.writer]).toEqual(['ad', BEN])
		expect(changes).toBeGreaterThan(1)
	})

	it('of a page that does not follow it go nowhere, and it cannot take over or resize', () => {
		terminal.input('anna', 'a')
		expect(terminal.take('anna', SIZE)).toBe(false)
		expect(terminal.resize('anna', { columns: 90, rows: 24 })).toBe(false)
		expect([pty.typed, terminal.writer, pty.size]).toEqual(['', null, SIZE])
	})

	it('are free again when the page that typed has left', async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		terminal.input('anna', 'a')
		expect(terminal.resize('ben', { columns: 90, rows: 24 })).toBe(false)
		terminal.left('anna')
		terminal.input('ben', 'b')
		expect([pty.typed, terminal.writer]).toEqual(['ab', BEN])
	})

	it('a size reaches the program, and every page before what is written for it', async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		pty.print('old')
		pty.print('old')
		const size = { columns: 60, rows: 20 }
		expect(terminal.resize('anna', size)).toBe(true)
		print('new')
		expect(partsOf('ben')).toEqual([
			{ from: 0, to: 3, data: 'old' },
			{ from: 3, to: 6, data: 'old' },
			{ from: 6, to: 6, data: '', size },
			{ from: 6, to: 9, data: 'new' },
		])
	})

	it("the program's questions are answered here, once, with or without a page", async () => {
		await terminal.follow(ANNA, undefined)
		await terminal.follow(BEN, undefined)
		pty.print('abc\x1b[6n')
		await until('an answer', () => pty.typed !== '')
		expect(pty.typed).toBe('\x1b[1;4R')
	})
})

describe('a prompt', () => {
	it('is pasted, and entered once the program has shown it', () => {
		terminal.say('line one\nline two')
		expect(pty.typed).toBe('\x1b[200~line one\nline two\x1b[201~')
		pty.print('line one')
		expect(pty.typed.endsWith('\r')).toBe(false)
		clock.advance(100)
		expect(pty.typed.endsWith('\x1b[201~\r')).toBe(true)
		clock.advance(10_000)
		expect(pty.typed.split('\r')).toHaveLength(2)
	})

	it('is entered after a while where the program shows nothing', () => {
		terminal.say('x')
		clock.advance(2_000)
		expect(pty.typed.endsWith('\r')).toBe(true)
	})

	it('can press no keys', () => {
		terminal.say('a\x1b[201~\x03\rb\r\nc')
		expect(pty.typed).toBe('\x1b[200~a[201~\nb\nc\x1b[201~')
	})

	it('is taken once the program asks for marked pastes, while it runs', async () => {
		expect(terminal.takesPrompts).toBe(false)
		pty.print('\x1b[?2004h')
		await until('the mode', () => terminal.takesPrompts)
		pty.exit(0)
		expect(terminal.takesPrompts).toBe(false)
	})
})

describe('the end of a program', () => {
	it('is told after its last words', async () => {
		await terminal.follow(ANNA, undefined)
		pty.print('a')
		pty.print('last words')
		pty.exit(3)
		expect(partsOf('anna').map(({ data }) => data)).toEqual(['a', 'last words'])
		expect(exits).toEqual([3])
		expect(await shown([await terminal.follow(BEN, undefined)])).toBe('alast words')
	})

	it('is waited for, and forced on a program that does not go', async () => {
		pty.endsWhenAsked = false
		let isClosed = false
		const closing = terminal.close().then(() => {
			isClosed = true
		})
		await until('it to be asked', () => clock.hasTimerIn(2_000))
		expect(isClosed).toBe(false)
		pty.exit(null)
		await closing
		expect(exits).toEqual([null])
	})

	it('a program that writes faster than the screen shows has to wait', async () => {
		pty.print('x'.repeat(2_000_000))
		expect(pty.isPaused).toBe(true)
		await until('it to go on', () => !pty.isPaused)
	})
})
