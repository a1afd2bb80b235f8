import { describe, expect, it } from 'vitest'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'
import { CallIds } from './call-ids.ts'

const write = (name: string) => ({
	id: 'call_0',
	name: 'write_file',
	input: { path: `Assets/${name}.cs`, content: name },
})

interface Seen {
	parts: { type: string; toolCallId?: string; state?: string; input?: { path: string } }[]
}

describe('calls to which the provider gave the same id', () => {
	it('get one approval request each, within an answer and across steps; a denied call is not shown as done', async () => {
		const requests: ChatRequest[] = []
		const turns = [callsTools([write('A'), write('B')]), callsTools([write('C')]), says('Ok. ')]
		const kit = new MachineKit({ provider: scripted(turns, requests) })
		kit.post('go', 'm1', 'ask')
		await kit.settleDown()
		const question = (step: number, index: number) =>
			`${kit.store.latestRun()?.id}.${step}.${index}`
		expect(kit.approve(question(1, 0), false)).toBe(true)
		expect(kit.approve(question(1, 1), true)).toBe(true)
		await kit.settleDown()
		expect(kit.approve(question(3, 0), true)).toBe(true)
		await kit.settleDown()

		expect(kit.executions).toEqual([question(1, 1), question(3, 0)])
		const seen = (await readWithSdk(kit.frames)) as Seen
		expect(seen).toEqual(kit.answer())
		const tools = seen.parts.filter(({ type }) => type === 'tool-write_file')
		expect(tools.map(({ input, state }) => [input?.path, state])).toEqual([
			['Assets/A.cs', 'output-denied'],
			['Assets/B.cs', 'output-available'],
			['Assets/C.cs', 'output-available'],
		])
		expect(new Set(tools.map(({ toolCallId }) => toolCallId)).size).toBe(3)
		const told = (requests.at(-1)?.messages ?? []).flatMap(({ parts }) => parts)
		const ids = (type: string) =>
			told.flatMap((part) => (part.type === type && 'callId' in part ? [part.callId] : []))
		expect(ids('tool-result')).toEqual(ids('tool-call'))
		expect(new Set(ids('tool-call')).size).toBe(3)
	})

	it('keep their arguments apart when they stream at the same time', () => {
		const ids = new CallIds([], 'run_1_0')
		const head = { toolCallId: 'x', toolName: 'read_file', providerExecuted: false }
		const first = ids.ofEvent({ type: 'tool-input-start', ...head }).toolCallId
		const second = ids.ofEvent({ type: 'tool-input-start', ...head }).toolCallId
		const complete = [1, 2].map(
			(input) => ids.ofEvent({ type: 'tool-call', ...head, input }).toolCallId,
		)
		expect(complete).toEqual([first, second])
		const part = { type: 'tool-call', callId: 'x', name: 'read_file', input: {} } as const
		expect(ids.ofParts([part, part]).map((p) => 'callId' in p && p.callId)).toEqual(complete)
	})

	it.each(['', 'functions.read:0', 'x'.repeat(65)])(
		'an id that another provider would not take back, %j, is replaced',
		(toolCallId) => {
			const head = { toolCallId, toolName: 'read_file', providerExecuted: false }
			const ids = new CallIds([], 'run_1_0')
			expect(ids.ofEvent({ type: 'tool-call', ...head, input: {} }).toolCallId).toBe('run_1_0_0')
		},
	)
})
