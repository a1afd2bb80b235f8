import { describe, expect, it } from 'vitest'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import { prepareRead } from '../../rooms/viewers/prepared-reads.ts'
import type { ChatRequest, ProviderEvent } from '../model/types.ts'
import { previewReads } from './approvals.ts'

const create = (id: string, type = 'Cube') => ({
	id,
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: type },
})
const rename = (id: string) => ({
	id,
	name: 'unity_hierarchy',
	input: { action: 'rename', instance_id: '/Cube', name: 'Box' },
})

interface Seen {
	parts: {
		type: string
		id?: string
		state?: string
		data?: { answer?: unknown; reads?: unknown }
	}[]
}

/** A run in the mode "ask" that waits for its first approval when this returns. */
async function asked(turns: ProviderEvent[][], requests: ChatRequest[] = []): Promise<MachineKit> {
	const kit = new MachineKit({ provider: scripted(turns, requests) })
	kit.post('go', 'm1', 'ask')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	return kit
}
const question = (kit: MachineKit, step: number, index = 0) =>
	`${kit.store.latestRun()?.id}.${step}.${index}`
const answers = async (kit: MachineKit): Promise<unknown[]> => {
	const seen = (await readWithSdk(kit.frames)) as Seen
	expect(seen).toEqual(kit.answer())
	return seen.parts.flatMap(({ type, data }) => (type === 'data-approval' ? [data?.answer] : []))
}

describe('an answer to an approval request', () => {
	it('given once, does not cover the next call', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		expect(kit.approve(question(kit, 1), true)).toBe(true)
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		expect(kit.executions).toHaveLength(1)
	})

	it('for this run, holds to its end for this tool and action only, also after an eviction', async () => {
		const kit = await asked([
			callsTools([create('a'), create('b'), rename('c')]),
			callsTools([create('d')]),
			says('Ok. '),
			callsTools([create('e')]),
			says('Ok. '),
		])
		kit.approve(question(kit, 1), true, undefined, 'run')
		await kit.settleDown()
		// The other request of the same kind was answered with it, the rename was not.
		expect(kit.executions).toEqual([question(kit, 1, 0), question(kit, 1, 1)])
		kit.restart()
		kit.approve(question(kit, 1, 2), false, 'the name is right')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(3)
		expect(await answers(kit)).toMatchObject([
			{ approved: true, scope: 'run', by: 'person' },
			{ approved: true, scope: 'run', by: 'person' },
			{ approved: false, scope: 'once', by: 'person', reason: 'the name is right' },
			{ approved: true, scope: 'run', by: 'memory' },
		])
		// A new run asks again.
		kit.post('more', 'm2', 'ask')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	})

	it('"deny for this run" denies the next calls automatically, and the model knows why', async () => {
		const requests: ChatRequest[] = []
		const kit = await asked(
			[callsTools([create('a')]), callsTools([create('b')]), says('Sorry. ')],
			requests,
		)
		kit.approve(question(kit, 1), false, 'no cubes', 'run')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toEqual([])
		const told = requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)))
		for (const text of told)
			expect(text).toMatch(
				/The user denied this call: no cubes\. It did not run\. Do not try this again/,
			)
		expect(told).toHaveLength(2)
		expect(await answers(kit)).toMatchObject([
			{ approved: false, by: 'person' },
			{ approved: false, by: 'memory', scope: 'run' },
		])
	})

	it('for the project, is written to the database once; in the run it counts at once', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(2)
		const told = kit.database
			.all<{ payload: string }>("SELECT payload FROM outbox WHERE payload LIKE '%granted%'")
			.map(({ payload }) => JSON.parse(payload))
		expect(told).toMatchObject([{ tool: 'unity_hierarchy', action: 'create', userId: 'usr_1' }])
	})

	it('is not needed for calls that the project always allows, unless the database is down', async () => {
		for (const down of [false, true]) {
			const kit = new MachineKit({ provider: scripted([callsTools([create('a')]), says('Ok. ')]) })
			kit.grants = () => {
				if (down) throw new Error('D1_ERROR')
				return { allowed: new Set(['unity_hierarchy create']), holds: () => true }
			}
			kit.post('go', 'm1', 'ask')
			await kit.settleDown()
			expect(kit.store.latestRun()?.state).toBe(down ? 'waiting_approval' : 'completed')
			expect(kit.executions).toHaveLength(down ? 0 : 1)
		}
	})

	it('for the project, no longer counts in the same run once it was revoked', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		const granted = (): string =>
			kit.database
				.all<{ id: string }>("SELECT json_extract(payload, '$.id') AS id FROM outbox")
				.find(({ id }) => id?.startsWith('grt_'))?.id ?? ''
		kit.grants = () => ({ allowed: new Set(), holds: (id) => id !== granted() })
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(1)
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		kit.approve(question(kit, 3), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(2)
	})

	it('for the project, is asked for again when the database cannot confirm it', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		kit.grants = () => {
			throw new Error('D1_ERROR')
		}
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		expect(kit.executions).toHaveLength(1)
	})

	it('survives a crash at any commit, and so does its scope', async () => {
		const play = async (crashAt?: number): Promise<MachineKit> => {
			const kit = new MachineKit({
				provider: scripted([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')]),
				...(crashAt === undefined ? {} : { crashAt }),
			})
			kit.post('go', 'm1', 'ask')
			for (let i = 0; i < 4; i++) {
				await kit.settleDown()
				// A repeated answer, sent because the reply was lost, changes nothing.
				if (kit.store.latestRun()?.state === 'waiting_approval') {
					kit.approve(question(kit, 1), true, undefined, 'run')
				}
			}
			return kit
		}
		const calm = await play()
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = await play(crashAt)
			expect(kit.store.latestRun()?.state, `crash at commit ${crashAt}`).toBe('completed')
			expect(new Set(kit.executions).size, `crash at commit ${crashAt}`).toBe(2)
			expect(await readWithSdk(kit.frames), `crash at commit ${crashAt}`).toEqual(kit.answer())
		}
	})

	it('that was never given, because the run was stopped, is shown as such', async () => {
		const kit = await asked([callsTools([create('a')])])
		await kit.machine.stop(null)
		expect(await answers(kit)).toMatchObject([{ approved: false, by: 'ended' }])
	})
})

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

describe('the content of an approval', () => {
	it('names the reads that show what would be replaced', () => {
		expect(previewReads('edit_file', { path: 'Assets/A.cs', edits: [] })).toEqual([
			{ shows: 'file', method: 'read_file', params: { path: 'Assets/A.cs' } },
		])
		const path = 'Assets/Red.mat'
		const listed = { shows: 'folder', method: 'list_directory' }
		expect(previewReads('delete_file', { path: 'Assets' })).toMatchObject([
			{ ...listed, params: { path: 'Assets' } },
		])
		for (const tool of ['copy_file', 'move_file'])
			expect(previewReads(tool, { from: 'Assets/A', to: 'Assets/B' })).toMatchObject([
				{ ...listed, params: { path: 'Assets/A' } },
			])
		expect(previewReads('unity_asset', { action: 'modify_material', path })).toEqual([
			{ shows: 'asset', method: 'unity_asset', params: { action: 'inspect_material', path } },
		])
		expect(previewReads('unity_asset', { action: 'create_material', path })).toEqual([])
		const list = { action: 'replace_references', path, with: 'Assets/Gold.mat' }
		expect(previewReads('unity_asset', { ...list, files: ['Assets/A.unity'] })).toEqual([
			{ shows: 'asset', method: 'unity_asset', params: list },
		])
		// To where it runs: its content, in each kind of folder.
		const source = (path: string) => ({ shows: 'source', method: 'read_file', params: { path } })
		const from = 'Assets/conf.txt'
		for (const tool of ['copy_file', 'move_file']) {
			expect(previewReads(tool, { from, to: 'Assets/Editor/x.cs' })).toEqual([source(from)])
			expect(previewReads(tool, { from, to: 'Makefile' }, 'plain')).toEqual([source(from)])
			expect(previewReads(tool, { from, to: 'src/x.cs' }, 'plain')).toMatchObject([listed])
		}
		const ofUnity = (action: string, new_path = 'Assets/Editor/x.cs') => ({
			action,
			path: from,
			new_path,
		})
		for (const action of ['copy', 'move'])
			expect(previewReads('unity_asset', ofUnity(action))).toEqual([source(from)])
		expect(previewReads('unity_asset', ofUnity('copy', 'Assets/b.txt'))).toEqual([])
		const copied = Array.from({ length: 40 }, () => ({
			tool: 'unity_asset',
			args: ofUnity('copy'),
		}))
		expect(previewReads('unity_batch', { operations: copied })).toHaveLength(40)
		for (const { method, params } of [
			...previewReads('move_file', { from, to: 'Assets/Editor/x.cs' }),
			...previewReads('edit_file', { path: 'Assets/A.cs', edits: [] }),
			...previewReads('delete_file', { path: 'Assets' }),
			...previewReads('move_file', { from: 'Assets/A', to: 'Assets/B' }),
			...previewReads('unity_asset', { action: 'modify_material', path }),
			...previewReads('unity_asset', { ...list, files: ['Assets/A.unity'] }),
			...previewReads('unity_hierarchy', { action: 'destroy', instance_id: '/C' }),
			...previewReads('unity_component', {
				action: 'modify',
				game_object_id: '/D',
				component_type: 'Rigidbody',
			}),
		])
			expect(prepareRead(method, params), `the room lets a page make ${method}`).toMatchObject({
				ok: true,
			})
		const operations = [
			{ tool: 'unity_hierarchy', args: { action: 'create', name: 'A' } },
			{ tool: 'unity_hierarchy', args: { action: 'rename', instance_id: '$0', name: 'B' } },
			{ tool: 'unity_hierarchy', args: { action: 'destroy', instance_id: '/C' } },
			{
				tool: 'unity_component',
				args: {
					action: 'modify',
					game_object_id: '/D',
					component_type: 'Rigidbody',
					properties: { mass: 2 },
				},
			},
		]
		expect(previewReads('unity_batch', { operations })).toMatchObject([
			{ shows: 'object', params: { instance_id: '/C' } },
			{ shows: 'component', params: { instance_id: '/D', component_type: 'Rigidbody' } },
		])
	})

	it('says why a call counts as running code, and shows all that would run', async () => {
		const args = { action: 'copy', path: 'Assets/a.txt', new_path: 'Assets/Editor/a.cs' }
		const operations = Array.from({ length: 40 }, () => ({ tool: 'unity_asset', args }))
		const kit = await asked([
			callsTools([{ id: 'a', name: 'unity_batch', input: { operations } }, rename('b')]),
		])
		const seen = (await readWithSdk(kit.frames)) as Seen
		const parts = seen.parts.filter(({ type }) => type === 'data-approval')
		expect(parts[0]?.data).toMatchObject({ why: expect.stringContaining('runs code') })
		expect(parts[0]?.data?.reads).toHaveLength(40)
		expect(parts[1]?.data).not.toHaveProperty('why')
	})

	it('arrives in the stream with the request, readable by the page', async () => {
		const kit = await asked([callsTools([rename('a')])])
		expect(kit.frames).toContain('"tool-approval-request"')
		const [part] = ((await readWithSdk(kit.frames)) as Seen).parts.filter(
			({ type }) => type === 'data-approval',
		)
		expect(part).toMatchObject({
			id: 'a',
			data: {
				approvalId: question(kit, 1),
				tool: 'unity_hierarchy',
				action: 'rename',
				risk: 'write',
				reads: [{ method: 'unity_query' }],
			},
		})
	})
})

describe('an answer of a visitor that counts for the run', () => {
	const VISITOR = { kind: 'share', id: 'shr_1', userId: null, name: 'Guest 1' } as const
	const write = (id: string, content: string) => ({
		id,
		name: 'write_file',
		input: { path: `Assets/${id}.txt`, content },
	})
	/** Of these the visitor sees only a part. */
	const hidden = (id: string) => write(id, 'token: ghp_Pl4ntedQPl4ntedQPl4ntedQPl4ntedQPl4n')

	it.each([true, false])(
		'decides no call of which a part is withheld from them: %s',
		async (approved) => {
			const kit = await asked([
				callsTools([write('a', 'a'), write('b', 'b'), hidden('c')]),
				callsTools([write('d', 'd'), hidden('e')]),
				says('Done. '),
			])
			kit.approve(question(kit, 1), approved, undefined, 'run', false, undefined, VISITOR)
			await kit.settleDown()
			const states = (step: number) =>
				kit.store.calls(kit.store.latestRun()?.id ?? '', step).map(({ state }) => state)
			expect(states(1).at(-1)).toBe('awaiting_approval')
			expect(states(1).slice(0, 2)).not.toContain('awaiting_approval')
			kit.approve(question(kit, 1, 2), false)
			await kit.settleDown()
			expect(states(3)).toEqual(['settled', 'awaiting_approval'])
			expect(JSON.stringify(kit.answer())).not.toContain('byVisitor')
		},
	)
})

it('an answer is told to other windows while other questions still wait', async () => {
	const kit = await asked([callsTools([create('a'), rename('b')]), says('Done. ')])
	const told = kit.announced.length
	kit.approve(question(kit, 1), false)
	expect(kit.announced.slice(told)).toEqual(['waiting_approval'])
})
