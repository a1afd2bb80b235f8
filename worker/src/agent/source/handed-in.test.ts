/** Calls of MCP clients as runs: each runs once under its own id, whoever talks and whatever is evicted meanwhile. */
import { describe, expect, it } from 'vitest'
import {
	accepted,
	executing,
	MachineKit,
	ONE,
	readWithSdk,
	scripted,
} from '../../../test/machine-kit.ts'
import { attentive, aWhile, said } from '../../../test/steering-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const CREATE = {
	id: 'mcp_1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}
const MORE = { ...CREATE, id: 'mcp_2' }

/** With a model that has nothing to say: asking it fails the run. */
const kitOf = (more: Partial<ConstructorParameters<typeof MachineKit>[0]> = {}) => {
	const requests: ChatRequest[] = []
	return { kit: new MachineKit({ provider: scripted([], requests), ...more }), requests }
}
const callsIn = (kit: MachineKit) =>
	(kit.answer()?.parts ?? [])
		.filter(({ type }) => String(type).startsWith('tool-'))
		.map(({ toolCallId, state }) => [toolCallId, state])
const textsIn = (kit: MachineKit) =>
	(kit.answer()?.parts ?? []).filter(({ type }) => type === 'text').map(({ text }) => text)

describe('a call that was handed in', () => {
	it('runs under its own id, asks no model, costs nothing and has no title', async () => {
		const { kit, requests } = kitOf()
		kit.handIn(CREATE)
		await kit.settleDown()
		expect(callsIn(kit)).toEqual([['mcp_1', 'output-available']])
		expect(kit.executions).toHaveLength(1)
		expect(requests).toEqual([])
		const run = kit.store.latestRun()
		expect(run).toMatchObject({ state: 'completed', source: { kind: 'client' }, costUsd: 0 })
		expect(kit.store.modelCalls(run?.id ?? '')).toEqual([])
		expect(kit.store.setting('title')).toBeNull()
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('is refused in a conversation that is set to Read only, and nobody is told that they wait', async () => {
		const { kit } = kitOf()
		kit.handIn(CREATE, 'read-only')
		await kit.settleDown()
		expect(kit.executions).toEqual([])
		expect(textsIn(kit)).toEqual([])
		expect(kit.store.latestRun()?.state).toBe('completed')
	})

	it('joins the run of an earlier one, and each runs once', async () => {
		const run = executing()
		const { kit } = kitOf({
			room: (request, self) => {
				self.handIn(MORE)
				return run(request, self)
			},
		})
		kit.handIn(CREATE)
		await kit.settleDown()
		expect(callsIn(kit)).toEqual([
			['mcp_1', 'output-available'],
			['mcp_2', 'output-available'],
		])
		expect(textsIn(kit)).toEqual([])
		expect(kit.executions).toHaveLength(2)
	})

	it('runs although a person talks meanwhile, who is told to ask again', async () => {
		const run = executing()
		const { kit, requests } = kitOf({
			room: (request, self) => {
				if (self.executions.length === 0) {
					self.post('and paint it', 'm1')
					self.handIn(MORE)
				}
				return run(request, self)
			},
		})
		kit.handIn(CREATE)
		await kit.settleDown()
		expect(callsIn(kit).map(([id]) => id)).toEqual(['mcp_1', 'mcp_2'])
		expect(textsIn(kit)).toEqual([
			expect.stringContaining('Calls of MCP clients or by hand are running'),
		])
		expect(requests).toEqual([])
	})

	it('keeps its id when a person interrupts before it was made', async () => {
		const { promise: gone, resolve: answer } = Promise.withResolvers<never[]>()
		const { kit } = kitOf()
		const tools = kit.customToolsPort
		kit.customToolsPort = () => gone
		kit.handIn(CREATE)
		const driven = kit.machine.drive()
		await aWhile()
		kit.post('stop that', 'm1', 'auto', { steer: 'interrupt' })
		kit.customToolsPort = tools
		answer([])
		await driven
		await kit.settleDown()
		expect(callsIn(kit)).toEqual([['mcp_1', 'output-available']])
		expect(kit.executions).toHaveLength(1)
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('runs once, whichever transition its object does not survive', async () => {
		for (let crashAt = 1; crashAt < 30; crashAt++) {
			const { kit } = kitOf({ crashAt })
			kit.handIn(CREATE)
			await kit.settleDown()
			expect(callsIn(kit), `crash ${crashAt}`).toEqual([['mcp_1', 'output-available']])
			expect(kit.executions, `crash ${crashAt}`).toHaveLength(1)
			if (kit.commits < crashAt) return
		}
		throw new Error('The run has more transitions than this test tries.')
	})

	it('behind a person’s words, is never read as words: it waits for the end of their run', async () => {
		const requests: ChatRequest[] = []
		const { kit } = kitOf({ provider: attentive(requests) })
		kit.handIn(CREATE, 'ask')
		await kit.settleDown()
		kit.post('hello', 'm1')
		kit.handIn(MORE)
		kit.post('and bye', 'm2')
		await kit.machine.stop(null, false, ONE)
		await kit.settleDown()
		expect(requests.flatMap(({ messages }) => said(messages).slice(1))).toEqual([
			'hello',
			'and bye',
		])
		expect(kit.executions).toHaveLength(1)
		expect(callsIn(kit)).toEqual([['mcp_2', 'output-available']])
		expect(kit.store.inbox()).toEqual([])
	})

	it('is withdrawn with its run, and never sent', async () => {
		const { kit } = kitOf({ room: () => accepted })
		kit.handIn(CREATE, 'ask')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		await kit.machine.stop(null, false, ONE)
		expect(callsIn(kit)).toEqual([['mcp_1', 'output-error']])
		expect(kit.executions).toEqual([])
	})
})
