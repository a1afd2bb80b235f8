/** Search for tools by words, and the answer when nothing matches. */

import { describe, expect, it } from 'vitest'
import type { CustomTool } from '../wire/editor-link.ts'
import { allTools, isListed, TOOLS, worksIn } from './index.ts'
import { agentOffer, catalogue, findTools, type WantedTools } from './tool-search.ts'

interface Found {
	readonly tools: readonly { readonly name: string }[]
	readonly activated: readonly string[]
	readonly note?: string | undefined
}

const custom = (name: string, description: string): CustomTool => ({
	name,
	description,
	risk: 'write',
	inputSchema: { type: 'object' },
})

function find(query: string, own: readonly CustomTool[] = []): Found {
	return answerTo({ query }, own)
}

function answerTo(wanted: WantedTools, own: readonly CustomTool[] = []): Found {
	const outcome = findTools(wanted, own)
	const action = TOOLS.find_tools.actions.run
	return action.output.parse(okOf(outcome).result)
}

function okOf(outcome: ReturnType<typeof findTools>) {
	if (outcome.status !== 'ok') throw new Error('find_tools failed')
	return outcome
}

describe('find_tools', () => {
	it.each([
		['prefab', 'unity_prefab'],
		['run C# code', 'unity_execute'],
		['C#', 'unity_execute'],
		['profile the frames that are slow', 'unity_profile'],
		['unit tests', 'unity_tests'],
		['build a player', 'unity_build'],
		['unused assets', 'unused_assets'],
		['who refers to this material', 'asset_usages'],
		['sample values over time', 'unity_sample'],
		['distance between two objects', 'unity_physics'],
		['compare before and after', 'unity_capture'],
		['compare pictures before and after', 'unity_capture'],
		['compare property values before and after', 'unity_compare'],
		['which properties changed', 'unity_compare'],
		['values inside a prefab file', 'unity_prefab'],
		['batch many operations in one call, materials', 'unity_asset'],
		['change the colour of a material', 'unity_asset'],
		['replace material everywhere', 'unity_asset'],
		['swap a texture for another one in all prefabs', 'unity_asset'],
		['raycast downwards', 'unity_physics'],
		['install a package', 'unity_packages'],
		['run npm test', 'run_command'],
		['sub-agent', 'delegate'],
		['delegate a task', 'delegate'],
		['research in parallel', 'delegate'],
		['execute a shell command', 'run_command'],
		['build the game for Windows', 'unity_build'],
		['profiler frame time', 'unity_profile'],
		['frame rate drops', 'unity_profile'],
		['product name, player settings', 'unity_settings'],
		['gravity', 'unity_settings'],
		['add a tag', 'unity_settings'],
		['scene in build settings', 'unity_settings'],
		['place objects on the ground', 'unity_physics'],
		['size of an object', 'unity_physics'],
		['screenshot of the UI', 'unity_capture'],
		['import settings of a texture', 'unity_asset'],
		['make a ScriptableObject', 'unity_asset'],
		['install Cinemachine package', 'unity_packages'],
		['bake lighting', 'unity_lighting'],
		['fog', 'unity_lighting'],
		['skybox, ambient light', 'unity_lighting'],
		['is unity hanging', 'read_editor_log'],
		['git commit', 'git'],
		['references to a texture', 'asset_usages'],
		['unused textures', 'unused_assets'],
		['add package cinemachine', 'unity_packages'],
		['npm install', 'run_command'],
		['copy, move or delete a file', 'copy_file'],
		['copy move delete file', 'move_file'],
		['rename a file', 'move_file'],
	])('finds by "%s" the tool %s', (query, name) => {
		expect(find(query).activated).toContain(name)
	})

	it.each(['rotate object', 'rotate an object', 'scale an object', 'move object'])(
		'names for "%s" the tool of the list that does it',
		(query) => {
			const { note } = find(query)
			expect(note).toMatch(/^unity_hierarchy set_transform\b.* in your list may do it/)
		},
	)

	it('finds words of two letters, as whole words', () => {
		const own = [
			custom('make_hud', 'Builds the UI of a level'),
			custom('make_level', 'Builds rooms and guided tours in 2D'),
		]
		expect(find('UI', own).activated).toContain('make_hud')
		expect(find('UI', own).activated).not.toContain('make_level')
		expect(find('2D', own).activated).toContain('make_level')
		expect(find('2D', own).activated).not.toContain('make_hud')
	})

	it('finds what is described in another language', () => {
		expect(find('Brücke', [custom('bruecke', 'Baut eine Brücke')]).activated).toEqual(['bruecke'])
	})

	it.each(['zebra of the', 'make a zebra', 'bake navmesh', 'terrain'])(
		'says of "%s" that nothing fits, and makes nothing callable',
		(query) => {
			const found = find(query)
			expect(found.note).toContain('Nothing fits')
			expect(found).toMatchObject({ tools: [], activated: [] })
		},
	)

	it('counts no word against a tool that none knows, and names it', () => {
		const found = find('make a purple material')
		expect(found.activated[0]).toBe('unity_asset')
		expect(found.note).toBe('No tool knows of "purple".')
	})

	it.each(['delete file', 'delete a file', 'delete a script file'])(
		'finds by "%s" first the tool of that name, in any order of the tools',
		(query) => {
			expect(find(query).activated[0]).toBe('delete_file')
		},
	)

	it('searches each part of a list by itself', () => {
		expect(find('materials, prefabs, references to an asset').activated).toEqual(
			expect.arrayContaining(['unity_asset', 'unity_prefab', 'asset_usages']),
		)
		const found = find('profiler; navmesh')
		expect(found.activated).toEqual(['unity_profile'])
		expect(found.note).toContain('Nothing fits "navmesh"')
	})

	it('makes callable by name exactly what was named', () => {
		const own = [custom('make_level', 'Builds rooms')]
		expect(answerTo({ names: ['git', 'make_level'] }, own).activated).toEqual(['git', 'make_level'])
		const found = answerTo({ names: ['unity_profiler', 'unity_query'] })
		expect(found.activated).toEqual([])
		expect(found.note).toContain(
			'There is no tool "unity_profiler"; the nearest names: unity_profile',
		)
		expect(found.note).toContain('unity_query is in your list.')
	})

	it.each([{}, { query: ' , ' }])('refuses %j', (wanted) => {
		expect(findTools(wanted)).toMatchObject({
			status: 'error',
			error: { code: 'invalid_arguments', message: expect.stringContaining('"names"') },
		})
	})

	it('has every further tool in its catalogue', () => {
		for (const kind of ['unity', 'plain'] as const) {
			const further = allTools.filter(
				(tool) => tool.offered === 'search' && worksIn(tool, kind) && !isListed(tool, kind),
			)
			const { result } = okOf(
				findTools({ names: further.map(({ name }) => name) }, [], agentOffer(kind)),
			)
			expect(result.activated).toHaveLength(further.length)
			for (const { name } of further) expect(catalogue(kind).split(/, | \(/)).toContain(name)
		}
	})

	it.each(['web search', 'search the web'])(
		'says of "%s" that nothing here does it, and where it is',
		(query) => {
			const found = find(query)
			expect(found).toMatchObject({ tools: [], activated: [] })
			expect(found.note).toContain('web_search is run by the model')
		},
	)

	it('names the tool of the list that fits better', () => {
		expect(find('test the game with keyboard input').note).toContain('unity_playtest')
		expect(find('press keys in game and assert').note).toContain('unity_playtest')
		expect(find('search text in scripts').note).toContain('search_files')
		expect(find('UI canvas button text').note).toContain('unity_hierarchy create')
		expect(find('take a screenshot').note).toContain('unity_screenshot')
		expect(find('change many objects in a batch').note).toContain('unity_batch')
	})

	it.each([
		'change a component property on many objects',
		'set a property on all objects with a component',
		'change the mass of all rigidbodies',
		'modify many components at once',
		'bulk edit components',
		'set values of many objects',
		'update every light intensity',
		'change a property of all objects that match a filter',
		'set mass on every Rigidbody',
		'edit many objects at once',
		'apply a property to several objects',
		'change properties of multiple objects',
		'modify component properties by filter',
		'change many objects in a batch',
	])('"%s" leads to modify_where, which is in the list', (query) => {
		expect(find(query).note).toContain('unity_component modify_where')
	})

	it('adds nothing when a tool matches', () => {
		expect(find('prefab').note).toBeUndefined()
	})
})
