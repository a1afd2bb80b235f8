import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import type { SeatChanged } from '@fairlead/protocol/wire/relay-link'
import { describe, expect, it } from 'vitest'
import { CREATE, codeOf, desk, HIERARCHY, ok, useDesk } from './kit/desk.ts'
import type { ManualClock } from './kit/manual-clock.ts'
import { makeCall, until } from './kit/support.ts'

useDesk()

describe('wait_for_editor_ready', () => {
	const DEADLINE_MS = 20_000
	const wait = (id: string): Promise<CallOutcome> =>
		desk.room.call(desk.key, makeCall(id, 'wait_for_editor_ready', {}, DEADLINE_MS))
	const withManualClock = async (): Promise<ManualClock> => {
		await desk.bench.restart({ clock: desk.bench.clock })
		await desk.room.hello(2)
		return desk.bench.clock
	}

	it('answers when the editor is back from its reload', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, { phase: 'compiling' })
		const wait = desk.room.call(
			desk.key,
			makeCall('c.1', 'wait_for_editor_ready', { timeout_seconds: 20 }),
		)
		await editor.disconnect(CLOSE.reloading)
		editor.phase = 'ready'
		await editor.connect(desk.bench.relay)
		expect(await wait).toMatchObject({ status: 'ok', result: { ready: true, phase: 'ready' } })
	})

	it('asks the main thread: an editor that only seems ready is not', async () => {
		const clock = await withManualClock()
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
		const first = wait('c.1')
		await until('the question', () => editor.executed.length === 1)
		clock.advance(DEADLINE_MS)
		expect(await first).toMatchObject({
			status: 'ok',
			result: { ready: false, phase: 'ready', detail: expect.stringContaining('main thread') },
		})
		// The link reports in its place that the main thread was too slow, which is not an answer either.
		editor.execute = () => failed('deadline_exceeded', 'Not in time.')
		const again = wait('c.2')
		await until('the second question', () => editor.executed.length === 2)
		// The relay has its answer.
		await editor.roundTrip()
		clock.advance(DEADLINE_MS)
		expect(await again).toMatchObject({ result: { ready: false } })
		editor.execute = () => ok({})
		const third = await wait('c.3')
		expect(third).toMatchObject({ result: { ready: true, phase: 'ready' } })
		expect(JSON.stringify(third)).not.toContain('detail')
	})

	it('says so when it is not ready in time', async () => {
		const clock = await withManualClock()
		await desk.bench.connectedEditor(desk.path, { phase: 'modal' })
		const outcome = wait('c.1')
		// The relay reads in order: it has begun to wait.
		await desk.room.call(desk.key, makeCall('c.2', 'list_directory'))
		clock.advance(DEADLINE_MS)
		expect(await outcome).toMatchObject({ status: 'ok', result: { ready: false, phase: 'modal' } })
	})
})

describe('a read by a viewer', () => {
	it('leaves no trace in the journal, and may be repeated with any id', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		const read = makeCall('view.1', 'unity_query', HIERARCHY)
		expect(codeOf(await desk.room.call(desk.key, read))).toBe('ok')
		desk.room.drop()
		expect((await desk.room.hello(2)).journal).toEqual([])
		await desk.room.call(desk.key, read)
		expect(editor.executed).toEqual(['view.1'])
		expect(editor.received).toEqual(['view.1', 'view.1'])
	})

	it('joins the same running read, and is refused with other arguments', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
		const read = makeCall('view.1', 'unity_query', HIERARCHY)
		const both = [desk.room.call(desk.key, read), desk.room.call(desk.key, read)]
		await expect(
			desk.room.call(desk.key, makeCall('view.1', 'unity_query', { action: 'selection' })),
		).rejects.toMatchObject({ rpc: { code: RPC_ERROR.conflict } })
		gate.resolve(ok(1))
		expect(await Promise.all(both)).toEqual([ok(1), ok(1)])
		expect(editor.received).toEqual(['view.1'])
	})

	it('cannot smuggle a change past the journal', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		const change = makeCall('view.1', 'unity_hierarchy', CREATE)
		await desk.room.call(desk.key, change)
		await desk.room.call(desk.key, change)
		expect(editor.received).toEqual(['view.1'])
	})
})

describe('events', () => {
	it('phases, progress and watched changes reach the desk.room, unwatched changes do not', async () => {
		await desk.bench.restart({ timing: { changeIntervalMs: 0 } })
		await desk.room.hello(2)
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
		await until('the editor', () => desk.room.seats().get(desk.key)?.phase === 'ready')
		editor.reportChange('selection')
		const call = desk.room.call(desk.key, makeCall('c.1', 'unity_query', HIERARCHY))
		await until('the call', () => editor.executed.length > 0)
		editor.progress('c.1', 'half way')
		gate.resolve(ok(null))
		await call
		desk.room.notify('watch', { watching: true })
		await until('watch', () => editor.watching)
		editor.reportChange('hierarchy')
		editor.reportChange('console', 'hierarchy')
		editor.setPhase('playing')
		const scopes = () =>
			new Set(desk.room.heard<SeatChanged>('seat.changed').flatMap((c) => c.scopes))
		await until('the changes', () => scopes().size === 2)
		expect(scopes()).toEqual(new Set(['hierarchy', 'console']))
		await until('the phase', () => desk.room.seats().get(desk.key)?.phase === 'playing')
		expect(desk.room.heard('call.progress')).toEqual([{ callId: 'c.1', message: 'half way' }])
		desk.room.drop()
		await until('unwatched', () => !editor.watching)
	})
})

describe('a scene that is open in the editor', () => {
	const write = (id: string) =>
		makeCall(id, 'write_file', { path: 'Assets/Level.unity', content: 'x' })

	it('is not overwritten until it is closed or the editor is gone', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		editor.reportOpenFiles('Assets/Level.unity')
		await until(
			'the refusal',
			async () =>
				codeOf(await desk.room.call(desk.key, write(`w.${Math.random()}`))) === 'conflict',
		)
		// A reload does not close it.
		await editor.disconnect(CLOSE.reloading)
		expect(codeOf(await desk.room.call(desk.key, write('w.1')))).toBe('conflict')
		await editor.connect(desk.bench.relay)
		editor.reportOpenFiles()
		await until(
			'the write',
			async () => codeOf(await desk.room.call(desk.key, write(`w.${Math.random()}`))) === 'ok',
		)
	})
})
