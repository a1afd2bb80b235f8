import { describe, expect, test } from 'vitest'
import { allTools, permissionKey, permissionsOf, worstRisk } from './index.ts'

const keys = (method: string, params: Record<string, unknown>): string[] =>
	permissionsOf(method, params).map(permissionKey)
const batch = (...operations: [string, Record<string, unknown>][]) => ({
	operations: operations.map(([tool, args]) => ({ tool, args })),
})

describe('the scope of an approval', () => {
	test.each([
		['unity_hierarchy', { action: 'rename', instance_id: '/A', name: 'B' }],
		['unity_asset', { action: 'delete', path: 'Assets/A.mat' }],
	])('%s: its action', (method, params) => {
		expect(keys(method, params)).toEqual([`${method} ${params.action}`])
	})

	test("a coding agent's command is always allowed as it is asked, never one with a hidden secret", () => {
		const asked = (text: string, end: string) =>
			keys('agent_permission', {
				agent: 'Claude Code',
				tool: 'Bash',
				text,
				language: '',
				session: '',
				request_id: `ask_${end.repeat(32)}`,
			})
		expect(asked('npm test', '1')).toEqual(asked('npm test', '2'))
		const hidden = 'curl -u (hidden) https://a.example'
		expect(asked(hidden, '1')).not.toEqual(asked(hidden, '2'))
	})

	test("a coding agent's file is always allowed by its path, never one with a hidden secret in it", () => {
		const asked = (path: string, end: string) =>
			keys('agent_permission', {
				agent: 'Claude Code',
				tool: 'Write',
				text: '+(hidden)',
				language: 'diff',
				path,
				session: '',
				request_id: `ask_${end.repeat(32)}`,
			})
		expect(asked('notes/a.txt', '1')).toEqual(asked('notes/a.txt', '2'))
		expect(asked('notes/(hidden).txt', '1')).not.toEqual(asked('notes/(hidden).txt', '2'))
	})

	test('project settings need approval as running code, file by file', () => {
		const time = { action: 'modify', settings_category: 'time', properties: { timeScale: 2 } }
		const [asked] = permissionsOf('unity_settings', time)
		const file = 'ProjectSettings/TimeManager.asset'
		expect(asked).toMatchObject({ action: 'modify', risk: 'execute', subject: file })
		expect(keys('unity_settings', { ...time, settings_category: 'player' })).not.toEqual(
			keys('unity_settings', time),
		)
		expect(worstRisk(permissionsOf('unity_settings', { action: 'add_tag', name: 'Enemy' }))).toBe(
			'execute',
		)
		const look = { action: 'inspect', settings_category: 'time' }
		expect(worstRisk(permissionsOf('unity_settings', look))).toBe('read')
	})

	test.each([
		'Assets/Big',
		'Assets/Level.v2',
		'Assets/Big.Art/',
		'Assets/.env.real',
		'.ssh',
		'Assets/id_rsa',
		'Assets/credentials.json',
		'Assets/server.key',
	])('of one file that is deleted does not cover %s', (path) => {
		const ordinary = keys('delete_file', { path: 'Assets/Old.cs' })
		expect(ordinary).toEqual(['delete_file run'])
		expect(keys('delete_file', { path: 'Assets/Red.mat' })).toEqual(ordinary)
		const calls: [string, Record<string, unknown>][] = [['delete_file', { path }]]
		if (path.startsWith('Assets/')) calls.push(['unity_asset', { action: 'delete', path }])
		for (const [tool, params] of calls) {
			const [one, ...more] = permissionsOf(tool, params)
			expect(more).toEqual([])
			expect(one?.risk).toBe('destructive')
			expect(one?.subject).toContain(path.replace(/\/$/, ''))
		}
	})

	test('one menu item does not cover the others', () => {
		const save = keys('execute_menu_item', { menu_path: 'File/Save' })
		expect(save).toEqual(['execute_menu_item run File/Save'])
		expect(keys('execute_menu_item', { menu_path: 'File/Exit' })).not.toEqual(save)
	})

	test('a batch is each action in it, once', () => {
		const params = batch(
			['unity_hierarchy', { action: 'create', primitive_type: 'Cube' }],
			['unity_hierarchy', { action: 'create', primitive_type: 'Sphere' }],
			['unity_component', { action: 'add', game_object_id: '$0', component_type: 'Rigidbody' }],
			['unity_query', { action: 'selection' }],
		)
		expect(keys('unity_batch', params)).toEqual([
			'unity_hierarchy create',
			'unity_component add',
			'unity_query selection',
		])
		expect(worstRisk(permissionsOf('unity_batch', params))).toBe('write')
	})

	test('a batch that only reads is a read; one with an unknown operation is not', () => {
		const look = batch(['unity_query', { action: 'selection' }])
		expect(worstRisk(permissionsOf('unity_batch', look))).toBe('read')
		const odd = batch(['unity_query', { action: 'constructor' }])
		expect(worstRisk(permissionsOf('unity_batch', odd))).toBe('write')
	})

	test.each([
		['write_file', { path: 'Packages/manifest.json', content: '{}' }],
		['write_file', { path: 'packages\\manifest.json', content: '{}' }],
		['write_file', { path: 'ProjectSettings/ProjectSettings.asset', content: '' }],
		['write_file', { path: 'Assets/Tools/Editor/OnLoad.cs', content: '' }],
		['write_file', { path: './Assets//EDITOR/OnLoad.cs', content: '' }],
		['write_file', { path: 'Assets/EDITOR~1/OnLoad.cs', content: '' }],
		['edit_file', { path: '.vscode/tasks.json', edits: [{ find: 'a', replace: 'b' }] }],
		['write_file', { path: '.envrc', content: '' }],
		['write_file', { path: '.husky/pre-commit', content: '' }],
		['write_file', { path: '.github/workflows/ci.yml', content: '' }],
		['write_file', { path: 'Assets/.hidden/a.sh', content: '' }],
		['write_file', { path: 'Directory.Build.props', content: '' }],
		['write_file', { path: 'AGENTS.md', content: '' }],
		['write_file', { path: 'Assets/AGENTS.md', content: '' }],
		['write_file', { path: 'Assets/Game/Deep/Claude.md', content: '' }],
		['append_to_file', { path: 'Assets/Game/GEMINI.local.md', content: 'x' }],
		['move_file', { from: 'Assets/notes.md', to: 'Assets/Game/CLAUDE.md' }],
		['write_file', { path: 'Assets/Tools/Start.command', content: '' }],
		['write_file', { path: 'Assets/csc.rsp', content: '' }],
		['write_file', { path: 'Assets/Game/Game.asmdef', content: '{}' }],
		['write_file', { path: 'Assets/Tools/git.BAT', content: '' }],
		['write_file', { path: 'Assets/Tools/build.sh', content: '' }],
		...['vbs', 'wsf', 'hta', 'desktop', 'applescript', 'reg', 'url', 'lnk', 'msi', 'psm1'].map(
			(ending): [string, Record<string, unknown>] => [
				'write_file',
				{ path: `Assets/a.${ending}`, content: '' },
			],
		),
		['write_file', { path: 'Assets/Plugins/x86_64/fast.DLL', content: '' }],
		['write_file', { path: 'Assets/Plugins/x86_64/fast.dll.meta', content: '' }],
		['write_file', { path: 'Assets/Plugins/Android/mainTemplate.gradle', content: '' }],
		['write_file', { path: 'Assets/Plugins/Android/A.androidlib/build.gradle', content: '' }],
		['write_file', { path: 'Assets/Plugins/Android/gradleTemplate.properties', content: '' }],
		['write_file', { path: 'Assets/Plugins/Android/A.androidlib/build.gradle.kts', content: '' }],
		['write_file', { path: 'Assets/Models/Ship.ma', content: '' }],
		['write_file', { path: 'Assets/Models/Ship.blend', content: '' }],
		['copy_file', { from: 'Assets/ship.txt', to: 'Assets/Models/Ship.MAX' }],
		['write_file', { path: 'Assets/Plugins/fast.plugin/Contents/Info.plist', content: '' }],
		['write_file', { path: 'Assets/Plugins/Web/fast.bc', content: '' }],
		['write_file', { path: 'Assets/Plugins/iOS/Main.xib', content: '' }],
		['write_file', { path: 'Assets/Plugins/iOS/Start.mm', content: '' }],
		['write_file', { path: 'Assets/Plugins/lib.so.1', content: '' }],
		['write_file', { path: 'Assets/Plugins/a.winmd', content: '' }],
		['write_file', { path: 'Assets/Plugins/fast.bundle/Contents/Info.plist', content: '' }],
		['unity_asset', { action: 'move', path: 'Assets/A.cs', new_path: 'Assets/Editor/A.cs' }],
		['unity_asset', { action: 'copy', path: 'Assets/a.txt', new_path: 'Assets/a.dll' }],
	])(
		'%s %j writes what runs by itself: it asks as running code, for this file alone',
		(method, params) => {
			const [permission, ...more] = permissionsOf(method, params)
			expect(more).toEqual([])
			expect(permission?.risk).toBe('execute')
			const { from, path, to, new_path } = params as Record<string, string | undefined>
			const written = to ?? new_path
			expect(permission?.subject).toBe(
				written === undefined ? path : `${from ?? path} → ${written}`,
			)
		},
	)

	const SECRET = 'Assets/S/secrets.json'
	const TRANSFERS: [string, string, (from: string, to: string) => Record<string, unknown>][] = [
		['copy_file', 'of a copy', (from, to) => ({ from, to, overwrite: true })],
		['move_file', 'of a move', (from, to) => ({ from, to })],
		['unity_asset', "of Unity's copy", (path, new_path) => ({ action: 'copy', path, new_path })],
		['unity_asset', "of Unity's move", (path, new_path) => ({ action: 'move', path, new_path })],
		[
			'unity_batch',
			'of a copy in a batch',
			(path, new_path) => batch(['unity_asset', { action: 'copy', path, new_path }]),
		],
	]
	test.each(TRANSFERS)('%s: an answer about one %s covers that pair alone', (tool, _, args) => {
		const asked = (from: string, to: string) => {
			const permissions = permissionsOf(tool, args(from, to))
			expect(worstRisk(permissions), `${from} to ${to}`).toBe('execute')
			return permissions.map(permissionKey).join()
		}
		const first = asked(SECRET, `${SECRET}.bak`)
		expect(first).toContain(`${SECRET} → ${SECRET}.bak`)
		const others = [
			[SECRET, 'Assets/Editor/evil.cs'],
			[SECRET, 'Assets/csc.rsp'],
			[SECRET, 'Packages/manifest.json'],
			[SECRET, 'Assets/Q/open.txt'],
			['Assets/conf.txt', 'Assets/Editor/evil.cs'],
			['Assets/other.txt', 'Assets/Editor/evil.cs'],
			['Assets/build.log', 'Assets/build.txt'],
			['Assets/build.log', 'Assets/open.txt'],
			// Names that read like two.
			['Assets/a', 'Assets/b → Assets/Editor/evil.cs'],
			['Assets/a → Assets/b', 'Assets/Editor/evil.cs'],
		] as const
		const keysOfAll = [first, ...others.map(([from, to]) => asked(from, to))]
		expect(new Set(keysOfAll).size).toBe(keysOfAll.length)
	})

	test('of two files with secrets does not cover one whose name reads like both', () => {
		const committed = (...paths: string[]) => keys('git', { action: 'commit', message: 'a', paths })
		expect(committed('.env', 'b/.env')).not.toEqual(committed('.env, b/.env'))
	})

	test('of a scene that drops unsaved changes does not cover where it is written', () => {
		const created = (path: string) =>
			keys('unity_scene', { action: 'create', path, if_dirty: 'discard' })
		expect(created('Assets/A.unity')).toEqual(created('Assets/B.unity'))
		expect(created('Packages/A.unity')).not.toEqual(created('Assets/A.unity'))
		expect(created('Packages/A.unity')).not.toEqual(created('Packages/B.unity'))
	})

	test.each([
		'Assets/Scripts/Spin.cs',
		'Assets/Docs/Agents of the night.md',
		'Assets/README.md',
		'Assets/Scripts/EditorOnly.cs',
		'Assets/Editorial/Story.txt',
		'Assets/Materials/Red.mat',
		'Assets/Materials/Red.mat.meta',
		'Assets/Level.v2/Hero.prefab',
	])('writing %s is an ordinary write, which one answer allows for all of them', (path) => {
		expect(permissionsOf('write_file', { path, content: '' })).toEqual([
			{ tool: 'write_file', action: 'run', risk: 'write' },
		])
	})

	test('a prefab that a batch saves among scripts of the editor counts like any other write there', () => {
		const save = { action: 'create_asset', instance_id: '$0', asset_path: 'Assets/Editor/A.prefab' }
		expect(worstRisk(permissionsOf('unity_batch', batch(['unity_prefab', save])))).toBe('execute')
	})

	test("a tool of the project's own counts as running code", () => {
		expect(permissionsOf('my_tool', {})).toEqual([
			{ tool: 'my_tool', action: 'run', risk: 'execute' },
		])
	})

	test('every call that runs anything names its permission', () => {
		for (const tool of allTools) {
			for (const { examples, risk } of Object.values(tool.actions)) {
				if (risk !== 'execute') continue
				for (const { args } of examples) expect(keys(tool.name, args).length).toBeGreaterThan(0)
			}
		}
	})
})
