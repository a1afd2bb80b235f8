/** The visible objects of the open scenes, for `unity_viewport`. */
import type { ViewAnswer, ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import type { Core } from '../core.ts'
import { activeInHierarchy, allObjects } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value } from '../scene/records.ts'
import { worldMatrix } from '../scene/transforms.ts'
import { castsOnly, drawnOf, enabled, materialOf, numeric, rgb } from './render-view.ts'
import type { Seen } from './view-log.ts'

type Shape = NonNullable<ViewObject['shape']>
type Light = NonNullable<ViewObject['light']>
type Camera = NonNullable<ViewObject['camera']>

const DEFAULT_ASPECT = 1.7778
const LIGHT_TYPES: Readonly<Record<string, Light['type']>> = {
	Directional: 'directional',
	Spot: 'spot',
	Rectangle: 'area',
	Disc: 'area',
}
const SEE_THROUGH = /Transparent|^Sprites\/|^UI\//
/** Components that draw something which is not shown. */
const NOT_SHOWN = /^Canvas$|^Terrain$|(?<!^Canvas)Renderer$/

const rounded = (value: number, digits: number): number => {
	const power = 10 ** digits
	// No "-0": it would differ from 0 as text.
	return Math.round(value * power) / power + 0
}
const color = (value: Value | undefined): number[] =>
	rgb(value)
		.slice(0, 3)
		.map((part) => rounded(part, 3))

function poseOf(core: Core, id: string): number[] {
	const matrix = worldMatrix(core.world, id)
	return [0, 1, 2, 3].flatMap((at) => [0, 1, 2].map((row) => rounded(matrix[at * 4 + row] ?? 0, 4)))
}

function shapeOf(core: Core, record: ObjectRecord): Shape | undefined {
	const drawn = drawnOf(core, record)
	if (!drawn) return undefined
	const { mesh, material } = drawn
	const { color: tint, unlit } = materialOf(material)
	const emission = color(material?.properties['_EmissionColor'] ?? [0, 0, 0])
	// An opaque material's alpha means nothing.
	const opacity = SEE_THROUGH.test(material?.shader ?? '') ? rounded(tint[3] ?? 1, 3) : 1
	return {
		mesh,
		color: color(tint),
		...(opacity < 1 ? { opacity } : {}),
		...(emission.some((part) => part > 0) ? { emission } : {}),
		...(unlit ? { unlit } : {}),
	}
}

function lightOf({ props }: ComponentRecord): Light {
	const type = LIGHT_TYPES[String(props['type'])] ?? 'point'
	return {
		type,
		color: color(props['color']),
		intensity: rounded(numeric(props['intensity'], 1), 3),
		...(type === 'directional' ? {} : { range: rounded(numeric(props['range'], 10), 3) }),
		...(type === 'spot' ? { spotAngle: rounded(numeric(props['spotAngle'], 30), 2) } : {}),
	}
}

function cameraOf({ props }: ComponentRecord): Camera {
	const isOrthographic = props['orthographic'] === true
	return {
		fieldOfView: isOrthographic ? null : rounded(numeric(props['fieldOfView'], 60), 2),
		...(isOrthographic
			? { orthographicSize: rounded(numeric(props['orthographicSize'], 5), 3) }
			: {}),
		near: rounded(numeric(props['nearClipPlane'], 0.3), 4),
		far: rounded(numeric(props['farClipPlane'], 1000), 2),
		aspect: DEFAULT_ASPECT,
		...(props['clearFlags'] === 'Skybox' ? {} : { background: color(props['backgroundColor']) }),
	}
}

function viewObjectOf(core: Core, record: ObjectRecord): ViewObject | null {
	const shape = shapeOf(core, record)
	const light = enabled(record, 'Light')
	const camera = enabled(record, 'Camera')
	if (!shape && !light && !camera) return null
	return {
		id: record.id,
		name: record.name,
		pose: poseOf(core, record.id),
		...(shape ? { shape } : {}),
		...(light ? { light: lightOf(light) } : {}),
		...(camera ? { camera: cameraOf(camera) } : {}),
	}
}

/** Active objects with something to see, in the order of the Hierarchy, and a count of what is not told. */
export function seenIn(core: Core): Seen {
	const objects: ViewObject[] = []
	const left = new Map<string, number>()
	for (const record of allObjects(core.world)) {
		if (!activeInHierarchy(core.world, record)) continue
		const object = viewObjectOf(core, record)
		if (object) objects.push(object)
		for (const component of record.components) {
			const { type } = component
			if (component.enabled === false || !NOT_SHOWN.test(type) || castsOnly(component)) continue
			if (type === 'MeshRenderer' && (object?.shape || !enabled(record, 'MeshFilter'))) continue
			const kind = type.replace(/Renderer$/, '')
			left.set(kind, (left.get(kind) ?? 0) + 1)
		}
	}
	const leftOut: ViewAnswer['leftOut'] = [...left].map(([kind, count]) => ({ kind, count }))
	return { objects, leftOut }
}
