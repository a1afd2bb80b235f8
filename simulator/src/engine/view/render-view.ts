/** From the scene graph to the rasteriser's input. */

import { MESH_HALF } from '../assets/builtin-meshes.ts'
import { materialColor } from '../assets/materials.ts'
import { BUILTIN_MESHES } from '../components/property-values.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import {
	add,
	column,
	compose,
	length,
	lookRotation,
	multiply,
	normalize,
	subtract,
	transformPoint,
	type Vector3,
} from '../math.ts'
import { activeInHierarchy, allObjects, pathOf, subtree } from '../scene/objects.ts'
import type { ComponentRecord, MaterialData, ObjectRecord, Ref, Value } from '../scene/records.ts'
import { needObject } from '../scene/refs.ts'
import { worldMatrix } from '../scene/transforms.ts'
import type {
	Renderable,
	RenderCamera,
	RenderLight,
	RenderMesh,
	RenderScene,
	RenderView,
} from './render-scene.ts'

/** Unity's default ambient of a scene with the default skybox, roughly. */
const AMBIENT = [0.212, 0.227, 0.259]
const SCENE_VIEW_FOV_DEGREES = 60
/** The editor's scene camera looks down and to the side at first. */
const SCENE_VIEW_DIRECTION: Vector3 = [-0.55, -0.45, 0.7]
/** Margin around framed objects. */
const FRAMING = 1.3

export const numeric = (value: Value | undefined, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise
export const rgb = (value: Value | undefined): number[] =>
	Array.isArray(value) ? value.map(Number) : [1, 1, 1, 1]

/** @throws Fault where there is no such camera or object */
export function renderScene(core: Core, view: RenderView): RenderScene {
	const visible = [...allObjects(core.world)].filter((record) =>
		activeInHierarchy(core.world, record),
	)
	const renderables = visible.flatMap((record) => renderableOf(core, record) ?? [])
	return {
		camera: cameraFor(core, view, visible),
		ambient: AMBIENT,
		lights: visible.flatMap((record) => lightOf(core, record) ?? []),
		renderables,
	}
}

export const enabled = (record: ObjectRecord, type: string): ComponentRecord | undefined =>
	record.components.find((c) => c.type === type && c.enabled !== false)

function cameraFor(core: Core, view: RenderView, visible: readonly ObjectRecord[]): RenderCamera {
	switch (view.kind) {
		case 'game': {
			const cameras = visible.filter((record) => enabled(record, 'Camera'))
			const depth = (r: ObjectRecord): number => numeric(enabled(r, 'Camera')?.props['depth'], 0)
			const main = cameras.find((r) => r.tag === 'MainCamera')
			const chosen = main ?? [...cameras].sort((a, b) => depth(b) - depth(a))[0]
			if (chosen) return cameraOf(core, chosen)
			throw new Fault('not_found', 'The scene has no active camera, so the game view is empty.', {
				hint: 'Create one (unity_hierarchy create, primitive_type "Camera"), or take view "scene".',
			})
		}
		case 'camera': {
			const record = needObject(core, view.camera)
			if (record.components.some((c) => c.type === 'Camera')) return cameraOf(core, record)
			throw new Fault('invalid_arguments', `"${record.name}" has no Camera.`, {
				hint: 'Name an object that has one: unity_query find, component_type "Camera".',
			})
		}
		case 'scene':
			return sceneCamera(core, view, visible)
		default:
			return view satisfies never
	}
}

function cameraOf(core: Core, record: ObjectRecord): RenderCamera {
	const props = record.components.find((c) => c.type === 'Camera')?.props ?? {}
	const matrix = worldMatrix(core.world, record.id)
	const axes = ([0, 1, 2] as const).map((axis) => normalize(column(matrix, axis)))
	const [x = [1, 0, 0], y = [0, 1, 0], z = [0, 0, 1]] = axes
	return {
		path: pathOf(core.world, record),
		worldMatrix: [...x, 0, ...y, 0, ...z, 0, ...column(matrix, 3), 1],
		fieldOfView: numeric(props['fieldOfView'], 60),
		orthographic: props['orthographic'] === true,
		orthographicSize: numeric(props['orthographicSize'], 5),
		near: numeric(props['nearClipPlane'], 0.3),
		far: numeric(props['farClipPlane'], 1000),
		clear:
			props['clearFlags'] === 'Skybox'
				? { kind: 'skybox' }
				: { kind: 'color', color: rgb(props['backgroundColor']) },
	}
}

function sceneCamera(
	core: Core,
	view: Extract<RenderView, { kind: 'scene' }>,
	visible: readonly ObjectRecord[],
): RenderCamera {
	const targets = view.lookAt?.map((reference) => needObject(core, reference))
	const framed = targets?.flatMap((target) => [...subtree(core.world, target.id)]) ?? visible
	const points = framed.flatMap((record) => corners(core, record))
	if (points.length === 0)
		points.push(
			...(targets?.map((target) => column(worldMatrix(core.world, target.id), 3)) ?? [
				[0, 0, 0] as Vector3,
			]),
		)
	const low = ([0, 1, 2] as const).map((axis) => Math.min(...points.map((p) => p[axis])))
	const high = ([0, 1, 2] as const).map((axis) => Math.max(...points.map((p) => p[axis])))
	const center = [0, 1, 2].map((i) => ((low[i] ?? 0) + (high[i] ?? 0)) / 2) as Vector3
	const radius = Math.max(0.5, ...points.map((p) => length(subtract(p, center))))
	const given = view.direction && length(view.direction) > 0 ? view.direction : SCENE_VIEW_DIRECTION
	const direction = normalize(given)
	const distance =
		view.distance ?? (radius * FRAMING) / Math.sin((SCENE_VIEW_FOV_DEGREES * Math.PI) / 360)
	const position = add(center, multiply(direction, -distance))
	return {
		path: null,
		worldMatrix: compose(position, lookRotation(direction), [1, 1, 1]),
		fieldOfView: SCENE_VIEW_FOV_DEGREES,
		orthographic: false,
		orthographicSize: 5,
		near: Math.max(0.01, distance / 1000),
		far: distance + radius * 20,
		clear: { kind: 'skybox' },
	}
}

function meshOf(record: ObjectRecord): RenderMesh | undefined {
	const ref = enabled(record, 'MeshFilter')?.props['sharedMesh'] as { $builtin?: string } | null
	return BUILTIN_MESHES.find((name) => name === ref?.$builtin)
}

export function corners(core: Core, record: ObjectRecord): Vector3[] {
	const mesh = meshOf(record)
	const half = mesh && enabled(record, 'MeshRenderer') ? MESH_HALF[mesh] : undefined
	if (!half) return []
	const matrix = worldMatrix(core.world, record.id)
	const signs = [-1, 1]
	return signs.flatMap((x) =>
		signs.flatMap((y) =>
			signs.map((z) => transformPoint(matrix, [x * half[0], y * half[1], z * half[2]])),
		),
	)
}

/** The drawn parts of an object: its mesh, and its first material; undefined: none. */
export function drawnOf(
	core: Core,
	record: ObjectRecord,
): { mesh: RenderMesh; material: MaterialData | null } | undefined {
	const renderer = enabled(record, 'MeshRenderer')
	const mesh = meshOf(record)
	if (!renderer || !mesh || castsOnly(renderer)) return undefined
	const slots = renderer.props['sharedMaterials']
	const first = Array.isArray(slots) ? ((slots[0] ?? null) as Ref | null) : null
	return { mesh, material: core.materials.resolve(first) }
}

/** Whether a renderer shows only its shadow. */
export const castsOnly = ({ props }: ComponentRecord): boolean =>
	props['shadowCastingMode'] === 'ShadowsOnly'

function renderableOf(core: Core, record: ObjectRecord): Renderable | undefined {
	const drawn = drawnOf(core, record)
	if (!drawn) return undefined
	const { color, unlit } = materialOf(drawn.material)
	return {
		id: record.id,
		path: pathOf(core.world, record),
		mesh: drawn.mesh,
		worldMatrix: [...worldMatrix(core.world, record.id)],
		color,
		lit: !unlit,
	}
}

/** @param material null: the renderer has none, which Unity draws in magenta */
export const materialOf = (material: MaterialData | null): { color: number[]; unlit: boolean } =>
	material
		? {
				color: [...materialColor(material)],
				unlit: /Unlit|Sprites|UI\//.test(material.shader),
			}
		: { color: [1, 0, 1, 1], unlit: true }

function lightOf(core: Core, record: ObjectRecord): RenderLight | undefined {
	const light = enabled(record, 'Light')
	if (!light) return undefined
	const matrix = worldMatrix(core.world, record.id)
	const base = {
		color: rgb(light.props['color']).slice(0, 3),
		intensity: numeric(light.props['intensity'], 1),
	}
	const position = column(matrix, 3)
	const direction = normalize(column(matrix, 2))
	const range = numeric(light.props['range'], 10)
	switch (light.props['type']) {
		case 'Directional':
			return { ...base, kind: 'directional', direction }
		case 'Spot':
			return {
				...base,
				kind: 'spot',
				position,
				direction,
				range,
				angle: numeric(light.props['spotAngle'], 30),
			}
		default:
			return { ...base, kind: 'point', position, range }
	}
}
