/** unity_asset replace_references: one asset instead of another in open scenes, and in the files of the simulator. */
import {
	MAX_REFERRING_FILES,
	MAX_SHOWN_LEFT,
	MAX_SHOWN_OBJECTS,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import { putComponent } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import { nodeOf } from '../prefabs/prefab-trees.ts'
import { instancesOf, updateInstances } from '../prefabs/prefabs.ts'
import { allObjects, pathOf } from '../scene/objects.ts'
import {
	type ComponentRecord,
	equalValues,
	isRef,
	mapObject,
	type ObjectRecord,
	type Value,
} from '../scene/records.ts'
import { propertiesIn } from '../scene/references.ts'
import type { TreeNode } from '../scene/trees.ts'
import type { Asset } from './assets.ts'

type Args = ToolArgs<'unity_asset', 'replace_references'>
type Result = ToolResult<'unity_asset', 'replace_references'>

interface Swap {
	readonly core: Core
	readonly from: Asset
	readonly to: Asset
	readonly writes: boolean
	readonly files: Result['files']
	readonly objects: Result['objects']
	readonly left: Result['left']
	/** Instances of a prefab, which stay. */
	instances: number
}

/** @throws Fault for what the call would be refused for */
export function needSwap(core: Core, args: Pick<Args, 'path' | 'with' | 'files'>): Swap {
	const [from, to] = [core.assets.need(args.path), core.assets.need(args.with)]
	for (const asset of [from, to]) {
		if (asset.isFolder)
			throw new Fault('invalid_arguments', `${asset.path} is a folder.`, { hint: 'Name an asset.' })
		if (asset.path.endsWith('.cs'))
			throw new Fault(
				'invalid_arguments',
				`${asset.path} is a script: its components are what uses it.`,
				{ hint: 'Add and remove components with unity_component.' },
			)
	}
	if (from === to)
		throw new Fault('invalid_arguments', `"path" and "with" are the same asset, ${to.path}.`, {
			hint: 'Name another one in "with".',
		})
	for (const file of args.files ?? []) core.assets.need(file)
	return {
		core,
		from,
		to,
		writes: args.files !== undefined,
		files: [],
		objects: [],
		left: [],
		instances: 0,
	}
}

export function replaceReferences(core: Core, args: Args): Result {
	const swap = needSwap(core, args)
	const { from, to, writes, left } = swap
	const within = args.files?.map((file) => core.assets.need(file).path)
	const isWithin = (path: string): boolean =>
		within === undefined || within.some((one) => path === one || path.startsWith(`${one}/`))
	const open = new Map([...core.world.scenes.values()].map((scene) => [scene.path, scene]))
	for (const asset of core.assets.all()) {
		if (asset.isFolder || asset === from || open.has(asset.path) || !isWithin(asset.path)) continue
		if (asset === to || !core.assets.isThere(asset)) continue
		if (core.assets.readText(asset.path).includes(from.guid)) inFile(swap, asset)
	}
	for (const scene of open.values())
		if (scene.path === '' || isWithin(scene.path)) inOpenScene(swap, scene.handle, scene.path)
	const found = swap.files.reduce((sum, { places = 0 }) => sum + places, 0)
	if (writes && found > 0) core.stepName = `Replace ${baseName(from.path)}`
	const said = [
		writes || swap.files.length === 0
			? ''
			: 'Nothing was changed: call it again with the paths in "files".',
		left.length === 0
			? ''
			: `${left.length} ${left.length === 1 ? 'place keeps' : 'places keep'} the old asset: see "left".`,
		swap.instances === 0
			? ''
			: `Instances of a prefab stay what they are. To exchange one: unity_prefab instantiate with ${to.path} in its place, then unity_hierarchy destroy; many in one unity_batch.`,
		writes && swap.files.some((file) => file.open) ? 'Open scenes were changed, not saved.' : '',
	]
	const note = said.filter(Boolean).join(' ')
	return {
		...(note === '' ? {} : { note }),
		assetPath: from.path,
		with: to.path,
		found,
		...(writes ? { changed: found } : {}),
		files: swap.files.slice(0, MAX_REFERRING_FILES),
		objects: swap.objects.slice(0, MAX_SHOWN_OBJECTS),
		left: left.slice(0, MAX_SHOWN_LEFT),
		leftCount: left.length,
	}
}

function inFile(swap: Swap, asset: Asset): void {
	const { core, from, to, writes } = swap
	const isScene = asset.type === 'SceneAsset'
	const before = core.assets.readText(asset.path)
	const reference = `"$asset": "${from.guid}"`
	const places = before.split(reference).length - 1
	if (asset.type === 'Prefab' && places === 0) {
		swap.left.push({ path: asset.path, reason: `contains an instance of ${from.path}` })
		return
	}
	if (places === 0) {
		swap.left.push({ path: asset.path, reason: 'was not written by the simulator' })
		return
	}
	if (from.type !== to.type) {
		swap.left.push({ path: asset.path, reason: `takes a ${from.type}; ${to.path} has none` })
		return
	}
	swap.files.push({ path: asset.path, ...(isScene && !writes ? {} : { places }) })
	if (!writes) return
	const tree = asset.type === 'Prefab' ? core.prefabs.read(asset) : null
	const written = core.assets.writeText(
		asset.path,
		before.replaceAll(reference, `"$asset": "${to.guid}"`),
	)
	if (tree) updateInstances(core, asset.guid, tree, core.prefabs.read(written))
}

function inOpenScene(swap: Swap, handle: string, path: string): void {
	const { core, from, to } = swap
	const { world } = core
	let places = 0
	for (const record of [...allObjects(world)]) {
		if (record.scene !== handle) continue
		const at = pathOf(world, record)
		for (const component of record.components)
			for (const [name, value] of Object.entries(component.props)) {
				if (isInherited(core, record, component, name)) continue
				for (const { property, ref } of propertiesIn(name, value)) {
					if (!('$asset' in ref) || ref.$asset !== from.guid) continue
					const shown = `${component.type}.${property}`
					if (from.type === to.type) {
						places++
						swap.objects.push({ instanceId: record.id, path: at, property: shown })
					} else
						swap.left.push({
							path: at,
							reason: `${shown} takes a ${from.type}; ${to.path} has none`,
						})
				}
			}
		if (swap.writes && from.type === to.type) swapIn(swap, record)
	}
	for (const instance of instancesOf(core, from.guid))
		if (instance.scene === handle) {
			swap.instances++
			swap.left.push({
				path: pathOf(world, instance),
				reason: `is an instance of ${from.path}`,
			})
		}
	if (places > 0) swap.files.push({ path, places, open: true })
}

function swapIn({ core, from, to }: Swap, record: ObjectRecord): void {
	const swapped = (value: Value): Value => {
		if (typeof value !== 'object' || value === null) return value
		if (isRef(value))
			return '$asset' in value && value.$asset === from.guid ? { $asset: to.guid } : value
		return Array.isArray(value) ? value.map(swapped) : mapObject(value as never, swapped)
	}
	for (const component of record.components) {
		const props = Object.fromEntries(
			Object.entries(component.props).map(([name, value]) => [
				name,
				isInherited(core, record, component, name) ? value : swapped(value),
			]),
		)
		if (equalValues(props, component.props)) continue
		putComponent(core, core.world.object(record.id), { ...component, props })
	}
}

/** Whether a value is the prefab's, and no override of the instance. */
function isInherited(
	core: Core,
	record: ObjectRecord,
	component: ComponentRecord,
	name: string,
): boolean {
	const asset = record.prefab && core.assets.byGuid(record.prefab.guid)
	if (!asset || !record.prefab || component.source === undefined) return false
	if (!core.assets.isThere(asset)) return false
	const node: TreeNode | undefined = nodeOf(core.prefabs.read(asset), record.prefab.node)
	const source = node?.components.find(({ id }) => id === component.source)
	return source !== undefined && equalValues(source.props[name], component.props[name])
}
