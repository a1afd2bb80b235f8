/** unity_check: what a person would otherwise approve in vain, and nothing of it happens. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_check'

const check = (desk: Desk, method: string, params: Record<string, unknown>) =>
	desk.ok(T, { method, params })

export const checkCases = new CaseList(T)
	.works('run', 'a menu item that exists is not executed', async (desk) => {
		expect(
			await check(desk, 'execute_menu_item', { menu_path: 'GameObject/Create Empty' }),
		).toEqual({ possible: true })
		expect(await desk.look('/GameObject')).toBeNull()
	})
	.works('run', 'a deletable asset still exists', async (desk) => {
		const path = 'Assets/Materials/Checked.mat'
		await desk.ok('unity_asset', { action: 'create_material', path })
		await check(desk, 'unity_asset', { action: 'delete', path })
		await desk.ok('unity_asset', { action: 'delete', path })
	})
	.refuses(
		'run',
		'not_found',
		'a menu item that does not exist, with near matches',
		async (desk) => {
			const params = { menu_path: 'GameObject/Create Emty' }
			const error = await desk.fails(T, { method: 'execute_menu_item', params }, 'not_found')
			expect(error.data['nearest']).toContain('GameObject/Create Empty')
		},
	)
	.refuses('run', 'not_found', 'an asset that does not exist', async (desk) => {
		const params = { action: 'delete', path: 'Assets/Nothing.mat' }
		await desk.fails(T, { method: 'unity_asset', params }, 'not_found')
	})
	.refuses('run', 'already_exists', 'a tag and a layer that there are', async (desk) => {
		await desk.ok('unity_settings', { action: 'add_tag', name: 'Checked' })
		const add = (action: string, name: string) => ({
			method: 'unity_settings',
			params: { action, name },
		})
		await desk.fails(T, add('add_tag', 'Checked'), 'already_exists')
		await desk.fails(T, add('add_layer', 'UI'), 'already_exists')
		await desk.ok(T, add('add_tag', 'Unchecked'))
		await desk.ok('unity_settings', { action: 'add_tag', name: 'Unchecked' })
	})
	.refuses('run', 'not_found', 'a scene of the build that does not exist', async (desk) => {
		const params = { action: 'set_build_scenes', scenes: ['Assets/Nothing.unity'] }
		await desk.fails(T, { method: 'unity_settings', params }, 'not_found')
	})
	.refuses('run', 'dirty_scene', 'a scene that would replace unsaved changes', async (desk) => {
		const path = 'Assets/Scenes/Checked.unity'
		await desk.ok('unity_scene', { action: 'create', path, additive: true })
		await desk.ok('unity_scene', { action: 'close', path })
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Unsaved' })
		await desk.fails(T, { method: 'unity_scene', params: { action: 'open', path } }, 'dirty_scene')
		expect(await desk.look('/Unsaved')).not.toBeNull()
	})
