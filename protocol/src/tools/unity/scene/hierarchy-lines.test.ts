import { expect, test } from 'vitest'
import { resultText } from '../../result-text.ts'
import type { HierarchyNode } from '../../values.ts'
import { hierarchyInLines, objectInLine } from './hierarchy-lines.ts'

const MAIN = {
	name: 'Main',
	path: 'Assets/Main.unity',
	buildIndex: 0,
	isActive: true,
	isLoaded: true,
	isDirty: true,
	rootCount: 2,
	objectCount: 4,
}

const node = (path: string, more: Partial<HierarchyNode> = {}): HierarchyNode => ({
	instanceId: String(1_200 + path.length),
	name: path.slice(path.lastIndexOf('/') + 1),
	path,
	activeSelf: true,
	tag: 'Untagged',
	layer: 'Default',
	childCount: 0,
	components: ['Transform', 'MeshFilter', 'MeshRenderer', 'BoxCollider'],
	depth: path.split('/').length - 2,
	parentId: null,
	scene: 'Main',
	prefabAssetPath: null,
	...more,
})

const page = (objects: readonly HierarchyNode[]) => ({
	summary: '1 scene',
	scenes: [MAIN],
	objects,
	total: objects.length,
	nextCursor: null,
})

test('a line has the path, the id, the components, and what differs from a new object', () => {
	const crates = node('/Crates', { childCount: 2, components: ['Transform'] })
	const crate = node('/Crates/Crate', { parentId: crates.instanceId, childCount: 3, tag: 'Player' })
	const hidden = node('/Crates/Lid', {
		parentId: crates.instanceId,
		activeSelf: false,
		layer: 'UI',
		prefabAssetPath: 'Assets/Lid.prefab',
		scene: 'Other',
	})
	expect(hierarchyInLines(page([crates, crate, hidden]))).toMatchObject({
		scenes: ['Main (Assets/Main.unity), active, unsaved changes, 2 roots, 4 objects'],
		objects: [
			'/Crates #1207 []',
			'/Crates/Crate #1213 [MeshFilter, MeshRenderer, BoxCollider] tag Player, 3 children',
			'/Crates/Lid #1211 [MeshFilter, MeshRenderer, BoxCollider] inactive, layer UI, prefab Assets/Lid.prefab, scene Other',
		],
	})
})

test('the model reads lines, of at most 80 characters for an ordinary object', () => {
	const objects = Array.from({ length: 100 }, (_, i) => node(`/Wall/Brick ${i}`))
	const call = { name: 'unity_query', params: { action: 'hierarchy' }, risk: 'read' } as const
	const text = resultText(call, page(objects))
	expect(text).toContain('"/Wall/Brick 7 #1213 [MeshFilter, MeshRenderer, BoxCollider]"')
	expect(text.length / objects.length).toBeLessThan(80)
})

test.each([
	node('/A'),
	node('/A [x] #7 [y]', { activeSelf: false, childCount: 2 }),
	node('/Roof/Coin[2]', { name: 'Coin', components: ['Transform'], tag: 'Player' }),
	node('/Canvas', { components: ['RectTransform', 'Canvas'] }),
])('$path can be read back', (object) => {
	const [line = ''] = hierarchyInLines(page([object])).objects
	const { instanceId, name, path, components, activeSelf, depth } = object
	expect(objectInLine(line)).toEqual({ instanceId, name, path, components, activeSelf, depth })
})

test('other text is no line', () => {
	expect(objectInLine('Main (Assets/Main.unity), active')).toBeNull()
})
