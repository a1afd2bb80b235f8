/** Calls of tools that are none, or none of this project: what the model reads leads on, in no circle. */
import { agentOffer, findTools } from '@fairlead/protocol/tools'
import { expect, it } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'

async function errorOf(name: string, kind: 'unity' | 'plain' | 'corewar') {
	const provider = scripted([callsTools([{ id: 'tc0', name, input: {} }]), says('Told. ')])
	const kit = new MachineKit({ provider })
	if (kind === 'corewar') kit.madeKind = () => 'corewar'
	else kit.folder = () => ({ editorKey: 'relay1:0123456789ab', kind })
	kit.post('do it')
	await kit.settleDown()
	const [call] = kit.store.calls(kit.store.latestRun()?.id ?? '')
	if (call?.outcome?.status !== 'error') throw new Error('It did not fail.')
	return call.outcome.error
}

it.each([
	['Bash', 'unity', 'Use run_command.'],
	['Write', 'plain', 'Use write_file.'],
	[
		'unity_hierarchi',
		'unity',
		'Use one of the nearest names, or search by words: find_tools with "query".',
	],
	['qzxv', 'corewar', 'Search by words: find_tools with "query".'],
] as const)('%s in a project of the kind %s', async (name, kind, hint) => {
	expect(await errorOf(name, kind)).toMatchObject({ code: 'unknown_tool', hint })
})

it.each([
	['assemble', 'unity', 'assemble needs a Core War project.'],
	['unity_query', 'plain', 'unity_query needs a Unity project, and this folder is not one.'],
	['read_file', 'corewar', 'read_file is not part of a Core War project, which has no folder.'],
] as const)('%s of another kind is not looked for in a %s project', async (name, kind, message) => {
	const error = await errorOf(name, kind)
	expect(error).toMatchObject({ code: 'unsupported', message })
	expect(error.hint).not.toContain('find_tools')
})

it("the answer names only tools of the project's kind", async () => {
	const { data } = await errorOf('assembl', 'unity')
	expect(JSON.stringify(data ?? {})).not.toContain('assemble')
	const found = findTools({ names: ['assemble'] }, [], agentOffer('unity'))
	expect(JSON.stringify(found)).toContain('There is no tool')
})
