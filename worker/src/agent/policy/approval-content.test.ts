import { describe, expect, it } from 'vitest'
import { asked, question, rename, type Seen } from '../../../test/asked-kit.ts'
import { callsTools, readWithSdk } from '../../../test/machine-kit.ts'
import { prepareRead } from '../../rooms/viewers/prepared-reads.ts'
import { previewReads } from './approvals.ts'

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

	it('says why a call counts as running code', async () => {
		const input = { from: 'Assets/a.txt', to: 'Assets/Editor/a.cs' }
		const kit = await asked([callsTools([{ id: 'a', name: 'copy_file', input }, rename('b')])])
		const seen = (await readWithSdk(kit.frames)) as Seen
		const parts = seen.parts.filter(({ type }) => type === 'data-approval')
		expect(parts[0]?.data).toMatchObject({ why: expect.stringContaining('runs code') })
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
