/** The summary of an object in results. */
import type { ObjectSummary, ToolResult } from '@fairlead/protocol/tools'
import { MISSING_SCRIPT } from '../components/type-registry.ts'
import type { Core } from '../core.ts'
import { pathOf } from './objects.ts'
import type { ObjectRecord } from './records.ts'

export function objectSummary(core: Core, record: ObjectRecord): ObjectSummary {
	return {
		instanceId: record.id,
		name: record.name,
		path: pathOf(core.world, record),
		activeSelf: record.active,
		tag: record.tag,
		layer: core.project.layerName(record.layer),
		components: record.components.map((c) => (core.types.find(c.type) ? c.type : MISSING_SCRIPT)),
		childCount: record.children.length,
	}
}

/** Leaves out default values. */
export function briefSummary(
	core: Core,
	record: ObjectRecord,
): ToolResult<'unity_query', 'find'>['objects'][number] {
	const { activeSelf, tag, layer, childCount, ...rest } = objectSummary(core, record)
	return {
		...rest,
		...(activeSelf ? {} : { activeSelf }),
		...(tag === 'Untagged' ? {} : { tag }),
		...(layer === 'Default' ? {} : { layer }),
		...(childCount === 0 ? {} : { childCount }),
	}
}
