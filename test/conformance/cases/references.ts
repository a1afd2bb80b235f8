/** unity_query references_to: whoever deletes an object or asset learns first what holds it. */
import { expect } from 'vitest'
import { folder } from '../kit/assets.ts'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { prefab } from '../kit/prefabs.ts'

const T = 'unity_query'

async function references(desk: Desk, instance_id: string, more: { root?: string } = {}) {
	const found = await desk.ok(T, { action: 'references_to', instance_id, ...more })
	expect(found.total).toBe(found.references.length)
	return found.references.map((one) => `${one.path} ${one.component}.${one.property} = ${one.to}`)
}

/** A new material's path. */
async function red(desk: Desk): Promise<string> {
	const path = `${await folder(desk)}/Red.mat`
	await desk.ok('unity_asset', { action: 'create_material', path })
	return path
}

/** `/Frame`, and doors that hang on it. */
async function doors(desk: Desk, ...names: string[]): Promise<void> {
	const body = ['Rigidbody']
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Frame', components: body })
	for (const name of names) {
		await desk.ok('unity_hierarchy', { action: 'create', name, parent_id: '/Frame' })
		await desk.ok('unity_component', {
			action: 'add',
			game_object_id: `/Frame/${name}`,
			component_type: 'HingeJoint',
			properties: { connectedBody: '/Frame' },
		})
	}
}

export const referenceCases = new CaseList(T)
	.works('references_to', 'an object, and its components', async (desk) => {
		await doors(desk, 'Left', 'Right')
		const properties = { worldCamera: '/Main Camera' }
		const canvas = { name: 'Screen', components: ['Canvas'] }
		await desk.ok('unity_hierarchy', { action: 'create', ...canvas })
		const change = { game_object_id: '/Screen', component_type: 'Canvas', properties }
		await desk.ok('unity_component', { action: 'modify', ...change })
		// Neither that it is their parent, nor that its components know their object.
		expect(await references(desk, '/Frame')).toEqual([
			'/Frame/Left HingeJoint.connectedBody = /Frame#Rigidbody',
			'/Frame/Right HingeJoint.connectedBody = /Frame#Rigidbody',
		])
		expect(await references(desk, '/Frame', { root: '/Frame/Right' })).toHaveLength(1)
		expect(await references(desk, '/Main Camera')).toEqual([
			'/Screen Canvas.worldCamera = /Main Camera#Camera',
		])
		expect(await references(desk, '/Frame/Left')).toEqual([])
	})
	.works('references_to', 'an asset, by its path, in each element of a list', async (desk) => {
		const path = await red(desk)
		const create = { action: 'create', primitive_type: 'Cube' } as const
		for (const name of ['Plain', 'Painted']) await desk.ok('unity_hierarchy', { ...create, name })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Painted',
			component_type: 'MeshRenderer',
			properties: { sharedMaterials: [null, path] },
		})
		expect(await references(desk, path)).toEqual([
			`/Painted MeshRenderer.sharedMaterials[1] = ${path}`,
		])
	})
	.works('references_to', 'the instances of a prefab, by their roots', async (desk) => {
		const { path, at } = await prefab(desk)
		await desk.ok('unity_prefab', { action: 'instantiate', asset_path: path, name: 'Second' })
		expect(await references(desk, path)).toEqual([
			`${at} GameObject.prefab = ${path}`,
			`/Second GameObject.prefab = ${path}`,
		])
	})
	.works('references_to', 'pages add up to the whole', async (desk) => {
		await doors(desk, 'A', 'B', 'C')
		const args = { action: 'references_to', instance_id: '/Frame', limit: 2 } as const
		const first = await desk.ok(T, args)
		expect(first).toMatchObject({ total: 3, nextCursor: 'o2' })
		const last = await desk.ok(T, { ...args, cursor: 'o2' })
		expect([...first.references, ...last.references].map(({ path }) => path)).toEqual([
			'/Frame/A',
			'/Frame/B',
			'/Frame/C',
		])
		expect(last.nextCursor).toBeNull()
	})
	.refuses(
		'references_to',
		'not_found',
		'what is not there, and a root that is not',
		async (desk) => {
			await doors(desk, 'Left')
			const fails = (more: Record<string, unknown>) =>
				desk.fails(T, { action: 'references_to', ...more }, 'not_found')
			expect((await fails({ instance_id: '/Frame/Lef' })).data['nearest']).toContain('/Frame/Left')
			await fails({ instance_id: '/Frame', root: '/Frmae' })
			const path = await red(desk)
			const typo = await fails({ instance_id: path.replace('Red', 'Rde') })
			expect(typo.data['nearest']).toContain(path)
		},
	)
