import { describe, expect, it } from 'vitest'
import { editorLogTool } from './editor-log-tool.ts'
import { inferState, type Sight } from './infer-state.ts'
import { Lines } from './lines.ts'
import { markIn } from './log-line.ts'
import { header, logSamples, SAFE_MODE, SEMICOLON } from './log-samples.ts'
import { LogReader, type LogSession } from './log-session.ts'

const PROJECT = '/home/dev/Spiel – Ruder'
const OPEN: Omit<Sight, 'session'> = {
	locked: true,
	running: true,
	silentMs: 10_000,
	quiet: true,
	dialog: null,
	hasPackage: true,
	changed: false,
}

function follow(): { push(bytes: Buffer): void; reader: LogReader } {
	const reader = new LogReader()
	const lines = new Lines((line) => reader.line(line))
	return { push: (bytes) => lines.push(bytes), reader }
}

const stateOf = (session: LogSession, more: Partial<Sight> = {}): string =>
	inferState({ ...OPEN, session, ...more }).state

describe.each(logSamples(PROJECT))('the log of $name', ({ text, states, after, errors }) => {
	const bytes = Buffer.from(text)

	it('gives the right words, whichever byte it ends at', () => {
		const { push, reader } = follow()
		const seen: string[] = []
		for (let at = 0; at < bytes.length; at++) {
			push(bytes.subarray(at, at + 1))
			const state = stateOf(reader.session)
			if (seen.at(-1) !== state) seen.push(state)
		}
		expect(seen).toEqual(states)
		expect(stateOf(reader.session, { running: false, locked: false })).toBe(after)
	})

	it('reads the same in pieces of any size, and its errors once each', () => {
		const whole = follow()
		whole.push(bytes)
		for (const size of [2, 3, 7, 64, 1_000]) {
			const pieces = follow()
			for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
			expect(pieces.reader.session).toEqual(whole.reader.session)
		}
		expect(whole.reader.session.errorCount).toBe(errors ?? 0)
		expect(whole.reader.session.project).toBe(PROJECT)
	})
})

it('compile errors in a log get the form that the package reports', () => {
	expect(markIn(SEMICOLON)).toEqual({
		kind: 'message',
		message: {
			file: 'Assets/Scripts/Spin.cs',
			line: 7,
			column: 30,
			code: 'CS1002',
			message: '; expected',
			severity: 'error',
		},
	})
	expect(markIn('Assets\\A b\\Ü.cs(1,2): error CS0246: x\r')).toMatchObject({
		message: { file: 'Assets/A b/Ü.cs', message: 'x' },
	})
})

it('the version is read also where it stands only within the start', () => {
	const { push, reader } = follow()
	push(Buffer.from('Initialize engine version: 2021.1.1f1 (6fdc41dfa55a)\n'))
	expect(reader.session.unityVersion).toBe('2021.1.1f1')
	const whole = follow()
	whole.push(Buffer.from(header(PROJECT)))
	expect(whole.reader.session).toMatchObject({ unityVersion: '6000.3.14f1', project: PROJECT })
})

it('lines of scripts are not taken for what Unity writes, where the two differ', () => {
	for (const line of [
		'I said: Safe Mode: Only loading a subset of assemblies',
		'<b>Assets/A.cs(1,1): error CS1002: ; expected</b>',
		'Game over (1,2): error: no lives left',
		'[MODES] ModeService[safe_mode',
		`${'x'.repeat(10_000)}.cs(1,1): error CS1002: ; expected`,
	])
		expect(markIn(line), line.slice(0, 80)).toBeNull()
})

it('lines are nobody’s once processes of two projects write to one file', () => {
	const { push, reader } = follow()
	push(Buffer.from(header('/home/dev/Game')))
	expect(reader.mixed).toBe(false)
	push(Buffer.from(header('/home/dev/Other') + SAFE_MODE))
	expect(reader.mixed).toBe(true)
	reader.restart()
	push(Buffer.from(header('C:\\dev\\Game\\')))
	push(Buffer.from('Successfully changed project path to: C:/dev/Game\n'))
	expect(reader.mixed).toBe(false)
})

it('what a log can make the relay keep is bounded', () => {
	const { push, reader } = follow()
	for (let n = 1; n <= 3_000; n++)
		push(Buffer.from(`Assets/A.cs(${n},1): error CS1002: ${'x'.repeat(2_000)}\n`))
	push(Buffer.from('y'.repeat(1_000_000)))
	expect(reader.session.errorCount).toBe(3_000)
	expect(reader.session.errors.length).toBeLessThanOrEqual(200)
	expect(reader.session.errors[0]?.message.length).toBe(500)
	expect(reader.lines.length).toBeLessThanOrEqual(800)
	push(Buffer.from(`\n${SAFE_MODE}`))
	expect(reader.session.safeMode).toBe(true)
})

it("secrets in Unity's arguments are not given, on the next line or the same one", async () => {
	const { push, reader } = follow()
	const values = ['-accessToken', '-hubsessionid', '-licensingIPC', '-password', '--username']
	const text = values.map((name) => `${name}\nhunter2\n${name} hunter2 -quit\n`).join('')
	push(Buffer.from(`COMMAND LINE ARGUMENTS:\nUnity\n${text}-projectPath\n${PROJECT}\n`))
	push(Buffer.from('Authorization: Bearer hunter2\nA line that helps\n'))
	const report = { path: 'Editor.log', session: reader.session, lines: reader.lines }
	const watch = { lookNow: async () => undefined, logOf: async () => report }
	const tool = editorLogTool({ watch, seat: () => undefined } as never)
	const answer = JSON.stringify(await tool({ lines: 100 }, { folder: PROJECT } as never))
	expect(answer).not.toContain('hunter2')
	for (const kept of ['(hidden)', '"-accessToken"', '-projectPath', PROJECT, 'A line that helps'])
		expect(answer).toContain(kept)
	expect(reader.session.project).toBe(PROJECT)
})
