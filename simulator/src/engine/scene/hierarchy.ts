/** unity_hierarchy: creating and arranging objects. */
import {
	type PrimitiveType,
	type TOOLS,
	type ToolArgs,
	type ToolResult,
	UiType,
	type Vector3,
} from '@fairlead/protocol/tools'
import { addComponent, alsoAdded, typesOf } from '../components/components.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { fromEuler } from '../math.ts'
import {
	createObject,
	destroyTree,
	duplicateTree,
	moveToScene,
	newComponent,
	pathOf,
	refuseInsidePrefab,
	reparent,
	siblingsOf,
	subtree,
	uniqueName,
} from './objects.ts'
import type { ComponentRecord, ObjectRecord } from './records.ts'
import { needObject, needScene } from './refs.ts'
import { setLocalPose, setWorldPose, transformValues } from './transforms.ts'
import { createUi } from './ui-objects.ts'

type Action = keyof (typeof TOOLS)['unity_hierarchy']['actions']
type Args<A extends Action> = ToolArgs<'unity_hierarchy', A>
type Result<A extends Action> = ToolResult<'unity_hierarchy', A>

/** The result of every change to an object. */
export function objectResult(core: Core, id: string): Result<'duplicate'> {
	const record = core.world.object(id)
	return {
		instanceId: record.id,
		name: record.name,
		path: pathOf(core.world, record),
		scene: core.world.scene(record.scene).name,
	}
}

interface Pose {
	position?: Vector3 | undefined
	rotation?: Vector3 | undefined
	scale?: Vector3 | undefined
}

export function pose(
	core: Core,
	id: string,
	{ position, rotation, scale }: Pose,
	space: 'local' | 'world' = 'local',
): void {
	const values = {
		...(position ? { position } : {}),
		...(rotation ? { rotation: fromEuler(rotation) } : {}),
		...(scale ? { scale } : {}),
	}
	if (Object.keys(values).length === 0) return
	if (space === 'world') setWorldPose(core.world, id, values)
	else setLocalPose(core.world, id, values)
}

const DEFAULT_NAMES: Partial<Record<PrimitiveType, string>> = {
	Empty: 'GameObject',
	DirectionalLight: 'Directional Light',
	PointLight: 'Point Light',
	SpotLight: 'Spot Light',
}
/** Colour of the sun in a new Unity scene. */
const SUN_COLOR = [1, 0.95686275, 0.8392157, 1]

/** The components besides the Transform. */
function primitiveComponents(core: Core, type: PrimitiveType): ComponentRecord[] {
	const mesh = (collider: ComponentRecord): ComponentRecord[] => [
		newComponent(core, 'MeshFilter', { sharedMesh: { $builtin: type } }),
		newComponent(core, 'MeshRenderer', {
			sharedMaterials: [{ $builtin: core.materials.defaultMaterial }],
		}),
		collider,
	]
	switch (type) {
		case 'Empty':
			return []
		case 'Cube':
			return mesh(newComponent(core, 'BoxCollider'))
		case 'Sphere':
			return mesh(newComponent(core, 'SphereCollider'))
		case 'Capsule':
		case 'Cylinder':
			return mesh(newComponent(core, 'CapsuleCollider', { height: 2 }))
		case 'Plane':
		case 'Quad':
			return mesh(newComponent(core, 'MeshCollider', { sharedMesh: { $builtin: type } }))
		case 'Camera':
			return [newComponent(core, 'Camera')]
		case 'DirectionalLight':
			return [
				newComponent(core, 'Light', { type: 'Directional', color: SUN_COLOR, shadows: 'Soft' }),
			]
		case 'PointLight':
			return [newComponent(core, 'Light')]
		case 'SpotLight':
			return [newComponent(core, 'Light', { type: 'Spot' })]
		default:
			return type satisfies never
	}
}

export function createPrimitive(
	core: Core,
	type: PrimitiveType,
	options: { name?: string | undefined; parent?: string | null; scene?: string } = {},
): ObjectRecord {
	const parent = options.parent ?? null
	const scene = options.scene ?? core.world.activeScene
	const siblings =
		parent === null ? core.world.scene(scene).roots : core.world.object(parent).children
	const record = createObject(core, {
		name: options.name ?? uniqueName(core.world, siblings, DEFAULT_NAMES[type] ?? type),
		parent,
		scene,
		components: primitiveComponents(core, type),
	})
	if (type === 'DirectionalLight')
		pose(core, record.id, { position: [0, 3, 0], rotation: [50, 330, 0] })
	return record
}

/** Camera and sun, as in Unity's default scene. */
export function createDefaults(core: Core, scene: string): void {
	const camera = createObject(core, {
		name: 'Main Camera',
		parent: null,
		scene,
		tag: 'MainCamera',
		components: [newComponent(core, 'Camera'), newComponent(core, 'AudioListener')],
	})
	pose(core, camera.id, { position: [0, 1, -10] })
	createPrimitive(core, 'DirectionalLight', { scene })
}

function create(
	core: Core,
	type: Args<'create'>['primitive_type'],
	name: string | undefined,
	parent: string | null,
): ReturnType<typeof createUi> {
	const ui = UiType.safeParse(type)
	return ui.success
		? createUi(core, ui.data, name, parent)
		: { record: createPrimitive(core, type as PrimitiveType, { name, parent }), madeToo: [] }
}

export const hierarchyActions = {
	create(core: Core, args: Args<'create'>): Result<'create'> {
		const parent = args.parent_id === undefined ? null : needObject(core, args.parent_id).id
		const { record, madeToo } = create(core, args.primitive_type, args.name, parent)
		core.stepName = `Create ${record.name}`
		pose(core, record.id, args)
		const own = typesOf(core.world.object(record.id))
		for (const type of args.components ?? [])
			if (!core.world.object(record.id).components.some((c) => c.type === type))
				addComponent(core, record.id, type)
		return {
			...(madeToo.length > 0 ? { note: `Made for it: ${madeToo.join(', ')}.` } : {}),
			...objectResult(core, record.id),
			...alsoAdded(core, record.id, [...own, ...(args.components ?? [])]),
		}
	},
	duplicate(core: Core, args: Args<'duplicate'>): Result<'duplicate'> {
		const original = needObject(core, args.instance_id)
		const copy = duplicateTree(core, original.id, args.name)
		core.stepName = `Duplicate ${original.name}`
		pose(core, copy.id, { position: args.position })
		return objectResult(core, copy.id)
	},
	destroy(core: Core, args: Args<'destroy'>): Result<'destroy'> {
		const record = needObject(core, args.instance_id)
		refuseInsidePrefab(record, 'destroyed')
		const result = objectResult(core, record.id)
		core.stepName = `Delete ${record.name}`
		return { ...result, destroyedCount: destroyTree(core.world, record.id) }
	},
	rename(core: Core, args: Args<'rename'>): Result<'rename'> {
		const record = needObject(core, args.instance_id)
		core.world.putObject({ ...record, name: args.name })
		core.stepName = `Rename ${record.name}`
		return { ...objectResult(core, record.id), previousName: record.name }
	},
	reparent(core: Core, args: Args<'reparent'>): Result<'reparent'> {
		const record = needObject(core, args.instance_id)
		refuseInsidePrefab(record, 'moved')
		const parent = args.parent_id === null ? null : needObject(core, args.parent_id).id
		reparent(core.world, record.id, parent, {
			index: args.sibling_index,
			worldStays: args.world_position_stays,
		})
		core.stepName = `Reparent ${record.name}`
		const now = core.world.object(record.id)
		return {
			...objectResult(core, record.id),
			parentId: now.parent,
			siblingIndex: siblingsOf(core.world, now).indexOf(now.id),
		}
	},
	move_scene(core: Core, args: Args<'move_scene'>): Result<'move_scene'> {
		const record = needObject(core, args.instance_id)
		if (record.parent !== null)
			throw new Fault(
				'invalid_arguments',
				`"${record.name}" has a parent; only root objects change scenes.`,
				{
					hint: 'Reparent it to null first, or move its root.',
				},
			)
		moveToScene(core.world, record.id, needScene(core, args.target_scene).handle)
		core.stepName = `Move ${record.name}`
		return objectResult(core, record.id)
	},
	set_active(core: Core, args: Args<'set_active'>): Result<'set_active'> {
		const record = needObject(core, args.instance_id)
		core.world.putObject({ ...record, active: args.active })
		core.stepName = `${args.active ? 'Show' : 'Hide'} ${record.name}`
		return {
			...objectResult(core, record.id),
			previousActive: record.active,
			active: args.active,
		}
	},
	set_transform(core: Core, args: Args<'set_transform'>): Result<'set_transform'> {
		const record = needObject(core, args.instance_id)
		if (!args.position && !args.rotation && !args.scale)
			throw new Fault('invalid_arguments', 'set_transform needs position, rotation or scale.')
		const previous = transformValues(core.world, record.id, args.space)
		pose(core, record.id, args, args.space)
		core.stepName = `Move ${record.name}`
		const current = transformValues(core.world, record.id, args.space)
		return { ...objectResult(core, record.id), previous, current }
	},
	set_tag_layer(core: Core, args: Args<'set_tag_layer'>): Result<'set_tag_layer'> {
		const record = needObject(core, args.instance_id)
		const tag = args.tag === undefined ? undefined : core.project.needTag(args.tag)
		const layer = args.layer === undefined ? undefined : core.project.needLayer(args.layer)
		if (tag === undefined && layer === undefined)
			throw new Fault('invalid_arguments', 'set_tag_layer needs a tag or a layer.')
		const targets = args.include_children ? [...subtree(core.world, record.id)] : [record]
		for (const target of targets)
			core.world.putObject({ ...target, tag: tag ?? target.tag, layer: layer ?? target.layer })
		core.stepName = `Tag ${record.name}`
		const now = core.world.object(record.id)
		return {
			...objectResult(core, record.id),
			previousTag: record.tag,
			tag: now.tag,
			previousLayer: core.project.layerName(record.layer),
			layer: core.project.layerName(now.layer),
		}
	},
}
