import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Replay } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallJournal } from '../src/calls/journal.ts'
import { roomKey } from '../src/home/links.ts'
import { openDatabase } from '../src/platform/database.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let room: FakeRoom
let path: string

beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	path = await bench.project('Game', room)
	await bench.start()
	await room.hello()
})
afterEach(() => bench.end())

/** The journal of a relay that was killed at this point of one of its own tools. */
async function killedWhile(
	begun: boolean,
	method: string,
	params: Record<string, unknown>,
	replay: Replay,
	deadlineInMs = 20_000,
): Promise<void> {
	const call = { ...makeCall('c.1', method, params), editorKey: bench.keyOf(path) }
	await bench.relay.close()
	const database = openDatabase(bench.home, Date.now())
	const journal = new CallJournal(database)
	journal.receive(roomKey(room.link), call, replay, Date.now(), Date.now() + deadlineInMs)
	if (begun) journal.start(roomKey(room.link), 'c.1', replay, null)
	database.close()
	await bench.start()
}

const settled = () => until('the outcome', () => room.settled.find((one) => one.callId === 'c.1'))
const WRITE = { path: 'Assets/a.txt', content: 'x' }

describe('a file tool of a relay that was killed', () => {
	it('during a write is not repeated: its effect is unknown', async () => {
		await killedWhile(true, 'write_file', WRITE, 'once')
		expect(await settled()).toMatchObject({ outcome: { error: { code: 'effect_unknown' } } })
		expect(existsSync(join(path, 'Assets/a.txt'))).toBe(false)
	})

	it('before it began runs now', async () => {
		await killedWhile(false, 'write_file', WRITE, 'once')
		expect(await settled()).toMatchObject({ outcome: { status: 'ok' } })
		expect(existsSync(join(path, 'Assets/a.txt'))).toBe(true)
	})

	it('before it began does not run after its deadline', async () => {
		await killedWhile(false, 'write_file', WRITE, 'once', -1)
		expect(await settled()).toMatchObject({ outcome: { error: { code: 'deadline_exceeded' } } })
		expect(existsSync(join(path, 'Assets/a.txt'))).toBe(false)
	})

	it('during a read reads again', async () => {
		await killedWhile(true, 'list_directory', { path: '.', depth: 1, limit: 10 }, 'safe')
		expect(await settled()).toMatchObject({ outcome: { status: 'ok' } })
	})
})
