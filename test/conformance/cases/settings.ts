/** unity_settings: project settings that can be written, tags and layers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_settings'

/** The scenes of a build, in order. */
async function buildScenes(desk: Desk): Promise<readonly { path: string; buildIndex: number }[]> {
	const args = { action: 'get_settings', settings_category: 'build' } as const
	const { settings } = await desk.ok('unity_query', args)
	return settings['scenes'] as { path: string; buildIndex: number }[]
}

let names = 0
/** Names are unique per case, because settings outlive the scene. */
const fresh = (): string => `Name${++names}`

const fileOf = (desk: Desk, name: string): string =>
	readFileSync(join(desk.project, 'ProjectSettings', name), 'utf8')

export const settingsCases = new CaseList(T)
	.works('inspect', 'what can be written, page by page', async (desk) => {
		const args = { action: 'inspect', settings_category: 'physics' } as const
		const all = await desk.ok(T, args)
		expect(all.properties).toMatchObject({ gravity: [0, -9.81, 0] })
		const first = await desk.ok(T, { ...args, limit: 1 })
		expect(Object.keys(first.properties)).toHaveLength(1)
		const second = await desk.ok(T, { ...args, limit: 1, cursor: `${first.nextCursor}` })
		expect(Object.keys(second.properties)).not.toEqual(Object.keys(first.properties))
	})
	.refuses('inspect', 'invalid_arguments', 'a category that does not exist', async (desk) => {
		const args = { action: 'inspect', settings_category: 'weather' }
		await desk.fails(T, args, 'invalid_arguments')
	})
	.works('modify', 'it is set, is in the file, and Undo reverts it', async (desk) => {
		const args = { action: 'modify', settings_category: 'time' }
		const group = 'run_settings.1'
		const changed = await desk.ok(T, { ...args, properties: { timeScale: 0.5 } }, { group })
		expect(changed).toMatchObject({ results: [{ previousValue: 1, newValue: 0.5 }] })
		expect(fileOf(desk, 'TimeManager.asset')).toMatch(/m_TimeScale: 0.5/)
		const now = { action: 'get_settings', settings_category: 'time' } as const
		expect((await desk.ok('unity_query', now)).settings).toMatchObject({ timeScale: 0.5 })
		await desk.ok('unity_history', { action: 'undo', record_ids: [group] })
		expect((await desk.ok('unity_query', now)).settings).toMatchObject({ timeScale: 1 })
	})
	.refuses('modify', 'unknown_property', 'the error names near matches', async (desk) => {
		const args = { action: 'modify', settings_category: 'time', properties: { timescal: 2 } }
		const error = await desk.fails(T, args, 'unknown_property')
		expect(JSON.stringify(error.data)).toContain('timeScale')
	})
	.works('add_tag', 'an object can have it', async (desk) => {
		const name = fresh()
		expect((await desk.ok(T, { action: 'add_tag', name })).tags).toContain(name)
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Orc' })
		await desk.ok('unity_hierarchy', { action: 'set_tag_layer', instance_id: '/Orc', tag: name })
		expect(await desk.look('/Orc')).toMatchObject({ tag: name })
	})
	.refuses('add_tag', 'already_exists', 'one that exists', async (desk) => {
		await desk.fails(T, { action: 'add_tag', name: 'Player' }, 'already_exists')
	})
	.works('add_layer', 'an object can be in it', async (desk) => {
		const name = fresh()
		const { index } = await desk.ok(T, { action: 'add_layer', name })
		expect(index).toBeGreaterThanOrEqual(8)
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Hill' })
		await desk.ok('unity_hierarchy', { action: 'set_tag_layer', instance_id: '/Hill', layer: name })
		expect(await desk.look('/Hill')).toMatchObject({ layer: name })
	})
	.refuses('add_layer', 'unsupported', "one of Unity's own places", async (desk) => {
		await desk.fails(T, { action: 'add_layer', name: fresh(), index: 5 }, 'unsupported')
	})
	.works('set_build_scenes', 'in the order given, and the file says so', async (desk) => {
		const before = (await buildScenes(desk)).map(({ path }) => path)
		const path = `Assets/Scenes/${fresh()}.unity`
		await desk.ok('unity_scene', { action: 'create', path, additive: true })
		const done = await desk.ok(T, { action: 'set_build_scenes', scenes: [path, ...before] })
		expect(done).toEqual({ before, scenes: [path, ...before] })
		expect(fileOf(desk, 'EditorBuildSettings.asset')).toContain(path)
		expect((await buildScenes(desk))[0]).toEqual({ path, buildIndex: 0 })
		await desk.ok(T, { action: 'set_build_scenes', scenes: before })
	})
	.refuses('set_build_scenes', 'not_found', 'a scene that does not exist', async (desk) => {
		const before = await buildScenes(desk)
		const args = { action: 'set_build_scenes', scenes: ['Assets/Scenes/Nowhere.unity'] }
		const error = await desk.fails(T, args, 'not_found')
		expect(error.message).toContain('Nowhere')
		expect(await buildScenes(desk)).toEqual(before)
	})
	.refuses('set_build_scenes', 'already_exists', 'one that is named twice', async (desk) => {
		const path = `Assets/Scenes/${fresh()}.unity`
		await desk.ok('unity_scene', { action: 'create', path, additive: true })
		await desk.fails(T, { action: 'set_build_scenes', scenes: [path, path] }, 'already_exists')
	})
	.works('add_sorting_layer', 'in the order of addition', async (desk) => {
		const [one, two] = [fresh(), fresh()]
		await desk.ok(T, { action: 'add_sorting_layer', name: one })
		const { sortingLayers } = await desk.ok(T, { action: 'add_sorting_layer', name: two })
		expect(sortingLayers.slice(-2)).toEqual([one, two])
	})
	.refuses('add_sorting_layer', 'already_exists', 'one that exists', async (desk) => {
		const args = { action: 'add_sorting_layer', name: 'Default' }
		await desk.fails(T, args, 'already_exists')
	})
