/** Editors that reload, hang, disconnect and die, over a real relay. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { EditorSeat } from '@fairlead/protocol/editors'
import { afterEach, describe, expect, test } from 'vitest'
import { writeRelayFile } from '../../relay-cli/src/home.ts'
import { Cleanups, until } from '../../relay-cli/test/support.ts'
import { Desk } from './kit/desk.ts'
import type { EditorOptions } from './kit/editor-process.ts'
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
		const waiting = desk.call('unity_hierarchy', create('Patient'), { callId: 'patient' })
		await until('the dialog', () => phases(desk).includes('modal'))
		const hurried = { callId: 'hurried', deadlineMs: 200 }
		const error = await desk.fails('unity_query', { action: 'selection' }, 'modal_dialog', hurried)
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
		const options = { callId: 'once', deadlineMs: 1_500 }
		const error = await desk.fails('unity_hierarchy', create('Once'), 'effect_unknown', options)
		expect(error.hint).toMatch(/look/i)
		expect(desk.executions('once')).toBe(1)
		expect(await desk.count('Once')).toBe(1)
	})

	test('a relay killed during a call: the call is settled after its restart, and ran once', async () => {
		const desk = await open({ faults: ['slow=700@unity_hierarchy'] })
		const call = desk.makeCall('unity_hierarchy', create('Once'), { callId: 'once' })
		desk.room.call(desk.key, call).catch(() => undefined)
		await until('the seat', () => desk.room.hasRelay)
		await new Promise((resolve) => setTimeout(resolve, 100))
		await desk.restartRelay()
		expect(await desk.room.call(desk.key, call)).toMatchObject({ status: 'ok' })
		expect(desk.executions('once')).toBe(1)
		expect(await desk.count('Once')).toBe(1)
	})

	test('a half-dead connection: the editor reconnects, and the new connection takes over the seat', async () => {
		const proxy = cleanups.add(await HalfDeadProxy.start(), (made) => made.stop())
		const desk = await open({ faults: ['slow=400@unity_hierarchy'] })
		const home = join(desk.folder, 'editor-home')
		proxy.towards(desk.relay.file.port)
		await writeRelayFile({ ...desk.relay.file, port: proxy.port }, home)
		await desk.restartEditor({ home, faults: ['slow=400@unity_hierarchy'] })
		await until('the proxy', () => proxy.connections > 0)
		await desk.ready()
		const before = connSeqOf(desk)
		const made = desk.call('unity_hierarchy', create('Once'), { callId: 'once' })
		await until('the call', () => proxy.heard('once'))
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

/** Between editor and relay: can lose the editor's end without the relay noticing. */
class HalfDeadProxy {
	connections = 0
	#target = 0
	#heard = ''
	readonly #pairs: { editor: Socket; relay: Socket; dead: boolean }[] = []
	readonly #server: Server

	private constructor(server: Server) {
		this.#server = server
		server.on('connection', (editor) => this.#join(editor))
	}

	static async start(): Promise<HalfDeadProxy> {
		const server = createServer()
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		return new HalfDeadProxy(server)
	}

	get port(): number {
		const address = this.#server.address()
		return typeof address === 'object' && address ? address.port : 0
	}

	towards(port: number): void {
		this.#target = port
	}

	/** Whether the relay has sent this to the editor. */
	heard(text: string): boolean {
		return this.#heard.includes(text)
	}

	/** Closes the editor's sockets; the relay's stay open and silent. */
	loseEditor(): void {
		for (const pair of this.#pairs) {
			pair.dead = true
			pair.editor.destroy()
		}
	}

	async stop(): Promise<void> {
		for (const { editor, relay } of this.#pairs) {
			editor.destroy()
			relay.destroy()
		}
		await new Promise((resolve) => this.#server.close(resolve))
	}

	#join(editor: Socket): void {
		this.connections++
		const relay = connect(this.#target, '127.0.0.1')
		const pair = { editor, relay, dead: false }
		this.#pairs.push(pair)
		let first = true
		editor.on('data', (data) => {
			// The relay refuses requests for another port than its own.
			const text = data.toString('latin1')
			const named = first ? text.replace(`:${this.port}`, `:${this.#target}`) : text
			first = false
			relay.write(Buffer.from(named, 'latin1'))
		})
		relay.on('data', (data) => {
			this.#heard += data.toString('latin1')
			if (!pair.dead) editor.write(data)
		})
		for (const socket of [editor, relay]) socket.on('error', () => undefined)
		editor.on('close', () => {
			if (!pair.dead) relay.destroy()
		})
		relay.on('close', () => editor.destroy())
	}
}
