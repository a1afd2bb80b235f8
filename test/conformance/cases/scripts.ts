/** unity_refresh: C# 9 compiles to types, errors come with file, line, column and code. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { spinScript } from '../kit/examples.ts'
import { writeScript } from '../kit/scripts.ts'

const T = 'unity_refresh'

const removeScript = (desk: Desk, name: string): void => {
	for (const end of ['.cs', '.cs.meta'])
		rmSync(join(desk.project, 'Assets', 'Scripts', `${name}${end}`), { force: true })
}

const behaviour = (name: string, body: string): string =>
	`using UnityEngine;\n\npublic class ${name} : MonoBehaviour\n{\n${body}\n}\n`

/** A script that does not compile during `run`, removed afterwards. */
export async function withBrokenScript(desk: Desk, run: () => Promise<void>): Promise<void> {
	writeScript(desk, 'Broken', behaviour('Broken', '    public float speed = 1'))
	try {
		expect(await desk.ok(T, {})).toMatchObject({ hasErrors: true })
		await run()
	} finally {
		removeScript(desk, 'Broken')
		expect(await desk.ok(T, {})).toMatchObject({ hasErrors: false })
	}
}

/** Source, and the single error that Unity 6 (C# 9) reports for it. */
const ERRORS: readonly (readonly [what: string, text: string, line: number, code: string])[] = [
	['a semicolon is missing', behaviour('Wrong', '    public float speed = 2'), 5, 'CS1002'],
	['a brace is missing', 'public class Wrong\n{\n    void A()\n    {\n    }\n', 5, 'CS1513'],
	['a typo in a type', behaviour('Wrong', '    public Rigidboby body;'), 5, 'CS0246'],
	['a using is missing', behaviour('Wrong', '    private List<int> points;'), 5, 'CS0246'],
	['an unknown base', 'public class Wrong : Sped\n{\n}\n', 1, 'CS0246'],
	['a file-scoped namespace', 'namespace Game;\n\npublic class Wrong\n{\n}\n', 1, 'CS8773'],
	['a raw string', behaviour('Wrong', '    public string text = """plain""";'), 5, 'CS8773'],
	['a global using', 'global using System;\n\npublic class Wrong\n{\n}\n', 1, 'CS8773'],
	['a record struct', 'public record struct Wrong(int A);\n', 1, 'CS8773'],
	['a required member', 'public class Wrong\n{\n    public required int A;\n}\n', 3, 'CS8773'],
	['a file-local type', 'file class Wrong\n{\n}\n', 1, 'CS8773'],
	[
		'a list pattern',
		'public class Wrong\n{\n    bool A(int[] a)\n    {\n        return a is [1, 2];\n    }\n}\n',
		5,
		'CS8773',
	],
	['a collection expression', 'public class Wrong\n{\n    int[] a = [1, 2];\n}\n', 3, 'CS8773'],
	[
		'a parameterless struct constructor',
		'public struct Wrong\n{\n    public Wrong() { }\n}\n',
		3,
		'CS8773',
	],
	['an escape of C# 13', behaviour('Wrong', '    string text = "\\e[0m";'), 5, 'CS8773'],
	['a primary constructor', 'public class Wrong(int a)\n{\n    int b = a;\n}\n', 1, 'CS8773'],
]

export const refreshCases = new CaseList(T)
	.example('run', spinScript())
	.works('run', 'a required component may be any kind of it', async (desk) => {
		const body = behaviour('Goal', '').replace(
			'public class Goal',
			'[RequireComponent(typeof(Collider))]\npublic class Goal',
		)
		writeScript(desk, 'Goal', body)
		await desk.ok(T, {})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Gate', primitive_type: 'Cube' })
		const add = { action: 'add', game_object_id: '/Gate', component_type: 'Goal' }
		const added = await desk.ok('unity_component', add)
		expect(added).not.toHaveProperty('alsoAdded')
		const remove = { action: 'remove', game_object_id: '/Gate', component_type: 'BoxCollider' }
		await desk.fails('unity_component', remove, 'invalid_arguments')
	})
	.works('run', 'a new script is a type with its fields, and can be added', async (desk) => {
		writeScript(
			desk,
			'Spin',
			behaviour('Spin', '    public float speed = 90f;\n    [SerializeField] bool reverse;'),
		)
		const done = await desk.ok(T, { watched_scripts: ['Spin', 'Absent'] })
		expect(done).toMatchObject({
			recompiled: true,
			hasErrors: false,
			errors: [],
			watchedScripts: { found: ['Spin'], missing: ['Absent'] },
		})
		expect(done.availableTypes[0]).toEqual({
			name: 'Spin',
			fullName: 'Spin',
			isUserScript: true,
			fields: [
				{ name: 'speed', type: 'float' },
				{ name: 'reverse', type: 'bool' },
			],
		})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Wheel' })
		const added = await desk.ok('unity_component', {
			action: 'add',
			game_object_id: '/Wheel',
			component_type: 'Spin',
			properties: { speed: 45 },
		})
		expect(added.results[0]).toMatchObject({ previousValue: 90, newValue: 45 })
		expect(await desk.properties('/Wheel', 'Spin')).toMatchObject({ speed: 45, reverse: false })
		const { types } = await desk.ok('unity_query', { action: 'types', search_query: 'Spin' })
		expect(types[0]).toMatchObject({ name: 'Spin', isUserScript: true })
	})
	.works('run', 'a deleted script has Unity’s name for it, and is restored whole', async (desk) => {
		const text = behaviour('Fading', '    public int gold = 1;')
		writeScript(desk, 'Fading', text)
		await desk.ok(T, {})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Safe', components: ['Fading'] })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Safe',
			component_type: 'Fading',
			properties: { gold: 5 },
		})
		removeScript(desk, 'Fading')
		await desk.ok(T, {})
		const look = { action: 'inspect_object' as const, instance_id: '/Safe' }
		const seen = await desk.ok('unity_query', look)
		expect(seen.gameObject.components).toEqual(['Transform', 'Missing (Mono Script)'])
		expect(seen.components[1]).toMatchObject({ type: 'Missing (Mono Script)', properties: {} })
		await desk.fails('unity_query', { ...look, component_type: 'Fading' }, 'unknown_type')
		writeScript(desk, 'Fading', text)
		await desk.ok(T, {})
		expect(await desk.properties('/Safe', 'Fading')).toMatchObject({ gold: 5 })
		removeScript(desk, 'Fading')
		await desk.ok(T, {})
	})
	.works('run', 'nothing has changed: nothing is compiled', async (desk) => {
		await desk.ok(T, {})
		expect(await desk.ok(T, {})).toMatchObject({ recompiled: false, hasErrors: false })
	})
	.works('run', 'the scene and unsaved values survive the domain reload', async (desk) => {
		writeScript(desk, 'Keeper', behaviour('Keeper', '    public int gold = 1;'))
		await desk.ok(T, {})
		const { instanceId } = await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Safe',
			components: ['Keeper'],
		})
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Safe',
			component_type: 'Keeper',
			properties: { gold: 7 },
		})
		writeScript(
			desk,
			'Keeper',
			behaviour('Keeper', '    public int gold = 1;\n    public int silver = 2;'),
		)
		expect(await desk.ok(T, {})).toMatchObject({ recompiled: true, hasErrors: false })
		expect(await desk.look('/Safe')).toMatchObject({ instanceId })
		expect(await desk.properties('/Safe', 'Keeper')).toMatchObject({ gold: 7, silver: 2 })
	})
	.works('run', 'every error of a script has its location and code', async (desk) => {
		try {
			for (const [what, text, line, code] of ERRORS) {
				writeScript(desk, 'Wrong', text)
				const failed = await desk.ok(T, { watched_scripts: ['Wrong'] })
				expect(failed, what).toMatchObject({
					recompiled: true,
					hasErrors: true,
					availableTypes: [],
					watchedScripts: { found: [], missing: ['Wrong'] },
				})
				const [error] = failed.errors
				expect(error, `${what}: ${JSON.stringify(failed.errors)}`).toMatchObject({
					file: 'Assets/Scripts/Wrong.cs',
					line,
					code,
					severity: 'error',
				})
				expect(error?.column).toBeGreaterThan(0)
			}
			const { logs } = await desk.ok('read_console_logs', { filter: 'errors', count: 5 })
			expect(logs[0]?.message).toMatch(/^Assets\/Scripts\/Wrong\.cs\(\d+,\d+\): error CS\d{4}: /)
		} finally {
			removeScript(desk, 'Wrong')
			await desk.ok(T, {})
		}
		const { counts } = await desk.ok('read_console_logs', {})
		expect(counts.errors).toBe(0)
	})
	.works(
		'run',
		'a type whose script does not compile: the error says what to fix',
		async (desk) => {
			await withBrokenScript(desk, async () => {
				await desk.ok('unity_hierarchy', { action: 'create', name: 'User' })
				const add = { action: 'add', game_object_id: '/User', component_type: 'Broken' }
				const error = await desk.fails('unity_component', add, 'unknown_type')
				expect(error.message).toContain('Assets/Scripts/Broken.cs(5,')
				expect(error.message).toContain('error CS1002')
				expect(error.hint).toContain('Fix the error')
			})
		},
	)
	.works('run', 'only types that are new or have other fields are listed', async (desk) => {
		const names = async () => (await desk.ok(T, {})).availableTypes.map(({ name }) => name)
		writeScript(desk, 'Older', behaviour('Older', '    public int a;'))
		expect(await names()).toContain('Older')
		writeScript(desk, 'Newer', behaviour('Newer', '    public int a;'))
		expect(await names()).toEqual(['Newer'])
		writeScript(desk, 'Older', behaviour('Older', '    public int a;\n    public int b;'))
		expect(await names()).toEqual(['Older'])
		expect(await names()).toEqual([])
	})
	.works('run', 'an error does not remove existing types', async (desk) => {
		writeScript(desk, 'Lasting', behaviour('Lasting', '    public int a;'))
		await desk.ok(T, {})
		await withBrokenScript(desk, async () => {
			await desk.ok('unity_hierarchy', { action: 'create', name: 'User', components: ['Lasting'] })
			expect((await desk.look('/User'))?.components).toContain('Lasting')
			const add = (component_type: string) =>
				desk.fails(
					'unity_component',
					{ action: 'add', game_object_id: '/User', component_type },
					'unknown_type',
				)
			// The script of that name does not compile: other names are of no help.
			const own = await add('Broken')
			expect(own.message).toMatch(/^The script of Broken does not compile: Assets/)
			expect(own.data).not.toHaveProperty('nearest')
			expect((await add('Lastin')).message).toMatch(/^The scripts do not compile: Assets/)
		})
	})
	.works('run', 'a script that is gone leaves a missing script behind', async (desk) => {
		writeScript(desk, 'Brief', behaviour('Brief', '    public int a;'))
		await desk.ok(T, {})
		await desk.ok('unity_hierarchy', { action: 'create', name: 'User', components: ['Brief'] })
		removeScript(desk, 'Brief')
		expect(await desk.ok(T, { watched_scripts: ['Brief'] })).toMatchObject({
			recompiled: true,
			watchedScripts: { found: [], missing: ['Brief'] },
		})
		expect((await desk.look('/User'))?.components).not.toContain('Brief')
		expect((await desk.look('/User'))?.components).toHaveLength(2)
	})
	.refuses('run', 'in_play_mode', 'scripts are not compiled in play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, {}, 'in_play_mode')
	})
	.refuses('run', 'invalid_arguments', 'an invalid list', async (desk) => {
		await desk.fails(T, { watched_scripts: { 0: 'Spin' } }, 'invalid_arguments')
	})
