/** unity_hierarchy: an object's own values: active, transform, tag and layer. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'

const T = 'unity_hierarchy'

export const objectValueCases = new CaseList(T)
	.works('set_active', 'hidden and shown again, with its children', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Lamp' })
		await desk.ok(T, { action: 'create', name: 'Bulb', parent_id: '/Lamp' })
		const off = await desk.ok(T, { action: 'set_active', instance_id: '/Lamp', active: false })
		expect(off).toMatchObject({ previousActive: true, active: false })
		expect(await desk.look('/Lamp')).toMatchObject({ activeSelf: false, activeInHierarchy: false })
		expect(await desk.look('/Lamp/Bulb')).toMatchObject({
			activeSelf: true,
			activeInHierarchy: false,
		})
		const on = await desk.ok(T, { action: 'set_active', instance_id: '/Lamp', active: true })
		expect(on).toMatchObject({ previousActive: false, active: true })
	})
	.refuses('set_active', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'set_active', instance_id: '/Ghost', active: true }, 'not_found')
	})
	.works('set_transform', 'local values change only the given ones', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Pole', position: [1, 2, 3], scale: [1, 4, 1] })
		const { previous, current } = await desk.ok(T, {
			action: 'set_transform',
			instance_id: '/Pole',
			position: [3, 2, 1],
			rotation: [0, 45, 0],
		})
		expectVector(previous.position, [1, 2, 3])
		expectVector(current.position, [3, 2, 1])
		expectVector(current.rotation, [0, 45, 0])
		expectVector(current.scale, [1, 4, 1])
		const seen = await desk.look('/Pole')
		expectVector(seen?.transform['localPosition'], [3, 2, 1])
		expectVector(seen?.transform['localScale'], [1, 4, 1])
	})
	.works('set_transform', 'world values hold below a moved and turned parent', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Ship', position: [10, 0, 0], rotation: [0, 90, 0] })
		await desk.ok(T, { action: 'create', name: 'Mast', parent_id: '/Ship' })
		const { current } = await desk.ok(T, {
			action: 'set_transform',
			instance_id: '/Ship/Mast',
			position: [0, 5, 0],
			rotation: [0, 0, 0],
			space: 'world',
		})
		expectVector(current.position, [0, 5, 0])
		const seen = await desk.look('/Ship/Mast')
		expectVector(seen?.transform['position'], [0, 5, 0])
		expectVector(seen?.transform['localPosition'], [0, 5, -10])
		expectVector(seen?.transform['localRotation'], [0, 270, 0])
	})
	.refuses('set_transform', 'invalid_arguments', 'nothing to set', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Still' })
		await desk.fails(T, { action: 'set_transform', instance_id: '/Still' }, 'invalid_arguments')
	})
	.refuses('set_transform', 'not_found', 'an object that does not exist', async (desk) => {
		const args = { action: 'set_transform', instance_id: '/Ghost', position: [0, 0, 0] }
		await desk.fails(T, args, 'not_found')
	})
	.works('set_tag_layer', 'tag and layer by name, with the children', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Hero' })
		await desk.ok(T, { action: 'create', name: 'Cape', parent_id: '/Hero' })
		const tagged = await desk.ok(T, {
			action: 'set_tag_layer',
			instance_id: '/Hero',
			tag: 'Player',
			layer: 'UI',
			include_children: true,
		})
		expect(tagged).toMatchObject({
			previousTag: 'Untagged',
			tag: 'Player',
			previousLayer: 'Default',
			layer: 'UI',
		})
		expect(await desk.look('/Hero/Cape')).toMatchObject({ tag: 'Player', layer: 'UI' })
	})
	.refuses(
		'set_tag_layer',
		'not_found',
		'the error for an unknown tag or layer names the existing ones',
		async (desk) => {
			await desk.ok(T, { action: 'create', name: 'Plain' })
			const ref = { action: 'set_tag_layer', instance_id: '/Plain' }
			const tag = await desk.fails(T, { ...ref, tag: 'Playr' }, 'not_found')
			expect(tag.data['available']).toContain('Player')
			expect(tag.hint).toContain('unity_settings add_tag')
			const layer = await desk.fails(T, { ...ref, layer: 'Lava' }, 'not_found')
			expect(layer.data['available']).toContain('Water')
			expect(layer.hint).toContain('unity_settings add_layer')
			expect(await desk.look('/Plain')).toMatchObject({ tag: 'Untagged', layer: 'Default' })
		},
	)
	.refuses('set_tag_layer', 'invalid_arguments', 'neither tag nor layer', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Plain' })
		await desk.fails(T, { action: 'set_tag_layer', instance_id: '/Plain' }, 'invalid_arguments')
	})
