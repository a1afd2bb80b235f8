import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/kit/support.ts'
import { COMPILED, failedCompile, header, SAFE_MODE, SEMICOLON } from './log-samples.ts'
import { LogTail } from './log-tail.ts'

let folder: ReturnType<typeof temporaryFolder>
let path: string
let tail: LogTail

beforeEach(() => {
	folder = temporaryFolder()
	path = join(folder.path, 'Editor.log')
	tail = new LogTail(path)
})
afterEach(() => folder.remove())

const look = async () => {
	const looked = await tail.look()
	return looked === null ? null : tail.reader.session
}

it('the tail follows a log as it grows, also in the middle of a line and of a character', async () => {
	expect(await look()).toBeNull()
	const bytes = Buffer.from(header('/home/dev/Spülen') + failedCompile(SEMICOLON) + SAFE_MODE)
	for (let at = 0; at < bytes.length; at += 97) {
		appendFileSync(path, bytes.subarray(at, at + 97))
		await look()
	}
	expect(await look()).toMatchObject({
		project: '/home/dev/Spülen',
		safeMode: true,
		errorCount: 1,
	})
})

it('the tail starts again with the log of the next editor, however it replaced this one', async () => {
	const first = header('/home/dev/Game') + failedCompile(SEMICOLON) + SAFE_MODE
	const next = (n: number) => header('/home/dev/Game').replace('01:55:34', `0${n}:00:00`)
	writeFileSync(path, first)
	expect(await look()).toMatchObject({ safeMode: true })

	// Unity keeps the log before in the same way.
	renameSync(path, join(folder.path, 'Editor-prev.log'))
	writeFileSync(path, next(2))
	expect(await look()).toMatchObject({ safeMode: false, errorCount: 0 })

	writeFileSync(path, next(3) + failedCompile(SEMICOLON))
	expect(await look()).toMatchObject({ errorCount: 1 })

	// The same file, longer than before when it is looked at next.
	truncateSync(path, 0)
	appendFileSync(path, next(4) + COMPILED + 'x\n'.repeat(5_000))
	expect(await look()).toMatchObject({ errorCount: 0, compiled: 'succeeded' })

	truncateSync(path, 10)
	expect(await look()).toMatchObject({ unityVersion: null, compiled: null })

	rmSync(path)
	expect(await look()).toBeNull()
	expect(tail.reader.lines).toEqual([])
})

it('the tail reads the beginning and the end of a huge log, and no line twice', async () => {
	writeFileSync(path, header('/home/dev/Game'))
	const filler = `${'Refreshing native plugins compatible for Editor. '.repeat(20)}\n`
	appendFileSync(path, filler.repeat(Math.ceil((20 * 1024 * 1024) / filler.length)))
	appendFileSync(path, failedCompile(SEMICOLON) + SAFE_MODE)
	expect(await look()).toMatchObject({
		project: '/home/dev/Game',
		safeMode: true,
		errorCount: 1,
	})
	appendFileSync(path, COMPILED)
	// Unity's program runs twice in the second one.
	expect(await look()).toMatchObject({ errorCount: 0, compilations: 3 })
})

it('the tail takes a folder or a missing file for no log', async () => {
	mkdirSync(path)
	expect(await look()).toBeNull()
})

it('the tail answers two looks at once with one reading', async () => {
	writeFileSync(path, header('/home/dev/Game') + failedCompile(SEMICOLON))
	await Promise.all([tail.look(), tail.look(), tail.look()])
	expect(tail.reader.lines.filter((line) => line.includes('Built from'))).toHaveLength(1)
})
