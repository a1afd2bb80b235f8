import { expect, it, onTestFinished, vi } from 'vitest'
import { Driver, memoryProject } from '../test-project.ts'

it('keeps what replace_references wrote over the next edit of the same prefab', async () => {
	// Two versions of one size and time.
	vi.useFakeTimers({ toFake: ['Date'] })
	onTestFinished(() => void vi.useRealTimers())
	const files = memoryProject()
	const d = await Driver.open(files)
	const [path = '', other = ''] = ['Assets/A.mat', 'Assets/B.mat']
	for (const one of [path, other]) d.ok('unity_asset', { action: 'create_material', path: one })
	const asset_path = 'Assets/Crate.prefab'
	const instance_id = d.create({ name: 'Crate', primitive_type: 'Cube' })
	d.modify(instance_id, 'MeshRenderer', { sharedMaterial: path })
	d.ok('unity_prefab', { action: 'create_asset', instance_id, asset_path })
	const swap = { action: 'replace_references', path, with: other, files: [asset_path] }
	d.ok('unity_asset', swap)
	const { guid } = d.ok('unity_asset', { action: 'inspect_material', path: other })
	const size = { component_type: 'BoxCollider', properties: { size: [2, 1, 1] } }
	d.ok('unity_prefab', { action: 'modify_asset', asset_path, ...size })
	expect(files.readText(asset_path)).toContain(guid)
	expect(files.readText(asset_path)).toContain('2,')
})

it('says of a prefab whose file is gone that it is missing, and swaps other assets', async () => {
	const files = memoryProject()
	const d = await Driver.open(files)
	const [inner = '', outer = ''] = ['Inner', 'Outer'].map((name) => `Assets/${name}.prefab`)
	const instance_id = d.create({ name: 'Inner', primitive_type: 'Cube' })
	const materials = ['Assets/A.mat', 'Assets/B.mat']
	for (const path of materials) d.ok('unity_asset', { action: 'create_material', path })
	const [path, other] = materials
	d.modify(instance_id, 'MeshRenderer', { sharedMaterial: path })
	d.ok('unity_prefab', { action: 'create_asset', instance_id, asset_path: inner })
	const holder = d.create({ name: 'Outer' })
	d.ok('unity_prefab', { action: 'create_asset', instance_id: holder, asset_path: outer })
	const edits = [{ op: 'add_child', prefab_path: inner }]
	d.ok('unity_prefab', { action: 'edit_asset', asset_path: outer, edits })
	d.create({ name: 'Extra', parent_id: instance_id })
	const plain = d.create({ name: 'Plain', primitive_type: 'Cube' })
	d.modify(plain, 'MeshRenderer', { sharedMaterial: path })
	d.ok('unity_asset', { action: 'replace_references', path, with: other })
	files.remove(inner)
	const one = { component_type: 'BoxCollider', property: 'size' }
	for (const args of [
		{ action: 'list_overrides' },
		{ action: 'apply' },
		{ action: 'revert' },
		{ action: 'apply_override', ...one },
		{ action: 'revert_override', ...one },
	])
		expect(d.error('unity_prefab', { ...args, instance_id })).toMatchObject({
			code: 'not_found',
			message: 'The prefab asset of "Inner" is missing.',
			hint: expect.stringContaining('unity_refresh'),
		})
	const byName = { action: 'instantiate_by_name', prefab_name: 'Inner' }
	expect(d.error('unity_prefab', byName)).toMatchObject({
		code: 'not_found',
		message: `The file of ${inner} is missing.`,
	})
	const listed = d.ok('unity_asset', { action: 'replace_references', path, with: other })
	expect(listed.objects.map(({ path }: { path: string }) => path)).toContain('/Plain')
	const asset_path = 'Assets/Third.prefab'
	d.ok('unity_prefab', { action: 'create_asset', instance_id: plain, asset_path })
	const nested = [{ op: 'add_child', prefab_path: outer }]
	d.ok('unity_prefab', { action: 'edit_asset', asset_path, edits: nested })
	d.ok('unity_prefab', { action: 'unpack', instance_id })
	files.remove(path ?? '')
	d.ok('unity_query', { action: 'inspect_object', instance_id: plain })
})
