/** Tools of MCP servers in a run: found, approved, sent at most once, and cancelled. */

import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { ServerCall } from '../../ports/mcp-servers.ts'
import type { ChatRequest } from '../model/types.ts'

const ISSUE: ServerTool = {
	name: 'tracker__create_issue',
	description: 'Create an issue in the tracker.',
	inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
	risk: 'write',
}
const find = { id: 'tc1', name: 'find_tools', input: { query: 'create an issue' } }
const create = { id: 'tc2', name: ISSUE.name, input: { title: 'Door' } }
const SCRIPT = [callsTools([find]), callsTools([create]), says('Done. ')]

function newKit(tool: ServerTool = ISSUE, requests: ChatRequest[] = []) {
	const kit = new MachineKit({ provider: scripted(SCRIPT, requests) })
	const sent: ServerCall[] = []
	kit.serverTools = [tool]
	kit.serverCall = async (call) => {
		sent.push(call)
		return { status: 'ok', result: { text: 'Created.' } }
	}
	return { kit, sent }
}

const outcomeOf = (kit: MachineKit) =>
	kit.store.calls(kit.store.latestRun()?.id ?? '').find(({ name }) => name === ISSUE.name)?.outcome

test('the model learns of the server, finds the tool, and the server gets the call once', async () => {
	const requests: ChatRequest[] = []
	const { kit, sent } = newKit(ISSUE, requests)
	kit.post('file an issue')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	const named = (tools: ChatRequest['tools']) => tools.map(({ name }) => name)
	const [first, second] = requests
	expect(named(first?.tools ?? [])).not.toContain(ISSUE.name)
	const search = first?.tools.find(({ name }) => name === 'find_tools')
	expect(search?.description).toContain('tracker')
	expect(named(second?.tools ?? [])).toContain(ISSUE.name)
	expect(sent).toMatchObject([{ name: ISSUE.name, params: { title: 'Door' }, replay: 'once' }])
	expect(outcomeOf(kit)).toMatchObject({ result: { text: 'Created.' } })
	expect(kit.executions).toEqual([])
})

test.each([
	['ask', 'write', 'waiting_approval'],
	['auto', 'write', 'completed'],
	['auto', 'destructive', 'waiting_approval'],
	['ask', 'read', 'completed'],
] as const)('in %s mode, a tool of risk %s leaves the run %s', async (mode, risk, state) => {
	const { kit, sent } = newKit({ ...ISSUE, risk })
	kit.post('file an issue', 'm1', mode)
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe(state)
	expect(sent).toHaveLength(state === 'completed' ? 1 : 0)
})

test('a change that was sent is not sent again after a restart, and its effect is unknown; a read is repeated', async () => {
	for (const [risk, times] of [
		['write', 1],
		['read', 2],
	] as const) {
		const { kit } = newKit({ ...ISSUE, risk })
		let asked = 0
		const never = new Promise<CallOutcome>(() => undefined)
		kit.serverCall = () => {
			asked++
			return asked === 1 ? never : Promise.resolve({ status: 'ok', result: {} })
		}
		kit.post('file an issue')
		void kit.machine.drive()
		await expect.poll(() => asked).toBe(1)
		kit.restart()
		await kit.settleDown()
		expect(asked).toBe(times)
		expect(kit.store.latestRun()?.state).toBe('completed')
		if (risk === 'write') {
			expect(outcomeOf(kit)).toMatchObject({ error: { code: 'effect_unknown' } })
		}
	}
})

test('stopping withdraws the call from the server, and the next run begins', async () => {
	const { kit } = newKit()
	let aborted = false
	kit.serverCall = ({ signal }) =>
		new Promise((resolve) => {
			signal.addEventListener('abort', () => {
				aborted = true
				resolve({ status: 'ok', result: {} })
			})
		})
	kit.post('file an issue')
	void kit.machine.drive()
	await expect
		.poll(() => kit.store.openCalls(kit.store.latestRun()?.id ?? '')[0]?.state)
		.toBe('dispatched')
	await kit.machine.stop(null)
	expect(outcomeOf(kit)).toMatchObject({ error: { code: 'cancelled' } })
	await expect.poll(() => aborted).toBe(true)
	expect(kit.store.leavingCalls()).toEqual([])
})
