/** Scenes and what is in them, read and changed by commands of Unity's bridge. */
import { failed } from '@fairlead/protocol/calls'
import type { ToolArgs } from '@fairlead/protocol/tools'
import * as z from 'zod'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'
import { findTarget, identityIn, noteOf, objectsIn, refuseGiven } from './scene-objects.ts'

type Query<A extends 'hierarchy' | 'inspect_object' | 'inspect_objects' | 'find'> = ToolArgs<
	'unity_query',
	A
>
type Scene<A extends 'open' | 'save' | 'create' | 'set_active'> = ToolArgs<'unity_scene', A>

/** Each is a command of its own. */
const MAX_SCENES = 8
const MAX_COMPONENTS = 12
const MAX_OBJECTS = 20_000
const CURSOR = 'o'

const OpenScene = z.object({
	name: z.string().catch(''),
	path: z.string().catch(''),
	isDirty: z.boolean().catch(false),
	isActive: z.boolean().catch(false),
	isLoaded: z.boolean().catch(true),
	rootCount: z.number().catch(0),
	buildIndex: z.number().catch(-1),
})
type OpenScene = z.infer<typeof OpenScene>
const OpenScenes = z.object({ scenes: z.array(OpenScene) })

const Node = z.object({
	name: z.string().catch(''),
	hierarchyPath: z.string().catch(''),
	activeSelf: z.boolean().catch(true),
	components: z.array(z.string()).catch([]),
	children: z.array(z.unknown()).catch([]),
})
const Hierarchy = z.object({
	sceneName: z.string().catch(''),
	scenePath: z.string().catch(''),
	isDirty: z.boolean().catch(false),
	isActive: z.boolean().catch(true),
	roots: z.array(z.unknown()).catch([]),
})

/** As `HierarchyNode`; what the bridge does not tell is empty. */
interface SceneObject {
	readonly instanceId: string
	readonly name: string
	readonly path: string
	readonly activeSelf: boolean
	readonly tag: ''
	readonly layer: ''
	readonly components: readonly string[]
	readonly childCount: number
	readonly depth: number
	readonly parentId: string | null
	readonly scene: string
	readonly prefabAssetPath: null
}

export async function openScenes(bridge: Bridge): Promise<OpenScene[]> {
	const listed = OpenScenes.safeParse(await bridge.run('list_open_scenes'))
	return listed.success ? listed.data.scenes : []
}

/** Every object of the loaded scenes, depth first. */
async function allObjects(
	bridge: Bridge,
): Promise<{ scenes: Record<string, unknown>[]; objects: SceneObject[] }> {
	const open = bridge.has('list_open_scenes') ? await openScenes(bridge) : []
	const loaded = open.filter((scene) => scene.isLoaded && scene.path !== '').slice(0, MAX_SCENES)
	// A scene that was never saved has no path, and can only be asked for as the active one.
	const paths = loaded.length > 1 ? loaded.map(({ path }) => path) : [undefined]
	const scenes: Record<string, unknown>[] = []
	const objects: SceneObject[] = []
	for (const path of paths) {
		const scene = Hierarchy.parse(Object(await bridge.run('get_scene_hierarchy', { path })))
		const before = objects.length
		flatten(scene.roots, { scene: scene.sceneName, depth: 0, parentId: null }, objects)
		const known = loaded.find((one) => one.path === scene.scenePath)
		scenes.push({
			name: scene.sceneName,
			path: scene.scenePath,
			buildIndex: known?.buildIndex ?? -1,
			isActive: scene.isActive,
			isLoaded: true,
			isDirty: scene.isDirty,
			rootCount: scene.roots.length,
			objectCount: objects.length - before,
		})
	}
	return { scenes, objects }
}

function flatten(
	nodes: readonly unknown[],
	at: { scene: string; depth: number; parentId: string | null },
	into: SceneObject[],
): void {
	const seen = new Map<string, number>()
	for (const one of nodes) {
		if (into.length >= MAX_OBJECTS) return
		const node = Node.parse(Object(one))
		const nth = (seen.get(node.name) ?? 0) + 1
		seen.set(node.name, nth)
		// Siblings of one name are numbered as our own package does, so that each can be named.
		const path = `${at.parentId ?? ''}/${node.name}${nth > 1 ? `[${nth}]` : ''}`
		into.push({
			instanceId: path,
			name: node.name,
			path,
			activeSelf: node.activeSelf,
			tag: '',
			layer: '',
			components: node.components,
			childCount: node.children.length,
			depth: at.depth,
			parentId: at.parentId,
			scene: at.scene,
			prefabAssetPath: null,
		})
		flatten(node.children, { ...at, depth: at.depth + 1, parentId: path }, into)
	}
}

function page<T>(all: readonly T[], limit: number, cursor: string | undefined) {
	const from = cursor?.startsWith(CURSOR) ? Math.max(0, Number(cursor.slice(1)) || 0) : 0
	const next = from + limit
	return { shown: all.slice(from, next), nextCursor: next < all.length ? `${CURSOR}${next}` : null }
}

export async function readHierarchy(bridge: Bridge, args: Query<'hierarchy'>): Promise<unknown> {
	const { scenes, objects } = await allObjects(bridge)
	const { root } = args
	const top = root === undefined ? null : objects.find((one) => one.path === root)
	if (top === undefined)
		throw new BridgeError(
			failed('not_found', `There is no object "${root}".`, { hint: 'Look without "root" first.' }),
		)
	const below = top ? objects.filter((one) => isWithin(one.path, top.path)) : objects
	const deepest = (top?.depth ?? 0) + args.max_depth
	const wanted = below.filter((one) => one.depth <= deepest)
	const { shown, nextCursor } = page(wanted, args.limit, args.cursor)
	const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
	return {
		summary: `${count(scenes.length, 'scene')}, ${count(objects.length, 'object')}`,
		scenes,
		objects: shown,
		total: wanted.length,
		nextCursor,
	}
}

const isWithin = (path: string, root: string): boolean =>
	path === root || path.startsWith(`${root}/`)

export async function findObjects(bridge: Bridge, args: Query<'find'>): Promise<unknown> {
	refuseGiven(args, ['fields', 'layer'])
	const { name, tag, component_type: type, path, include_inactive } = args
	const filtered =
		tag !== undefined || type !== undefined || path !== undefined || !include_inactive
	const matching = filtered
		? objectsIn(
				await bridge.run('find_gameobjects', {
					tag,
					type,
					hierarchy_path: path,
					include_inactive,
				}),
			).map(({ hierarchyPath }) => hierarchyPath)
		: null
	const { objects } = await allObjects(bridge)
	// The bridge does not number siblings: its path stands for all of them.
	const plain = (path: string): string => path.replace(/\[\d+\](?=\/|$)/g, '')
	const found = objects.filter(
		(one) =>
			(name === undefined || one.name.toLowerCase().includes(name.toLowerCase())) &&
			(matching === null || matching.includes(plain(one.path))),
	)
	const { shown, nextCursor } = page(found, args.limit, args.cursor)
	return {
		total: found.length,
		nextCursor,
		objects: shown.map(({ instanceId, name, path, activeSelf, components, childCount }) => ({
			instanceId,
			name,
			path,
			...(activeSelf ? {} : { activeSelf }),
			components,
			...(childCount === 0 ? {} : { childCount }),
		})),
	}
}

export async function inspectObject(
	bridge: Bridge,
	args: Query<'inspect_object'>,
): Promise<unknown> {
	const target = await findTarget(bridge, args.instance_id)
	const { objects } = await allObjects(bridge)
	const seen = objects.find((one) => one.path === args.instance_id || one.path === target.path)
	const types = args.component_type === undefined ? (seen?.components ?? []) : [args.component_type]
	const components: unknown[] = []
	for (const type of types.slice(0, MAX_COMPONENTS)) {
		const read = Object(
			await bridge.run('get_component_properties', { target: target.handle, type }),
		) as { component?: unknown; properties?: unknown }
		const id = identityIn(read.component).globalId ?? `${target.path}#${type}`
		components.push({ instanceId: id, type, properties: read.properties ?? {} })
	}
	const gameObject = seen ?? { instanceId: target.handle, name: target.name, path: target.path }
	return { gameObject, components }
}

export async function inspectObjects(
	bridge: Bridge,
	{ instance_ids, component_type }: Query<'inspect_objects'>,
): Promise<unknown> {
	const objects: unknown[] = []
	for (const instance_id of instance_ids)
		objects.push(
			await inspectObject(bridge, {
				instance_id,
				...(component_type === undefined ? {} : { component_type }),
			}),
		)
	return { objects }
}

export async function listScenes(bridge: Bridge): Promise<unknown> {
	const open = await openScenes(bridge)
	return { open: open.map((scene) => ({ ...scene, objectCount: scene.rootCount })), assets: [] }
}

/** Unity's command drops unsaved changes without a word, so they are looked for first. */
async function keepUnsaved(bridge: Bridge, { if_dirty }: { if_dirty: string }): Promise<void> {
	if (if_dirty === 'discard') return
	const dirty = (await openScenes(bridge)).filter((scene) => scene.isDirty)
	if (dirty.length === 0) return
	if (if_dirty === 'save') {
		for (const { path } of dirty) await bridge.run('save_scene', { path: path || undefined })
		return
	}
	const names = dirty.map((scene) => scene.name || 'an unsaved scene').join(', ')
	throw new BridgeError(
		failed('dirty_scene', `There are unsaved changes in ${names}. Nothing was changed.`, {
			hint: 'Save first, or pass if_dirty.',
		}),
	)
}

export async function openScene(bridge: Bridge, args: Scene<'open'>): Promise<unknown> {
	if (!args.additive) await keepUnsaved(bridge, args)
	await bridge.run('open_scene', { path: args.path, additive: args.additive })
	return sceneResult(bridge, args.path)
}

export async function createScene(bridge: Bridge, args: Scene<'create'>): Promise<unknown> {
	if (!args.additive) await keepUnsaved(bridge, args)
	const template = args.empty ? 'empty' : 'default'
	await bridge.run('create_scene', { path: args.path, additive: args.additive, template })
	return sceneResult(bridge, args.path)
}

export async function saveScene(bridge: Bridge, args: Scene<'save'>): Promise<unknown> {
	refuseGiven(args, ['save_as', 'copy'])
	const saved = identityIn(await bridge.run('save_scene', { path: args.path }))
	return sceneResult(bridge, args.path ?? saved.assetPath ?? '')
}

export async function activateScene(bridge: Bridge, args: Scene<'set_active'>): Promise<unknown> {
	await bridge.run('set_active_scene', { path: args.path })
	return sceneResult(bridge, args.path)
}

async function sceneResult(bridge: Bridge, path: string): Promise<unknown> {
	const now = bridge.has('list_open_scenes') ? await openScenes(bridge) : []
	const scene = now.find((one) => one.path === path)
	return {
		note: noteOf(bridge),
		sceneName:
			scene?.name ??
			path
				.split('/')
				.at(-1)
				?.replace(/\.unity$/, '') ??
			'',
		scenePath: path,
		isLoaded: scene?.isLoaded ?? true,
		isDirty: scene?.isDirty ?? false,
		isActive: scene?.isActive ?? true,
	}
}
