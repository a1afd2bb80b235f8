import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Driver, makeProject } from '../test-project.ts'

const T = 'unity_settings'
const tagsOf = (d: Driver): string[] =>
	d.ok('unity_query', { action: 'get_settings', settings_category: 'player' }).settings.tags

it('a new tag is undone and redone, and its file gets no .meta', async () => {
	const root = makeProject()
	const d = await Driver.open(root)
	d.ok(T, { action: 'add_tag', name: 'Enemy' }, { id: 'run_a.1', name: 'Tags' })
	d.ok(T, { action: 'add_tag', name: "Boss: the last's" }, { id: 'run_a.1', name: 'Tags' })
	d.ok('unity_undo', { action: 'undo' })
	expect(tagsOf(d)).not.toContain('Enemy')
	d.ok('unity_undo', { action: 'redo' })
	expect(tagsOf(d).slice(-2)).toEqual(['Enemy', "Boss: the last's"])
	expect(() => readFileSync(join(root, 'ProjectSettings/TagManager.asset.meta'))).toThrow('ENOENT')
	// Another editor's start reads them from the file.
	expect(tagsOf(await Driver.open(root)).slice(-2)).toEqual(['Enemy', "Boss: the last's"])
})

it('a tag manager that the relay restored counts', async () => {
	const root = makeProject()
	const d = await Driver.open(root)
	d.ok(T, { action: 'add_layer', name: 'Lava' })
	writeFileSync(join(root, 'ProjectSettings/TagManager.asset'), '')
	expect(
		d.error('unity_hierarchy', {
			action: 'set_tag_layer',
			instance_id: d.ok('unity_hierarchy', { action: 'create' }).instanceId,
			layer: 'Lava',
		}).code,
	).toBe('not_found')
})

it('no person is asked about a tag, a layer or a scene that cannot be taken', async () => {
	const d = await Driver.open()
	const check = (params: Record<string, unknown>) =>
		d.error('unity_check', { method: T, params }).code
	expect(check({ action: 'add_tag', name: 'Player' })).toBe('already_exists')
	expect(check({ action: 'add_layer', name: 'Lava', index: 5 })).toBe('unsupported')
	expect(check({ action: 'set_build_scenes', scenes: ['Assets/No.unity'] })).toBe('not_found')
	expect(check({ action: 'modify', settings_category: 'time', properties: { a: 1 } })).toBe(
		'unsupported',
	)
})

it('a scene that is switched off stays in the list of the build, switched off', async () => {
	const root = makeProject({
		'ProjectSettings/EditorBuildSettings.asset':
			'EditorBuildSettings:\n  m_Scenes:\n  - enabled: 0\n    path: Assets/Off.unity\n',
	})
	const d = await Driver.open(root)
	d.ok('unity_scene', { action: 'create', path: 'Assets/On.unity' })
	const done = d.ok(T, { action: 'set_build_scenes', scenes: ['Assets/On.unity'] })
	expect(done).toEqual({ before: [], scenes: ['Assets/On.unity'] })
	const text = readFileSync(join(root, 'ProjectSettings/EditorBuildSettings.asset'), 'utf8')
	expect(text).toMatch(/path: Assets\/On\.unity[^-]+- enabled: 0\n {4}path: Assets\/Off\.unity/)
})
