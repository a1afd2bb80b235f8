/** unity_viewport: the scene in 3D, as the page shows it. */
import type { ViewAnswer } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_viewport'
/** In the contract's example. */
const MESH = '3410'

const look = (desk: Desk, since?: string): Promise<ViewAnswer> =>
	desk.ok(T, { action: 'changes', ...(since === undefined ? {} : { since }) })

const names = ({ objects }: ViewAnswer): string[] => objects.map(({ name }) => name).sort()

/** An object with a mesh of its own. */
async function triangle(desk: Desk): Promise<string> {
	await desk.ok('unity_execute', {
		code: [
			'var mesh = new Mesh();',
			'mesh.vertices = new[] { new Vector3(0, 0, 0), new Vector3(0, 1, 0), new Vector3(1, 0, 0) };',
			'mesh.triangles = new[] { 0, 1, 2 };',
			'var sail = new GameObject("Sail", typeof(MeshFilter), typeof(MeshRenderer));',
			'sail.GetComponent<MeshFilter>().sharedMesh = mesh;',
			'return 0;',
		].join('\n'),
	})
	const { objects } = await look(desk)
	return objects.find(({ name }) => name === 'Sail')?.shape?.mesh ?? ''
}

export const viewportCases = new CaseList(T)
	.example('mesh', async (desk, named) => named.set(MESH, await triangle(desk)))
	.works('changes', 'first everything that is to be seen', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			primitive_type: 'Cube',
			position: [1, 2, 3],
			scale: [2, 1, 1],
		})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Nothing to see' })
		const seen = await look(desk)
		expect(seen).toMatchObject({ whole: true, more: false, moved: [], gone: [] })
		expect(names(seen)).toEqual(['Cube', 'Directional Light', 'Main Camera'])
		const of = (name: string) => seen.objects.find((object) => object.name === name)
		expect(of('Cube')).toMatchObject({
			pose: [2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3],
			shape: { mesh: 'Cube' },
		})
		expect(of('Main Camera')?.camera).toMatchObject({ fieldOfView: 60, near: 0.3, far: 1000 })
		expect(of('Directional Light')?.light).toMatchObject({ type: 'directional', intensity: 1 })
	})
	.works('changes', 'then only what has changed', async (desk) => {
		const cube = await desk.ok('unity_hierarchy', { action: 'create', primitive_type: 'Cube' })
		const { revision } = await look(desk)
		const still = await look(desk, revision)
		expect(still).toMatchObject({ whole: false, objects: [], moved: [], gone: [] })

		await desk.ok('unity_hierarchy', {
			action: 'set_transform',
			instance_id: '/Cube',
			position: [0, 4, 0],
		})
		const moved = await look(desk, still.revision)
		expect(moved).toMatchObject({ objects: [], gone: [] })
		expect(moved.moved).toEqual([
			{ id: cube.instanceId, pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 4, 0] },
		])

		await desk.ok('unity_hierarchy', { action: 'create', primitive_type: 'Sphere' })
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: '/Cube' })
		const next = await look(desk, moved.revision)
		expect(names(next)).toEqual(['Sphere'])
		expect(next).toMatchObject({ moved: [], gone: [cube.instanceId] })
	})
	.works('changes', 'what is switched off is gone, and back when it is on again', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'House' })
		await desk.ok('unity_hierarchy', {
			action: 'create',
			primitive_type: 'Cube',
			parent_id: '/House',
		})
		const { revision } = await look(desk)
		const active = (on: boolean) =>
			desk.ok('unity_hierarchy', { action: 'set_active', instance_id: '/House', active: on })
		await active(false)
		const off = await look(desk, revision)
		expect(off.gone).toHaveLength(1)
		await active(true)
		expect(names(await look(desk, off.revision))).toEqual(['Cube'])
	})
	.works('changes', "a material's colour, and magenta without one", async (desk) => {
		await desk.ok('unity_asset', {
			action: 'create_material',
			path: 'Assets/View.mat',
			color: [1, 0, 0],
		})
		await desk.ok('unity_hierarchy', { action: 'create', primitive_type: 'Cube' })
		const paint = (material: string | null) =>
			desk.ok('unity_component', {
				action: 'modify',
				game_object_id: '/Cube',
				component_type: 'MeshRenderer',
				properties: { sharedMaterials: [material] },
			})
		const shape = async () => {
			const { objects } = await look(desk)
			return objects.find(({ name }) => name === 'Cube')?.shape
		}
		await paint('Assets/View.mat')
		expect(await shape()).toEqual({ mesh: 'Cube', color: [1, 0, 0] })
		await paint(null)
		expect(await shape()).toEqual({ mesh: 'Cube', color: [1, 0, 1], unlit: true })
	})
	.works('changes', 'in play mode what falls, appears and goes', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Stone',
			primitive_type: 'Cube',
			position: [0, 40, 0],
			components: ['Rigidbody'],
		})
		await desk.ok('unity_play', { action: 'enter' })
		await desk.ok('unity_play', { action: 'pause', paused: true })
		let known = await look(desk)
		const stone = known.objects.find(({ name }) => name === 'Stone')
		await desk.ok('unity_play', { action: 'step', frames: 20 })
		const fallen = await look(desk, known.revision)
		const height = fallen.moved.find(({ id }) => id === stone?.id)?.pose[10] ?? 40
		expect(height).toBeLessThan(40)
		expect(fallen.objects).toEqual([])

		await desk.ok('unity_hierarchy', { action: 'create', name: 'Late', primitive_type: 'Sphere' })
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: '/Stone' })
		known = fallen
		const seen = { new: [] as string[], gone: [] as string[] }
		await expect
			.poll(async () => {
				known = await look(desk, known.revision)
				seen.new.push(...names(known))
				seen.gone.push(...known.gone)
				return seen
			})
			.toEqual({ new: ['Late'], gone: [stone?.id] })
		await desk.ok('unity_play', { action: 'exit' })
	})
	.works('changes', 'a revision of before the editor started gets everything', async (desk) => {
		expect((await look(desk, 'gone.7')).whole).toBe(true)
	})
	.refuses('changes', 'invalid_arguments', 'a revision that is no text', async (desk) => {
		await desk.fails(T, { action: 'changes', since: '' }, 'invalid_arguments')
	})
	.works('mesh', 'the triangles of a mesh of the scene', async (desk) => {
		const mesh = await triangle(desk)
		const sent = await desk.ok(T, { action: 'mesh', mesh })
		expect(sent).toMatchObject({ mesh, bounds: [0.5, 0.5, 0, 0.5, 0.5, 0] })
		expect([...Buffer.from(sent.triangles, 'base64')]).toEqual([0, 0, 1, 0, 2, 0])
	})
	.refuses('mesh', 'not_found', 'a mesh that nothing in the scene has', async (desk) => {
		await desk.fails(T, { action: 'mesh', mesh: '1' }, 'not_found')
	})
