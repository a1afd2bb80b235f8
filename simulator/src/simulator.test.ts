/** The editor link as seen by the relay. A failure here means a call that runs twice, gets lost, or blocks forever. */
import { rm } from 'node:fs/promises'
import { CLOSE } from '@fairlead/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LinkStatus } from './link/link-ports.ts'
import { parseFault } from './misbehave.ts'
import { Simulator, type SimulatorOptions } from './simulator.ts'
import { callOf, FakeEngine, FakeRelay, temporaryProject, until, writeScript } from './testing.ts'

/** Real sockets and files, on busy machines. */
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const create = (callId: string, more = {}) =>
	callOf(callId, 'unity_hierarchy', { action: 'create', name: 'Cube' }, more)
const look = (callId: string, more = {}) =>
	callOf(callId, 'unity_query', { action: 'hierarchy' }, more)
const refresh = (callId: string, params = {}) => callOf(callId, 'unity_refresh', params)
const SPIN =
	'using UnityEngine;\npublic class Spin : MonoBehaviour\n{\n    public float speed = 2;\n}\n'

let relay: FakeRelay
let project: string
let engine: FakeEngine
const running: Simulator[] = []

async function open(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
	const simulator = await Simulator.open({
		projectPath: project,
		engine,
		findRelay: async () => relay.file,
		importMs: 0,
		compileMs: 20,
		reloadMs: 20,
		...options,
	})
	running.push(simulator)
	simulator.start()
	return simulator
}

beforeEach(async () => {
	relay = await FakeRelay.start()
	project = await temporaryProject()
	engine = new FakeEngine()
})
afterEach(async () => {
	for (const simulator of running.splice(0)) simulator.stop()
	await relay.stop()
	await rm(project, { recursive: true, force: true })
})

describe('connecting', () => {
	test('proves that it knows the token, and identifies itself', async () => {
		await open()
		const { hello, socket } = await relay.connection(0)
		expect(hello).toMatchObject({
			protocolVersion: 1,
			projectPath: project,
			connSeq: 1,
			phase: 'ready',
			kind: 'simulator',
			journal: [],
		})
		expect(socket.protocol).toBe('fairlead.editor.v1')
	})

	test('reconnects after a lost connection with a higher connSeq and the same session', async () => {
		const simulator = await open()
		const first = await relay.connection(0)
		first.socket.terminate()
		const second = await relay.connection(1)
		expect(second.hello.connSeq).toBeGreaterThan(first.hello.connSeq)
		expect(second.hello.sessionId).toBe(first.hello.sessionId)
		await until(() => simulator.link.connected)
	})

	test.each([4001, 4003, 4004, 4006])(
		'stays away after %i until relay.json changes',
		async (code) => {
			const closed: boolean[] = []
			await open({
				onStatus: (status) => {
					if (status.kind === 'disconnected') closed.push(status.willRedial)
				},
			})
			const first = await relay.connection(0)
			first.socket.close(code)
			await until(() => closed.length > 0)
			expect(closed).toEqual([false])
			expect(relay.connections).toHaveLength(1)
			relay.forget = []
			Object.assign(relay, { token: 'y'.repeat(40) })
			await relay.publish('y'.repeat(40))
			await relay.connection(1)
		},
	)

	test('redials after 4002 with a higher connSeq', async () => {
		await open()
		const first = await relay.connection(0)
		first.socket.close(4002)
		expect((await relay.connection(1)).hello.connSeq).toBe(first.hello.connSeq + 1)
	})

	test('a relay with another token is told nothing, and reported once; a new relay.json is used at once', async () => {
		await relay.publish('z'.repeat(40))
		const statuses: LinkStatus[] = []
		const simulator = await open({ onStatus: (status) => statuses.push(status) })
		await until(() => simulator.link.connSeq > 2)
		expect(statuses).toEqual([{ kind: 'disconnected', code: CLOSE.unproven, willRedial: true }])
		expect(relay.connections).toHaveLength(0)
		await relay.publish()
		await relay.connection(0)
	})

	test('100 malformed frames close the connection, fewer do not', async () => {
		await open()
		const first = await relay.connection(0)
		for (let i = 0; i < 99; i++) first.socket.send('{nonsense')
		expect(await relay.call(look('c1'))).toMatchObject({ status: 'ok' })
		first.socket.send('[]')
		await until(() => first.closeCode !== null)
		expect(first.closeCode).toBe(4009)
	})

	test('a frame above the bound is refused', async () => {
		await open()
		const first = await relay.connection(0)
		first.socket.send(' '.repeat(16 * 1024 * 1024 + 1))
		await until(() => first.closeCode !== null)
		expect(first.closeCode).toBe(4008)
	})

	test('unknown methods and bad calls get an answer', async () => {
		await open()
		const { socket, messages } = await relay.connection(0)
		socket.send('{"jsonrpc":"2.0","id":1,"method":"nothing"}')
		socket.send('{"jsonrpc":"2.0","id":2,"method":"call","params":{"callId":"x"}}')
		const answers = () => messages.filter((message) => 'id' in message)
		await until(() => answers().length === 2)
		expect(answers()).toMatchObject([
			{ id: 1, error: { code: -32601 } },
			{ id: 2, error: { code: -32602 } },
		])
	})
})

describe('calls', () => {
	test('the same id runs once and gives the stored outcome', async () => {
		const simulator = await open()
		await relay.connection(0)
		const first = await relay.call(create('c1'))
		expect(await relay.call(create('c1'))).toEqual(first)
		expect(engine.created).toBe(1)
		expect(simulator.executions.byCallId.get('c1')).toBe(1)
	})

	test('the same id twice at once runs once and answers both', async () => {
		const simulator = await open({ faults: [parseFault('slow=30')] })
		await relay.connection(0)
		const [a, b] = await Promise.all([relay.call(create('c1')), relay.call(create('c1'))])
		expect(a).toEqual(b)
		expect(simulator.executions.total).toBe(1)
	})

	test('the same id with other arguments is a conflict', async () => {
		await open()
		await relay.connection(0)
		await relay.call(create('c1'))
		const other = callOf('c1', 'unity_hierarchy', { action: 'create', name: 'Sphere' })
		await expect(relay.call(other)).rejects.toMatchObject({ code: -32003 })
		expect(engine.created).toBe(1)
	})

	test('a forgotten id is a new call', async () => {
		await open()
		await relay.connection(0)
		await relay.call(create('c1'))
		relay.notify('calls.forget', { callIds: ['c1'] })
		await relay.call(create('c1'))
		expect(engine.created).toBe(2)
	})

	test('a call whose deadline passes behind a dialog never runs', async () => {
		const simulator = await open()
		await relay.connection(0)
		simulator.openDialog('Save changes?')
		// real time: however late it passes, the dialog is still open.
		const late = await relay.call(create('c1', { deadlineMs: 20 }))
		expect(late).toMatchObject({ status: 'error', error: { code: 'deadline_exceeded' } })
		simulator.closeDialog()
		await relay.call(look('c2'))
		expect(engine.created).toBe(0)
		expect(relay.phases()).toEqual(['modal', 'ready'])
	})

	test('a dialog that opens while the hello is being answered is reported', async () => {
		const simulator = await open()
		await relay.connection(0)
		await until(() => simulator.link.connected)
		relay.beforeWelcome = () => simulator.openDialog('Save changes?')
		simulator.link.drop()
		await relay.connection(1)
		await until(() => relay.phases()[0])
		expect(relay.connections[1]?.hello.phase).toBe('ready')
		expect(relay.phases()).toEqual(['modal'])
	})

	test('a waiting call can be cancelled', async () => {
		const simulator = await open()
		await relay.connection(0)
		simulator.openDialog('Save changes?')
		relay.post(create('c1'))
		relay.notify('call.cancel', { callIds: ['c1'] })
		expect(await relay.call(create('c1'))).toMatchObject({ error: { code: 'cancelled' } })
		simulator.closeDialog()
		await relay.call(look('c2'))
		expect(engine.created).toBe(0)
	})

	test('calls run in the order of arrival', async () => {
		const simulator = await open({ faults: [parseFault('slow=30@unity_hierarchy')] })
		await relay.connection(0)
		const [, seen] = await Promise.all([relay.call(create('c1')), relay.call(look('c2'))])
		expect(seen).toMatchObject({ result: { objects: 1 } })
		expect([...simulator.executions.byCallId.keys()]).toEqual(['c1', 'c2'])
	})
})

describe('a kill of the process', () => {
	test('a finished call is answered from disk, a started one is unknown, a waiting one can run', async () => {
		const first = await open({
			faults: [parseFault('crash-after@unity_component')],
			crash: () => first.stop(),
		})
		await relay.connection(0)
		const done = await relay.call(create('c1'))
		const add = callOf('c2', 'unity_component', {
			action: 'add',
			game_object_id: '/Cube',
			component_type: 'Rigidbody',
		})
		relay.post(add)
		relay.post(create('c3'))
		await until(() => relay.current?.closeCode !== null)

		const second = await open()
		const { hello } = await relay.connection(1)
		expect(hello.journal.map((e) => [e.callId, e.state])).toEqual([
			['c1', 'done'],
			['c2', 'started'],
			['c3', 'received'],
		])
		expect(await relay.call(create('c1'))).toEqual(done)
		expect(await relay.call(add)).toMatchObject({ error: { code: 'effect_unknown' } })
		expect(await relay.call(create('c3'))).toMatchObject({ status: 'ok' })
		expect([...second.executions.byCallId.keys()]).toEqual(['c3'])
	})

	test('calls the relay says to forget in its welcome are gone', async () => {
		const first = await open()
		await relay.connection(0)
		await relay.call(create('c1'))
		first.stop()
		relay.forget = ['c1']
		const second = await open()
		await until(() => second.link.connected)
		second.stop()
		await open()
		expect((await relay.connection(2)).hello.journal).toEqual([])
	})
})

describe('refresh', () => {
	test('reloads the domain: leaves with 4005, comes back, and settles on the new connection', async () => {
		await open()
		const first = await relay.connection(0)
		await relay.call(create('c1'))
		await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN)
		relay.post(refresh('c2', { watched_scripts: ['Spin', 'Nope'] }))
		relay.post(look('c3'))
		const second = await relay.connection(1)
		expect(first.closeCode).toBe(4005)
		expect(second.hello.connSeq).toBe(first.hello.connSeq + 1)
		const outcome = await until(() => relay.settled('c2')[0])
		expect(outcome).toMatchObject({
			status: 'ok',
			result: {
				recompiled: true,
				hasErrors: false,
				availableTypes: [{ name: 'Spin', fields: [{ name: 'speed', type: 'float' }] }],
				watchedScripts: { found: ['Spin'], missing: ['Nope'] },
			},
		})
		expect(relay.phases()).toEqual(expect.arrayContaining(['importing', 'compiling', 'reloading']))
		expect(engine.types.map((t) => t.name)).toEqual(['Spin'])
		const waited = await until(() => relay.settled('c3')[0])
		expect(waited).toMatchObject({ result: { objects: 1 } })
	})

	test('compile errors are answered at once on the same connection; the old types stay', async () => {
		await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN)
		await open()
		await relay.connection(0)
		await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN.replace('2;', '2'))
		const outcome = await relay.call(refresh('c1'))
		expect(outcome).toMatchObject({
			status: 'ok',
			result: {
				recompiled: true,
				hasErrors: true,
				errors: [{ file: 'Assets/Scripts/Spin.cs', line: 4, column: 27, code: 'CS1002' }],
			},
		})
		expect(relay.connections).toHaveLength(1)
		expect(engine.logs).toEqual([
			{ type: 'error', message: 'Assets/Scripts/Spin.cs(4,27): error CS1002: ; expected' },
		])
		expect(engine.types.map((t) => t.name)).toEqual(['Spin'])
	})

	test('nothing changed: no compile, no reload', async () => {
		await open()
		await relay.connection(0)
		expect(await relay.call(refresh('c1'))).toMatchObject({ result: { recompiled: false } })
		expect(relay.connections).toHaveLength(1)
	})

	test('a menu item that refreshes answers after the reload', async () => {
		await open()
		await relay.connection(0)
		await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN)
		relay.post(callOf('c1', 'execute_menu_item', { menu_path: 'Assets/Refresh' }))
		const outcome = await until(() => relay.settled('c1')[0])
		expect(outcome).toMatchObject({ status: 'ok', result: { executed: true, reloaded: true } })
	})

	test('a reload that never ends stays away', async () => {
		const simulator = await open({ faults: [parseFault('stay-away')] })
		const first = await relay.connection(0)
		await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN)
		relay.post(refresh('c1'))
		await until(() => first.closeCode === 4005)
		expect(simulator.phase).toBe('reloading')
		expect(simulator.link.connected).toBe(false)
	})
})

describe('play mode and change notices', () => {
	test('time passes while playing, and only then', async () => {
		const simulator = await open()
		await relay.connection(0)
		await relay.call(callOf('c1', 'unity_play', { action: 'enter' }))
		await until(() => engine.ticks > 2)
		expect(simulator.phase).toBe('playing')
		await relay.call(callOf('c2', 'unity_play', { action: 'exit' }))
		expect(simulator.phase).toBe('ready')
		expect(relay.phases()).toEqual(['playing', 'ready'])
		expect(relay.connections).toHaveLength(1)
	})

	test('a paused game is told as one', async () => {
		await open()
		const { messages } = await relay.connection(0)
		await relay.call(callOf('c1', 'unity_play', { action: 'enter' }))
		await relay.call(callOf('c2', 'unity_play', { action: 'pause' }))
		await relay.call(callOf('c3', 'unity_play', { action: 'enter' }))
		const told = messages.filter((m) => 'method' in m && m.method === 'editor.phase')
		expect(told.map((m) => 'params' in m && m.params)).toEqual([
			{ phase: 'playing' },
			{ phase: 'playing', detail: 'paused' },
			{ phase: 'playing' },
		])
	})

	test('with reloadOnPlay the domain reloads', async () => {
		await open({ reloadOnPlay: true })
		await relay.connection(0)
		relay.post(callOf('c1', 'unity_play', { action: 'enter' }))
		await until(() => relay.settled('c1')[0])
		expect(relay.connections[0]?.closeCode).toBe(4005)
		expect(relay.connections[1]?.hello.phase).toBe('playing')
	})

	test('changes are reported only to watchers, those of one call as one', async () => {
		await open()
		const { messages } = await relay.connection(0)
		const notices = () => messages.filter((m) => 'method' in m && m.method === 'editor.changed')
		await relay.call(create('c0'))
		await relay.call(look('c1'))
		expect(notices()).toEqual([])
		relay.notify('watch', { watching: true })
		engine.changesPerCall = 10
		await relay.call(create('c2'))
		await until(() => notices().length > 0)
		expect(notices()).toMatchObject([{ params: { scopes: ['hierarchy'] } }])
	})
})

describe('misbehaviour', () => {
	test('a lost reply: a repeated call gives the stored outcome, and it ran once', async () => {
		const simulator = await open({ faults: [parseFault('lose-reply@unity_hierarchy')] })
		await relay.connection(0)
		relay.post(create('c1'))
		await until(() => engine.created === 1)
		expect(await relay.call(create('c1'))).toMatchObject({ result: { instanceId: '1' } })
		expect(simulator.executions.byCallId.get('c1')).toBe(1)
	})

	test('a duplicate reply arrives twice, and the call ran once', async () => {
		const simulator = await open({ faults: [parseFault('duplicate-reply')] })
		const { messages } = await relay.connection(0)
		relay.post(create('c1'), 'twice')
		await until(() => messages.filter((m) => 'id' in m && m.id === 'twice').length === 2)
		expect(simulator.executions.total).toBe(1)
	})

	test.each(['drop-before', 'drop-after'])(
		'%s: the outcome comes over the next connection',
		async (kind) => {
			const simulator = await open({ faults: [parseFault(kind)] })
			await relay.connection(0)
			relay.post(create('c1'))
			await relay.connection(1)
			expect(await until(() => relay.settled('c1')[0])).toMatchObject({ status: 'ok' })
			expect(simulator.executions.byCallId.get('c1')).toBe(1)
		},
	)

	test.each(['modal=30', 'modal=30/1'])('%s: a dialog only delays the call', async (fault) => {
		await open({ faults: [parseFault(fault)] })
		await relay.connection(0)
		expect(await relay.call(create('c1'))).toMatchObject({ status: 'ok' })
		expect(relay.phases()).toEqual(['modal', 'ready'])
	})
})
