import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
	allTools,
	BATCH_TOOLS,
	judge,
	permissionsOf,
	type Risk,
	toolByName,
	worstRisk,
} from './index.ts'

const page = readFileSync(new URL('../../../docs/risks.md', import.meta.url), 'utf8')

/** `tool action` → risk, of every row of the table of effects. */
function rowsOf(text: string): [string, string][] {
	return [...text.matchAll(/^\| [^|]+ \| (\w+) \| (`[^|]+) \|$/gm)].flatMap(([, risk, cell]) =>
		(cell ?? '').split(' · ').flatMap((part) => {
			const [, tool, actions = ''] = /^`(\w+)` (.+)$/.exec(part) ?? []
			return actions.split(', ').map((name): [string, string] => [`${tool} ${name}`, risk ?? ''])
		}),
	)
}

describe('docs/risks.md', () => {
	test('names no action twice, and each with the risk that it has', () => {
		const named = rowsOf(page)
		expect(new Set(named.map(([action]) => action)).size).toBe(named.length)
		expect(named.length).toBeGreaterThan(50)
		const real = named.map(([one]) => {
			const [tool = '', action = ''] = one.split(' ')
			return [one, toolByName(tool)?.actions[action]?.risk]
		})
		expect(named).toEqual(real)
	})
})

test('the page names all actions that run scripts of the project, and no others', () => {
	const [row = ''] = /^\| Runs the project's own scripts.*$/m.exec(page) ?? []
	const running = allTools.flatMap(({ name, actions }) =>
		Object.keys(actions).flatMap((one) => (actions[one]?.runsScripts ? [`${name} ${one}`] : [])),
	)
	expect(running.sort()).toEqual(
		rowsOf(row)
			.map(([one]) => one)
			.sort(),
	)
})

describe('the risk is that of the effect', () => {
	test('a batch needs the same approvals as its calls alone', () => {
		for (const name of BATCH_TOOLS)
			for (const [action, { examples }] of Object.entries(toolByName(name)?.actions ?? {})) {
				const args = examples[0]?.args ?? {}
				const inside = permissionsOf('unity_batch', { operations: [{ tool: name, args }] })
				expect(inside, `${name} ${action}`).toEqual(permissionsOf(name, { ...args }))
			}
	})

	test.each<[string, string, Record<string, unknown>]>([
		[
			'a secret as a source',
			'Assets/credentials.json',
			{ action: 'copy', new_path: 'Assets/a.txt' },
		],
		['a secret below', 'Assets/Secret/id_rsa', { action: 'copy', new_path: 'Assets/a.txt' }],
		['a secret that is read', 'Assets/credentials.json', { action: 'inspect_object' }],
		['a log that loses its ending', 'Assets/run.log', { action: 'copy', new_path: 'Assets/a.txt' }],
		['a secret as a target', 'Assets/a.txt', { action: 'copy', new_path: 'Assets/id_rsa' }],
		['code as a target', 'Assets/a.txt', { action: 'copy', new_path: 'Assets/Editor/A.cs' }],
		[
			'a secret that is written',
			'Assets/server.key',
			{ action: 'modify_object', properties: { a: 1 } },
		],
	])('%s (%s) asks in a batch as it does alone', (_, path, args) => {
		const alone = permissionsOf('unity_asset', { ...args, path })
		expect(alone).toMatchObject([{ risk: 'execute', subject: expect.stringContaining('Assets/') }])
		const harmless = { tool: 'unity_hierarchy', args: { action: 'create' } }
		const inside = (more: object) =>
			permissionsOf('unity_batch', {
				operations: [harmless, { tool: 'unity_asset', args: { ...args, path, ...more } }],
			})
		expect(inside({}).slice(1)).toEqual(alone)
		// Arguments that the registry would refuse are judged as they are.
		expect(inside({ more: 1 }).slice(1)).toEqual(alone)
		expect(judge(inside({}), 'auto').verdict).toBe('ask')
		expect(worstRisk(inside({ path: [7] }))).toBe('execute')
	})

	test.each<[string, Record<string, unknown>]>([
		['unity_play', { action: 'enter' }],
		['unity_playtest', { steps: [{ do: 'wait', seconds: 1 }] }],
		['unity_tests', { action: 'run', mode: 'PlayMode' }],
	])("%s %j runs the project's scripts: one risk for all that do", (method, params) => {
		expect(worstRisk(permissionsOf(method, params))).toBe('write' satisfies Risk)
	})

	test.each([
		'README.md',
		'docs/guide.txt',
		'LICENSE',
		'Packages/com.me.kit/CHANGELOG',
		'.gitattributes',
	])('%s is text for people, in any kind of folder', (path) => {
		for (const kind of ['unity', 'plain'] as const)
			expect(permissionsOf('write_file', { path, content: '' }, kind)).toEqual([
				{ tool: 'write_file', action: 'run', risk: 'write' },
			])
	})

	test.each([
		'CLAUDE.md',
		'AGENTS.override.md',
		'requirements.txt',
		'CMakeLists.txt',
		'skills/a.md',
		'ProjectSettings/ProjectVersion.txt',
		'Packages/manifest.json',
		'.github/notes.md',
		'.cursor/rules/a.txt',
		'README.md.meta',
		'README.sh',
		'.husky/.gitattributes',
		'LICENSE.rsp',
	])('%s outside Assets may still decide what runs', (path) => {
		expect(permissionsOf('write_file', { path, content: '' })).toMatchObject([
			{ risk: 'execute', subject: path },
		])
	})

	test('a call that only ends something is not asked about, and read-only refuses it all the same', () => {
		for (const [name, params] of [
			['unity_play', { action: 'exit' }],
			['run_command', { action: 'stop', handle: 'cmd_5f2c81' }],
		] as const) {
			const verdicts = (['ask', 'auto', 'read-only'] as const).map(
				(mode) => judge(permissionsOf(name, params), mode).verdict,
			)
			expect(verdicts).toEqual(['run', 'run', 'deny'])
		}
		expect(judge(permissionsOf('unity_play', { action: 'enter' }), 'ask').verdict).toBe('ask')
	})

	test('"always" for a package covers that package, in any version, and no address', () => {
		const subjectOf = (action: string, package_id: string) =>
			permissionsOf('unity_packages', { action, package_id })[0]?.subject
		for (const action of ['add', 'remove']) {
			expect(subjectOf(action, 'com.unity.cinemachine')).toBe('com.unity.cinemachine')
			expect(subjectOf(action, 'com.unity.cinemachine@3.1.4')).toBe('com.unity.cinemachine')
			const other = 'com.unity.cinemachine@https://example.com/a.git'
			expect(subjectOf(action, other)).toBe(other)
			expect(subjectOf(action, 'com.unity.cinemachine@file:../x')).toContain('@file:')
			expect(subjectOf(action, 'git@1.example.com:a/b.git')).toBe('git@1.example.com:a/b.git')
		}
	})

	test('dropping unsaved changes needs approval like destruction, and no approval for scenes covers it', () => {
		const path = 'Assets/Scenes/Level2.unity'
		for (const action of ['open', 'create', 'close']) {
			const [harmless] = permissionsOf('unity_scene', { action, path })
			expect(harmless).toEqual({ tool: 'unity_scene', action, risk: 'write' })
			const [dropping] = permissionsOf('unity_scene', { action, path, if_dirty: 'discard' })
			expect(dropping).toMatchObject({ action, risk: 'destructive' })
			expect(dropping?.subject).toContain('unsaved')
		}
	})
})
