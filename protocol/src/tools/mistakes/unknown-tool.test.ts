import { describe, expect, test } from 'vitest'
import { PROJECT_KINDS, type ProjectKind } from '../../packs/kind.ts'
import { agentOffer, allTools, findTools, unknownTool, worksIn } from '../index.ts'

const namesIn = (kind: ProjectKind) =>
	allTools.filter((tool) => worksIn(tool, kind)).map(({ name }) => name)
const meant = (name: string, kind: ProjectKind) => unknownTool(name, namesIn(kind))

describe("a name of another agent's tool leads to ours", () => {
	test.each([
		['bash', 'run_command'],
		['Bash', 'run_command'],
		['shell', 'run_command'],
		['run_terminal_cmd', 'run_command'],
		['Write', 'write_file'],
		['Read', 'read_file'],
		['Edit', 'edit_file'],
		['MultiEdit', 'edit_file'],
		['str_replace_based_edit_tool', 'edit_file'],
		['Grep', 'search_files'],
		['Glob', 'list_directory'],
		['LS', 'list_directory'],
		['rm', 'delete_file'],
		['Task', 'delegate'],
	])('%s: %s', (foreign, ours) => {
		for (const kind of ['unity', 'plain'] as const) {
			const { hint, data } = meant(foreign, kind)
			expect(hint).toBe(`Use ${ours}.`)
			expect((data as { nearest: string[] }).nearest[0]).toBe(ours)
			// find_tools agrees: it names ours, and makes it callable unless it is in the list.
			const found = findTools({ names: [foreign] }, [], agentOffer(kind))
			expect(JSON.stringify(found)).toContain(`There is no tool \\"${foreign}\\": use ${ours}.`)
		}
		const isInCoreWar = namesIn('corewar').includes(ours)
		expect(meant(foreign, 'corewar').hint === `Use ${ours}.`).toBe(isInCoreWar)
	})

	test('that is behind the search is found under ours', () => {
		const found = findTools({ names: ['rm'] }, [], agentOffer('unity'))
		expect(found).toMatchObject({ result: { activated: ['delete_file'] } })
	})
})

test.each([
	['unity_material', 'unity_asset'],
	['unity_materials', 'unity_asset'],
	['createMaterial', 'unity_asset'],
	['unity_console', 'read_console_logs'],
	['get_console_logs', 'read_console_logs'],
	['unity_log', 'read_console_logs'],
	['unity_find', 'unity_query'],
	['unity_create', 'unity_hierarchy'],
	['create_object', 'unity_hierarchy'],
	['unity_gameobject', 'unity_hierarchy'],
	['manage_gameobject', 'unity_hierarchy'],
	['unity_ui', 'unity_hierarchy'],
	['manage_scene', 'unity_scene'],
	['unity_script', 'write_file'],
	['runTests', 'unity_tests'],
	['execute_code', 'unity_execute'],
	['unity_querys', 'unity_query'],
	['unity_profiler', 'unity_profile'],
])('%s leads first to %s, by its words before its letters', (name, ours) => {
	const { data } = meant(name, 'unity')
	expect((data as { nearest: string[] }).nearest[0]).toBe(ours)
	const found = JSON.stringify(findTools({ names: [name] }))
	expect(found).toMatch(new RegExp(`(nearest names: |use )${ours}`))
})

test('the nearest names are those that the kind of project has', () => {
	for (const kind of PROJECT_KINDS) {
		for (const { name } of allTools) {
			const { data } = meant(`${name}s`, kind)
			const nearest = (data as { nearest?: string[] } | undefined)?.nearest ?? []
			expect(namesIn(kind)).toEqual(expect.arrayContaining(nearest))
		}
	}
})

test('a name that is like no other leads to a search by words, in no circle', () => {
	const { hint, data } = meant('qzxv', 'unity')
	expect([hint, data]).toEqual(['Search by words: find_tools with "query".', undefined])
	expect(findTools({ names: ['qzxv'] })).toMatchObject({
		result: { note: 'There is no tool "qzxv", and none with a name like it.' },
	})
})

test('find_tools names a tool of the list that is spelled almost so', () => {
	expect(findTools({ names: ['write_fil'] })).toMatchObject({
		result: { note: expect.stringContaining('write_file') },
	})
})
