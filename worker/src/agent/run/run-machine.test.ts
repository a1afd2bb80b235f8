import { describe, expect, it } from 'vitest'
import {
	accepted,
	callsTools,
	cursorsOf,
	executing,
	MachineKit,
	readWithSdk,
	says,
	scripted,
	USAGE,
} from '../../../test/machine-kit.ts'
import { DONE_FRAME } from '../../ports/stream.ts'
import type { ChatRequest } from '../model/types.ts'

const CREATE = {
	id: 'tc1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}
const LOOK = { id: 'tc2', name: 'unity_query', input: { action: 'hierarchy' } }
const twoSteps = () =>
	scripted([callsTools([CREATE, LOOK], 'I will make it. '), says('The cube is there. ')])

/** Times and ids of a message differ between runs; everything else must not. */
function plain(message: unknown): unknown {
	return JSON.parse(
		JSON.stringify(message, (key, value) =>
			['startedAt', 'finishedAt', 'createdAt', 'endedAt'].includes(key) ? 0 : value,
		),
	)
}

describe('a run', () => {
	it('answers with text, and stores exactly what a viewer has on screen', async () => {
		const kit = new MachineKit({ provider: scripted([says('Hello, I look at scenes. ')]) })
		kit.post('hi')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		expect(kit.frames.endsWith(DONE_FRAME)).toBe(true)
	})

	it('calls tools, in one dispatch each, and shows their results', async () => {
		const kit = new MachineKit({ provider: twoSteps() })
		kit.post('make a cube')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(2)
		const seen = (await readWithSdk(kit.frames)) as { parts: { type: string; state: string }[] }
		expect(seen).toEqual(kit.answer())
		expect(seen.parts.filter((p) => p.type.startsWith('tool-')).map((p) => p.state)).toEqual([
			'output-available',
			'output-available',
		])
		expect(seen.parts.filter((p) => p.type === 'data-call')).toMatchObject([
			{ data: { editorName: 'Demo' } },
			{ data: { editorName: 'Demo' } },
		])
	})

	it('ends in the same message after a crash at any commit, with nothing done twice', async () => {
		const calm = new MachineKit({ provider: twoSteps() })
		calm.post('make a cube')
		await calm.settleDown()
		const expected = plain(calm.answer())
		expect(calm.commits).toBeGreaterThan(6)
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = new MachineKit({ provider: twoSteps(), crashAt })
			kit.post('make a cube')
			await kit.settleDown()
			expect(plain(kit.answer()), `crash at commit ${crashAt}`).toEqual(expected)
			expect(new Set(kit.executions).size, `crash at commit ${crashAt}`).toBe(2)
			expect(kit.executions, `crash at commit ${crashAt}`).toHaveLength(2)
		}
	})

	it('gives a viewer that reconnects at any frame exactly the rest', async () => {
		const kit = new MachineKit({ provider: twoSteps() })
		kit.post('make a cube')
		await kit.settleDown()
		const run = kit.machine.run()
		if (!run) throw new Error('no run')
		for (const cursor of cursorsOf(kit.frames)) {
			const [epoch, seq] = cursor.split('.').map(Number) as [number, number]
			const rest = kit.machine.log(run).replay({ epoch, seq })
			const head = kit.frames.slice(
				0,
				kit.frames.indexOf('\n\n', kit.frames.indexOf(`id: ${cursor}\n`)) + 2,
			)
			expect(head + rest + DONE_FRAME).toBe(kit.frames)
		}
	})

	it('treats a repeated message as one', async () => {
		const kit = new MachineKit({ provider: scripted([says('Once. ')]) })
		const first = kit.post('hi')
		const second = kit.post('hi')
		expect(second).toMatchObject({ ok: true, repeated: true })
		expect(second).toMatchObject({ run: { id: first.ok && first.kind === 'run' && first.run.id } })
		await kit.settleDown()
		expect(kit.store.newestMessages(10)).toHaveLength(2)
	})

	it('stops at once, and settles open calls so that the next turn is valid', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([CREATE]), says('Never. '), says('Next turn. ')]),
			room: () => accepted,
		})
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		expect(await kit.machine.stop(null)).toMatchObject({ state: 'cancelled' })
		const seen = (await readWithSdk(kit.frames)) as { parts: { type: string; state?: string }[] }
		expect(seen).toEqual(kit.answer())
		expect(seen.parts.find((p) => p.type.startsWith('tool-'))?.state).toBe('output-error')
		// A late result changes nothing.
		kit.machine.calls.settle(`${kit.store.latestRun()?.id}.1.0`, { status: 'ok', result: 'late' })
		expect(JSON.stringify(kit.answer())).not.toContain('late')
		const [, request] = kit.store.newestMessages(1)[0]?.model ?? []
		expect(request?.parts[0]).toMatchObject({ type: 'tool-result', isError: true })
	})

	it('stops a model in the middle of a word and keeps its text', async () => {
		const kit = new MachineKit({
			provider: {
				id: 'endless',
				async *stream(_request, signal) {
					yield { type: 'text-start', id: 't' }
					yield { type: 'text-delta', id: 't', delta: 'So far ' }
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		kit.post('hi')
		void kit.machine.drive()
		await new Promise((resolve) => setImmediate(resolve))
		await kit.machine.stop(null)
		expect(kit.store.latestRun()?.state).toBe('cancelled')
		expect(JSON.stringify(kit.answer())).toContain('So far ')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('waits visibly while the editor compiles, and continues when it is ready', async () => {
		const kit = new MachineKit({
			provider: scripted([
				callsTools([{ id: 'r1', name: 'unity_refresh', input: {} }]),
				says('Compiled. '),
			]),
			room: () => ({ ...accepted, waiting: 'Unity is compiling scripts' }) as typeof accepted,
		})
		kit.post('refresh')
		await kit.settleDown()
		const run = kit.store.latestRun()
		expect(run?.state).toBe('waiting_editor')
		kit.restart()
		kit.now += 3_000
		kit.machine.calls.settle(`${run?.id}.1.0`, { status: 'ok', result: { recompiled: true } })
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		const seen = (await readWithSdk(kit.frames)) as {
			parts: { type: string; data?: { endedAt?: number; startedAt: number } }[]
		}
		expect(seen).toEqual(kit.answer())
		const wait = seen.parts.find((p) => p.type === 'data-wait')?.data
		expect((wait?.endedAt ?? 0) - (wait?.startedAt ?? 0)).toBe(3_000)
	})

	it('does not resend a call after an eviction if the room reports on it', async () => {
		let dispatches = 0
		const kit = new MachineKit({
			provider: scripted([
				callsTools([{ id: 'r1', name: 'unity_query', input: { action: 'hierarchy' } }]),
				says('Looked. '),
			]),
			room: () => {
				dispatches++
				return { ...accepted, waiting: 'Unity is compiling scripts' }
			},
		})
		kit.post('look')
		await kit.settleDown()
		const callId = `${kit.store.latestRun()?.id}.1.0`
		kit.restart()
		kit.machine.calls.setWaiting(callId, null)
		await kit.machine.drive()
		expect(kit.store.latestRun()?.state).toBe('running')
		kit.machine.calls.settle(callId, { status: 'ok', result: {} })
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(dispatches).toBe(1)
	})

	it('asks before a destructive call, waits without a deadline, and obeys the answer', async () => {
		const remove = {
			id: 'd1',
			name: 'unity_asset',
			input: { action: 'delete', path: 'Assets/A.mat' },
		}
		const provider = () =>
			scripted([
				callsTools([{ id: 'f1', name: 'find_tools', input: { query: 'delete asset' } }]),
				callsTools([remove]),
				says('Done. '),
			])
		for (const approved of [true, false]) {
			const kit = new MachineKit({ provider: provider() })
			kit.post('delete it')
			await kit.settleDown()
			const run = kit.store.latestRun()
			expect(run?.state).toBe('waiting_approval')
			expect(kit.executions).toHaveLength(0)
			kit.restart()
			expect(kit.approve(`${run?.id}.3.0`, approved, 'because')).toBe(true)
			// Repeating the answer, as after a lost reply, is not an error; a different one is too late.
			expect(kit.approve(`${run?.id}.3.0`, approved, 'because')).toBe(true)
			expect(kit.approve(`${run?.id}.3.0`, approved, undefined, 'run')).toBe(false)
			expect(kit.approve(`${run?.id}.3.0`, !approved)).toBe(false)
			await kit.settleDown()
			expect(kit.store.latestRun()?.state).toBe('completed')
			expect(kit.executions).toHaveLength(approved ? 1 : 0)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		}
	})

	it('changes nothing in read-only mode', async () => {
		const kit = new MachineKit({ provider: twoSteps() })
		kit.post('make a cube', 'm1', 'read-only')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(1)
		expect(JSON.stringify(kit.answer())).toContain('read-only')
	})

	it('says in read-only mode that a file which usually holds secrets is not read', async () => {
		const read = callsTools([{ id: 'r1', name: 'read_file', input: { path: '.env' } }])
		const kit = new MachineKit({ provider: scripted([read, says('Sorry. ')]) })
		kit.post('what is the token?', 'm1', 'read-only')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(0)
		expect(JSON.stringify(kit.answer())).toContain('reads no files that usually hold secrets')
	})

	it('tells the model about wrong arguments without calling the editor', async () => {
		const requests: ChatRequest[] = []
		const kit = new MachineKit({
			provider: scripted(
				[
					callsTools([
						{ id: 'x1', name: 'unity_hierarchy', input: { action: 'create', nmae: 'A' } },
						{ id: 'x2', name: 'no_such_tool', input: {} },
					]),
					says('Sorry. '),
				],
				requests,
			),
		})
		kit.post('go')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(0)
		const results = requests[1]?.messages.at(-1)?.parts
		expect(results).toHaveLength(2)
		expect(JSON.stringify(results)).toContain('nmae')
		expect(JSON.stringify(results)).toContain('find_tools')
	})

	it('runs a tool behind find_tools that is called by its right name, and lists it then', async () => {
		const requests: ChatRequest[] = []
		const unpack = { action: 'unpack', instance_id: '/A' }
		const kit = new MachineKit({
			provider: scripted(
				[
					callsTools([
						{ id: 'x1', name: 'unity_prefab', input: unpack },
						{ id: 'x2', name: 'unity_asset', input: { action: 'create_material', name: 'A' } },
					]),
					says('Done. '),
				],
				requests,
			),
		})
		kit.post('go')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(1)
		const names = requests.map(({ tools }) => tools.map(({ name }) => name))
		expect(names[0]).not.toContain('unity_prefab')
		expect(names[1]).toEqual(expect.arrayContaining(['unity_prefab', 'unity_asset']))
	})

	it('trusts the room, not an older receipt, about whether a call still waits', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([CREATE]), says('x ')]),
			room: (request, self) => {
				// The room's news overtakes its own receipt.
				self.machine.calls.setWaiting(request.call.callId, null)
				return { ...accepted, waiting: 'Unity is compiling scripts' } as typeof accepted
			},
		})
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		expect(kit.store.latestRun()?.state).toBe('running')
	})

	it('retries the room, with the same call id, until it answers', async () => {
		let refusals = 3
		const run = executing()
		const kit = new MachineKit({
			provider: twoSteps(),
			room: (request, self) => {
				if (refusals-- > 0) throw new Error('room restarts')
				return run(request, self)
			},
		})
		kit.post('make a cube')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(2)
	})

	it('reports effect unknown when no answer ever comes', async () => {
		const requests: ChatRequest[] = []
		const kit = new MachineKit({
			provider: scripted([callsTools([CREATE]), says('I look first. ')], requests),
			room: () => accepted,
		})
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		kit.now += 10 * 60_000
		kit.machine.calls.expire()
		await kit.settleDown()
		expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('effect_unknown')
	})

	it('binds a run to the editor of its first call', async () => {
		const keys: (string | null)[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), callsTools([{ ...LOOK, id: 'tc3' }]), says('x ')]),
			room: (request, self) => {
				keys.push(request.editorKey)
				return run(request, self)
			},
		})
		kit.post('look twice')
		await kit.settleDown()
		expect(keys).toEqual([null, accepted.accepted ? accepted.editorKey : ''])
	})

	it('stops at its step limit with a notice', async () => {
		const endless = Array.from({ length: 60 }, (_, i) =>
			callsTools([
				{ id: `l${i}`, name: 'unity_query', input: { action: 'find', name: `object ${i}` } },
			]),
		)
		const kit = new MachineKit({ provider: scripted(endless) })
		kit.post('never end')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(50)
		expect(JSON.stringify(kit.answer())).toContain('step_limit')
	})

	it('is stopped when it loops, with a notice', async () => {
		const circle = Array.from({ length: 60 }, (_, i) => callsTools([{ ...LOOK, id: `l${i}` }]))
		const kit = new MachineKit({ provider: scripted(circle) })
		kit.post('never end')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(3)
		expect(JSON.stringify(kit.answer())).toContain('"code":"loop"')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('adds up a run’s usage', async () => {
		const kit = new MachineKit({ provider: twoSteps() })
		kit.post('make a cube')
		await kit.settleDown()
		expect(kit.store.latestRun()?.usage.inputTokens).toBe(2 * USAGE.inputTokens)
	})
})
