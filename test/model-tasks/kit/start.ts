/** The project that a task begins with, declared; and the tool calls that bring an editor there. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PrimitiveType } from '@fairlead/protocol/tools'
import type { Args, ToolUse } from './model-task.ts'
import type { Read } from './world.ts'

type Vector = readonly [x: number, y: number, z: number]
/** Operations of one batch, as the tool allows. */
const MAX_OPERATIONS = 100

export interface StartObject {
	readonly name: string
	readonly shape?: PrimitiveType
	/** Path of a prefab; then neither shape nor children. */
	readonly prefab?: string
	readonly at?: Vector
	readonly turned?: Vector
	readonly scale?: Vector
	/** Added where the object has none, with these properties. */
	readonly components?: Readonly<Record<string, Args>>
	readonly tag?: string
	readonly layer?: string
	readonly hidden?: true
	readonly children?: readonly StartObject[]
}

export interface Start {
	/** Text files by path, e.g. scripts. */
	readonly files?: Readonly<Record<string, string>>
	/** Colours of materials by path. */
	readonly materials?: Readonly<Record<string, Vector>>
	/** The object that each prefab is made from, by path. */
	readonly prefabs?: Readonly<Record<string, StartObject>>
	/** Path of the open scene, which is saved. */
	readonly objects?: readonly StartObject[]
}

/** A carrier of tool calls to an editor: the conformance desk, or the whole product. */
export interface Hands {
	/** The Unity project's folder. */
	readonly project: string
	/** Reads the editor, as a viewer of the project may. */
	readonly read: Read
	/** Each as a step of its own. @throws where one of them fails */
	perform(uses: readonly ToolUse[]): Promise<void>
	/** Like {@link perform}, one call. Returns its result. */
	act(use: ToolUse): Promise<unknown>
}

let scenes = 0

/** Clears the project of what is there, and makes what the task begins with. */
export async function begin(hands: Hands, start: Start): Promise<void> {
	const scene = `Assets/Scenes/Level${++scenes}.unity`
	await hands.perform([
		['unity_play', { action: 'exit' }],
		['unity_scene', { action: 'create', path: scene, if_dirty: 'discard' }],
	])
	await clearAssets(hands.project, scene)
	for (const [path, text] of Object.entries(start.files ?? {})) {
		const file = join(hands.project, path)
		await mkdir(dirname(file), { recursive: true })
		await writeFile(file, text)
	}
	await hands.perform([
		['unity_refresh', {}],
		...startCalls(start),
		['unity_scene', { action: 'save' }],
		['unity_editor', { action: 'clear_console' }],
		// The set-up is not part of the undo history.
		['unity_scene', { action: 'open', path: scene }],
	])
}

/** Removes all assets but one. */
async function clearAssets(project: string, kept: string): Promise<void> {
	const assets = join(project, 'Assets')
	const keeps = new Set([kept, `${kept}.meta`].map((path) => join(project, path)))
	for (const entry of await readdir(assets, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name)
		if (!entry.isDirectory() && !keeps.has(path)) await rm(path, { force: true })
	}
	for (const entry of await readdir(assets, { withFileTypes: true })) {
		if (entry.isDirectory() && entry.name !== 'Scenes') {
			await rm(join(assets, entry.name), { recursive: true, force: true })
		}
	}
}

interface Operation {
	readonly tool: string
	readonly args: Args
}

function startCalls({ materials = {}, prefabs = {}, objects = [] }: Start): ToolUse[] {
	const made = Object.entries(materials).map(
		([path, color]): ToolUse => ['unity_asset', { action: 'create_material', path, color }],
	)
	const groups = [
		...Object.entries(prefabs).map(([path, object]) => (first: number) => [
			...operationsOf(object, first),
			prefab({ action: 'create_asset', instance_id: `$${first}`, asset_path: path }),
			hierarchy({ action: 'destroy', instance_id: `$${first}` }),
		]),
		...objects.map((object) => (first: number) => operationsOf(object, first)),
	]
	const batches: Operation[][] = []
	for (const group of groups) {
		const last = batches.at(-1) ?? []
		const more = group(last.length)
		if (batches.length > 0 && last.length + more.length <= MAX_OPERATIONS) last.push(...more)
		else batches.push(group(0))
	}
	return [
		...made,
		...batches.map((operations): ToolUse => ['unity_batch', { operations: [...operations] }]),
	]
}

const hierarchy = (args: Args): Operation => ({ tool: 'unity_hierarchy', args })
const prefab = (args: Args): Operation => ({ tool: 'unity_prefab', args })

/** Operations that make an object; the first of them, number `first` of its batch, makes its root. */
function operationsOf(object: StartObject, first: number, parent?: string): Operation[] {
	const self = `$${first}`
	const place = {
		name: object.name,
		...(parent === undefined ? {} : { parent_id: parent }),
		...(object.at ? { position: object.at } : {}),
		...(object.turned ? { rotation: object.turned } : {}),
	}
	const operations: Operation[] = [
		object.prefab === undefined
			? hierarchy({
					action: 'create',
					...place,
					...(object.shape ? { primitive_type: object.shape } : {}),
					...(object.scale ? { scale: object.scale } : {}),
				})
			: prefab({ action: 'instantiate', asset_path: object.prefab, ...place }),
	]
	for (const [component_type, properties] of Object.entries(object.components ?? {})) {
		const args = { game_object_id: self, component_type }
		const action = Object.keys(properties).length > 0 ? 'configure' : 'add'
		operations.push({
			tool: 'unity_component',
			args: { action, ...args, ...(action === 'configure' ? { properties } : {}) },
		})
	}
	const { tag, layer } = object
	if (tag !== undefined || layer !== undefined) {
		const named = {
			...(tag === undefined ? {} : { tag }),
			...(layer === undefined ? {} : { layer }),
		}
		operations.push(hierarchy({ action: 'set_tag_layer', instance_id: self, ...named }))
	}
	if (object.hidden) {
		operations.push(hierarchy({ action: 'set_active', instance_id: self, active: false }))
	}
	for (const child of object.children ?? []) {
		operations.push(...operationsOf(child, first + operations.length, self))
	}
	return operations
}
