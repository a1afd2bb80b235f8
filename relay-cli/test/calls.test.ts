import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import { CLOSE } from '@fairlead/protocol/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/json-rpc'
import type { SeatChanged } from '@fairlead/protocol/relay-link'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeRoom } from './fake-room.ts'
import { RelayBench } from './relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const HIERARCHY = { action: 'hierarchy' }
const CREATE = { action: 'create', name: 'Cube' }
const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })

let bench: RelayBench
let room: FakeRoom
let path: string
let key: string

beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	path = await bench.project('Game', room)
	await bench.start()
	key = bench.keyOf(path)
	await room.hello()
})
afterEach(() => bench.end())

const codeOf = (outcome: CallOutcome): string =>
	outcome.status === 'error' ? outcome.error.code : 'ok'

describe('a call', () => {
	it('reaches the editor with what is left of its deadline and comes back as it answered', async () => {
		const editor = await bench.connectedEditor(path, {
			execute: (call) => ok({ params: call.params, deadlineMs: call.deadlineMs }),
		})
		const outcome = await room.call(key, makeCall('c.1', 'unity_query', HIERARCHY, 5_000))
		expect(outcome).toMatchObject({ status: 'ok', result: { params: HIERARCHY } })
		const { deadlineMs } = (outcome as { result: { deadlineMs: number } }).result
		expect(deadlineMs).toBeGreaterThan(0)
		expect(deadlineMs).toBeLessThanOrEqual(5_000)
		expect(editor.executed).toEqual(['c.1'])
	})

	it('is executed only by the one editor it names', async () => {
		const other = await bench.project('Other', room)
		const unlinked = await bench.project('Unlinked')
		await until('the second folder', () => room.heard('seat.updated').length > 0)
		const editors = await Promise.all(
			[path, other, unlinked].map((folder) => bench.connectedEditor(folder)),
		)
		const calls = Array.from({ length: 20 }, (_, i) =>
			room.call(
				bench.keyOf(i % 2 === 0 ? path : other),
				makeCall(`c.${i}`, 'unity_hierarchy', { ...CREATE, name: `Cube ${i}` }),
			),
		)
		const outcomes = await Promise.all(calls)
		for (const [i, outcome] of outcomes.entries())
			expect(outcome).toMatchObject({ result: { echo: { name: `Cube ${i}` } } })
		const even = Array.from({ length: 10 }, (_, i) => `c.${2 * i}`)
		expect(editors[0]!.executed).toEqual(even)
		expect(editors[1]!.executed).toEqual(even.map((id) => `c.${Number(id.slice(2)) + 1}`))
		expect(editors[2]!.executed).toEqual([])
	})

	it('for a folder that is not linked is refused with the list of editors, not sent elsewhere', async () => {
		const editor = await bench.connectedEditor(path)
		const outcome = await room.call(
			`${bench.relay.relayId}:000000000000`,
			makeCall('c.1', 'unity_query', HIERARCHY),
		)
		expect(outcome).toMatchObject({
			status: 'error',
			error: { code: 'no_editor', data: { editors: [{ editorKey: key }] } },
		})
		expect(editor.executed).toEqual([])
	})

	it('for a closed Unity fails at once and says that nothing changed', async () => {
		const outcome = await room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		expect(codeOf(outcome)).toBe('target_gone')
	})

	it('is not sent to the editor if its tool is unknown', async () => {
		const editor = await bench.connectedEditor(path)
		expect(codeOf(await room.call(key, makeCall('c.1', 'unity_teleport')))).toBe('unknown_tool')
		expect(editor.received).toEqual([])
	})

	it('is sent to the editor that offers its custom tool', async () => {
		const editor = await bench.connectedEditor(path, {
			hello: {
				customTools: [
					{ name: 'bake_level', description: 'Bakes.', inputSchema: {}, risk: 'write' },
				],
			},
		})
		expect(codeOf(await room.call(key, makeCall('c.1', 'bake_level', { level: 1 })))).toBe('ok')
		expect(editor.executed).toEqual(['c.1'])
	})

	it('is not repeated by a new Unity process if its custom tool changes something', async () => {
		const customTools = [
			{ name: 'bake_level', description: 'Bakes.', inputSchema: {}, risk: 'execute' as const },
		]
		const first = await bench.connectedEditor(path, {
			hello: { customTools },
			execute: () => new Promise<CallOutcome>(() => undefined),
		})
		const outcome = room.call(key, makeCall('c.1', 'bake_level', { level: 1 }))
		await until('the call', () => first.executed.length > 0)
		first.disconnect(CLOSE.reloading)
		const second = await bench.connectedEditor(path, { connSeq: 9, hello: { customTools } })
		expect(codeOf(await outcome)).toBe('effect_unknown')
		expect(second.received).toEqual([])
	})

	it('whose result no frame can carry ends as too_large instead of cutting the link', async () => {
		await bench.connectedEditor(path, { execute: () => ok('x'.repeat(16 * 1024 * 1024 - 3_000)) })
		const outcome = await room.call(key, makeCall('c.1', 'unity_query', HIERARCHY))
		expect(codeOf(outcome)).toBe('too_large')
		expect(room.hasRelay).toBe(true)
	})
})

describe('the same call id', () => {
	it('again gives the stored outcome and runs nothing', async () => {
		const editor = await bench.connectedEditor(path)
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		const first = await room.call(key, call)
		expect(await room.call(key, call)).toEqual(first)
		expect(editor.received).toEqual(['c.1'])
	})

	it('while it is under way joins it', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		const both = [room.call(key, call), room.call(key, call)]
		await until('the call', () => editor.executed.length > 0)
		gate.resolve(ok('once'))
		expect(await Promise.all(both)).toEqual([ok('once'), ok('once')])
		expect(editor.received).toEqual(['c.1'])
	})

	it('with other arguments is a conflict and runs nothing', async () => {
		const editor = await bench.connectedEditor(path)
		await room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await expect(
			room.call(key, makeCall('c.1', 'unity_hierarchy', { ...CREATE, name: 'Sphere' })),
		).rejects.toMatchObject({ rpc: { code: RPC_ERROR.conflict } })
		expect(editor.executed).toEqual(['c.1'])
	})

	it('never runs again after the room let it be forgotten and the relay restarted', async () => {
		const editor = await bench.connectedEditor(path)
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		await room.call(key, call)
		room.notify('calls.forget', { callIds: ['c.1'] })
		await until('the editor to forget', () => editor.forgotten.includes('c.1'))
		await bench.restart()
		await editor.connect(bench.relay)
		expect((await room.hello(2)).journal).toEqual([])
		await room.call(key, call)
		expect(editor.executed).toEqual(['c.1'])
	})
})

describe('while the editor cannot take calls', () => {
	it.each(['importing', 'compiling', 'reloading', 'busy', 'modal'] as const)(
		'(%s) they wait in order and run when it is ready',
		async (phase) => {
			const editor = await bench.connectedEditor(path, { phase })
			const calls = ['c.1', 'c.2', 'c.3'].map((id) =>
				room.call(key, makeCall(id, 'unity_query', HIERARCHY)),
			)
			// A relay-run tool is answered in between: the queue of the editor does not block it.
			await room.call(key, makeCall('c.4', 'list_directory'))
			expect(editor.received).toEqual([])
			editor.setPhase('ready')
			await Promise.all(calls)
			expect(editor.executed).toEqual(['c.1', 'c.2', 'c.3'])
		},
	)

	it.each([
		['modal', 'modal_dialog'],
		['busy', 'editor_busy'],
		['compiling', 'deadline_exceeded'],
	] as const)(
		'(%s) for too long, the reason is %s and nothing is sent later',
		async (phase, code) => {
			const editor = await bench.connectedEditor(path, { phase })
			const outcome = await room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE, 30))
			expect(codeOf(outcome)).toBe(code)
			editor.setPhase('ready')
			await room.call(key, makeCall('c.2', 'unity_query', HIERARCHY))
			expect(editor.executed).toEqual(['c.2'])
		},
	)

	it('a cancelled one is taken back', async () => {
		const editor = await bench.connectedEditor(path, { phase: 'compiling' })
		const call = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await room.call(key, makeCall('c.2', 'list_directory'))
		room.notify('call.cancel', { callIds: ['c.1'] })
		expect(codeOf(await call)).toBe('cancelled')
		expect(editor.received).toEqual([])
	})
})

describe('over a domain reload', () => {
	it('a call the editor deferred is settled after it is back', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const call = room.call(key, makeCall('c.1', 'unity_refresh', { action: 'run' }))
		await until('the call', () => editor.executed.length > 0)
		await editor.disconnect(CLOSE.reloading)
		await until('reloading', () => bench.relay.status().editors[0]?.phase === 'reloading')
		await editor.connect(bench.relay)
		gate.resolve(ok('compiled'))
		expect(await call).toEqual(ok('compiled'))
		expect(editor.received).toEqual(['c.1'])
	})

	it('an outcome in the hello journal settles the call', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const call = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await until('the call', () => editor.executed.length > 0)
		await editor.disconnect()
		gate.resolve(ok('made'))
		await gate.promise
		await editor.connect(bench.relay)
		expect(await call).toEqual(ok('made'))
		expect(editor.executed).toEqual(['c.1'])
	})

	it('a call the same process never received is sent again under its id', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const call = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await until('the call', () => editor.received.length > 0)
		await editor.disconnect()
		// As if the frame had been lost on the way: the journal of this process knows nothing.
		editor.loseJournal()
		editor.executed.length = 0
		editor.execute = () => ok('second frame')
		await editor.connect(bench.relay)
		expect(await call).toEqual(ok('second frame'))
		expect(editor.received).toEqual(['c.1', 'c.1'])
	})
})

describe('when Unity was restarted with a call under way', () => {
	const lose = async (params: Record<string, unknown>, method: string) => {
		const first = await bench.connectedEditor(path, { execute: () => new Promise(() => {}) })
		const call = room.call(key, makeCall('c.1', method, params))
		await until('the call', () => first.executed.length > 0)
		await first.disconnect()
		const second = await bench.connectedEditor(path)
		return { call, second }
	}

	it('a change is not repeated, and the model is told to look first', async () => {
		const { call, second } = await lose(CREATE, 'unity_hierarchy')
		const outcome = await call
		expect(codeOf(outcome)).toBe('effect_unknown')
		expect(outcome).toMatchObject({ error: { hint: expect.stringContaining('Look') } })
		expect(second.received).toEqual([])
	})

	it('a read is simply asked again', async () => {
		const { call, second } = await lose(HIERARCHY, 'unity_query')
		expect(codeOf(await call)).toBe('ok')
		expect(second.executed).toEqual(['c.1'])
	})
})

describe('when Unity is closed', () => {
	it('with a change under way, its effect is unknown; a read fails as target_gone', async () => {
		const editor = await bench.connectedEditor(path, { execute: () => new Promise(() => {}) })
		const change = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		const read = room.call(key, makeCall('c.2', 'unity_query', HIERARCHY))
		await until('both', () => editor.executed.length === 2)
		await editor.disconnect(1000)
		expect((await Promise.all([change, read])).map(codeOf)).toEqual([
			'effect_unknown',
			'target_gone',
		])
	})
})

describe('when the editor does not answer', () => {
	it('it is told to drop the call, and only then the relay gives up', async () => {
		await bench.restart({ timing: { editorAnswerGraceMs: 20 } })
		const editor = await bench.connectedEditor(path, { execute: () => new Promise(() => {}) })
		await room.hello(2)
		const change = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE, 30))
		const read = room.call(key, makeCall('c.2', 'unity_query', HIERARCHY, 30))
		expect((await Promise.all([change, read])).map(codeOf)).toEqual([
			'effect_unknown',
			'deadline_exceeded',
		])
		expect(editor.cancelled.sort()).toEqual(['c.1', 'c.2'])
	})
})

describe('when the room was away', () => {
	it('an outcome that became ready meanwhile is in the hello and told as call.settled', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const lost = room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE))
		lost.catch(() => undefined)
		await until('the call', () => editor.executed.length > 0)
		room.drop()
		gate.resolve(ok('made'))
		const hello = await room.hello(2)
		await until('call.settled', () => room.settled.length > 0)
		expect(room.settled).toEqual([{ callId: 'c.1', outcome: ok('made') }])
		expect(hello.journal.map((entry) => entry.callId)).toEqual(['c.1'])
		expect(hello.connSeq).toBeGreaterThan(room.hellos[0]!.connSeq)
	})

	it('an outcome that comes after it is back is told as call.settled', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		room.call(key, makeCall('c.1', 'unity_hierarchy', CREATE)).catch(() => undefined)
		await until('the call', () => editor.executed.length > 0)
		room.drop()
		const hello = await room.hello(2)
		expect(hello.journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		gate.resolve(ok('late'))
		await until('call.settled', () => room.settled.length > 0)
		expect(room.settled).toEqual([{ callId: 'c.1', outcome: ok('late') }])
	})

	it('an outcome that was not acknowledged is told again, one that was is not', async () => {
		const editor = await bench.connectedEditor(path, { phase: 'compiling' })
		room.call(key, makeCall('c.1', 'unity_query', HIERARCHY)).catch(() => undefined)
		await room.call(key, makeCall('c.2', 'list_directory'))
		room.drop()
		room.acknowledges = false
		await room.hello(2)
		editor.setPhase('ready')
		await until('first', () => room.settled.length === 1)
		room.drop()
		room.acknowledges = true
		await until('second', () => room.settled.length === 2)
		room.drop()
		await room.hello(4)
		await room.call(key, makeCall('c.3', 'list_directory'))
		expect(room.settled.map((one) => one.callId)).toEqual(['c.1', 'c.1'])
	})

	it('an outcome too large for the hello follows by itself', async () => {
		const picture = 'x'.repeat(5 * 1024 * 1024)
		await bench.connectedEditor(path, { execute: () => ok(picture) })
		await room.call(key, makeCall('c.1', 'unity_query', HIERARCHY))
		room.drop()
		expect((await room.hello(2)).journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		await until('call.settled', () => room.settled.length > 0)
		expect(room.settled[0]).toMatchObject({ callId: 'c.1', outcome: { result: picture } })
	})
})

describe('an editor that answers nothing', () => {
	it('is told of with the second call: since when, and that the user should know', async () => {
		const editor = await bench.connectedEditor(path, { execute: () => new Promise(() => {}) })
		const ask = async (id: string): Promise<string> =>
			JSON.stringify(await room.call(key, makeCall(id, 'unity_query', HIERARCHY, 30)))
		expect(await ask('c.1')).not.toContain('silent')
		expect(await ask('c.2')).toMatch(/silent since .* 2 calls in a row.*Tell the user/)
		editor.execute = () => ok({})
		await room.call(key, makeCall('c.3', 'unity_query', HIERARCHY))
		editor.execute = () => new Promise(() => {})
		expect(await ask('c.4')).not.toContain('silent')
	})
})

describe('wait_for_editor_ready', () => {
	it('answers when the editor is back from its reload', async () => {
		const editor = await bench.connectedEditor(path, { phase: 'compiling' })
		const wait = room.call(key, makeCall('c.1', 'wait_for_editor_ready', { timeout_seconds: 20 }))
		await editor.disconnect(CLOSE.reloading)
		editor.phase = 'ready'
		await editor.connect(bench.relay)
		expect(await wait).toMatchObject({ status: 'ok', result: { ready: true, phase: 'ready' } })
	})

	it('asks the main thread: an editor that only seems ready is not', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const outcome = await room.call(key, makeCall('c.1', 'wait_for_editor_ready', {}, 540))
		expect(outcome).toMatchObject({
			status: 'ok',
			result: { ready: false, phase: 'ready', detail: expect.stringContaining('main thread') },
		})
		// The link answers in its place that nobody came in time: no answer either.
		editor.execute = () => failed('deadline_exceeded', 'Not in time.')
		const again = await room.call(key, makeCall('c.2', 'wait_for_editor_ready', {}, 540))
		expect(again).toMatchObject({ result: { ready: false } })
		editor.execute = () => ok({})
		const third = await room.call(key, makeCall('c.3', 'wait_for_editor_ready', {}, 20_000))
		expect(third).toMatchObject({ result: { ready: true, phase: 'ready' } })
		expect(JSON.stringify(third)).not.toContain('detail')
	})

	it('says so when it is not ready in time', async () => {
		await bench.connectedEditor(path, { phase: 'modal' })
		const outcome = await room.call(key, makeCall('c.1', 'wait_for_editor_ready', {}, 540))
		expect(outcome).toMatchObject({ status: 'ok', result: { ready: false, phase: 'modal' } })
	})
})

describe('a read by a viewer', () => {
	it('leaves no trace in the journal, and may be asked again under any id', async () => {
		const editor = await bench.connectedEditor(path)
		const read = makeCall('view.1', 'unity_query', HIERARCHY)
		expect(codeOf(await room.call(key, read))).toBe('ok')
		room.drop()
		expect((await room.hello(2)).journal).toEqual([])
		await room.call(key, read)
		expect(editor.executed).toEqual(['view.1'])
		expect(editor.received).toEqual(['view.1', 'view.1'])
	})

	it('joins the same read under way, and is refused with other arguments', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		const read = makeCall('view.1', 'unity_query', HIERARCHY)
		const both = [room.call(key, read), room.call(key, read)]
		await expect(
			room.call(key, makeCall('view.1', 'unity_query', { action: 'selection' })),
		).rejects.toMatchObject({ rpc: { code: RPC_ERROR.conflict } })
		gate.resolve(ok(1))
		expect(await Promise.all(both)).toEqual([ok(1), ok(1)])
		expect(editor.received).toEqual(['view.1'])
	})

	it('cannot smuggle a change past the journal', async () => {
		const editor = await bench.connectedEditor(path)
		const change = makeCall('view.1', 'unity_hierarchy', CREATE)
		await room.call(key, change)
		await room.call(key, change)
		expect(editor.received).toEqual(['view.1'])
	})
})

describe('events', () => {
	it('phases, progress and watched changes reach the room, unwatched changes do not', async () => {
		await bench.restart({ timing: { changeIntervalMs: 0 } })
		await room.hello(2)
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await bench.connectedEditor(path, { execute: () => gate.promise })
		await until('seat.updated', () => room.heard('seat.updated').length > 0)
		editor.reportChange('selection')
		const call = room.call(key, makeCall('c.1', 'unity_query', HIERARCHY))
		await until('the call', () => editor.executed.length > 0)
		editor.progress('c.1', 'half way')
		gate.resolve(ok(null))
		await call
		room.notify('watch', { watching: true })
		await until('watch', () => editor.watching)
		editor.reportChange('hierarchy')
		editor.reportChange('console', 'hierarchy')
		editor.setPhase('playing')
		const scopes = () => new Set(room.heard<SeatChanged>('seat.changed').flatMap((c) => c.scopes))
		await until('the changes', () => scopes().size === 2)
		expect(scopes()).toEqual(new Set(['hierarchy', 'console']))
		await until('the phase', () => room.heard('seat.phase').length > 0)
		expect(room.heard('seat.phase')).toContainEqual(
			expect.objectContaining({ editorKey: key, phase: 'playing' }),
		)
		expect(room.heard('call.progress')).toEqual([{ callId: 'c.1', message: 'half way' }])
		room.drop()
		await until('unwatched', () => !editor.watching)
	})
})

describe('a scene that is open in the editor', () => {
	const write = (id: string) =>
		makeCall(id, 'write_file', { path: 'Assets/Level.unity', content: 'x' })

	it('is not written under it, until it is closed or the editor is gone', async () => {
		const editor = await bench.connectedEditor(path)
		editor.reportOpenFiles('Assets/Level.unity')
		await until(
			'the refusal',
			async () => codeOf(await room.call(key, write(`w.${Math.random()}`))) === 'conflict',
		)
		// A reload does not close it.
		await editor.disconnect(CLOSE.reloading)
		expect(codeOf(await room.call(key, write('w.1')))).toBe('conflict')
		await editor.connect(bench.relay)
		editor.reportOpenFiles()
		await until(
			'the write',
			async () => codeOf(await room.call(key, write(`w.${Math.random()}`))) === 'ok',
		)
	})
})
