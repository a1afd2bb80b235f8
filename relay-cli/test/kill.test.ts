import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { editorKeyOf } from '../src/home/project-key.ts'
import { FakeEditor } from './fakes/fake-editor.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import { RelayProcess } from './kit/relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const CREATE = { action: 'create', name: 'Cube' }
const KILLS = 4
const CALLS_PER_LIFE = 12
const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })

let cleanups: Cleanups
let home: string
let path: string
let room: FakeRoom
let relay: RelayProcess
let key: string

async function startRelay(): Promise<void> {
	relay = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
}

/** Waits for the outcome as a room does: from the answer, or from call.settled or the journal later. */
const outcomeOf = (callId: string): CallOutcome | undefined => {
	const settled = room.settled.find((one) => one.callId === callId)
	if (settled) return settled.outcome
	for (const hello of room.hellos)
		for (const entry of hello.journal)
			if (entry.callId === callId && entry.state === 'done') return entry.outcome
	return undefined
}

beforeEach(async () => {
	cleanups = new Cleanups()
	;({ home, path, room } = await linkedProject(cleanups))
	await startRelay()
	key = editorKeyOf((await room.hello()).relayId, path)
})
afterEach(() => cleanups.run())

const newEditor = (execute?: FakeEditor['execute']): FakeEditor =>
	cleanups.add(new FakeEditor({ projectPath: path, ...(execute ? { execute } : {}) }), (made) =>
		made.disconnect(),
	)

describe('when the relay is killed', () => {
	it('during a change, the change is settled after the restart and ran once', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = newEditor(() => gate.promise)
		await editor.connect(relay.file)
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		room.call(key, call).catch(() => undefined)
		await until('the call', () => editor.executed.length > 0)
		await relay.kill()
		await startRelay()
		expect((await room.hello(2)).journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		const again = room.call(key, call)
		await editor.connect(relay.file)
		gate.resolve(ok('made'))
		expect(await again).toEqual(ok('made'))
		expect(editor.executed).toEqual(['c.1'])
		expect(editor.received).toEqual(['c.1'])
	})

	it('and Unity dies too, the effect is unknown and nothing is repeated', async () => {
		const editor = newEditor(() => new Promise(() => undefined))
		await editor.connect(relay.file)
		room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE)).catch(() => undefined)
		await until('the call', () => editor.executed.length > 0)
		await relay.kill()
		await startRelay()
		const fresh = newEditor()
		await fresh.connect(relay.file)
		expect(await until('the outcome', () => outcomeOf('c.1'))).toMatchObject({
			status: 'error',
			error: { code: 'effect_unknown' },
		})
		expect(fresh.received).toEqual([])
	})

	it('with a call in its queue, the call runs once the editor is ready, without a new request', async () => {
		const editor = newEditor()
		editor.phase = 'compiling'
		await editor.connect(relay.file)
		room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE)).catch(() => undefined)
		await room.call(key, makeCall('c.2', 'list_directory'))
		await relay.kill()
		await startRelay()
		expect((await room.hello(2)).journal).toContainEqual(
			expect.objectContaining({ callId: 'c.1', state: 'received' }),
		)
		editor.phase = 'ready'
		await editor.connect(relay.file)
		expect(await until('the outcome', () => outcomeOf('c.1'))).toMatchObject({ status: 'ok' })
		expect(editor.executed).toEqual(['c.1'])
	})

	it('again and again under load, every call gets its outcome and none runs twice', async () => {
		const editor = newEditor(async (call) => {
			await new Promise((resolve) => setTimeout(resolve, 3))
			return ok(call.callId)
		})
		await editor.connect(relay.file)
		const ids: string[] = []
		const outcomes = new Map<string, CallOutcome>()
		const ask = async (callId: string): Promise<void> => {
			// A room repeats the same id until it knows the outcome.
			while (!outcomes.has(callId)) {
				try {
					outcomes.set(
						callId,
						await room.call(key, makeCall(callId, 'unity_hierarchy', { ...CREATE, name: callId })),
					)
				} catch {
					const known = outcomeOf(callId)
					if (known) outcomes.set(callId, known)
				}
			}
		}
		const asking: Promise<void>[] = []
		for (let life = 0; life <= KILLS; life++) {
			const begun = editor.executed.length
			for (let i = 0; i < CALLS_PER_LIFE; i++) {
				ids.push(`c.${life}.${i}`)
				asking.push(ask(`c.${life}.${i}`))
			}
			await until('some calls', () => editor.executed.length >= begun + life * 2)
			if (life === KILLS) break
			await relay.kill()
			await startRelay()
			await editor.connect(relay.file)
		}
		await Promise.all(asking)
		for (const id of ids) expect(outcomes.get(id)).toEqual(ok(id))
		expect([...editor.executed].sort()).toEqual([...ids].sort())
	})
})

describe('when the relay is stopped', () => {
	it('with SIGTERM, it closes its sockets, removes relay.json and exits with 0', async () => {
		const editor = newEditor()
		await editor.connect(relay.file)
		expect(await relay.kill('SIGTERM')).toBe(0)
		expect(editor.closes).toEqual([4010])
		expect(relay.output).toContain('"kind":"stopped"')
		const { existsSync } = await import('node:fs')
		expect(existsSync(`${home}/relay.json`)).toBe(false)
	})
})
