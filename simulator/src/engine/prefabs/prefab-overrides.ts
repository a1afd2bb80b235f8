/** Single overrides of a prefab instance. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { objectResult } from '../scene/hierarchy.ts'
import { pathOf } from '../scene/objects.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { needComponent, needObject } from '../scene/refs.ts'
import { overridesOf, type PropertyPlace, withValue } from './prefab-trees.ts'
import { instanceTree, needInstance, updateInstances, writeInstance } from './prefabs.ts'

type Args<A extends 'list_overrides' | 'apply_override' | 'revert_override'> = ToolArgs<
	'unity_prefab',
	A
>
type Listed = ToolResult<'unity_prefab', 'list_overrides'>['overrides'][number]

const LISTED = 20

function listOf(core: Core, root: ObjectRecord, found: ReturnType<typeof overridesOf>): Listed[] {
	const at = pathOf(core.world, root)
	return found.map(({ kind, path, component, property, name }) => ({
		kind,
		path: `${at}${path.slice(root.name.length)}`,
		...(component === undefined ? {} : { component }),
		...(property === undefined ? {} : { property }),
		...(name === undefined ? {} : { name }),
	}))
}

/** The override that the arguments name. @throws Fault `not_found` with those that there are */
function needOverride(core: Core, args: Args<'apply_override'>) {
	const record = needObject(core, args.instance_id)
	const [root, asset] = needInstance(core, record)
	const base = core.prefabs.read(asset)
	const mine = instanceTree(core, root.id)
	const all = overridesOf(base, mine)
	const type =
		args.component_type === 'GameObject'
			? 'GameObject'
			: needComponent(core, record, args.component_type, 0).type
	const found = all.find(
		(one) =>
			one.kind === 'property' &&
			one.place?.node === record.prefab?.node &&
			one.component === type &&
			one.property === args.property,
	)
	if (!found?.place)
		throw new Fault(
			'not_found',
			`${args.property} of the ${type} of "${record.name}" is not overridden.`,
			{
				hint: 'Use a property from list_overrides. For added or removed parts, use apply or revert.',
				data: { overrides: listOf(core, root, all).slice(0, LISTED) },
			},
		)
	const place: PropertyPlace = found.place
	return { record, root, asset, base, mine, place }
}

export const overrideActions = {
	list_overrides(
		core: Core,
		args: Args<'list_overrides'>,
	): ToolResult<'unity_prefab', 'list_overrides'> {
		const [root, asset] = needInstance(core, needObject(core, args.instance_id))
		const all = overridesOf(core.prefabs.read(asset), instanceTree(core, root.id))
		return {
			assetPath: asset.path,
			overrides: listOf(core, root, all).slice(0, args.limit),
			total: all.length,
		}
	},
	apply_override(
		core: Core,
		args: Args<'apply_override'>,
	): ToolResult<'unity_prefab', 'apply_override'> {
		const { record, root, asset, base, mine, place } = needOverride(core, args)
		const after = withValue(base, mine, place)
		core.prefabs.write(asset.path, after, true)
		updateInstances(core, asset.guid, base, after, { except: root.id, inUndo: true })
		core.stepName = `Apply ${args.property} of ${record.name}`
		return { ...objectResult(core, record.id), assetPath: asset.path, property: args.property }
	},
	revert_override(
		core: Core,
		args: Args<'revert_override'>,
	): ToolResult<'unity_prefab', 'revert_override'> {
		const { record, root, asset, base, mine, place } = needOverride(core, args)
		writeInstance(core, root.id, withValue(mine, base, place), asset.guid)
		core.stepName = `Revert ${args.property} of ${record.name}`
		return { ...objectResult(core, record.id), assetPath: asset.path, property: args.property }
	},
}
