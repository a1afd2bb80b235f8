/** unity_query with changed_only: what nobody changed costs no tokens. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { prefab, setMass } from '../kit/prefabs.ts'

const T = 'unity_query'

export const changedValueCases = new CaseList(T)
	.works('inspect_object', 'only what differs from a fresh component, if asked', async (desk) => {
		const components = ['Rigidbody', 'SphereCollider', 'Light']
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Ball', components })
		await setMass(desk, '/Ball', 5)
		const look = { action: 'inspect_object', instance_id: '/Ball', changed_only: true } as const
		const changed = async () => {
			const { components } = await desk.ok(T, look)
			return Object.fromEntries(
				components.map(({ type, enabled, properties }) => [
					type,
					enabled === undefined ? properties : { enabled, ...properties },
				]),
			)
		}
		const untouched = { Transform: {}, SphereCollider: {}, Light: {} }
		expect(await changed()).toEqual({ ...untouched, Rigidbody: { mass: 5 } })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Ball',
			component_type: 'Light',
			properties: { enabled: false, color: [1, 0, 0] },
		})
		const move = { action: 'set_transform', instance_id: '/Ball', scale: [2, 2, 2] } as const
		await desk.ok('unity_hierarchy', move)
		expect(await changed()).toEqual({
			Transform: { localScale: [2, 2, 2] },
			SphereCollider: {},
			Rigidbody: { mass: 5 },
			Light: { enabled: false, color: [1, 0, 0, 1] },
		})
		const { components: all } = await desk.ok(T, { ...look, changed_only: false })
		expect(all[1]).toMatchObject({ properties: { mass: 5, useGravity: true } })
	})
	.works('inspect_objects', 'the same of several, and of a prefab file', async (desk) => {
		const { path, at } = await prefab(desk)
		await setMass(desk, at, 8)
		const { objects } = await desk.ok(T, {
			action: 'inspect_objects',
			instance_ids: [at, path],
			component_type: 'Rigidbody',
			changed_only: true,
		})
		expect(objects.map(({ components }) => components[0]?.properties)).toEqual([{ mass: 8 }, {}])
	})
	.refuses(
		'inspect_object',
		'invalid_arguments',
		'changed_only that is not a flag',
		async (desk) => {
			const args = { action: 'inspect_object', instance_id: '/Main Camera', changed_only: 'yes' }
			await desk.fails(T, args, 'invalid_arguments')
		},
	)
