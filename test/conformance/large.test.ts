/** Results beyond a frame: nothing is dropped, and the connection survives. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CallOutcome } from '@fairlead/protocol/wire/calls'
import { EDITOR_LINK } from '@fairlead/protocol/wire/editor-link'
import { afterEach, describe, expect, test } from 'vitest'
import { Cleanups, makeCall, until } from '../../relay-cli/test/kit/support.ts'
import { Desk } from './kit/desk.ts'
import { type Connection, ScriptedRelay } from './kit/scripted-relay.ts'

let cleanups = new Cleanups()
afterEach(async () => {
	await cleanups.run()
	cleanups = new Cleanups()
})

const LONG = 'n'.repeat(190)
const DEPTH = 18
const LEAVES = 50
/** Long names on a deep path, listed again and again: about 25 MB. */
const GROW = [
	...Array.from({ length: DEPTH }, (_, i) => ({
		tool: 'unity_hierarchy',
		args: { action: 'create', name: LONG, ...(i === 0 ? {} : { parent_id: `$${i - 1}` }) },
	})),
	...Array.from({ length: LEAVES }, (_, i) => ({
		tool: 'unity_hierarchy',
		args: { action: 'create', name: `${LONG}${i}`, parent_id: `$${DEPTH - 1}` },
	})),
]
const LOOK = Array.from({ length: 100 }, () => ({
	tool: 'unity_query',
	args: { action: 'hierarchy', max_depth: 20, limit: 200 },
}))

const grow = makeCall('grow', 'unity_batch', { operations: GROW }, 60_000)
const look = (callId: string) => makeCall(callId, 'unity_batch', { operations: LOOK }, 60_000)

describe('an outcome that fits no frame', () => {
	let relay: ScriptedRelay

	async function start(): Promise<Connection> {
		const connection = await relay.ready()
		expect(await connection.call(grow)).toMatchObject({ status: 'ok' })
		return connection
	}

	test('goes by file if the relay accepts files: whole, checked, written once', async () => {
		relay = cleanups.add(await ScriptedRelay.start({}, true), (made) => made.stop())
		const connection = await start()
		const stored = await connection.call(look('c1'))
		if (stored.status !== 'stored') throw new Error(JSON.stringify(stored).slice(0, 300))
		const bytes = readFileSync(join(relay.replies?.folder ?? '', stored.file))
		expect(bytes.length).toBe(stored.bytes)
		expect(bytes.length).toBeGreaterThan(EDITOR_LINK.maxFrameBytes)
		expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.sha256)
		const outcome = CallOutcome.parse(JSON.parse(bytes.toString('utf8')))
		expect(outcome).toMatchObject({ status: 'ok', result: { count: LOOK.length } })
		// The repeated call gives the same file, not another one.
		expect(await connection.call(look('c1'), 'again')).toEqual(stored)
		expect(await readdir(relay.replies?.folder ?? '')).toEqual([stored.file])
		connection.socket.terminate()
		const next = await relay.connection(relay.connections.length + 1)
		expect(next.hello.journal).toContainEqual(
			expect.objectContaining({ callId: 'c1', state: 'done', outcome: stored }),
		)
		expect(relay.offences).toEqual([])
	})

	test('is too_large if it does not, and the connection survives', async () => {
		relay = cleanups.add(await ScriptedRelay.start(), (made) => made.stop())
		const connection = await start()
		const refused = await connection.call(look('c1'))
		expect(refused).toMatchObject({ status: 'error', error: { code: 'too_large' } })
		expect(
			await connection.call(makeCall('c2', 'unity_query', { action: 'selection' })),
		).toMatchObject({
			status: 'ok',
		})
		expect(connection.closeCode).toBeNull()
	})

	test('is too_large if the folder is not writable', async () => {
		relay = cleanups.add(await ScriptedRelay.start({}, true), (made) => made.stop())
		const file = join(relay.home, 'no-folder')
		writeFileSync(file, '')
		relay.replies = { folder: file, maxBytes: 64 * 1024 * 1024 }
		const connection = await start()
		const refused = await connection.call(look('c1'))
		expect(refused).toMatchObject({ status: 'error', error: { code: 'too_large' } })
	})
})

describe('over a real relay', () => {
	test('a result too large for the room is kept in the project and can be read there', async () => {
		const desk = cleanups.add(await Desk.open(), (made) => made.close())
		await desk.fresh()
		await desk.ok('unity_batch', { operations: GROW } as never)
		const error = await desk.fails('unity_batch', { operations: LOOK }, 'too_large', {
			callId: 'large',
		})
		expect(error.data).toMatchObject({ executed: true })
		expect(Number(error.data['bytes'])).toBeGreaterThan(EDITOR_LINK.maxFrameBytes)
		const file = String(error.data['file'])
		const whole = JSON.parse(readFileSync(join(desk.project, file), 'utf8')) as { count: number }
		expect(whole.count).toBe(LOOK.length)
		const page = await desk.ok('read_file', { path: file, limit: 50 })
		expect(JSON.stringify(page)).toContain('results')
		expect(desk.executions('large')).toBe(1)
		const replies = join(desk.home, 'replies')
		await mkdir(replies, { recursive: true })
		await until('the pick-up', async () => (await readdir(replies)).length === 0)
		expect(await desk.count('Main Camera')).toBe(1)
	})
})
