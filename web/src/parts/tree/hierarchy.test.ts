import type { HierarchyNode } from '@fairlead/protocol/tools'
import { describe, expect, test } from 'vitest'
import { ancestorsOf, buildTrees, typedRow, visibleRows } from './hierarchy.ts'

const node = (instanceId: string, parentId: string | null, scene = 'Main'): HierarchyNode => ({
	instanceId,
	parentId,
	scene,
	name: instanceId,
	path: `/${instanceId}`,
	activeSelf: true,
	tag: 'Untagged',
	layer: 'Default',
	components: ['Transform'],
	childCount: 0,
	depth: 0,
	prefabAssetPath: null,
})
const objects = [
	node('a', null),
	node('a1', 'a'),
	node('a11', 'a1'),
	node('b', null),
	node('c', null, 'Second'),
]

describe('the scene as a tree', () => {
	test('scenes stay apart and siblings keep their order', () => {
		const trees = buildTrees(objects)
		expect(trees.map((t) => [t.scene, t.roots.map((r) => r.object.instanceId)])).toEqual([
			['Main', ['a', 'b']],
			['Second', ['c']],
		])
	})

	test('an object whose parent is on another page is shown, not dropped', () => {
		const [tree] = buildTrees([node('x', 'elsewhere'), node('x1', 'x')])
		expect(tree?.roots[0]?.object.instanceId).toBe('x')
		expect(tree?.roots[0]?.children).toHaveLength(1)
	})

	test('the same object twice is one row', () => {
		expect(buildTrees([node('a', null), node('a', null)])[0]?.roots).toHaveLength(1)
	})

	test('only what is expanded is visible', () => {
		const main = buildTrees(objects)[0]!
		const ids = (open: string[]) =>
			visibleRows(main, new Set(open)).map((r) => `${r.level}${r.node.object.instanceId}`)
		expect(ids([])).toEqual(['0a', '0b'])
		expect(ids(['a'])).toEqual(['0a', '1a1', '0b'])
		expect(ids(['a', 'a1'])).toEqual(['0a', '1a1', '2a11', '0b'])
		expect(ids(['a1'])).toEqual(['0a', '0b'])
	})

	test('typing leads to the next name that begins so; one letter goes round', () => {
		const main = buildTrees(['Cube', 'Camera', 'Floor', 'cone'].map((id) => node(id, null)))[0]!
		const rows = visibleRows(main, new Set())
		const found = (from: number, typed: string) => typedRow(rows, from, typed)?.node.object.name
		expect([found(0, 'c'), found(1, 'cc'), found(3, 'c')]).toEqual(['Camera', 'cone', 'Cube'])
		expect([found(1, 'ca'), found(1, 'cu'), found(0, 'FL')]).toEqual(['Camera', 'Cube', 'Floor'])
		expect(found(0, 'x')).toBeUndefined()
	})

	test('a chosen object can be brought to light', () => {
		expect(ancestorsOf(objects, 'a11')).toEqual(['a1', 'a'])
		expect(ancestorsOf([node('x', 'x')], 'x')).toEqual(['x'])
		expect(ancestorsOf(objects, 'unknown')).toEqual([])
	})
})
