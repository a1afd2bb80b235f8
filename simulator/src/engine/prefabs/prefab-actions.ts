/** unity_prefab. */

import {
	nearest,
	type TOOLS,
	type ToolArgs,
	type ToolResult,
	type Vector3,
} from '@fairlead/protocol/tools'
import { checkAssetPath } from '../assets/asset-files.ts'
import type { Asset } from '../assets/assets.ts'
import { setProperties } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import { objectResult, pose } from '../scene/hierarchy.ts'
import { refuseInsidePrefab, uniqueName } from '../scene/objects.ts'
import { needComponent, needObject } from '../scene/refs.ts'
import { decodeTrees } from '../scene/trees.ts'
import { Unsupported } from '../unsupported.ts'
import { applyEdit, editContents, needInside, partsOf } from './prefab-edits.ts'
import { overrideActions } from './prefab-overrides.ts'
import { appliedTree, countOverrides, revertedTree } from './prefab-trees.ts'
import {
	freshTree,
	instanceTree,
	linkTree,
	needInstance,
	unpackInstance,
	updateInstances,
	writeInstance,
} from './prefabs.ts'

type Action = keyof (typeof TOOLS)['unity_prefab']['actions']
type Args<A extends Action> = ToolArgs<'unity_prefab', A>
type Result<A extends Action> = ToolResult<'unity_prefab', A>

interface Placement {
	name?: string | undefined
	parent_id?: string | undefined
	position?: Vector3 | undefined
	rotation?: Vector3 | undefined
}

function place(core: Core, asset: Asset, args: Placement): Result<'instantiate'> {
	const parent = args.parent_id === undefined ? null : needObject(core, args.parent_id)
	const scene = parent?.scene ?? core.world.activeScene
	const siblings = parent ? parent.children : core.world.scene(scene).roots
	const root = core.prefabs.read(asset)
	const name = args.name ?? uniqueName(core.world, siblings, baseName(asset.path, '.prefab'))
	const [record] = decodeTrees(core, [{ ...root, name }], {
		scene,
		parent: parent?.id ?? null,
		prefab: asset.guid,
	})
	if (!record) throw new Fault('internal', `${asset.path} is empty.`)
	pose(core, record.id, { position: args.position, rotation: args.rotation })
	core.stepName = `Instantiate ${record.name}`
	return { ...objectResult(core, record.id), assetPath: asset.path }
}

export const prefabActions = {
	instantiate(core: Core, args: Args<'instantiate'>): Result<'instantiate'> {
		return place(core, core.assets.need(args.asset_path), args)
	},
	instantiate_by_name(
		core: Core,
		args: Args<'instantiate_by_name'>,
	): Result<'instantiate_by_name'> {
		const prefabs = core.assets.all().filter((asset) => asset.type === 'Prefab')
		const nameOf = (asset: Asset): string => baseName(asset.path, '.prefab')
		const found = prefabs.filter((a) => nameOf(a).toLowerCase() === args.prefab_name.toLowerCase())
		const [first] = found
		if (first && found.length === 1) return place(core, first, args)
		if (first)
			throw new Fault('ambiguous', `${found.length} prefabs are named "${args.prefab_name}".`, {
				hint: 'Use instantiate with one of the paths.',
				data: { paths: found.map((asset) => asset.path) },
			})
		throw new Fault('not_found', `There is no prefab named "${args.prefab_name}".`, {
			hint: 'Search with unity_query search_assets, asset_type "Prefab".',
			data: { nearest: nearest(args.prefab_name, prefabs.map(nameOf)) },
		})
	},
	create_asset(core: Core, args: Args<'create_asset'>): Result<'create_asset'> {
		const record = needObject(core, args.instance_id)
		refuseInsidePrefab(record, 'made into a separate prefab')
		const checked = checkAssetPath(core.files, args.asset_path)
		const existing = args.overwrite ? core.assets.find(checked) : undefined
		const target = existing?.path ?? core.assets.vacant(checked, '.prefab')
		const before = existing && core.prefabs.read(existing)
		const { tree, ids } = freshTree(core, record.id)
		const asset = core.prefabs.write(target, tree)
		linkTree(core, record.id, asset.guid, ids)
		if (before) updateInstances(core, asset.guid, before, tree, { except: record.id })
		core.stepName = `Create Prefab ${record.name}`
		return { ...objectResult(core, record.id), assetPath: asset.path }
	},
	modify_asset(core: Core, args: Args<'modify_asset'>): Result<'modify_asset'> {
		const asset = core.assets.need(args.asset_path)
		const { result, instancesUpdated } = editContents(core, asset, (root) => {
			const record = needInside(core, root.id, args.target_path)
			const component = needComponent(core, record, args.component_type, 0)
			const report = setProperties(core, component.id, args.properties)
			return {
				componentType: component.type,
				gameObjectName: record.name,
				...report,
			}
		})
		return { ...result, assetPath: asset.path, instancesUpdated }
	},
	inspect_asset(core: Core, args: Args<'inspect_asset'>): Result<'inspect_asset'> {
		const asset = core.assets.need(args.asset_path)
		const parts = partsOf(core, core.prefabs.read(asset))
		return {
			assetPath: asset.path,
			kind: 'regular',
			basePath: null,
			objects: parts.slice(0, args.limit),
			total: parts.length,
		}
	},
	edit_asset(core: Core, args: Args<'edit_asset'>): Result<'edit_asset'> {
		const asset = core.assets.need(args.asset_path)
		const { result: edits, instancesUpdated } = editContents(core, asset, (root) =>
			args.edits.map((edit, index) => {
				try {
					return applyEdit(core, asset, root.id, edit)
				} catch (error) {
					if (!(error instanceof Fault)) throw error
					const { code, message, hint, data } = error
					throw new Fault(code, `Edit ${index + 1} (${edit.op}) failed: ${message}`, {
						hint: `${hint ?? ''} Nothing was changed.`.trim(),
						data: { edit: index + 1, ...withoutUndone(core, asset, data) },
					})
				}
			}),
		)
		return { assetPath: asset.path, edits, instancesUpdated }
	},
	create_variant: new Unsupported(
		'The simulated editor has no prefab variants.',
		'Copy the prefab with unity_asset copy; in Unity variants work.',
	),
	...overrideActions,
	apply(core: Core, args: Args<'apply'>): Result<'apply'> {
		const [root, asset] = needInstance(core, needObject(core, args.instance_id))
		const before = core.prefabs.read(asset)
		const mine = instanceTree(core, root.id)
		const appliedOverrides = countOverrides(before, mine)
		if (appliedOverrides > 0) {
			const after = appliedTree(before, mine)
			core.prefabs.write(asset.path, after, true)
			relink(core, root.id, mine, after, asset.guid)
			updateInstances(core, asset.guid, before, after, { except: root.id, inUndo: true })
		}
		core.stepName = `Apply ${root.name}`
		return { ...objectResult(core, root.id), assetPath: asset.path, appliedOverrides }
	},
	revert(core: Core, args: Args<'revert'>): Result<'revert'> {
		const [root, asset] = needInstance(core, needObject(core, args.instance_id))
		const before = core.prefabs.read(asset)
		const mine = instanceTree(core, root.id)
		const revertedOverrides = countOverrides(before, mine)
		if (revertedOverrides > 0) writeInstance(core, root.id, revertedTree(before, mine), asset.guid)
		core.stepName = `Revert ${root.name}`
		return { ...objectResult(core, root.id), assetPath: asset.path, revertedOverrides }
	},
	unpack(core: Core, args: Args<'unpack'>): Result<'unpack'> {
		const record = needObject(core, args.instance_id)
		if (!record.prefab?.isRoot) {
			const [root] = needInstance(core, record)
			throw new Fault('invalid_arguments', `"${record.name}" is inside a prefab instance.`, {
				hint: `Unpack its root, ${root.id} ("${root.name}").`,
			})
		}
		unpackInstance(core, record.id, args.completely)
		core.stepName = `Unpack ${record.name}`
		return objectResult(core, record.id)
	},
}

/** The words of an error, without names that only the edits before it had made: none of them was saved. */
function withoutUndone(core: Core, asset: Asset, data: unknown): object {
	const { nearest: near, ...facts } = (data ?? {}) as { nearest?: readonly string[] }
	if (!near) return facts
	const names = new Set(partsOf(core, core.prefabs.read(asset)).map(({ name }) => name))
	return { ...facts, nearest: near.filter((path) => names.has(path.split('/').at(-1) ?? path)) }
}

/** Additions of the instance are part of the asset now: they get its ids. The trees have the same shape. */
function relink(
	core: Core,
	rootId: string,
	mine: ReturnType<typeof instanceTree>,
	after: ReturnType<typeof instanceTree>,
	guid: string,
): void {
	const visit = (my: typeof mine, node: typeof mine, id: string): void => {
		const record = core.world.object(id)
		const link = { guid, node: node.id, isRoot: id === rootId }
		const added = my.id.startsWith('+')
		core.world.putObject({
			...record,
			prefab: link,
			nested: added ? record.prefab : record.nested,
			components: record.components.map((c, i) => ({ ...c, source: node.components[i]?.id ?? '' })),
		})
		record.children.forEach((child, i) => {
			const [a, b] = [my.children[i], node.children[i]]
			if (a && b) visit(a, b, child)
		})
	}
	visit(mine, after, rootId)
}
