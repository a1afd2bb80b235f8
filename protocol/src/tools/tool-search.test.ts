/** Search for tools by words, and the answer when nothing matches. */

import { describe, expect, it } from 'vitest'
import type { CustomTool } from '../editor-link.ts'
import { allTools, TOOLS } from './index.ts'
import { findTools } from './tool-search.ts'

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
	const outcome = findTools(query, own)
	if (outcome.status !== 'ok') throw new Error('find_tools failed')
	const action = TOOLS.find_tools.actions.run
	return action.output.parse(outcome.result)
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
		['raycast downwards', 'unity_physics'],
		['install a package', 'unity_packages'],
		['run npm test', 'run_command'],
		['sub-agent', 'delegate'],
		['delegate a task', 'delegate'],
		['research in parallel', 'delegate'],
		['execute a shell command', 'run_command'],
	])('finds by "%s" the tool %s', (query, name) => {
		expect(find(query).activated).toContain(name)
	})

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

	it('says that nothing matches, lists what exists, and makes nothing callable', () => {
		const found = find('zebra of the')
		expect(found.note).toContain('No further tool matches')
		expect(found.activated).toEqual([])
		expect(found.tools).toHaveLength(allTools.filter((t) => t.offered === 'search').length)
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
