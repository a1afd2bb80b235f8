/** A sub-agent is offered only what it may do, and what it is told it can do something about. */
import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import { subAgentId } from '../../ports/sub-agent-id.ts'
import type { ChatRequest } from '../model/types.ts'

const CALLS = [
	{ id: 'c1', name: 'find_tools', input: { names: ['delegate'], query: 'start a sub-agent' } },
	{ id: 'c2', name: 'delegate', input: { title: 'Look', task: 'List the doors.' } },
	{ id: 'c3', name: 'write_file', input: { path: 'notes.md', content: 'x' } },
]

async function requestsOf() {
	const requests: ChatRequest[] = []
	const provider = scripted([callsTools(CALLS), says('done')], requests)
	const kit = new MachineKit({ provider, conversationId: subAgentId('cnv_test', 'call_1') })
	kit.post('list the doors', 'm1', 'read-only')
	await kit.settleDown()
	expect(requests).toHaveLength(2)
	return requests
}

test('a sub-agent is not offered to start others, by its list, by a search or by its own mistake', async () => {
	for (const { tools } of await requestsOf()) {
		expect(tools.map(({ name }) => name)).toContain('find_tools')
		expect(JSON.stringify(tools)).not.toContain('delegate')
	}
})

test('a denial in a sub-agent says whom to tell: a user does not read its answer', async () => {
	const told = JSON.stringify((await requestsOf()).at(-1)?.messages)
	expect(told).toContain('This sub-agent is read-only')
	expect(told).toContain('Say in your answer what should be done')
	expect(told).not.toContain('the user must set')
})
