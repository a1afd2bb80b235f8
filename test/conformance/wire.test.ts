/** The editor link, frame by frame. A failure here means that a user's call runs twice, gets lost, or hangs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { EDITOR_LINK } from '@fairlead/protocol/wire/editor-link'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { argsHashOf, makeCall, until } from '../../relay-cli/test/kit/support.ts'
import { ROOT } from '../../scripts/paths.ts'
import { volume } from '../volume.ts'
import { EDITOR, type EditorOptions } from './kit/editor-process.ts'
import { Fuzz } from './kit/fuzz.ts'
import { type Connection, ScriptedRelay } from './kit/scripted-relay.ts'

/** The editor of all tests without injected faults. */
let shared: ScriptedRelay | null = null
let relay: ScriptedRelay
let tests = 0
beforeEach(() => {
	tests++
})
afterEach(async () => {
	// The editor sends only valid frames, in every test.
	expect(relay.offences).toEqual([])
	if (relay !== shared) await relay.stop()
})
afterAll(() => shared?.stop())

/** A call id, and a name, that no other test uses. */
const own = (id: string): string => `t${tests}-${id}`

/** A live connection. With options, a separate editor that ends with the test. */
async function start(options?: Partial<EditorOptions>): Promise<Connection> {
	if (options) {
		relay = await ScriptedRelay.start(options)
		return relay.ready()
	}
	if (!shared) {
		shared = await ScriptedRelay.start()
		relay = shared
		return relay.ready()
	}
	relay = shared
	const last = relay.connections.at(-1)
	if (last?.closeCode === null) return last
	return relay.connection(relay.connections.length + 1)
}

const create = (id: string, deadlineMs?: number) => {
	const args = { action: 'create', name: own(id), primitive_type: 'Cube' }
	return makeCall(own(id), 'unity_hierarchy', args, deadlineMs)
}
const look = (id: string) => makeCall(own(id), 'unity_query', { action: 'hierarchy', limit: 1 })
const executions = (id: string): number => relay.executions(own(id))
const count = async (connection: Connection, name: string): Promise<number> => {
	const args = { action: 'find', name }
	const outcome = await connection.call(
		makeCall(own(`count-${Math.random()}`), 'unity_query', args),
	)
	return outcome.status === 'ok' ? (outcome.result as { total: number }).total : -1
}

describe('hello', () => {
	test('identifies the editor, which reconnects as the same session with a higher connSeq', async () => {
		const first = await start()
		expect(first.hello).toMatchObject({
			protocolVersion: 1,
			projectPath: relay.project,
			phase: expect.stringMatching(/^(ready|importing|compiling)$/),
			kind: EDITOR,
		})
		expect(first.hello.pid).toBe(relay.editor?.pid)
		expect(first.socket.protocol).toBe(EDITOR_LINK.subprotocol)
		first.socket.terminate()
		const second = await relay.connection(relay.connections.length + 1)
		expect(second.hello.sessionId).toBe(first.hello.sessionId)
		expect(second.hello.connSeq).toBeGreaterThan(first.hello.connSeq)
	})

	test('says which scenes are open, so that their files are not overwritten', async () => {
		const connection = await start({})
		const told = (from: Connection) =>
			from.notifications.filter(({ method }) => method === 'editor.open_files').at(-1)?.params
		await until('the first word', () => told(connection))
		const path = 'Assets/Scenes/Second.unity'
		const args = { action: 'create', path, if_dirty: 'discard' }
		expect(await connection.call(makeCall(own('s'), 'unity_scene', args))).toMatchObject({
			status: 'ok',
		})
		await until('the new scene', () => isDeepStrictEqual(told(connection), { files: [path] }))
		connection.socket.terminate()
		const again = await relay.connection(relay.connections.length + 1)
		await until('the same on a new connection', () =>
			isDeepStrictEqual(told(again), { files: [path] }),
		)
	})

	test('another process is another session', async () => {
		const first = await start()
		await relay.startEditor()
		const second = await relay.ready()
		expect(second.hello.sessionId).not.toBe(first.hello.sessionId)
	})

	test.each([CLOSE.superseded, CLOSE.unauthorized, CLOSE.unsupportedVersion, CLOSE.unlinked])(
		'after %i it stays away until there is another relay.json',
		async (code) => {
			const first = await start()
			first.socket.close(code)
			await first.closed()
			const before = relay.connections.length
			// real time: it would reconnect within 100 ms; polling relay.json takes at most 500.
			await new Promise((resolve) => setTimeout(resolve, 1_200))
			expect(relay.connections).toHaveLength(before)
			await relay.publish()
			const second = await relay.connection(before + 1)
			expect(second.hello.connSeq).toBeGreaterThan(first.hello.connSeq)
		},
	)

	test.each([CLOSE.staleConnSeq, CLOSE.restarting, CLOSE.handshake, 1006])(
		'after %i it is back by itself',
		async (code) => {
			const first = await start()
			if (code === 1006) first.socket.terminate()
			else first.socket.close(code)
			const second = await relay.connection(relay.connections.length + 1)
			expect(second.hello.connSeq).toBeGreaterThan(first.hello.connSeq)
		},
	)
})

describe('calls', () => {
	test('a repeated id is answered from the store, and does not run again', async () => {
		const connection = await start()
		const first = await connection.call(create('c1'), own('a'))
		expect(first).toMatchObject({ status: 'ok' })
		expect(await connection.call(create('c1'), own('b'))).toEqual(first)
		expect(executions('c1')).toBe(1)
		expect(await count(connection, own('c1'))).toBe(1)
	})

	test('a repeated id during the call joins it', async () => {
		const connection = await start({ faults: ['slow=300@unity_hierarchy'] })
		const outcomes = await Promise.all([
			connection.call(create('c1'), own('a')),
			connection.call(create('c1'), own('b')),
			connection.call(create('c1'), own('c')),
		])
		expect(outcomes[1]).toEqual(outcomes[0])
		expect(outcomes[2]).toEqual(outcomes[0])
		expect(executions('c1')).toBe(1)
	})

	test('a repeated id on a new connection is answered from the store', async () => {
		const connection = await start()
		const first = await connection.call(create('c1'))
		connection.socket.terminate()
		const again = await relay.connection(relay.connections.length + 1)
		expect(again.hello.journal).toContainEqual(
			expect.objectContaining({ callId: own('c1'), state: 'done', outcome: first }),
		)
		expect(await again.call(create('c1'))).toEqual(first)
		expect(executions('c1')).toBe(1)
	})

	test('a repeated id with other arguments is refused, not executed', async () => {
		const connection = await start()
		await connection.call(create('c1'))
		const other = { action: 'create', name: own('other') }
		connection.request(own('x'), 'call', {
			...create('c1'),
			params: other,
			argsHash: argsHashOf('unity_hierarchy', other),
		})
		expect((await connection.answer(own('x'))).error).toMatchObject({ code: -32003 })
		expect(await count(connection, own('other'))).toBe(0)
	})

	test('a forgotten call is unknown', async () => {
		const connection = await start()
		await connection.call(create('c1'))
		connection.notify('calls.forget', { callIds: [own('c1')] })
		await connection.call(look('c2'))
		connection.socket.terminate()
		const again = await relay.connection(relay.connections.length + 1)
		expect(again.hello.journal.map((entry) => entry.callId)).not.toContain(own('c1'))
	})

	test('cancelling removes a waiting call and lets a running one end', async () => {
		const connection = await start({ faults: ['slow=500@unity_hierarchy'] })
		connection.together(() => {
			connection.request(own('a'), 'call', create('c1'))
			connection.request(own('b'), 'call', create('c2'))
			connection.notify('call.cancel', { callIds: [own('c2')] })
		})
		const [running, waiting] = [connection.outcome(own('a')), connection.outcome(own('b'))]
		expect(await waiting).toMatchObject({ status: 'error', error: { code: 'cancelled' } })
		expect(await running).toMatchObject({ status: 'ok' })
		expect([executions('c1'), executions('c2')]).toEqual([1, 0])
	})

	test('a call that did not begin in time never begins', async () => {
		const connection = await start({ faults: ['slow=1500@unity_hierarchy'] })
		connection.together(() => {
			connection.request(own('a'), 'call', create('c1'))
			connection.request(own('b'), 'call', create('c2', 200))
		})
		expect(await connection.outcome(own('b'))).toMatchObject({
			status: 'error',
			error: { code: 'deadline_exceeded' },
		})
		await connection.outcome(own('a'))
		await connection.call(look('c3'))
		expect(executions('c2')).toBe(0)
	})

	test('an unknown tool gives an outcome, not a protocol error', async () => {
		const connection = await start()
		const outcome = await connection.call(makeCall(own('c1'), 'unity_teleport', {}))
		expect(outcome).toMatchObject({ status: 'error', error: { code: 'unknown_tool' } })
	})
})

describe('lost connections', () => {
	test('cut after executing: the journal of the next hello has the outcome', async () => {
		const connection = await start({ faults: ['drop-after@unity_hierarchy'] })
		connection.request(own('a'), 'call', create('c1'))
		await connection.closed()
		const again = await relay.connection(relay.connections.length + 1)
		const [entry] = again.hello.journal
		expect(entry).toMatchObject({ callId: own('c1') })
		await until('the outcome', () => entry?.state === 'done' || relay.settled(own('c1')).length > 0)
		const outcome = entry?.state === 'done' ? entry.outcome : relay.settled(own('c1'))[0]
		expect(outcome).toMatchObject({ status: 'ok', result: { path: `/${own('c1')}` } })
		expect(executions('c1')).toBe(1)
	})

	test('cut before executing: it runs, and the outcome comes on the new connection', async () => {
		const connection = await start({ faults: ['drop-before@unity_hierarchy'] })
		connection.request(own('a'), 'call', create('c1'))
		await connection.closed()
		const again = await relay.connection(relay.connections.length + 1)
		const entry = again.hello.journal.find((one) => one.callId === own('c1'))
		const outcome =
			entry?.state === 'done'
				? entry.outcome
				: await until('call.settled', () => relay.settled(own('c1'))[0])
		expect(outcome).toMatchObject({ status: 'ok' })
		expect(executions('c1')).toBe(1)
	})

	test('a lost reply: repeating the id returns it, without a second effect', async () => {
		const connection = await start({ faults: ['lose-reply@unity_hierarchy'] })
		connection.request(own('a'), 'call', create('c1'))
		await until('the execution', () => executions('c1') === 1)
		expect(await connection.call(create('c1'), own('b'))).toMatchObject({ status: 'ok' })
		expect(connection.answers.find((one) => one.id === own('a'))).toBeUndefined()
		expect(executions('c1')).toBe(1)
		expect(await count(connection, own('c1'))).toBe(1)
	})

	test('an outcome the relay never acknowledged is reported again', async () => {
		const connection = await start({ faults: ['slow=400@unity_hierarchy'] })
		relay.acknowledges = false
		connection.request(own('a'), 'call', create('c1'))
		await until('the execution', () => executions('c1') === 1)
		connection.socket.terminate()
		const second = await relay.connection(relay.connections.length + 1)
		const known = second.hello.journal.find((one) => one.callId === own('c1'))?.state
		await until('the outcome', () => known === 'done' || relay.settled(own('c1')).length > 0)
		relay.acknowledges = true
		second.socket.terminate()
		const third = await relay.connection(relay.connections.length + 1)
		const entry = third.hello.journal.find((one) => one.callId === own('c1'))
		expect(entry).toMatchObject({ state: 'done', outcome: { status: 'ok' } })
		expect(executions('c1')).toBe(1)
	})
})

interface MalformedFrame {
	readonly name: string
	readonly from: string
	readonly kind: string
	readonly text?: string
	readonly error?: { readonly id: number | null; readonly error: { readonly code: number } }
}
const FRAMES = JSON.parse(
	readFileSync(join(ROOT, 'protocol', 'fixtures', 'editor-link.json'), 'utf8'),
) as MalformedFrame[]

const MALFORMED = volume(10_000)

describe('invalid frames', () => {
	test.each(FRAMES.filter((frame) => frame.kind === 'malformed'))(
		'$name: answered with the error of the contract',
		async ({ text, error }) => {
			const connection = await start()
			const heard = connection.answers.length
			connection.send(text)
			const answer = await until('the error', () => connection.answers[heard])
			expect(answer.id).toBe(error?.id)
			expect(answer.error?.code).toBe(error?.error.code)
			expect(await connection.call(look('c1'))).toMatchObject({ status: 'ok' })
		},
	)

	test('an unknown method, an invalid call, and frames of a newer relay', async () => {
		const connection = await start()
		const heard = connection.answers.length
		connection.request(own('a'), 'editor.dance', {})
		expect((await connection.answer(own('a'))).error?.code).toBe(-32601)
		connection.request(own('b'), 'call', { callId: 'x' })
		expect((await connection.answer(own('b'))).error?.code).toBe(-32602)
		connection.notify('relay.news', { weather: 'fine' })
		connection.send({ jsonrpc: '2.0', id: 'nobody asked', result: {} })
		expect(await connection.call(look('c1'))).toMatchObject({ status: 'ok' })
		expect(connection.answers).toHaveLength(heard + 3)
	})

	test('a hundred of them end the connection with 4009; calls continue on the next one', async () => {
		const connection = await start()
		for (let i = 0; i < EDITOR_LINK.maxMalformedFrames; i++) connection.send('{nonsense')
		expect(await connection.closed()).toBe(CLOSE.protocolError)
		const again = await relay.connection(relay.connections.length + 1)
		expect(await again.call(look('c1'))).toMatchObject({ status: 'ok' })
	})

	test('a frame above the limit ends the connection with 4008, and nothing else', async () => {
		const connection = await start()
		connection.send(' '.repeat(EDITOR_LINK.maxFrameBytes + 1))
		expect(await connection.closed()).toBe(CLOSE.tooLarge)
		const again = await relay.connection(relay.connections.length + 1)
		expect(await again.call(look('c1'))).toMatchObject({ status: 'ok' })
	})

	test(`${MALFORMED} malformed frames: nothing is executed, and the editor keeps working`, async () => {
		let connection = await start()
		const fuzz = new Fuzz(20_261_122)
		const before = await count(connection, '')
		for (let sent = 0; sent < MALFORMED; ) {
			for (let i = 0; i < 95 && sent < MALFORMED; i++, sent++) connection.send(fuzz.frame())
			expect(await connection.call(look(`alive-${sent}`))).toMatchObject({ status: 'ok' })
			const next = relay.connections.length + 1
			connection.socket.close(CLOSE.restarting)
			// A new relay.json: no waiting for the backoff.
			await relay.publish()
			connection = await relay.connection(next)
		}
		expect(await count(connection, '')).toBe(before)
		expect(
			[...(relay.editor?.executions().keys() ?? [])].filter((id) => id.startsWith('fuzz')),
		).toEqual([])
	})
})
