import { describe, expect, it } from 'vitest'
import { create, question, rename } from '../../../test/asked-kit.ts'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import type { ProviderEvent } from '../model/types.ts'

const menu = (id: string, menu_path: string) => ({
	id,
	name: 'execute_menu_item',
	input: { menu_path },
})
const batch = (id: string, ...operations: { name: string; input: unknown }[]) => ({
	id,
	name: 'unity_batch',
	input: { operations: operations.map(({ name, input }) => ({ tool: name, args: input })) },
})
const LOOK = { name: 'unity_query', input: { action: 'selection' } }

describe('an answer covers no more than a person would expect', () => {
	/** Like {@link asked}, with the tools that must be found first. */
	async function start(
		turns: ProviderEvent[][],
		grants: string[] = [],
		mode: 'ask' | 'auto' | 'read-only' = 'ask',
	) {
		const kit = new MachineKit({ provider: scripted(turns) })
		const found = ['execute_menu_item', 'unity_batch', 'copy_file']
		kit.store.setSetting('activated_tools', JSON.stringify(found))
		kit.grants = () => ({ allowed: new Set(grants), holds: () => true })
		kit.post('go', 'm1', mode)
		await kit.settleDown()
		return kit
	}
	const stateOf = (kit: MachineKit) => kit.store.latestRun()?.state
	const granted = (kit: MachineKit) =>
		kit.database
			.all<{ payload: string }>("SELECT payload FROM outbox WHERE payload LIKE '%granted%'")
			.map(({ payload }) => JSON.parse(payload))

	it('for a menu item covers this item, for the run and for the project', async () => {
		const kit = await start([
			callsTools([menu('a', 'File/Save')]),
			callsTools([menu('b', 'File/Save')]),
			callsTools([menu('c', 'Edit/Clear All PlayerPrefs')]),
		])
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(2)
		expect(stateOf(kit)).toBe('waiting_approval')
		expect(granted(kit)).toMatchObject([
			{ tool: 'execute_menu_item', action: 'run', subject: 'File/Save' },
		])
		const other = await start(
			[callsTools([menu('a', 'File/Exit')])],
			['execute_menu_item run File/Save', 'execute_menu_item run'],
		)
		expect(stateOf(other)).toBe('waiting_approval')
	})

	it.each([
		'Assets/Editor/evil.cs',
		'Assets/csc.rsp',
		'Packages/manifest.json',
		'Assets/Q/open.txt',
	])('for a copy of a file with secrets does not cover its copy to %s', async (to) => {
		const from = 'Assets/S/secrets.json'
		const copy = (id: string, to: string) => ({
			id,
			name: 'copy_file',
			input: { from, to, overwrite: true },
		})
		const turns = () => [
			callsTools([copy('a', `${from}.bak`)]),
			callsTools([copy('b', `${from}.bak`)]),
			callsTools([copy('c', to)]),
		]
		const kit = await start(turns(), [], 'auto')
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(2)
		expect(stateOf(kit)).toBe('waiting_approval')
		expect(granted(kit)).toMatchObject([{ subject: `${from} → ${from}.bak` }])
	})

	it('for a batch covers the actions in it, alone or in another batch', async () => {
		const kit = await start([
			callsTools([batch('a', create(''), rename(''), LOOK)]),
			callsTools([create('b'), batch('c', rename(''), rename(''))]),
			callsTools([
				batch('d', create(''), {
					name: 'unity_hierarchy',
					input: { action: 'destroy', instance_id: '/A' },
				}),
			]),
		])
		const seen = (await readWithSdk(kit.frames)) as { parts: { type: string; data?: unknown }[] }
		expect(seen.parts.find(({ type }) => type === 'data-approval')?.data).toMatchObject({
			covers: [
				{ tool: 'unity_hierarchy', action: 'create' },
				{ tool: 'unity_hierarchy', action: 'rename' },
			],
		})
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(3)
		// A batch that also destroys needs its own approval.
		expect(stateOf(kit)).toBe('waiting_approval')
		expect(granted(kit).map(({ tool, action }) => `${tool} ${action}`)).toEqual([
			'unity_hierarchy create',
			'unity_hierarchy rename',
		])
	})

	it('a batch runs without asking when everything in it is allowed or only reads', async () => {
		const turns = () => [callsTools([batch('a', create(''), LOOK)]), says('Ok. ')]
		expect(stateOf(await start(turns(), ['unity_hierarchy create']))).toBe('completed')
		expect(stateOf(await start(turns(), ['unity_batch run']))).toBe('waiting_approval')
		const looks = await start([callsTools([batch('a', LOOK)]), says('Ok. ')], [], 'read-only')
		expect(looks.executions).toHaveLength(1)
		const changes = await start(turns(), ['unity_hierarchy create'], 'read-only')
		expect(changes.executions).toHaveLength(0)
	})

	it('a call denied for the run is also denied inside a batch; a denied batch does not deny its parts', async () => {
		const kit = await start([
			callsTools([create('a')]),
			callsTools([batch('b', create(''), rename(''))]),
			says('Sorry. '),
		])
		kit.approve(question(kit, 1), false, 'no cubes', 'run')
		await kit.settleDown()
		expect(stateOf(kit)).toBe('completed')
		expect(kit.executions).toEqual([])
		const other = await start([
			callsTools([batch('a', create(''), rename(''))]),
			callsTools([batch('b', rename(''), create(''))]),
			callsTools([rename('c')]),
		])
		other.approve(question(other, 1), false, undefined, 'run')
		await other.settleDown()
		expect(other.executions).toEqual([])
		expect(stateOf(other)).toBe('waiting_approval')
		expect(other.store.calls(other.store.latestRun()?.id ?? '').map(({ state }) => state)).toEqual([
			'settled',
			'settled',
			'awaiting_approval',
		])
	})
})
