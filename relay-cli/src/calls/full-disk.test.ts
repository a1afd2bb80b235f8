/** A full disk: no call begins without a journal entry, and outcomes are reported and kept. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, makeCall, temporaryFolder } from '../../test/kit/support.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import { CallRouter } from './call-router.ts'
import { CallJournal } from './journal.ts'

const ROOM = 'http://a/p/1'
const SEAT = { editorKey: 'relay:000000000000', name: 'Game', projectPath: '/game', phase: 'ready' }
/** More than fits on an existing page. */
const WRITE = { path: 'Assets/a.txt', content: 'x'.repeat(10_000) }
const DONE: CallOutcome = { status: 'ok', result: { did: 'it' } }

const cleanups = new Cleanups()
let database: Database
let journal: CallJournal
let router: CallRouter
let timers: (() => void)[]
let told: string[]
let runs: number
let tool: RelayTool

beforeEach(() => {
	const home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	database = openDatabase(home, 0)
	cleanups.add(database, (opened) => opened.close())
	journal = new CallJournal(database)
	timers = []
	told = []
	runs = 0
	tool = async () => {
		runs++
		return DONE
	}
	router = new CallRouter({
		servers: { tool: () => null, replayOf: () => 'once' },
		journal,
		seats: { get: () => SEAT, portOf: () => undefined } as unknown as SeatRegistry,
		clock: {
			now: () => 1_000,
			awake: () => 1_000,
			after: (_ms, action) => {
				timers.push(action)
				return () => {
					timers = timers.filter((one) => one !== action)
				}
			},
		},
		timing: {} as never,
		tools: new Map([['write_file', (args, context) => tool(args, context)]]),
		replies: {} as never,
		recorder: { before: () => null, after: () => null },
		completed: (_room, _call, outcome) => outcome,
		seatsOf: () => [SEAT] as never,
		hasSeat: () => true,
		progressed: () => undefined,
		settled: (_room, callId) => told.push(callId),
	})
})
afterEach(() => cleanups.run())

/** No more pages: SQLite then fails as it does on a full disk. */
function fill(): void {
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
	const pages = Number(Object.values(database.prepare('PRAGMA page_count').get() ?? {})[0])
	database.exec(`PRAGMA max_page_count = ${pages}`)
	const fat = database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)')
	for (let bytes = 4_096, n = 0; bytes >= 1; bytes = bytes >> 1) {
		try {
			for (;;) fat.run(`fat ${n++}`, 'x'.repeat(bytes))
		} catch {
			// A smaller one may still fit.
		}
	}
}
const makeRoom = (): void => {
	database.exec('PRAGMA max_page_count = 1000000')
}
const call = (callId: string) => ({
	...makeCall(callId, 'write_file', WRITE),
	editorKey: SEAT.editorKey,
})
const receive = (callId = 'c.1') => {
	const receipt = router.receive(ROOM, call(callId))
	if (receipt.kind !== 'accepted') throw new Error('conflict')
	return receipt.outcome
}

describe('with a full disk', () => {
	it('a call that ran is reported, is known if it is repeated, and is stored once there is room', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		tool = async () => {
			runs++
			return gate.promise
		}
		const outcome = receive()
		fill()
		const long = { status: 'ok', result: 'y'.repeat(10_000) } as const
		gate.resolve(long)
		expect(await outcome).toMatchObject(long)
		expect(await receive()).toMatchObject(long)
		expect(runs).toBe(1)
		expect(journal.find(ROOM, 'c.1')?.state.kind).toBe('started')
		makeRoom()
		for (const action of timers.splice(0)) action()
		expect(journal.find(ROOM, 'c.1')?.state).toMatchObject({ kind: 'done', outcome: long })
		expect(told).toEqual(['c.1'])
		expect(await receive()).toMatchObject(long)
		expect(runs).toBe(1)
	})

	it('a call that the journal cannot record is not begun, nor is a late copy of it; the next one is', async () => {
		fill()
		const notBegun = { status: 'error', error: { message: expect.stringContaining('not started') } }
		expect(await receive()).toMatchObject(notBegun)
		makeRoom()
		expect(await receive()).toMatchObject(notBegun)
		expect(runs).toBe(0)
		expect(await receive('c.2')).toMatchObject(DONE)
		expect(runs).toBe(1)
	})

	it('a call whose start cannot be recorded is refused: nothing was changed', async () => {
		journal.start = () => {
			throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
		}
		expect(await receive()).toMatchObject({
			status: 'error',
			error: { message: expect.stringContaining('not started') },
		})
		expect(runs).toBe(0)
	})

	it('a call is reported as not begun only once that is stored: otherwise a restart would begin it', async () => {
		const { start } = journal
		journal.start = () => {
			throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
		}
		const { settle } = journal
		journal.settle = () => {
			throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
		}
		let outcome: CallOutcome | null = null
		void receive().then((told) => {
			outcome = told
		})
		await new Promise((resolve) => setImmediate(resolve))
		expect(outcome).toBeNull()
		expect(journal.find(ROOM, 'c.1')?.state.kind).toBe('received')
		Object.assign(journal, { start, settle })
		for (const action of timers.splice(0)) action()
		await new Promise((resolve) => setImmediate(resolve))
		expect(outcome).toMatchObject({ error: { message: expect.stringContaining('not started') } })
		expect(journal.find(ROOM, 'c.1')?.state.kind).toBe('done')
		expect(runs).toBe(0)
	})
})
