/** A symbolic link below Assets that leads out of the project: no call of the editor writes through it. */
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { folder } from '../kit/assets.ts'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { prefab } from '../kit/prefabs.ts'

const OUTSIDE = 'outside_project'

/** Moves a folder of the project beside it, and leaves a link. What is there afterwards must be what was there before. */
async function linked(desk: Desk, path: string, work: () => Promise<void>): Promise<void> {
	const outside = join(desk.folder, 'outside')
	const link = join(desk.project, path)
	renameSync(link, outside)
	symlinkSync(outside, link, 'junction')
	const before = contents(outside)
	try {
		await work()
		expect(contents(outside)).toEqual(before)
	} finally {
		rmSync(link)
		renameSync(outside, link)
		await desk.fresh()
	}
}

const contents = (path: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]),
	)

export const assetLinkCases = new CaseList('unity_asset').refuses(
	'create_material',
	OUTSIDE,
	'a new file behind a link',
	async (desk) => {
		const path = await folder(desk)
		await linked(desk, path, async () => {
			for (const [tool, args] of [
				['unity_asset', { action: 'create_material', path: `${path}/Red.mat` }],
				['unity_asset', { action: 'create_folder', path: `${path}/New` }],
				['unity_scene', { action: 'create', path: `${path}/L.unity`, if_dirty: 'discard' }],
				['unity_scene', { action: 'save', save_as: `${path}/L.unity` }],
			] as const)
				await desk.fails(tool, args, OUTSIDE)
		})
	},
)

export const sceneLinkCases = new CaseList('unity_scene').refuses(
	'save',
	OUTSIDE,
	'an open scene whose folder became a link',
	async (desk) => {
		const path = await folder(desk)
		await desk.ok('unity_scene', { action: 'create', path: `${path}/Level.unity` })
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Unsaved' })
		await linked(desk, path, async () => {
			await desk.fails('unity_scene', { action: 'save' }, OUTSIDE)
			expect(await desk.look('/Unsaved')).not.toBeNull()
		})
	},
)

export const prefabLinkCases = new CaseList('unity_prefab').refuses(
	'apply',
	OUTSIDE,
	'an instance of a prefab whose folder became a link',
	async (desk) => {
		const path = await folder(desk)
		const { at } = await prefab(desk)
		const asset_path = `${path}/Kept.prefab`
		await desk.ok('unity_prefab', { action: 'create_asset', instance_id: at, asset_path })
		await desk.ok('unity_prefab', { action: 'instantiate', asset_path, name: 'Changed' })
		const heavier = { component_type: 'Rigidbody', properties: { mass: 77 } }
		const change = { action: 'modify', game_object_id: '/Changed', ...heavier } as const
		await desk.ok('unity_component', change)
		await linked(desk, path, async () => {
			const own = { instance_id: '/Changed' }
			await desk.fails('unity_prefab', { action: 'apply', ...own }, OUTSIDE)
			const one = { component_type: 'Rigidbody', property: 'mass' }
			await desk.fails('unity_prefab', { action: 'apply_override', ...own, ...one }, OUTSIDE)
			await desk.fails('unity_prefab', { action: 'modify_asset', asset_path, ...heavier }, OUTSIDE)
		})
	},
)
