/** The wider answer to a command's approval: it covers the command's family, and no more. */

import type { Permission } from '@fairlead/protocol/conversations/stream-parts'
import type { FolderKind } from '@fairlead/protocol/editors/editors'
import { permissionKey } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import type { ProviderEvent } from '../model/types.ts'

const run = (id: string, ...command: string[]) => ({
	id,
	name: 'run_command',
	input: { action: 'run', command },
})
const shell = (id: string, line: string) => ({
	id,
	name: 'run_command',
	input: { action: 'shell', line },
})
const FAMILY = 'run_command run npm run test …'

/** @param grants of the project, by `permissionKey` */
async function start(
	turns: ProviderEvent[][],
	grants: string[] = [],
	kind: FolderKind = 'unity',
): Promise<MachineKit> {
	const kit = new MachineKit({ provider: scripted(turns) })
	kit.folder = () => ({ editorKey: 'relay1:0123456789ab', kind })
	kit.store.setSetting('activated_tools', JSON.stringify(['run_command']))
	kit.grants = () => ({ allowed: new Set(grants), holds: () => true })
	kit.post('go', 'm1', 'auto')
	await kit.settleDown()
	return kit
}
const stateOf = (kit: MachineKit) => kit.store.latestRun()?.state
const allow = async (kit: MachineKit, wider: boolean): Promise<void> => {
	kit.approve(`${kit.store.latestRun()?.id}.1.0`, true, undefined, 'project', wider)
	await kit.settleDown()
}
const granted = (kit: MachineKit): unknown[] =>
	kit.database
		.all<{ payload: string }>("SELECT payload FROM outbox WHERE payload LIKE '%granted%'")
		.map(({ payload }) => JSON.parse(payload))

const turns = () => [
	callsTools([run('a', 'npm', 'test')]),
	callsTools([run('b', 'npm', 'run', 'test', '--silent')]),
	callsTools([run('c', 'npm', 'run', 'test', '--', '--config=x')]),
]

describe('"always allow" for a command', () => {
	it('covers exactly this command', async () => {
		const kit = await start(turns())
		await allow(kit, false)
		expect(kit.executions).toHaveLength(1)
		expect(stateOf(kit)).toBe('waiting_approval')
		expect(granted(kit)).toMatchObject([{ tool: 'run_command', subject: 'npm test' }])
	})

	it('covers its family if the person chose that, which the question shows in full', async () => {
		const kit = await start(turns())
		const shown = (await readWithSdk(kit.frames)) as { parts: { type: string; data?: unknown }[] }
		expect(shown.parts.find(({ type }) => type === 'data-approval')?.data).toMatchObject({
			covers: [{ subject: 'npm test' }],
			wider: [{ subject: 'npm run test …', means: expect.stringContaining('No other arguments') }],
		})
		await allow(kit, true)
		expect(kit.executions).toHaveLength(2)
		expect(stateOf(kit)).toBe('waiting_approval')
		expect(granted(kit)).toMatchObject([{ tool: 'run_command', subject: 'npm run test …' }])
	})

	it('covers the family in later runs, and never a line for the shell', async () => {
		const later = await start([...turns().slice(0, 2), says('Ok. ')], [FAMILY])
		expect(stateOf(later)).toBe('completed')
		expect(later.executions).toHaveLength(2)
		for (const line of ['npm test', 'npm run test …']) {
			const asked = await start([callsTools([shell('a', line)])], [FAMILY])
			expect(asked.executions).toEqual([])
			expect(stateOf(asked)).toBe('waiting_approval')
		}
	})

	it('ends in the same run when the family is revoked', async () => {
		const kit = await start(turns())
		kit.grants = () => ({ allowed: new Set(), holds: () => false })
		await allow(kit, true)
		expect(kit.executions).toHaveLength(1)
		expect(stateOf(kit)).toBe('waiting_approval')
	})

	it.each([false, true])(
		'given in one kind of folder holds there, and not in the other (wider: %s)',
		async (wider) => {
			for (const [kind, other] of [
				['unity', 'plain'],
				['plain', 'unity'],
			] as const) {
				const first = await start(turns(), [], kind)
				await allow(first, wider)
				const keys = granted(first).map((one) => permissionKey(one as Permission))
				expect(keys).toHaveLength(1)
				const again = [callsTools([run('a', 'npm', 'test')]), says('Ok. ')]
				expect(stateOf(await start(again, keys, kind))).toBe('completed')
				const elsewhere = await start(again, keys, other)
				expect(stateOf(elsewhere)).toBe('waiting_approval')
				expect(elsewhere.executions).toEqual([])
			}
		},
	)

	it('says in a plain folder that the agent may have written what it runs', async () => {
		const kit = await start(turns(), [], 'plain')
		const shown = (await readWithSdk(kit.frames)) as { parts: { type: string; data?: unknown }[] }
		expect(shown.parts.find(({ type }) => type === 'data-approval')?.data).toMatchObject({
			covers: [{ subject: '(plain folder) npm test' }],
			wider: [
				{
					subject: '(plain folder) npm run test …',
					means: expect.stringMatching(/No other arguments.*The agent may have written/),
				},
			],
		})
	})
})
