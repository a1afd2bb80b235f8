/** World bounds of objects, from their active and enabled parts. */
import type { ToolResult } from '@fairlead/protocol/tools'
import { isA } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { add, multiply, subtract, tidyVector, type Vector3 } from '../math.ts'
import { activeInHierarchy, pathOf, subtree } from '../scene/objects.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { worldPosition } from '../scene/transforms.ts'
import { corners } from '../view/render-view.ts'
import { collidersOf } from './colliders-of.ts'
import { type Bounds, boundsAround, boundsOf } from './solids.ts'

type Box = NonNullable<ToolResult<'unity_physics', 'bounds'>['all']>

export interface ObjectBounds {
	readonly renderers: Bounds | null
	readonly colliders: Bounds | null
	readonly both: Bounds | null
}

export function measure(core: Core, record: ObjectRecord, withChildren = true): ObjectBounds {
	const parts = withChildren ? [...subtree(core.world, record.id)] : [record]
	const active = parts.filter((part) => activeInHierarchy(core.world, part))
	const renderers = sum(active.map((part) => rendered(core, part)))
	const colliders = sum(
		active.flatMap((part) => [
			...collidersOf(core, part, false).map(({ solid }) => boundsOf(solid)),
			...collidersOf(core, part, true).map(({ solid }) => flattened(core, part, boundsOf(solid))),
		]),
	)
	return { renderers, colliders, both: sum([renderers, colliders]) }
}

/** 2D colliders have no depth. */
function flattened(core: Core, record: ObjectRecord, { min, max }: Bounds): Bounds {
	const z = worldPosition(core.world, record.id)[2]
	return { min: [min[0], min[1], z], max: [max[0], max[1], z] }
}

function rendered(core: Core, record: ObjectRecord): Bounds | null {
	const found = boundsAround(corners(core, record))
	if (found) return found
	const other = record.components.find(
		(c) => isA(c.type, 'Renderer') && c.enabled !== false && !isEmpty(record, c.type),
	)
	if (!other) return null
	throw new Fault(
		'unsupported',
		`The simulated editor does not know how large the ${other.type} of ${pathOf(core.world, record)} is.`,
		{ hint: 'It measures primitives and colliders; ask in Unity for anything else.' },
	)
}

/** A mesh renderer without a mesh draws nothing. */
const isEmpty = (record: ObjectRecord, type: string): boolean =>
	type === 'MeshRenderer' &&
	!record.components.some((c) => c.type === 'MeshFilter' && c.props['sharedMesh'] !== null)

export const sum = (parts: readonly (Bounds | null)[]): Bounds | null =>
	boundsAround(parts.flatMap((part) => (part ? [part.min, part.max] : [])))

export const middleOf = ({ min, max }: Bounds): Vector3 => multiply(add(min, max), 0.5)

export const toBox = (bounds: Bounds): Box => ({
	center: tidyVector(middleOf(bounds)),
	size: tidyVector(subtract(bounds.max, bounds.min)),
	min: tidyVector(bounds.min),
	max: tidyVector(bounds.max),
})
