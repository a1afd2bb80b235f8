import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Driver, makeProject } from './test-project.ts'

/** Scene content without parts that differ each time it is opened. */
function content(d: Driver): unknown {
	const { world } = d.engine.snapshot()
	const names = new Map<string, string>()
	for (const [id, record] of world.objects) {
		names.set(id, `object ${record.fileId}`)
		for (const c of record.components) names.set(c.id, `component ${c.fileId}`)
	}
	for (const [handle, scene] of world.scenes) names.set(handle, scene.path)
	const text = JSON.stringify([world.objects, world.scenes]).replaceAll(/"(\d{4,})"/g, (all, id) =>
		names.has(id) ? `"${names.get(id)}"` : all,
	)
	return JSON.parse(text)
}

const crate = async () => {
	const d = await Driver.open()
	const id = d.create({
		primitive_type: 'Cube',
		name: 'Crate',
		position: [1, 2, 3],
		components: ['Rigidbody'],
	})
	d.create({ name: 'Lid', parent_id: id, components: ['HingeJoint'] })
	d.modify('/Crate/Lid', 'HingeJoint', { connectedBody: '/Crate' })
	d.ok('unity_prefab', {
		action: 'create_asset',
		instance_id: id,
		asset_path: 'Assets/Crate.prefab',
	})
	const copy = d.ok('unity_prefab', {
		action: 'instantiate',
		asset_path: 'Assets/Crate.prefab',
		position: [9, 0, 0],
	})
	return { d, a: id, b: copy.instanceId as string, bPath: copy.path as string }
}

it('a saved scene and a prefab name the script of a component by its GUID, as Unity does', async () => {
	const project = makeProject({ 'Assets/Follow.cs': 'class Follow : UnityEngine.MonoBehaviour {}' })
	const d = await Driver.open(project)
	d.engine.setUserTypes([{ name: 'Follow', fields: [] }])
	const id = d.create({ name: 'Dog', components: ['Follow'] })
	d.ok('unity_prefab', { action: 'create_asset', instance_id: id, asset_path: 'Assets/Dog.prefab' })
	d.ok('unity_scene', { action: 'save', save_as: 'Assets/Main.unity' })
	const text = (file: string): string => readFileSync(path.join(project, file), 'utf8')
	const guid = /guid: (\w{32})/.exec(text('Assets/Follow.cs.meta'))?.[1]
	for (const file of ['Assets/Main.unity', 'Assets/Dog.prefab'])
		expect(text(file)).toContain(`"script": "${guid}"`)
	const listed = d.ok('unity_prefab', { action: 'list_overrides', instance_id: '/Dog' })
	expect(listed.overrides).toEqual([])
})

describe('scenes', () => {
	it('a saved scene is the same after it was opened again, in this editor and in the next', async () => {
		const project = makeProject()
		const d = await Driver.open(project)
		d.engine.setUserTypes([{ name: 'Follow', fields: [{ name: 'target', type: 'Transform' }] }])
		const cube = d.create({
			primitive_type: 'Cube',
			rotation: [10, 20, 30],
			components: ['Rigidbody', 'Follow'],
		})
		d.create({ primitive_type: 'Sphere', parent_id: cube, position: [0.1, 0.2, 0.3] })
		d.modify(cube, 'MeshRenderer', { 'material.color': [0, 1, 0] })
		d.modify(cube, 'Follow', { target: '/Cube/Sphere' })
		d.ok('unity_prefab', {
			action: 'create_asset',
			instance_id: '/Cube/Sphere',
			asset_path: 'Assets/Ball.prefab',
		})
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/Scenes/Main.unity' })
		const saved = content(d)
		d.ok('unity_scene', { action: 'open', path: 'Assets/Scenes/Main.unity' })
		expect(content(d)).toEqual(saved)
		const other = await Driver.open(project)
		expect(content(other)).toEqual(saved)
		expect(other.ok('unity_query', { action: 'editor_state' }).activeScene).toBe(
			'Assets/Scenes/Main.unity',
		)
		const text = readFileSync(path.join(project, 'Assets/Scenes/Main.unity'), 'utf8')
		d.ok('execute_menu_item', { menu_path: 'File/Save' })
		expect(readFileSync(path.join(project, 'Assets/Scenes/Main.unity'), 'utf8')).toBe(text)
	})

	it('never drops unsaved changes unasked', async () => {
		const d = await Driver.open()
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/A.unity' })
		d.ok('unity_scene', { action: 'create', path: 'Assets/B.unity' })
		d.create({ name: 'Precious' })
		const open = { action: 'open', path: 'Assets/A.unity' }
		expect(d.error('unity_scene', open)).toMatchObject({
			code: 'dirty_scene',
			data: { dirty: ['Assets/B.unity'] },
		})
		d.ok('unity_scene', { ...open, if_dirty: 'save' })
		d.create({ name: 'Rubbish' })
		d.ok('unity_scene', { action: 'open', path: 'Assets/B.unity', if_dirty: 'discard' })
		expect(d.ok('unity_query', { action: 'find', name: 'Precious' }).total).toBe(1)
		d.ok('unity_scene', open)
		expect(d.ok('unity_query', { action: 'find', name: 'Rubbish' }).total).toBe(0)
	})

	it('does not read or overwrite what Unity wrote, and keeps the open scene', async () => {
		const d = await Driver.open(makeProject({ 'Assets/Real.unity': '%YAML 1.1\n' }))
		const before = d.scene()
		expect(d.error('unity_scene', { action: 'open', path: 'Assets/Real.unity' }).code).toBe(
			'unsupported',
		)
		expect(d.error('unity_scene', { action: 'save', save_as: 'Assets/Real.unity' }).code).toBe(
			'already_exists',
		)
		expect(d.scene()).toEqual(before)
	})

	it('a save into a folder that is gone says so, and changes nothing', async () => {
		const project = makeProject({})
		const d = await Driver.open(project)
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/Scenes/Main.unity' })
		d.create({ name: 'Box' })
		rmSync(path.join(project, 'Assets/Scenes'), { recursive: true })
		expect(d.error('unity_scene', { action: 'save' })).toMatchObject({
			code: 'not_found',
			message: 'The folder Assets/Scenes does not exist. Nothing was saved.',
		})
		expect(existsSync(path.join(project, 'Assets/Scenes'))).toBe(false)
		mkdirSync(path.join(project, 'Assets/Scenes'))
		d.ok('unity_scene', { action: 'save' })
		expect(existsSync(path.join(project, 'Assets/Scenes/Main.unity'))).toBe(true)
	})

	it('undo after a first save reverts the change, not the file', async () => {
		const d = await Driver.open()
		d.create({ name: 'Box' })
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/A.unity' })
		d.ok('unity_asset', { action: 'move', path: 'Assets/A.unity', new_path: 'Assets/B.unity' })
		const active = () => d.ok('unity_query', { action: 'editor_state' }).activeScene
		expect(active()).toBe('Assets/B.unity')
		d.ok('unity_undo', { action: 'undo' })
		expect(active()).toBe('Assets/B.unity')
		expect(d.ok('unity_query', { action: 'find', name: 'Box' }).total).toBe(0)
		d.ok('unity_scene', { action: 'save' })
	})

	it('finds an object by the id that survives closing the scene', async () => {
		const d = await Driver.open()
		d.create({ name: 'Box' })
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/A.unity' })
		const { world } = d.engine.snapshot()
		const fileId = world.objects.find(([, record]) => record.name === 'Box')?.[1].fileId
		const ref = `GlobalObjectId_V1-2-${world.scenes[0]?.[1].guid}-${fileId}-0`
		d.ok('unity_scene', { action: 'open', path: 'Assets/A.unity' })
		expect(
			d.ok('unity_query', { action: 'inspect_object', instance_id: ref }).gameObject.name,
		).toBe('Box')
	})

	it('tells objects of two scenes apart by the scene in the path', async () => {
		const d = await Driver.open()
		d.ok('unity_scene', { action: 'save', save_as: 'Assets/A.unity' })
		d.ok('unity_scene', { action: 'create', path: 'Assets/B.unity', additive: true })
		expect(
			d.error('unity_hierarchy', { action: 'destroy', instance_id: '/Main Camera' }).code,
		).toBe('ambiguous')
		expect(
			d.ok('unity_hierarchy', { action: 'destroy', instance_id: '/B:/Main Camera' }).scene,
		).toBe('B')
		expect(d.error('unity_scene', { action: 'close', path: 'Assets/B.unity' }).code).toBe(
			'dirty_scene',
		)
		d.ok('unity_scene', { action: 'close', path: 'Assets/B.unity', if_dirty: 'discard' })
		expect(d.ok('unity_scene', { action: 'list' }).open).toHaveLength(1)
	})
})

describe('prefabs', () => {
	it('a change of the asset reaches instances, except where they differ', async () => {
		const { d, a, b } = await crate()
		d.modify(a, 'Rigidbody', { mass: 7 })
		const result = d.ok('unity_prefab', {
			action: 'modify_asset',
			asset_path: 'Assets/Crate.prefab',
			component_type: 'Rigidbody',
			properties: { mass: 5, linearDamping: 2 },
		})
		expect(result).toMatchObject({ instancesUpdated: 2, successCount: 2 })
		expect(d.inspect(a, 'Rigidbody')).toMatchObject({ mass: 7, linearDamping: 2 })
		expect(d.inspect(b, 'Rigidbody')).toMatchObject({ mass: 5, linearDamping: 2 })
		expect([d.position(a), d.position(b)]).toEqual([
			[1, 2, 3],
			[9, 0, 0],
		])
	})

	it('reaches a child by path, keeps references inside, and undo leaves it and its instances alone', async () => {
		const { d, b, bPath } = await crate()
		const last = d.create({ name: 'Last' })
		d.ok('unity_prefab', {
			action: 'modify_asset',
			asset_path: 'Assets/Crate.prefab',
			target_path: 'Lid',
			component_type: 'HingeJoint',
			properties: { axis: [0, 1, 0] },
		})
		expect(d.inspect(`${bPath}/Lid`, 'HingeJoint')).toMatchObject({
			axis: [0, 1, 0],
			connectedBody: `${bPath}#Rigidbody`,
		})
		d.ok('unity_undo', { action: 'undo' })
		expect(d.engine.snapshot().world.objects.map(([id]) => id)).not.toContain(last)
		expect(d.inspect(`${bPath}/Lid`, 'HingeJoint')['axis']).toEqual([0, 1, 0])
		const again = d.ok('unity_prefab', { action: 'instantiate_by_name', prefab_name: 'crate' })
		expect(d.inspect(`${again.path}/Lid`, 'HingeJoint')['axis']).toEqual([0, 1, 0])
		expect(b).not.toBe(again.instanceId)
	})

	it('applies overrides to the asset and the other instances, and reverts them', async () => {
		const { d, a, b, bPath } = await crate()
		d.modify(a, 'Rigidbody', { mass: 3 })
		d.create({ name: 'Handle', parent_id: a, primitive_type: 'Sphere' })
		expect(d.ok('unity_prefab', { action: 'apply', instance_id: a }).appliedOverrides).toBe(2)
		expect(d.inspect(b, 'Rigidbody')['mass']).toBe(3)
		expect(
			d.ok('unity_query', { action: 'inspect_object', instance_id: `${bPath}/Handle` }).gameObject
				.prefabAssetPath,
		).toBe('Assets/Crate.prefab')
		expect(d.ok('unity_prefab', { action: 'apply', instance_id: a }).appliedOverrides).toBe(0)
		d.modify(b, 'Rigidbody', { mass: 99 })
		d.ok('unity_component', { action: 'add', game_object_id: b, component_type: 'AudioSource' })
		expect(d.ok('unity_prefab', { action: 'revert', instance_id: b }).revertedOverrides).toBe(2)
		expect(d.inspect(b, 'Rigidbody')['mass']).toBe(3)
		expect(
			d.ok('unity_query', { action: 'inspect_object', instance_id: b }).gameObject.components,
		).not.toContain('AudioSource')
		expect(d.position(b)).toEqual([9, 0, 0])
	})

	it('keeps nested prefabs as instances when the outer one is unpacked', async () => {
		const { d, a } = await crate()
		const outer = d.create({ name: 'Pallet' })
		d.ok('unity_hierarchy', { action: 'reparent', instance_id: a, parent_id: outer })
		d.ok('unity_prefab', {
			action: 'create_asset',
			instance_id: outer,
			asset_path: 'Assets/Pallet.prefab',
		})
		const { instanceId } = d.ok('unity_prefab', {
			action: 'instantiate',
			asset_path: 'Assets/Pallet.prefab',
			name: 'Other',
		})
		expect(
			d.error('unity_hierarchy', { action: 'destroy', instance_id: '/Other/Crate' }).code,
		).toBe('unsupported')
		d.ok('unity_prefab', { action: 'unpack', instance_id: instanceId })
		const asset = (ref: string) =>
			d.ok('unity_query', { action: 'inspect_object', instance_id: ref }).gameObject.prefabAssetPath
		expect([asset('/Other'), asset('/Other/Crate')]).toEqual([null, 'Assets/Crate.prefab'])
		expect(
			d.ok('unity_prefab', { action: 'apply', instance_id: '/Other/Crate' }).appliedOverrides,
		).toBe(0)
		d.ok('unity_prefab', { action: 'unpack', instance_id: '/Other/Crate', completely: true })
		expect(asset('/Other/Crate/Lid')).toBe(null)
	})
})

describe('assets', () => {
	it('a move keeps the GUID and references, a copy gets its own', async () => {
		const d = await Driver.open()
		const made = d.ok('unity_asset', {
			action: 'create_material',
			path: 'Assets/Red.mat',
			color: [1, 0, 0],
		})
		const cube = d.create({ primitive_type: 'Cube' })
		d.modify(cube, 'MeshRenderer', { sharedMaterial: 'Assets/Red.mat' })
		const moved = d.ok('unity_asset', {
			action: 'move',
			path: 'Assets/Red.mat',
			new_path: 'Assets/Colours/Red.mat',
		})
		expect(moved.guid).toBe(made.guid)
		expect(d.inspect(cube, 'MeshRenderer')['sharedMaterials']).toEqual(['Assets/Colours/Red.mat'])
		const copy = d.ok('unity_asset', {
			action: 'copy',
			path: 'Assets/Colours/Red.mat',
			new_path: 'Assets/Red.mat',
		})
		expect(copy.guid).not.toBe(made.guid)
		d.ok('unity_asset', {
			action: 'modify_material',
			path: 'Assets/Colours/Red.mat',
			properties: { metallic: 1, _Color: [0, 0, 1] },
		})
		expect(d.inspect(cube, 'MeshRenderer')['material.color']).toEqual([0, 0, 1, 1])
		expect(
			d.error('unity_asset', {
				action: 'modify_material',
				path: 'Assets/Red.mat',
				properties: { shininess: 1 },
			}).code,
		).toBe('unknown_property')
	})

	it('copes with files and folders that are deleted externally', async () => {
		const project = makeProject({ 'Assets/Notes.txt': 'hello' })
		const d = await Driver.open(project)
		rmSync(path.join(project, 'Assets'), { recursive: true })
		const move = { action: 'move', path: 'Assets/Notes.txt', new_path: 'Assets/N.txt' }
		expect(d.error('unity_asset', move).code).toBe('not_found')
		d.ok('unity_asset', { action: 'create_material', path: 'Assets/M/Red.mat' })
		d.engine.refreshAssets()
		expect(d.ok('unity_query', { action: 'search_assets' }).totalFound).toBe(2)
	})

	it('does not leave the project, by dots or by a link', async () => {
		const project = makeProject()
		const d = await Driver.open(project)
		const create = (p: string) => d.error('unity_asset', { action: 'create_folder', path: p }).code
		expect(create('Assets/../Evil')).toBe('invalid_arguments')
		expect(create('Packages/evil')).toBe('outside_project')
		const outside = path.join(tmpdir(), `fairlead-outside-${process.pid}`)
		mkdirSync(outside, { recursive: true })
		symlinkSync(outside, path.join(project, 'Assets', 'Link'), 'junction')
		expect(create('Assets/Link/Evil')).toBe('outside_project')
		rmSync(outside, { recursive: true })
	})

	it('deletes into a trash from which a person can restore files', async () => {
		const project = makeProject({ 'Assets/Notes.txt': 'hello' })
		const d = await Driver.open(project)
		d.ok('unity_asset', { action: 'delete', path: 'Assets/Notes.txt' })
		expect(existsSync(path.join(project, 'Assets/Notes.txt'))).toBe(false)
		expect(
			readFileSync(
				path.join(project, 'Library/FairleadTrash/2026-11-21T12-00-00-000Z Notes.txt'),
				'utf8',
			),
		).toBe('hello')
	})

	it('sees new, changed and removed scripts, and keeps their GUIDs', async () => {
		const project = makeProject({ 'Assets/A.cs': 'class A {}' })
		const d = await Driver.open(project)
		const meta = readFileSync(path.join(project, 'Assets/A.cs.meta'), 'utf8')
		expect(d.engine.refreshAssets().changed).toEqual([])
		writeFileSync(path.join(project, 'Assets/A.cs'), 'class A { }')
		writeFileSync(path.join(project, 'Assets/B.cs'), 'class B {}')
		expect(d.engine.refreshAssets().changed).toEqual(['Assets/A.cs', 'Assets/B.cs'])
		expect(readFileSync(path.join(project, 'Assets/A.cs.meta'), 'utf8')).toBe(meta)
		rmSync(path.join(project, 'Assets/B.cs'))
		expect(d.engine.refreshAssets().changed).toEqual(['Assets/B.cs'])
	})
})

it('gives a picture its content: camera, lights, coloured meshes', async () => {
	const d = await Driver.open()
	const cube = d.create({ primitive_type: 'Cube', position: [0, 1, 0] })
	d.modify(cube, 'MeshRenderer', { 'material.color': [1, 0, 0] })
	const game = d.engine.renderScene({ kind: 'game' })
	expect(game).toMatchObject({
		camera: { path: '/Main Camera', fieldOfView: 60 },
		lights: [{ kind: 'directional' }],
		renderables: [{ mesh: 'Cube', color: [1, 0, 0, 1] }],
	})
	expect(
		d.engine.renderScene({ kind: 'scene', lookAt: ['/Cube'], direction: [0, 0, 1] }),
	).toMatchObject({ camera: { path: null } })
	d.ok('unity_hierarchy', { action: 'set_active', instance_id: '/Main Camera', active: false })
	expect(d.engine.renderScene({ kind: 'game' })).toMatchObject({ code: 'not_found' })
})
