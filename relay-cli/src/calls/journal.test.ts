import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, makeCall, temporaryFolder } from '../../test/kit/support.ts'
import { type Database, HomeInUseError, openDatabase } from '../platform/database.ts'
import { CallJournal } from './journal.ts'

const ROOM = 'http://a/p/1'
const HOUR_MS = 3_600_000
const OUTCOME: CallOutcome = { status: 'ok', result: 1 }

const cleanups = new Cleanups()
let home: string
let journal: CallJournal
let openedDatabase: Database
let close: () => void

function open(): void {
	const database = openDatabase(home, 0)
	journal = new CallJournal(database)
	openedDatabase = database
	close = () => database.close()
}

beforeEach(() => {
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	open()
	cleanups.add(null, () => close())
})
afterEach(() => cleanups.run())

function receive(callId: string, at = 0): void {
	const call = { ...makeCall(callId, 'unity_query'), editorKey: 'relay:000000000000' }
	journal.receive(ROOM, call, 'safe', at, at + 1_000)
}
function settle(callId: string, at = 0, outcome = OUTCOME): void {
	receive(callId, at)
	journal.settle(ROOM, callId, outcome, at)
}
const stateOf = (callId: string): string | undefined => journal.find(ROOM, callId)?.state.kind

describe('the journal', () => {
	it('keeps the first outcome of a call', () => {
		settle('c.1')
		expect(journal.settle(ROOM, 'c.1', { status: 'ok', result: 2 }, 1)).toBe(false)
		expect(journal.find(ROOM, 'c.1')?.state).toEqual({ kind: 'done', outcome: OUTCOME })
	})

	it('lets the relay say hello with one unreadable outcome, and does not run that call again', () => {
		settle('c.1', 0, { status: 'ok', result: 1, durationMs: -5 })
		settle('c.2')
		expect(journal.forHello(ROOM).entries.map((entry) => entry.callId)).toEqual(['c.2'])
		expect(stateOf('c.1')).toBe('tombstone')
	})

	it('forces the record of a call that may run once to the disk, before it begins', () => {
		receive('c.1')
		const database = openedDatabase
		let synchronous = 'NORMAL'
		const atStart: string[] = []
		const exec = database.exec.bind(database)
		database.exec = (sql) => {
			synchronous = /synchronous = (\w+)/.exec(sql)?.[1] ?? synchronous
			exec(sql)
		}
		database.function('at_start', () => {
			atStart.push(synchronous)
			return null
		})
		exec(
			"CREATE TEMP TRIGGER started AFTER UPDATE OF state ON calls WHEN NEW.state = 'started' BEGIN SELECT at_start(); END",
		)
		journal.start(ROOM, 'c.1', 'once', 'session')
		receive('c.2')
		journal.start(ROOM, 'c.2', 'safe', 'session')
		expect(atStart).toEqual(['FULL', 'NORMAL'])
	})

	it('forgets the oldest ids without an outcome, never the newest', () => {
		journal = new CallJournal(openedDatabase, 2)
		for (const [n, callId] of ['c.1', 'c.2', 'c.3', 'c.4'].entries()) settle(callId, n * HOUR_MS)
		journal.prune(1_000 * HOUR_MS)
		expect(['c.1', 'c.2', 'c.3', 'c.4'].map(stateOf)).toEqual([
			undefined,
			undefined,
			'tombstone',
			'tombstone',
		])
	})

	it('works with all other rows when some are unreadable; an unreadable call counts as run', () => {
		settle('c.1')
		receive('c.2')
		receive('c.3')
		openedDatabase.exec(
			"UPDATE calls SET outcome = '{half' WHERE call_id = 'c.1'; UPDATE calls SET call = '{half' WHERE call_id = 'c.2'",
		)
		expect(stateOf('c.1')).toBe('tombstone')
		expect(journal.unsettled().map(({ callId }) => callId)).toEqual(['c.3'])
		expect(stateOf('c.2')).toBe('tombstone')
	})

	it('is readable by this user only, and not touched by an older relay', () => {
		if (process.platform !== 'win32') {
			for (const name of readdirSync(home).filter((one) => one.startsWith('relay.db')))
				expect(statSync(join(home, name)).mode & 0o077).toBe(0)
		}
		openedDatabase.exec('PRAGMA user_version = 99')
		close()
		expect(() => openDatabase(home, 0)).toThrow(/newer version/)
		close = () => undefined
	})

	it('lets the editor drop a call only once it is settled: dropped before, it would run again', () => {
		receive('c.1')
		journal.start(ROOM, 'c.1', 'once', 'session')
		journal.forget(ROOM, ['c.1'])
		expect(journal.isForgotten('c.1')).toBe(false)
		journal.settle(ROOM, 'c.1', OUTCOME, 1)
		expect(journal.isForgotten('c.1')).toBe(true)
	})

	it('never goes back from done to started', () => {
		settle('c.1')
		journal.start(ROOM, 'c.1', 'once', 'session')
		expect(stateOf('c.1')).toBe('done')
	})

	it('keeps rooms apart', () => {
		settle('c.1')
		expect(journal.find('http://b/p/1', 'c.1')).toBeNull()
		expect(journal.forHello('http://b/p/1').entries).toEqual([])
	})

	it('knows after a restart which calls began, and in which editor', () => {
		receive('c.1')
		receive('c.2')
		journal.start(ROOM, 'c.2', 'once', 'session')
		close()
		open()
		expect(
			journal.unsettled().map(({ callId, state, call }) => [callId, state, call.method]),
		).toEqual([
			['c.1', { kind: 'received' }, 'unity_query'],
			['c.2', { kind: 'started', sessionId: 'session' }, 'unity_query'],
		])
	})

	it('drops outcomes after a day but never the id', () => {
		settle('old', 0)
		settle('new', 2 * HOUR_MS)
		receive('open', 0)
		journal.prune(25 * HOUR_MS)
		expect(['old', 'new', 'open'].map(stateOf)).toEqual(['tombstone', 'done', 'received'])
		expect(journal.find(ROOM, 'old')?.argsHash).toMatch(/^[0-9a-f]{64}$/)
	})

	it('drops outcomes that the room has stored sooner, and leaves them out of the hello at once', () => {
		settle('c.1')
		settle('c.2')
		journal.forget(ROOM, ['c.1', 'unknown'])
		expect(journal.forHello(ROOM).entries.map((entry) => entry.callId)).toEqual(['c.2'])
		expect(journal.isForgotten('c.1')).toBe(true)
		expect(journal.isForgotten('c.2')).toBe(false)
		journal.prune(HOUR_MS)
		expect(['c.1', 'c.2'].map(stateOf)).toEqual(['tombstone', 'done'])
	})

	it('keeps the newest thousand outcomes', () => {
		for (let i = 0; i < 1_005; i++) settle(`c.${i}`, i)
		journal.prune(2_000)
		expect(stateOf('c.4')).toBe('tombstone')
		expect(stateOf('c.5')).toBe('done')
	})

	it('keeps any number of large outcomes out of the hello and sends them afterwards', () => {
		const big: CallOutcome = { status: 'ok', result: 'x'.repeat(1_500_000) }
		for (let i = 0; i < 4; i++) settle(`c.${i}`, i, big)
		for (let i = 0; i < 4; i++) journal.markDelivered(ROOM, `c.${i}`)
		const { entries, late } = journal.forHello(ROOM)
		expect(entries.map((entry) => entry.state)).toEqual(['done', 'done', 'started', 'started'])
		expect(late).toEqual(['c.0', 'c.1'])
	})
})

describe('the database', () => {
	it('can be opened only once', () => {
		expect(() => openDatabase(home, 0)).toThrow(HomeInUseError)
	})

	it('releases the disk space of old entries at the next start', () => {
		close()
		const size = (): number => statSync(join(home, 'relay.db')).size
		const database = openDatabase(home, 0)
		database.exec('CREATE TABLE old (bytes BLOB)')
		const insert = database.prepare('INSERT INTO old VALUES (zeroblob(100000))')
		for (let n = 0; n < 100; n++) insert.run()
		database.exec('DELETE FROM old')
		database.close()
		const before = size()
		open()
		close()
		expect(size()).toBeLessThan(before / 10)
		open()
	})

	it('is put aside if damaged, and the relay starts', () => {
		close()
		for (const name of readdirSync(home)) writeFileSync(join(home, name), 'garbage '.repeat(1_000))
		open()
		settle('c.1')
		expect(readdirSync(home).some((name) => name.includes('damaged'))).toBe(true)
	})
})
