/** Tools that a project's own code offers: found, called, approved, and removed. */

import { resolveMcpCall } from '@fairlead/protocol/mcp'
import { resolveCustomCall } from '@fairlead/protocol/tools'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { expect, test } from 'vitest'
import { callsTools, executing, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const BAKE: CustomTool = {
	name: 'bake_level',
	description: 'Bakes the light of a level.',
	inputSchema: { properties: { level: { type: 'integer' } }, required: ['level'] },
	risk: 'write',
}
const find = { id: 'tc1', name: 'find_tools', input: { query: 'bake a level' } }
const bake = { id: 'tc2', name: 'bake_level', input: { level: 3 } }
const toolsOf = (request: ChatRequest | undefined) => request?.tools.map((tool) => tool.name) ?? []

test('a custom tool is found by find_tools, the model gets it with its schema, and the editor runs it once', async () => {
	const requests: ChatRequest[] = []
	const sent: unknown[] = []
	const kit = new MachineKit({
		provider: scripted([callsTools([find]), callsTools([bake]), says('Baked. ')], requests),
		room: (request, self) => {
			sent.push(request)
			return executing()(request, self)
		},
	})
	kit.customTools = [BAKE]
	kit.post('bake level 3')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(toolsOf(requests[0])).not.toContain('bake_level')
	expect(requests[1]?.tools.at(-1)).toMatchObject({
		name: 'bake_level',
		inputSchema: { type: 'object' },
	})
	expect(sent).toMatchObject([
		{ runsOn: 'editor', replay: 'once', call: { method: 'bake_level', params: { level: 3 } } },
	])
	expect(kit.executions).toHaveLength(1)
})

test.each([
	['ask', 'read', 'runs'],
	['ask', 'write', 'asks'],
	['auto', 'write', 'runs'],
	['auto', 'destructive', 'asks'],
	['auto', 'execute', 'asks'],
] as const)('in %s, a custom tool that declares %s %s', async (mode, risk, expected) => {
	const kit = new MachineKit({
		provider: scripted([callsTools([find]), callsTools([bake]), says('Baked. ')]),
		room: executing(),
	})
	kit.customTools = [{ ...BAKE, risk }]
	kit.post('bake level 3', 'm1', mode)
	await kit.settleDown()
	const state = expected === 'runs' ? 'completed' : 'waiting_approval'
	expect(kit.store.latestRun()?.state).toBe(state)
	expect(kit.executions).toHaveLength(expected === 'runs' ? 1 : 0)
})

test('a tool of an MCP server on the desk is run by the relay, named to the model, and out of reach for MCP clients', async () => {
	const requests: ChatRequest[] = []
	const sent: unknown[] = []
	const issue: CustomTool = { ...BAKE, name: 'desk_tracker__bake', server: 'tracker' }
	const kit = new MachineKit({
		provider: scripted(
			[callsTools([find]), callsTools([{ ...bake, name: issue.name }]), says('Baked. ')],
			requests,
		),
		room: (request, self) => {
			sent.push(request)
			return executing()(request, self)
		},
	})
	kit.customTools = [issue]
	kit.post('bake level 3')
	await kit.settleDown()
	const search = requests[0]?.tools.find(({ name }) => name === 'find_tools')
	expect(search?.description).toContain('tracker')
	expect(sent).toMatchObject([
		{ runsOn: 'relay', replay: 'once', call: { method: issue.name, params: { level: 3 } } },
	])
	expect(
		resolveMcpCall(issue.name, { level: 3 }, { kind: 'unity', custom: [issue] }),
	).toMatchObject({
		kind: 'answer',
		outcome: { error: { code: 'unknown_tool' } },
	})
})

test('a tool that a reload added during a run is found in the same run', async () => {
	const requests: ChatRequest[] = []
	const refresh = { id: 'tc0', name: 'unity_refresh', input: {} }
	const kit = new MachineKit({
		provider: scripted(
			[callsTools([refresh]), callsTools([find]), callsTools([bake]), says('Baked. ')],
			requests,
		),
		room: (request, self) => {
			// The script with the attribute was compiled.
			if (request.call.method === 'unity_refresh') self.customTools = [BAKE]
			return executing()(request, self)
		},
	})
	kit.post('write a tool that bakes, then use it')
	await kit.settleDown()
	expect(toolsOf(requests[2])).toContain('bake_level')
	expect(kit.executions).toHaveLength(2)
})

test('a custom tool asks a person in ask mode, and does not run in read-only', async () => {
	for (const [mode, state] of [
		['ask', 'waiting_approval'],
		['read-only', 'completed'],
	] as const) {
		const kit = new MachineKit({
			provider: scripted([callsTools([find]), callsTools([bake]), says('Done. ')]),
		})
		kit.customTools = [BAKE]
		kit.post('bake level 3', 'm1', mode)
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe(state)
		expect(kit.executions).toHaveLength(0)
	}
})

test('a custom tool is not callable without find_tools, and the model is told when it no longer exists', async () => {
	const kit = new MachineKit({ provider: scripted([callsTools([bake]), says('No. ')]) })
	kit.customTools = [BAKE]
	kit.post('bake level 3')
	await kit.settleDown()
	expect(kit.executions).toHaveLength(0)
	expect(JSON.stringify(kit.answer())).toContain('unknown_tool')
})

test('a room that cannot be reached costs the custom tools, not the run', async () => {
	const kit = new MachineKit({ provider: scripted([says('Hello. ')]) })
	Object.defineProperty(kit, 'customTools', {
		get() {
			throw new Error('Network connection lost.')
		},
	})
	kit.post('hi')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
})

test('a tool with the name of a built-in tool does not replace it', async () => {
	const requests: ChatRequest[] = []
	const kit = new MachineKit({ provider: scripted([callsTools([find]), says('x ')], requests) })
	kit.customTools = [{ ...BAKE, name: 'unity_query', risk: 'execute' }]
	kit.post('hi')
	await kit.settleDown()
	expect(toolsOf(requests[1]).filter((name) => name === 'unity_query')).toHaveLength(1)
})

test.each([['text'], [null], [[]], [{}]])('arguments %j are not sent to a custom tool', (input) => {
	expect(resolveCustomCall(BAKE, input)).toMatchObject({ error: { code: 'invalid_arguments' } })
})
