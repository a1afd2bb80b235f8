import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { LogFile, logFiles, logFolder } from './log-file.ts'
import { LogFollower, lastLines } from './read-log.ts'

const cleanups = new Cleanups()
let home: string

beforeEach(() => {
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
})
afterEach(() => cleanups.run())

const newLog = (maxFileBytes?: number): LogFile =>
	new LogFile(home, { now: () => 0, ...(maxFileBytes === undefined ? {} : { maxFileBytes }) })
const sizeOfAll = (): number =>
	logFiles(home).reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0)

describe('the log of the relay', () => {
	it('is one line per event, readable by this user only', async () => {
		const log = newLog()
		log.write('info', 'Game: ready.')
		log.write('error', 'Error: broken\n    at one\n    at two')
		expect(await lastLines(home, 10)).toEqual([
			'1970-01-01T00:00:00.000Z info    Game: ready.',
			'1970-01-01T00:00:00.000Z error   Error: broken | at one | at two',
		])
		if (process.platform === 'win32') return
		expect(statSync(logFolder(home)).mode & 0o777).toBe(0o700)
		expect(statSync(logFiles(home)[0] ?? '').mode & 0o777).toBe(0o600)
	})

	it('stays within its limit however long the relay runs, and keeps the newest lines', async () => {
		const log = newLog(1_000)
		for (let i = 0; i < 1_000; i++) log.write('info', `line ${i}`)
		expect(sizeOfAll()).toBeLessThanOrEqual(5 * 1_000)
		const lines = await lastLines(home, 1_000)
		expect(lines.at(-1)).toContain('line 999')
		expect(lines.at(0)).toContain(`line ${1_000 - lines.length}`)
	})

	it('goes on in the file of the relay before', async () => {
		newLog().write('info', 'first')
		newLog().write('info', 'second')
		expect(await lastLines(home, 10)).toHaveLength(2)
	})

	it('closes a file that others could read', () => {
		if (process.platform === 'win32') return
		newLog().write('info', 'first')
		chmodSync(logFiles(home)[0] ?? '', 0o644)
		newLog().write('info', 'second')
		expect(statSync(logFiles(home)[0] ?? '').mode & 0o777).toBe(0o600)
	})

	it('never stops the relay: a folder in the way is not fatal, and later lines are written', async () => {
		writeFileSync(logFolder(home), 'in the way')
		const log = newLog()
		log.write('info', 'lost')
		const { rmSync } = await import('node:fs')
		rmSync(logFolder(home))
		log.write('info', 'kept')
		expect(await lastLines(home, 10)).toEqual([expect.stringContaining('kept')])
	})
})

describe('following the log', () => {
	it('shows new lines once, also after the file was replaced', async () => {
		const log = newLog(200)
		log.write('info', 'old')
		const follower = new LogFollower(home)
		await follower.skip()
		expect(await follower.next()).toEqual([])
		log.write('info', 'one')
		expect(await follower.next()).toEqual([expect.stringContaining('one')])
		expect(await follower.next()).toEqual([])
		log.write('info', `two ${'.'.repeat(150)}`)
		expect(await follower.next()).toEqual([expect.stringContaining('two')])
	})

	it('waits for a relay that has not written yet', async () => {
		const follower = new LogFollower(home)
		await follower.skip()
		expect(await follower.next()).toEqual([])
		newLog().write('info', 'first')
		expect(await follower.next()).toEqual([expect.stringContaining('first')])
	})

	it('holds back a line that is only half there', async () => {
		mkdirSync(logFolder(home))
		const [path = ''] = logFiles(home)
		writeFileSync(path, 'half')
		const follower = new LogFollower(home)
		expect(await follower.next()).toEqual([])
		writeFileSync(path, 'half a line\n')
		expect(await follower.next()).toEqual(['half a line'])
	})
})
