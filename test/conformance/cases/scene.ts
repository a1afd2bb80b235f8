/** unity_scene: unsaved work is never lost by accident, and saved work can be reopened. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { level2, nothing } from '../kit/examples.ts'

const T = 'unity_scene'

const add = (desk: Desk, name: string) =>
	desk.ok('unity_hierarchy', { action: 'create', name, position: [1, 2, 3] })

export const sceneCases = new CaseList(T)
	.example('open', async (desk) => {
		await level2(desk)
		await desk.ok(T, { action: 'close', path: 'Assets/Scenes/Level2.unity' })
	})
	.example('set_active', level2)
	.example('close', level2)
	.example('create', nothing)
	.works('list', 'open scenes and scene files', async (desk) => {
		const path = await desk.fresh()
		const { open, assets } = await desk.ok(T, { action: 'list' })
		expect(open.map((scene) => scene.path)).toEqual([path])
		expect(open[0]).toMatchObject({ isActive: true, rootCount: 2, objectCount: 2 })
		expect(assets).toContain(path)
	})
	.refuses('list', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'list', path: 'Assets/A.unity' }, 'invalid_arguments')
	})
	.works('open', 'saved objects are restored, with new or old ids', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Saved')
		await desk.ok('unity_component', {
			action: 'add',
			game_object_id: '/Saved',
			component_type: 'Rigidbody',
			properties: { mass: 4 },
		})
		await desk.ok(T, { action: 'save' })
		await desk.fresh()
		expect(await desk.look('/Saved')).toBeNull()
		const opened = await desk.ok(T, { action: 'open', path })
		expect(opened).toMatchObject({
			scenePath: path,
			isLoaded: true,
			isDirty: false,
			isActive: true,
		})
		expectVector((await desk.look('/Saved'))?.transform['localPosition'], [1, 2, 3])
		expect(await desk.properties('/Saved', 'Rigidbody')).toMatchObject({ mass: 4 })
	})
	.works('open', 'additively, next to the open one', async (desk) => {
		const first = await desk.fresh()
		await add(desk, 'InFirst')
		await desk.ok(T, { action: 'save' })
		const second = await desk.fresh()
		await desk.ok(T, { action: 'open', path: first, additive: true })
		const { open } = await desk.ok(T, { action: 'list' })
		expect(open.map((scene) => [scene.path, scene.isActive])).toEqual([
			[second, true],
			[first, false],
		])
		expect(await desk.look('/InFirst')).not.toBeNull()
	})
	.works('open', 'if_dirty "save" keeps the work, "discard" drops it', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Kept')
		const other = await desk.ok(T, {
			action: 'create',
			path: path.replace('.unity', ' other.unity'),
			if_dirty: 'save',
		})
		await add(desk, 'Dropped')
		await desk.ok(T, { action: 'open', path, if_dirty: 'discard' })
		expect(await desk.look('/Kept')).not.toBeNull()
		await desk.ok(T, { action: 'open', path: other.scenePath })
		expect(await desk.look('/Dropped')).toBeNull()
	})
	.refuses('open', 'dirty_scene', 'unsaved changes are not lost silently', async (desk) => {
		const first = await desk.fresh()
		const second = await desk.fresh()
		await add(desk, 'Unsaved')
		const error = await desk.fails(T, { action: 'open', path: first }, 'dirty_scene')
		expect(error.data['dirty']).toEqual([second])
		expect(error.hint).toContain('if_dirty')
		expect(await desk.look('/Unsaved')).not.toBeNull()
	})
	.refuses('open', 'not_found', 'a scene file that does not exist', async (desk) => {
		const path = await desk.fresh()
		const error = await desk.fails(T, { action: 'open', path: `${path}x.unity` }, 'not_found')
		expect(error.data['nearest']).toContain(path)
	})
	.refuses('open', 'invalid_arguments', 'a file that is not a scene', async (desk) => {
		await desk.ok('unity_asset', { action: 'create_material', path: 'Assets/No scene.mat' })
		await desk.fails(T, { action: 'open', path: 'Assets/No scene.mat' }, 'invalid_arguments')
	})
	.refuses('open', 'in_play_mode', 'scenes are not changed in play mode', async (desk) => {
		const path = await desk.fresh()
		await desk.ok('unity_play', { action: 'enter' })
		const error = await desk.fails(T, { action: 'open', path }, 'in_play_mode')
		expect(error.hint).toContain('exit')
	})
	.works('save', 'no unsaved changes remain', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Work')
		const saved = await desk.ok(T, { action: 'save' })
		expect(saved).toMatchObject({ scenePath: path, isDirty: false, isActive: true })
		const { open } = await desk.ok(T, { action: 'list' })
		expect(open[0]?.isDirty).toBe(false)
	})
	.works('save', 'a copy elsewhere leaves the open scene where it is', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Copied')
		const copy = path.replace('.unity', ' copy.unity')
		const saved = await desk.ok(T, { action: 'save', save_as: copy, copy: true })
		expect(saved).toMatchObject({ scenePath: copy, isLoaded: false, isActive: false })
		const { open, assets } = await desk.ok(T, { action: 'list' })
		expect(open.map((scene) => [scene.path, scene.isDirty])).toEqual([[path, true]])
		expect(assets).toContain(copy)
		await desk.ok(T, { action: 'open', path: copy, if_dirty: 'discard' })
		expect(await desk.look('/Copied')).not.toBeNull()
	})
	.works('save', 'under a new name: the open scene is the new file from now on', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Renamed')
		const next = path.replace('.unity', ' next.unity')
		const saved = await desk.ok(T, { action: 'save', save_as: next })
		expect(saved).toMatchObject({ scenePath: next, isLoaded: true, isActive: true, isDirty: false })
		const { open, assets } = await desk.ok(T, { action: 'list' })
		expect(open.map((scene) => [scene.path, scene.isDirty])).toEqual([[next, false]])
		expect(assets).toContain(path)
		await desk.ok(T, { action: 'open', path })
		expect(await desk.look('/Renamed')).toBeNull()
	})
	.refuses('save', 'already_exists', 'a copy does not overwrite another scene', async (desk) => {
		const first = await desk.fresh()
		await desk.fresh()
		await desk.fails(T, { action: 'save', save_as: first }, 'already_exists')
	})
	.refuses('save', 'not_found', 'a scene that is not open', async (desk) => {
		const first = await desk.fresh()
		await desk.fresh()
		const { hint } = await desk.fails(T, { action: 'save', path: first }, 'not_found')
		expect(hint).toContain('save_as')
	})
	.refuses('save', 'not_found', 'a scene whose folder was removed', async (desk) => {
		const folder = join(desk.project, 'Assets', 'Gone')
		await desk.ok(T, { action: 'create', path: 'Assets/Gone/Main.unity', empty: true })
		await add(desk, 'Unsaved')
		rmSync(folder, { recursive: true })
		const { message } = await desk.fails(T, { action: 'save' }, 'not_found')
		expect(message).toBe('The folder Assets/Gone does not exist. Nothing was saved.')
		expect(existsSync(folder)).toBe(false)
		mkdirSync(folder)
		await desk.ok(T, { action: 'save' })
	})
	.refuses('save', 'stale_file', 'a scene whose file another program changed', async (desk) => {
		const path = await desk.fresh()
		const file = join(desk.project, path)
		const before = readFileSync(file, 'utf8')
		await add(desk, 'Unsaved')
		await desk.ok(T, { action: 'save' })
		const saved = readFileSync(file, 'utf8')
		writeFileSync(file, before)
		await add(desk, 'Later')
		const { message, hint } = await desk.fails(T, { action: 'save' }, 'stale_file')
		expect(message).toBe(`${path} has changed on disk since it was opened. Nothing was saved.`)
		expect(hint).toContain('if_dirty')
		expect(readFileSync(file, 'utf8')).toBe(before)
		expect((await desk.ok('unity_refresh', {})).scenesChangedOnDisk).toEqual([path])
		const { openScenes } = await desk.ok('unity_query', { action: 'editor_state' })
		expect(openScenes[0]).toMatchObject({ path, changedOnDisk: true, isDirty: true })
		await desk.fails('execute_menu_item', { menu_path: 'File/Save' }, 'stale_file')
		const next = path.replace('.unity', ' next.unity')
		await desk.fails(T, { action: 'create', path: next, if_dirty: 'save' }, 'stale_file')

		// A copy elsewhere leaves that as it is.
		await desk.ok(T, { action: 'save', save_as: next, copy: true })
		expect((await desk.ok(T, { action: 'list' })).open[0]).toMatchObject({ changedOnDisk: true })

		// A file with its old content again has not changed.
		writeFileSync(file, saved)
		expect((await desk.ok(T, { action: 'list' })).open[0]).not.toHaveProperty('changedOnDisk')
		await desk.ok(T, { action: 'save' })

		// Opened again, it is what is on disk.
		writeFileSync(file, before)
		await desk.ok(T, { action: 'open', path, if_dirty: 'discard' })
		expect(await desk.look('/Unsaved')).toBeNull()
		expect(await desk.ok('unity_refresh', {})).not.toHaveProperty('scenesChangedOnDisk')
		await add(desk, 'Again')
		await desk.ok(T, { action: 'save' })
	})
	.refuses('save', 'in_play_mode', 'changes made in play mode are not saved', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, { action: 'save' }, 'in_play_mode')
	})
	.works('create', 'with camera and light, or empty', async (desk) => {
		const path = (await desk.fresh()).replace('.unity', ' made.unity')
		const made = await desk.ok(T, { action: 'create', path })
		expect(made).toMatchObject({ scenePath: path, isDirty: false, isActive: true })
		const { objects } = await desk.ok('unity_query', { action: 'hierarchy' })
		expect(objects.map((object) => object.path)).toEqual(['/Main Camera', '/Directional Light'])
		const bare = path.replace('made', 'bare')
		await desk.ok(T, { action: 'create', path: bare, empty: true })
		expect((await desk.ok('unity_query', { action: 'hierarchy' })).total).toBe(0)
	})
	.refuses('create', 'already_exists', 'an existing scene is not overwritten', async (desk) => {
		const first = await desk.fresh()
		await desk.fresh()
		await desk.fails(T, { action: 'create', path: first }, 'already_exists')
	})
	.refuses('create', 'dirty_scene', 'unsaved changes are not lost silently', async (desk) => {
		const path = await desk.fresh()
		await add(desk, 'Unsaved')
		const args = { action: 'create', path: path.replace('.unity', ' next.unity') }
		await desk.fails(T, args, 'dirty_scene')
		expect(await desk.look('/Unsaved')).not.toBeNull()
		expect((await desk.ok(T, { action: 'list' })).assets).not.toContain(args.path)
	})
	.refuses('create', 'invalid_arguments', 'a path that is not a scene', async (desk) => {
		await desk.fails(T, { action: 'create', path: 'Assets/Scene.txt' }, 'invalid_arguments')
	})
	.refuses('create', 'invalid_arguments', 'a path that leads out', async (desk) => {
		await desk.fails(T, { action: 'create', path: 'Assets/../../Out.unity' }, 'invalid_arguments')
	})
	.refuses('create', 'in_play_mode', 'no new scene in play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, { action: 'create', path: 'Assets/Scenes/Playing.unity' }, 'in_play_mode')
	})
	.works('set_active', 'new objects go into the active scene', async (desk) => {
		const first = await desk.fresh()
		const second = first.replace('.unity', ' side.unity')
		const side = await desk.ok(T, { action: 'create', path: second, additive: true })
		expect(side.isLoaded).toBe(true)
		const active = await desk.ok(T, { action: 'set_active', path: second })
		expect(active).toMatchObject({ scenePath: second, isActive: true })
		expect(await add(desk, 'There')).toMatchObject({ scene: active.sceneName })
		await desk.ok(T, { action: 'set_active', path: first })
		expect(await add(desk, 'Here')).not.toMatchObject({ scene: active.sceneName })
	})
	.refuses('set_active', 'not_found', 'a scene that is not open', async (desk) => {
		const first = await desk.fresh()
		const second = await desk.fresh()
		const error = await desk.fails(T, { action: 'set_active', path: first }, 'not_found')
		expect(error.data['loaded']).toEqual([second])
	})
	.works('close', 'an additive scene is closed, the other stays', async (desk) => {
		const first = await desk.fresh()
		const second = first.replace('.unity', ' shut.unity')
		await desk.ok(T, { action: 'create', path: second, additive: true })
		const closed = await desk.ok(T, { action: 'close', path: second })
		expect(closed).toMatchObject({ scenePath: second, isLoaded: false, isActive: false })
		const { open } = await desk.ok(T, { action: 'list' })
		expect(open.map((scene) => scene.path)).toEqual([first])
	})
	.refuses('close', 'invalid_arguments', 'the only open scene stays', async (desk) => {
		const path = await desk.fresh()
		await desk.fails(T, { action: 'close', path }, 'invalid_arguments')
	})
	.refuses('close', 'dirty_scene', 'unsaved changes are not lost silently', async (desk) => {
		const first = await desk.fresh()
		const second = first.replace('.unity', ' dirty.unity')
		await desk.ok(T, { action: 'create', path: second, additive: true })
		await desk.ok(T, { action: 'set_active', path: second })
		await add(desk, 'Unsaved')
		await desk.fails(T, { action: 'close', path: second }, 'dirty_scene')
		expect(await desk.look('/Unsaved')).not.toBeNull()
	})
	.refuses('close', 'not_found', 'a scene that is not open', async (desk) => {
		const first = await desk.fresh()
		await desk.fresh()
		await desk.fails(T, { action: 'close', path: first }, 'not_found')
	})
	.refuses('close', 'in_play_mode', 'no scene is closed in play mode', async (desk) => {
		const path = await desk.fresh()
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, { action: 'close', path }, 'in_play_mode')
	})
