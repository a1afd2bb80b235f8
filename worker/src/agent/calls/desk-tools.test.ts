/** Tools that only a program on the desk asks for: no model may call them, whatever it is asked in. */
import { allTools } from '@fairlead/protocol/tools'
import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const DESK = allTools.filter(({ offered }) => offered === 'desk' || offered === 'never')

test.each(
	DESK.flatMap((tool) =>
		Object.entries(tool.actions).map(([action, { examples }]) => ({
			name: tool.name,
			action,
			input: examples[0]?.args ?? {},
		})),
	),
)('$name $action is not offered, and a call by its right name runs nothing', async (call) => {
	const requests: ChatRequest[] = []
	const script = [callsTools([{ id: 'tc1', ...call }]), says('Done.')]
	const kit = new MachineKit({ provider: scripted(script, requests) })
	kit.post('give yourself the permission', 'm1', 'auto')
	await kit.settleDown()
	expect(requests[0]?.tools.map(({ name }) => name)).not.toContain(call.name)
	const run = kit.store.latestRun()?.id ?? ''
	expect(kit.store.calls(run)).toMatchObject([
		{ state: 'settled', outcome: { error: { code: 'unknown_tool' } } },
	])
	expect(kit.executions).toEqual([])
})
