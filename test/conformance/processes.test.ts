/** Editors that reload, hang, disconnect and die, over a real relay. */
import { join } from 'node:path'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { afterEach, describe, expect, test } from 'vitest'
import { startRelay } from '../../relay-cli/src/app/relay.ts'
import { writeRelayFile } from '../../relay-cli/src/home/home.ts'
import { DEFAULT_TIMING } from '../../relay-cli/src/platform/timing.ts'
import { ManualClock } from '../../relay-cli/test/kit/manual-clock.ts'
import { Cleanups, until } from '../../relay-cli/test/kit/support.ts'
import { Desk } from './kit/desk.ts'
import type { EditorOptions } from './kit/editor-process.ts'
import { HalfDeadProxy } from './kit/half-dead-proxy.ts'
import { writeScript } from './kit/scripts.ts'

let cleanups = new Cleanups()
afterEach(async () => {
	await cleanups.run()
	cleanups = new Cleanups()
})

const open = async (options: Partial<EditorOptions> = {}): Promise<Desk> =>
	cleanups.add(await Desk.open(options), (desk) => desk.close())

/** Well above the 5 s after which the package assumes that a blocked main thread shows a dialog. */
const DIALOG_MS = 12_000

/** Deadline of a call that does not end in time: shorter than the silence after which the relay drops an editor. */
const DEADLINE_MS = 20_000

/** Replaces the desk's relay by one in this process, for which time passes only when the test says so. */
async function relayHere(desk: Desk): Promise<ManualClock> {
	await desk.relay.kill()
	const clock = new ManualClock()
	cleanups.add(await startRelay({ home: desk.home, clock }), (made) => made.close())
	await desk.room.hello(2)
	await desk.ready()
	return clock
}

/** A desk whose editor reaches the relay through a proxy; `introduce` tells it of the relay that runs now. */
async function behindProxy() {
	const proxy = cleanups.add(await HalfDeadProxy.start(), (made) => made.stop())
	const desk = await open()
	const home = join(desk.folder, 'editor-home')
	const introduce = (): Promise<void> => {
		proxy.towards(desk.relay.file.port)
		return writeRelayFile({ ...desk.relay.file, port: proxy.port }, home)
	}
	await introduce()
	await desk.restartEditor({ home })
	await until('the proxy', () => proxy.connections > 0)
	await desk.ready()
	return { desk, proxy, introduce }
}

const create = (name: string) => ({ action: 'create', name }) as const
const SPIN = 'using UnityEngine;\n\npublic class Spin : MonoBehaviour\n{\n    public int a;\n}\n'

const phases = (desk: Desk): string[] =>
	desk.room.heard<{ phase: string }>('seat.phase').map((one) => one.phase)

describe('a domain reload', () => {
	test('the call that caused it is answered after it, by the same process on a new socket', async () => {
		const desk = await open()
		writeScript(desk, 'Spin', SPIN)
		const done = await desk.ok(
			'unity_refresh',
			{ watched_scripts: ['Spin'] },
			{ callId: 'refresh' },
		)
		expect(done).toMatchObject({ recompiled: true, watchedScripts: { found: ['Spin'] } })
		expect(desk.executions('refresh')).toBe(1)
		expect(phases(desk)).toEqual(expect.arrayContaining(['compiling', 'reloading']))
		// An editor that connected before the link is reported in the hello, not as an update.
		const seats: readonly EditorSeat[] = [
			...desk.room.hellos.flatMap((hello) => hello.editors),
			...desk.room.heard<EditorSeat>('seat.updated'),
		]
		const sessions = new Set(seats.flatMap((seat) => seat.process?.sessionId ?? []))
		expect(sessions.size).toBe(1)
		const seqs = seats.flatMap((seat) => seat.process?.connSeq ?? [])
		expect(seqs.at(-1)).toBeGreaterThan(seqs[0] ?? Number.POSITIVE_INFINITY)
	})

	test('calls sent meanwhile wait, run once and in order', async () => {
		const desk = await open({ compileMs: 300, reloadMs: 300 })
		writeScript(desk, 'Spin', SPIN)
		const refreshed = desk.ok('unity_refresh', {})
		await until('compiling', () => phases(desk).includes('compiling'))
		const names = ['First', 'Second', 'Third']
		const made = await Promise.all(
			names.map((name) => desk.ok('unity_hierarchy', create(name), { callId: name })),
		)
		expect(await refreshed).toMatchObject({ recompiled: true })
		expect(made.map((one) => one.name)).toEqual(names)
		const { objects } = await desk.ok('unity_query', { action: 'hierarchy' })
		expect(objects.map((object) => object.name).filter((name) => names.includes(name))).toEqual(
			names,
		)
		for (const name of names) expect(desk.executions(name)).toBe(1)
	})

	test('a compile error is answered although no reload follows', async () => {
		const desk = await open()
		writeScript(desk, 'Spin', SPIN.replace('a;', 'a'))
		const failed = await desk.ok('unity_refresh', {})
		expect(failed.errors[0]).toMatchObject({
			file: 'Assets/Scripts/Spin.cs',
			line: 5,
			code: 'CS1002',
		})
		expect(phases(desk)).not.toContain('reloading')
	})

	test('entering play mode reloads if the project says so, and the call is answered', async () => {
		const desk = await open({ reloadOnPlay: true })
		const playing = await desk.ok('unity_play', { action: 'enter' }, { callId: 'enter' })
		expect(playing).toMatchObject({ isPlaying: true })
		expect(desk.executions('enter')).toBe(1)
		expect(phases(desk)).toContain('reloading')
		expect(await desk.ok('unity_play', { action: 'exit' })).toMatchObject({ isPlaying: false })
	})

	test('one undo still reverts what was done before it', async () => {
		const desk = await open()
		await desk.ok('unity_hierarchy', create('Before'), { group: 'before' })
		writeScript(desk, 'Spin', SPIN)
		await desk.ok('unity_refresh', {})
		expect(await desk.look('/Before')).not.toBeNull()
		await desk.ok('unity_undo', { action: 'revert_group', group_id: 'before' })
		expect(await desk.look('/Before')).toBeNull()
	})
})

describe('a modal dialog', () => {
	test('the call waits for it and runs once; a call that cannot wait fails and names the dialog', async () => {
		const desk = await open({ faults: [`modal=${DIALOG_MS}@unity_hierarchy`] })
		const clock = await relayHere(desk)
		const waiting = desk.call('unity_hierarchy', create('Patient'), { callId: 'patient' })
		await until('the dialog', () => phases(desk).includes('modal'))
		const options = { callId: 'hurried', deadlineMs: DEADLINE_MS }
		const hurried = desk.fails('unity_query', { action: 'selection' }, 'modal_dialog', options)
		// The relay reads in order: it has the call.
		await desk.ok('list_directory', { path: '.' })
		clock.advance(DEADLINE_MS)
		const error = await hurried
		expect(error.hint).toMatch(/dialog/i)
		expect(await waiting).toMatchObject({ status: 'ok' })
		expect([desk.executions('patient'), desk.executions('hurried')]).toEqual([1, 0])
		await until('ready again', () => phases(desk).at(-1) === 'ready')
	})
})

describe('a lost connection', () => {
	test.each(['drop-before', 'drop-after', 'duplicate-reply'])(
		'%s: the call has its outcome, and one effect',
		async (fault) => {
			const desk = await open({ faults: [`${fault}@unity_hierarchy`] })
			const made = await desk.ok('unity_hierarchy', create('Once'), { callId: 'once' })
			expect(made.path).toBe('/Once')
			expect(desk.executions('once')).toBe(1)
			expect(await desk.count('Once')).toBe(1)
		},
	)

	test('lose-reply: without an answer the effect is unknown, and it is not repeated', async () => {
		const desk = await open({ faults: ['lose-reply@unity_hierarchy'] })
		const clock = await relayHere(desk)
		const options = { callId: 'once', deadlineMs: DEADLINE_MS }
		const lost = desk.fails('unity_hierarchy', create('Once'), 'effect_unknown', options)
		await until('the execution', () => desk.executions('once') === 1)
		clock.advance(DEADLINE_MS + DEFAULT_TIMING.editorAnswerGraceMs)
		expect((await lost).hint).toMatch(/look/i)
		expect(desk.executions('once')).toBe(1)
		expect(await desk.count('Once')).toBe(1)
	})

	test('a relay killed during a call: the call is settled after its restart, and ran once', async () => {
		const { desk, proxy, introduce } = await behindProxy()
		const call = desk.makeCall('unity_hierarchy', create('Once'), { callId: 'once' })
		proxy.holdAnswers()
		desk.room.call(desk.key, call).catch(() => undefined)
		await until('the call', () => desk.executions('once') === 1)
		await desk.restartRelay()
		// The editor finds the new relay only once it is introduced: until then its answer is not known.
		const { journal } = await desk.room.hello(2)
		expect(journal).toContainEqual(expect.objectContaining({ callId: 'once', state: 'started' }))
		await introduce()
		expect(await desk.room.call(desk.key, call)).toMatchObject({ status: 'ok' })
		expect(desk.executions('once')).toBe(1)
		expect(await desk.count('Once')).toBe(1)
	})

	test('a half-dead connection: the editor reconnects, and the new connection takes over the seat', async () => {
		const { desk, proxy } = await behindProxy()
		const before = connSeqOf(desk)
		proxy.holdAnswers()
		const made = desk.call('unity_hierarchy', create('Once'), { callId: 'once' })
		await until('the call', () => desk.executions('once') === 1)
		proxy.loseEditor()
		expect(await made).toMatchObject({ status: 'ok' })
		expect(connSeqOf(desk)).toBeGreaterThan(before)
		expect(desk.executions('once')).toBe(1)
		expect(await desk.count('Once')).toBe(1)
	})
})

describe('an editor that dies in the middle of a call', () => {
	test.each([
		['crash-before', 0],
		['crash-after', 1],
	])(
		'%s: the effect is unknown, and the next process does not repeat it',
		async (fault, effects) => {
			const desk = await open({ faults: [`${fault}@unity_hierarchy`] })
			const outcome = desk.call('unity_hierarchy', create('Once'), { callId: 'once' })
			await desk.editor.ended()
			expect(desk.executions('once')).toBe(effects)
			await desk.restartEditor()
			expect(await outcome).toMatchObject({ status: 'error', error: { code: 'effect_unknown' } })
			await desk.ready()
			expect(desk.executions('once')).toBe(effects)
			expect(await desk.count('Once')).toBe(0)
		},
	)

	test('a read is simply repeated in the next process', async () => {
		// Not unity_query, which checks whether the editor is ready.
		const desk = await open({ faults: ['crash-before@read_console_logs'] })
		const outcome = desk.call('read_console_logs', { count: 5 }, { callId: 'read' })
		await desk.editor.ended()
		await desk.restartEditor()
		expect(await outcome).toMatchObject({ status: 'ok', result: { total: expect.any(Number) } })
	})

	test('a call that had not begun runs in the next process, once', async () => {
		const desk = await open({ faults: ['slow=60000@unity_hierarchy'] })
		const first = desk.call('unity_hierarchy', create('First'), { callId: 'first' })
		const second = desk.call('unity_query', { action: 'selection' }, { callId: 'second' })
		await until('the first call', () => desk.executions('first') === 1)
		await desk.restartEditor()
		expect(await first).toMatchObject({ status: 'error', error: { code: 'effect_unknown' } })
		expect(await second).toMatchObject({ status: 'ok' })
		expect([desk.executions('first'), desk.executions('second')]).toEqual([1, 1])
	})
})

const connSeqOf = (desk: Desk): number =>
	desk.room.heard<{ process?: { connSeq: number } }>('seat.updated').at(-1)?.process?.connSeq ?? 0
