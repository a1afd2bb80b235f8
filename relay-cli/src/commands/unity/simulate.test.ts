/** The command as a user starts it; a kill in the middle must neither lose nor repeat a call. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { callOf, FakeRelay, temporaryProject, until } from '@fairlead/simulator/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, '../../main.ts')
/** Processes start slowly on a busy machine. */
const PATIENCE_MS = 60_000

let relay: FakeRelay
let folder: string
const children: ChildProcess[] = []

function simulate(...args: string[]): { child: ChildProcess; output: () => string } {
	const child = spawn(process.execPath, [MAIN, 'simulate', ...args], {
		env: { ...process.env, FAIRLEAD_HOME: relay.home, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	children.push(child)
	let output = ''
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk) => {
			output += String(chunk)
		})
	}
	return { child, output: () => output }
}

beforeEach(async () => {
	relay = await FakeRelay.start()
	folder = await temporaryProject()
})
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL')
	await relay.stop()
	await rm(folder, { recursive: true, force: true })
})

const create = (callId: string) =>
	callOf(callId, 'unity_hierarchy', { action: 'create', name: 'Cube', primitive_type: 'Cube' })

test(
	'a kill in the middle of a call: what was done is remembered, what was begun is not repeated',
	async () => {
		const project = join(folder, 'Game')
		const first = simulate(project, '--fault', 'crash-after@unity_component')
		await relay.connection(0)
		const done = await relay.call(create('c1'))
		const add = callOf('c2', 'unity_component', {
			action: 'add',
			game_object_id: '/Cube',
			component_type: 'Rigidbody',
		})
		relay.post(add)
		await once(first.child, 'exit')

		simulate(project)
		const { hello } = await relay.connection(1)
		expect(hello.journal.map((e) => [e.callId, e.state])).toEqual([
			['c1', 'done'],
			['c2', 'started'],
		])
		expect(hello.connSeq).toBe(1)
		expect(await relay.call(create('c1'))).toEqual(done)
		expect(await relay.call(add)).toMatchObject({ error: { code: 'effect_unknown' } })
	},
	PATIENCE_MS,
)

test(
	'the simulated editor says when it is connected and when not, and ends cleanly',
	async () => {
		const { child, output } = simulate(join(folder, 'Game'), '--name', 'My Game')
		await relay.connection(0)
		await until(() => output().includes('Connected to the relay'))
		relay.connections[0]?.socket.close(4010)
		await until(() => output().includes('Disconnected (4010)'))
		child.kill('SIGINT')
		const [code] = await once(child, 'exit')
		if (process.platform !== 'win32') expect(code).toBe(0)
	},
	PATIENCE_MS,
)

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'a stop by %s keeps what was not saved: the next start has it',
	async (signal) => {
		const project = join(folder, 'Game')
		const first = simulate(project)
		await relay.connection(0)
		await relay.call(create('c1'))
		first.child.kill(signal)
		await once(first.child, 'exit')
		simulate(project)
		await relay.connection(1)
		const look = callOf('c2', 'unity_query', { action: 'find', name: 'Cube' })
		expect(await relay.call(look)).toMatchObject({ result: { total: 1 } })
	},
	PATIENCE_MS,
)

test(
	'wrong words end with a sentence and code 2',
	async () => {
		const { child, output } = simulate(join(folder, 'Game'), '--fault', 'explode')
		const [code] = await once(child, 'exit')
		expect(code).toBe(2)
		expect(output()).toContain('is not a fault')
	},
	PATIENCE_MS,
)
