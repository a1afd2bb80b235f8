import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { TranscriptTail } from './transcript-tail.ts'

const cleanups = new Cleanups()
let path: string
let lines: { byte: number; text: string; isCut: boolean }[]
let restarts: number
let tail: TranscriptTail

beforeEach(() => {
	path = join(cleanups.add(temporaryFolder(), (made) => made.remove()).path, 's.jsonl')
	lines = []
	restarts = 0
	tail = new TranscriptTail(path, {
		line: (line) => lines.push(line),
		restarted: () => {
			restarts++
		},
	})
})
afterEach(() => cleanups.run())

const texts = () => lines.map(({ text }) => text)

it('a tail hands out whole lines only, each once, with where it begins', async () => {
	expect(await tail.look()).toBeNull()
	writeFileSync(path, '{"a":1}\n{"b":')
	expect(await tail.look()).toMatchObject({ grew: true, size: 13 })
	expect(texts()).toEqual(['{"a":1}'])
	appendFileSync(path, '2}')
	await tail.look()
	expect(texts()).toEqual(['{"a":1}'])
	appendFileSync(path, '\n\n{"c":3}\r\n')
	await tail.look()
	expect(await tail.look()).toMatchObject({ grew: false })
	expect(lines).toEqual([
		{ byte: 0, text: '{"a":1}', isCut: false },
		{ byte: 8, text: '{"b":2}', isCut: false },
		{ byte: 17, text: '{"c":3}', isCut: false },
	])
})

it('a tail joins a character that was written in two parts', async () => {
	const bytes = Buffer.from('{"door":"🚪 Tür"}\n')
	const door = bytes.indexOf(Buffer.from('🚪'))
	for (const at of [door + 1, door + 2, door + 3, bytes.indexOf(Buffer.from('ü')) + 1]) {
		rmSync(path, { force: true })
		lines = []
		writeFileSync(path, bytes.subarray(0, at))
		await tail.look()
		appendFileSync(path, bytes.subarray(at))
		await tail.look()
		expect(texts()).toEqual(['{"door":"🚪 Tür"}'])
	}
})

it('a tail reads a file that was truncated or replaced from its beginning', async () => {
	writeFileSync(path, '{"a":1}\n{"b":2}\n')
	await tail.look()
	truncateSync(path, 0)
	appendFileSync(path, '{"c":3}\n')
	await tail.look()
	expect(restarts).toBe(1)
	writeFileSync(`${path}.new`, '{"d":4}\n{"e":5}\n{"f":6}\n')
	renameSync(`${path}.new`, path)
	await tail.look()
	expect(restarts).toBe(2)
	// The same file gets a text of the same length.
	writeFileSync(path, '{"x":4}\n{"y":5}\n{"z":6}\n')
	await tail.look()
	expect(restarts).toBe(3)
	expect(texts().slice(-3)).toEqual(['{"x":4}', '{"y":5}', '{"z":6}'])
})

it('a look during a look reads nothing twice', async () => {
	writeFileSync(path, `${'{"a":1}\n'.repeat(50_000)}`)
	await Promise.all([tail.look(), tail.look(), tail.look()])
	expect(lines.length).toBe(50_000)
	expect(lines.at(-1)).toMatchObject({ byte: 8 * 49_999 })
})

it('a tail keeps the beginning only of a line of 16 MB', async () => {
	writeFileSync(path, '{"a":1}\n{"pic":"')
	for (let at = 0; at < 16; at++) appendFileSync(path, 'A'.repeat(1024 * 1024))
	appendFileSync(path, '"}\n{"b":2}\n')
	await tail.look()
	expect(lines.map(({ text, isCut }) => [text.length, isCut])).toEqual([
		[7, false],
		[16 * 1024, true],
		[7, false],
	])
	expect(lines[2]?.byte).toBe(8 + 8 + 16 * 1024 * 1024 + 3)
})
