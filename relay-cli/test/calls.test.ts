import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { describe, expect, it } from 'vitest'
import { CREATE, codeOf, desk, HIERARCHY, ok, useDesk } from './kit/desk.ts'
import { makeCall, until } from './kit/support.ts'

useDesk()

describe('a call', () => {
	it('reaches the editor with the rest of its deadline and returns its answer', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, {
			execute: (call) => ok({ params: call.params, deadlineMs: call.deadlineMs }),
		})
		const outcome = await desk.room.call(desk.key, makeCall('c.1', 'unity_query', HIERARCHY, 5_000))
		expect(outcome).toMatchObject({ status: 'ok', result: { params: HIERARCHY } })
		const { deadlineMs } = (outcome as { result: { deadlineMs: number } }).result
		expect(deadlineMs).toBeGreaterThan(0)
		expect(deadlineMs).toBeLessThanOrEqual(5_000)
		expect(editor.executed).toEqual(['c.1'])
	})

	it('is executed only by the one editor it names', async () => {
		const other = await desk.bench.project('Other', desk.room)
		const unlinked = await desk.bench.project('Unlinked')
		await until('the second folder', () => desk.room.seats().has(desk.bench.keyOf(other)))
		const editors = await Promise.all(
			[desk.path, other, unlinked].map((folder) => desk.bench.connectedEditor(folder)),
		)
		const calls = Array.from({ length: 20 }, (_, i) =>
			desk.room.call(
				desk.bench.keyOf(i % 2 === 0 ? desk.path : other),
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
		const editor = await desk.bench.connectedEditor(desk.path)
		const outcome = await desk.room.call(
			`${desk.bench.relay.relayId}:000000000000`,
			makeCall('c.1', 'unity_query', HIERARCHY),
		)
		expect(outcome).toMatchObject({
			status: 'error',
			error: { code: 'no_editor', data: { editors: [{ editorKey: desk.key }] } },
		})
		expect(editor.executed).toEqual([])
	})

	it('that copies a large folder waits for the look into it, and is refused for a secret in it', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		const many = join(desk.path, 'Assets', 'Many')
		mkdirSync(many)
		for (let n = 0; n < 300; n++) writeFileSync(join(many, `${n}.txt`), '')
		const copy = { action: 'copy', path: 'Assets/Many', new_path: 'Assets/New' }
		const copied = (id: string) => desk.room.call(desk.key, makeCall(id, 'unity_asset', copy))
		expect(await copied('c.1')).toMatchObject({ status: 'ok' })
		writeFileSync(join(many, 'id_rsa'), '')
		expect(codeOf(await copied('c.2'))).toBe('denied')
		expect(editor.executed).toEqual(['c.1'])
	})

	it('for a closed Unity fails at once and says that nothing changed', async () => {
		const outcome = await desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', CREATE))
		expect(codeOf(outcome)).toBe('target_gone')
	})

	it('is not sent to the editor if its tool is unknown', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		expect(codeOf(await desk.room.call(desk.key, makeCall('c.1', 'unity_teleport')))).toBe(
			'unknown_tool',
		)
		expect(editor.received).toEqual([])
	})

	it('is sent to the editor that offers its custom tool', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, {
			hello: {
				customTools: [
					{ name: 'bake_level', description: 'Bakes.', inputSchema: {}, risk: 'write' },
				],
			},
		})
		expect(
			codeOf(await desk.room.call(desk.key, makeCall('c.1', 'bake_level', { level: 1 }))),
		).toBe('ok')
		expect(editor.executed).toEqual(['c.1'])
	})

	it('is not repeated by a new Unity process if its custom tool changes something', async () => {
		const customTools = [
			{ name: 'bake_level', description: 'Bakes.', inputSchema: {}, risk: 'execute' as const },
		]
		const first = await desk.bench.connectedEditor(desk.path, {
			hello: { customTools },
			execute: () => new Promise<CallOutcome>(() => undefined),
		})
		const outcome = desk.room.call(desk.key, makeCall('c.1', 'bake_level', { level: 1 }))
		await until('the call', () => first.executed.length > 0)
		first.disconnect(CLOSE.reloading)
		const second = await desk.bench.connectedEditor(desk.path, {
			connSeq: 9,
			hello: { customTools },
		})
		expect(codeOf(await outcome)).toBe('effect_unknown')
		expect(second.received).toEqual([])
	})

	it('whose result does not fit a frame ends as too_large instead of breaking the link', async () => {
		await desk.bench.connectedEditor(desk.path, {
			execute: () => ok('x'.repeat(16 * 1024 * 1024 - 3_000)),
		})
		const outcome = await desk.room.call(desk.key, makeCall('c.1', 'unity_query', HIERARCHY))
		expect(codeOf(outcome)).toBe('too_large')
		expect(desk.room.hasRelay).toBe(true)
	})
})

describe('the same call id', () => {
	it('repeated returns the stored outcome and runs nothing', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		const first = await desk.room.call(desk.key, call)
		expect(await desk.room.call(desk.key, call)).toEqual(first)
		expect(editor.received).toEqual(['c.1'])
	})

	it('joins the call while it is running', async () => {
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = await desk.bench.connectedEditor(desk.path, { execute: () => gate.promise })
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		const both = [desk.room.call(desk.key, call), desk.room.call(desk.key, call)]
		await until('the call', () => editor.executed.length > 0)
		gate.resolve(ok('once'))
		expect(await Promise.all(both)).toEqual([ok('once'), ok('once')])
		expect(editor.received).toEqual(['c.1'])
	})

	it('with other arguments is a conflict and runs nothing', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		await desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await expect(
			desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', { ...CREATE, name: 'Sphere' })),
		).rejects.toMatchObject({ rpc: { code: RPC_ERROR.conflict } })
		expect(editor.executed).toEqual(['c.1'])
	})

	it('never runs again after the room released it and the relay restarted', async () => {
		const editor = await desk.bench.connectedEditor(desk.path)
		const call = makeCall('c.1', 'unity_hierarchy', CREATE)
		await desk.room.call(desk.key, call)
		desk.room.notify('calls.forget', { callIds: ['c.1'] })
		await until('the editor to forget', () => editor.forgotten.includes('c.1'))
		await desk.bench.restart()
		await editor.connect(desk.bench.relay)
		expect((await desk.room.hello(2)).journal).toEqual([])
		await desk.room.call(desk.key, call)
		expect(editor.executed).toEqual(['c.1'])
	})
})

describe('while the editor cannot take calls', () => {
	it.each(['importing', 'compiling', 'reloading', 'busy', 'modal'] as const)(
		'(%s) they wait in order and run when it is ready',
		async (phase) => {
			const editor = await desk.bench.connectedEditor(desk.path, { phase })
			const calls = ['c.1', 'c.2', 'c.3'].map((id) =>
				desk.room.call(desk.key, makeCall(id, 'unity_query', HIERARCHY)),
			)
			// A relay-run tool is answered in between: the queue of the editor does not block it.
			await desk.room.call(desk.key, makeCall('c.4', 'list_directory'))
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
			const deadlineMs = 20_000
			const { clock } = desk.bench
			await desk.bench.restart({ clock })
			const editor = await desk.bench.connectedEditor(desk.path, { phase })
			await desk.room.hello(2)
			const call = makeCall('c.1', 'unity_hierarchy', CREATE, deadlineMs)
			const outcome = desk.room.call(desk.key, call)
			// The relay reads in order: it has the call.
			await desk.room.call(desk.key, makeCall('c.2', 'list_directory'))
			clock.advance(deadlineMs)
			expect(codeOf(await outcome)).toBe(code)
			editor.setPhase('ready')
			await desk.room.call(desk.key, makeCall('c.3', 'unity_query', HIERARCHY))
			expect(editor.executed).toEqual(['c.3'])
		},
	)

	it('a cancelled call is removed from the queue', async () => {
		const editor = await desk.bench.connectedEditor(desk.path, { phase: 'compiling' })
		const call = desk.room.call(desk.key, makeCall('c.1', 'unity_hierarchy', CREATE))
		await desk.room.call(desk.key, makeCall('c.2', 'list_directory'))
		desk.room.notify('call.cancel', { callIds: ['c.1'] })
		expect(codeOf(await call)).toBe('cancelled')
		expect(editor.received).toEqual([])
	})
})
