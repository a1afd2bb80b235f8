import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { describe, expect, it } from 'vitest'
import { DEFAULT_TIMING } from '../src/platform/timing.ts'
import { CREATE, codeOf, desk, HIERARCHY, ok, useDesk } from './kit/desk.ts'
import { makeCall, until } from './kit/support.ts'

useDesk()

/** Deadline of the calls that the editor does not answer. */
const DEADLINE_MS = 20_000

/** A call that the editor has begun; it ends with the outcome passed to `end`. */
async function begunCall(method = 'unity_hierarchy', params: Record<string, unknown> = CREATE) {
	const gate = Promise.withResolvers<CallOutcome>()
	const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
	const call = desk.room.call(desk.key, makeCall('c.1', method, params))
	// Some tests cut the room's socket, which rejects the request.
	call.catch(() => undefined)
	await until('the call', () => editor.executed.length > 0)
	return { editor, call, end: gate.resolve, ended: gate.promise }
}

describe('over a domain reload', () => {
	it('a call the editor deferred is settled after it is back', async () => {
		const { editor, call, end } = await begunCall('unity_refresh', { action: 'run' })
		await editor.disconnect(CLOSE.reloading)
		await until('reloading', () => desk.bench.relay.status().editors[0]?.phase === 'reloading')
		await editor.connect(desk.bench.relay)
		end(ok('compiled'))
		expect(await call).toEqual(ok('compiled'))
		expect(editor.received).toEqual(['c.1'])
	})

	it('an outcome in the hello journal settles the call', async () => {
		const { editor, call, end, ended } = await begunCall()
		await editor.disconnect()
		end(ok('made'))
		await ended
		await editor.connect(desk.bench.relay)
		expect(await call).toEqual(ok('made'))
		expect(editor.executed).toEqual(['c.1'])
	})

	it('a call that the same process never received is sent again with its id', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
		const call = desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await until('the call', () => editor.received.length > 0)
		await editor.disconnect()
		// The frame counts as lost on the way: the journal of this process knows nothing.
		editor.loseJournal()
		editor.executed.length = 0
		editor.execute = () => ok('second frame')
		await editor.connect(desk.bench.relay)
		expect(await call).toEqual(ok('second frame'))
		expect(editor.received).toEqual(['c.1', 'c.1'])
	})
})

describe('when Unity was restarted during a call', () => {
	const lose = async (params: Record<string, unknown>, method: string) => {
		const first = await desk.bench.connectedEditor(desk.path, {
			execute: () => new Promise(() => {}),
		})
		const call = desk.room.call(desk.key, makeCall('c.1', method, params))
		await until('the call', () => first.executed.length > 0)
		await first.disconnect()
		const second = await desk.bench.connectedEditor(desk.path)
		return { call, second }
	}

	it('a change is not repeated, and the model is told to look first', async () => {
		const { call, second } = await lose(CREATE, 'unity_hierarchy')
		const outcome = await call
		expect(codeOf(outcome)).toBe('effect_unknown')
		expect(outcome).toMatchObject({ error: { hint: expect.stringContaining('Look') } })
		expect(second.received).toEqual([])
	})

	it('a read is simply repeated', async () => {
		const { call, second } = await lose(HIERARCHY, 'unity_query')
		expect(codeOf(await call)).toBe('ok')
		expect(second.executed).toEqual(['c.1'])
	})
})

describe('when Unity is closed', () => {
	it('a change under way has an unknown effect; a read fails as target_gone', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, {
			execute: () => new Promise(() => {}),
		})
		const change = desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', CREATE))
		const read = desk.room.call(desk.key, makeCall('c.2', 'unity_query', HIERARCHY))
		await until('both', () => editor.executed.length === 2)
		await editor.disconnect(1000)
		expect((await Promise.all([change, read])).map(codeOf)).toEqual([
			'effect_unknown',
			'target_gone',
		])
	})
})

describe('when the editor does not answer', () => {
	it('it is told to drop the call, and only then does the relay give up', async () => {
		const { clock } = desk.bench
		await desk.bench.restart({ clock })
		const editor = await desk.bench.connectedEditor(desk.path, {
			execute: () => new Promise(() => {}),
		})
		await desk.room.hello(2)
		const change = makeCall('c.1', 'unity_hierarchy', CREATE, DEADLINE_MS)
		const read = makeCall('c.2', 'unity_query', HIERARCHY, DEADLINE_MS)
		const ended: string[] = []
		const calls = [change, read].map(async (call) => {
			const outcome = await desk.room.call(desk.key, call)
			ended.push(call.callId)
			return codeOf(outcome)
		})
		await until('both calls', () => editor.executed.length === 2)
		clock.advance(DEADLINE_MS)
		await until('the request to drop them', () => editor.cancelled.length === 2)
		expect(editor.cancelled.sort()).toEqual(['c.1', 'c.2'])
		clock.advance(DEFAULT_TIMING.editorAnswerGraceMs - 1)
		await desk.room.roundTrip()
		expect(ended).toEqual([])
		clock.advance(1)
		expect(await Promise.all(calls)).toEqual(['effect_unknown', 'deadline_exceeded'])
	})
})

describe('when the room was away', () => {
	it('an outcome that became ready meanwhile is in the hello and sent as call.settled', async () => {
		const { end } = await begunCall()
		desk.room.drop()
		end(ok('made'))
		const hello = await desk.room.hello(2)
		await until('call.settled', () => desk.room.settled.length > 0)
		expect(desk.room.settled).toEqual([{ callId: 'c.1', outcome: ok('made') }])
		expect(hello.journal.map((entry) => entry.callId)).toEqual(['c.1'])
		expect(hello.connSeq).toBeGreaterThan(desk.room.hellos[0]!.connSeq)
	})

	it('an outcome that arrives after it is back is sent as call.settled', async () => {
		const { end } = await begunCall()
		desk.room.drop()
		const hello = await desk.room.hello(2)
		expect(hello.journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		end(ok('late'))
		await until('call.settled', () => desk.room.settled.length > 0)
		expect(desk.room.settled).toEqual([{ callId: 'c.1', outcome: ok('late') }])
	})

	it('an unacknowledged outcome is sent again, an acknowledged one is not', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, { phase: 'compiling' })
		desk.room.call(desk.key, makeCall('c.1', 'unity_query', HIERARCHY)).catch(() => undefined)
		await desk.room.call(desk.key, makeCall('c.2', 'list_directory'))
		desk.room.drop()
		desk.room.acknowledges = false
		await desk.room.hello(2)
		editor.setPhase('ready')
		await until('first', () => desk.room.settled.length === 1)
		desk.room.drop()
		desk.room.acknowledges = true
		await until('second', () => desk.room.settled.length === 2)
		desk.room.drop()
		await desk.room.hello(4)
		await desk.room.call(desk.key, makeCall('c.3', 'list_directory'))
		expect(desk.room.settled.map((one) => one.callId)).toEqual(['c.1', 'c.1'])
	})

	it('an outcome too large for the hello follows separately', async () => {
		const picture = 'x'.repeat(5 * 1024 * 1024)
		await desk.bench.connectedEditor(desk.path, { execute: () => ok(picture) })
		await desk.room.call(desk.key, makeCall('c.1', 'unity_query', HIERARCHY))
		desk.room.drop()
		expect((await desk.room.hello(2)).journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		await until('call.settled', () => desk.room.settled.length > 0)
		expect(desk.room.settled[0]).toMatchObject({ callId: 'c.1', outcome: { result: picture } })
	})
})

describe('an editor that does not answer', () => {
	it('is reported with the second call: since when, and that the user should know', async () => {
		const { clock } = desk.bench
		await desk.bench.restart({ clock })
		const editor = await desk.bench.connectedEditor(desk.path, {
			execute: () => new Promise(() => {}),
		})
		await desk.room.hello(2)
		const ask = async (id: string): Promise<string> => {
			const call = makeCall(id, 'unity_query', HIERARCHY, DEADLINE_MS)
			const outcome = desk.room.call(desk.key, call)
			await until('the call', () => editor.executed.includes(id))
			clock.advance(DEADLINE_MS + DEFAULT_TIMING.editorAnswerGraceMs)
			// Its socket thread lives, and has answered the pings meanwhile.
			await editor.roundTrip()
			return JSON.stringify(await outcome)
		}
		expect(await ask('c.1')).not.toContain('silent')
		expect(await ask('c.2')).toMatch(/silent since .* 2 calls in a row.*Tell the user/)
		editor.execute = () => ok({})
		await desk.room.call(desk.key, makeCall('c.3', 'unity_query', HIERARCHY))
		editor.execute = () => new Promise(() => {})
		expect(await ask('c.4')).not.toContain('silent')
	})
})
