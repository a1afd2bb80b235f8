import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { InstanceId, MAX_OBJECT_REF, Note, OBJECT_REF, ObjectRef, Vector3 } from '../../values.ts'

export const PrimitiveType = z.enum([
	'Empty',
	'Cube',
	'Sphere',
	'Capsule',
	'Cylinder',
	'Plane',
	'Quad',
	'Camera',
	'DirectionalLight',
	'PointLight',
	'SpotLight',
])
export type PrimitiveType = z.infer<typeof PrimitiveType>

/** UI objects with the parts that Unity's GameObject > UI menu gives them, below a Canvas. */
export const UiType = z.enum([
	'Canvas',
	'Panel',
	'Image',
	'Text',
	'Button',
	'Toggle',
	'Slider',
	'InputField',
])
export type UiType = z.infer<typeof UiType>

/** The result of every change to an object. */
export const ObjectResult = z.object({
	note: Note,
	instanceId: InstanceId,
	name: z.string(),
	path: z.string(),
	scene: z.string(),
})

const TransformValues = z.object({
	position: Vector3,
	rotation: Vector3,
	scale: Vector3,
})

/** Ways to write the root that are no object: ids are numbers, and paths have a name. */
const NO_PARENT = /^(null|none|undefined|root|scene|\/*)$/i
const TO_ROOT = 'Write null, without quotes, for the root of the scene; else an object id or /path.'
/** Refused, not guessed: a wrong guess moves an object to where nobody looks for it. */
const NewParent = z
	.string(TO_ROOT)
	.min(1, TO_ROOT)
	.max(MAX_OBJECT_REF)
	.describe(OBJECT_REF)
	.nullable()
	.refine((given) => given === null || !NO_PARENT.test(given), TO_ROOT)

const cube = { instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'SampleScene' }
const name = z.string().min(1).max(200)

export const unityHierarchy = defineTool({
	name: 'unity_hierarchy',
	title: 'Change objects',
	description: 'Create and arrange GameObjects. Position: local to the parent.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'default',
	actions: {
		create: action({
			summary: 'new object, UI with Canvas',
			foundBy:
				'ui canvas button text label image panel slider menu hud health bar add gameobject cube sphere plane light spotlight lamp camera primitive scene',
			risk: 'write',
			input: {
				name: name.optional(),
				primitive_type: z.enum([...PrimitiveType.options, ...UiType.options]).default('Empty'),
				parent_id: ObjectRef.optional(),
				position: Vector3.optional(),
				rotation: Vector3.optional(),
				scale: Vector3.optional(),
				components: z.array(z.string().max(200)).max(16).optional(),
			},
			output: ObjectResult.extend({
				/** Components that the requested ones require. */
				alsoAdded: z.array(z.string()).optional(),
			}),
			examples: [
				{
					name: 'a cube above the floor',
					args: { action: 'create', primitive_type: 'Cube', position: [0, 3, 0] },
					result: cube,
				},
			],
		}),
		duplicate: action({
			summary: 'copy with children',
			risk: 'write',
			input: { instance_id: ObjectRef, name: name.optional(), position: Vector3.optional() },
			output: ObjectResult,
			examples: [
				{
					name: 'a copy',
					args: { action: 'duplicate', instance_id: '/Cube', name: 'Cube 2' },
					result: { ...cube, instanceId: '1310', name: 'Cube 2', path: '/Cube 2' },
				},
			],
		}),
		destroy: action({
			summary: 'delete (undoable)',
			foundBy: 'remove gameobject object',
			risk: 'write',
			input: { instance_id: ObjectRef },
			output: ObjectResult.extend({
				/** Including children. */
				destroyedCount: z.number().int().positive(),
			}),
			examples: [
				{
					name: 'by path',
					args: { action: 'destroy', instance_id: '/Cube' },
					result: { ...cube, destroyedCount: 1 },
				},
			],
		}),
		rename: action({
			summary: 'new name',
			foundBy: 'gameobject object',
			risk: 'write',
			byHand: true,
			input: { instance_id: ObjectRef, name },
			output: ObjectResult.extend({ previousName: z.string() }),
			examples: [
				{
					name: 'rename',
					args: { action: 'rename', instance_id: '1204', name: 'Crate' },
					result: { ...cube, name: 'Crate', path: '/Crate', previousName: 'Cube' },
				},
			],
		}),
		reparent: action({
			summary: 'move below parent_id (null = root)',
			risk: 'write',
			input: {
				instance_id: ObjectRef,
				parent_id: NewParent,
				sibling_index: z.number().int().min(0).optional(),
				world_position_stays: z.boolean().default(true),
			},
			output: ObjectResult.extend({
				parentId: InstanceId.nullable(),
				siblingIndex: z.number().int(),
			}),
			examples: [
				{
					name: 'to the root',
					args: { action: 'reparent', instance_id: '1204', parent_id: null, sibling_index: 0 },
					result: { ...cube, parentId: null, siblingIndex: 0 },
				},
			],
		}),
		move_scene: action({
			summary: 'to another loaded scene',
			risk: 'write',
			input: { instance_id: ObjectRef, target_scene: z.string().min(1).max(400) },
			output: ObjectResult,
			examples: [
				{
					name: 'to Level2',
					args: { action: 'move_scene', instance_id: '/Cube', target_scene: 'Level2' },
					result: { ...cube, scene: 'Level2' },
				},
			],
		}),
		set_active: action({
			summary: 'show or hide',
			foundBy: 'enable disable activate deactivate gameobject object',
			risk: 'write',
			byHand: true,
			input: { instance_id: ObjectRef, active: z.boolean() },
			output: ObjectResult.extend({ previousActive: z.boolean(), active: z.boolean() }),
			examples: [
				{
					name: 'hide',
					args: { action: 'set_active', instance_id: '/Cube', active: false },
					result: { ...cube, previousActive: true, active: false },
				},
			],
		}),
		set_transform: action({
			summary: 'local unless space=world',
			foundBy: 'object move rotate turn scale',
			risk: 'write',
			input: {
				instance_id: ObjectRef,
				position: Vector3.optional(),
				rotation: Vector3.optional(),
				scale: Vector3.optional(),
				space: z.enum(['local', 'world']).default('local'),
			},
			output: ObjectResult.extend({ previous: TransformValues, current: TransformValues }),
			examples: [
				{
					name: 'lift',
					args: { action: 'set_transform', instance_id: '/Cube', position: [0, 5, 0] },
					result: {
						...cube,
						previous: { position: [0, 3, 0], rotation: [0, 0, 0], scale: [1, 1, 1] },
						current: { position: [0, 5, 0], rotation: [0, 0, 0], scale: [1, 1, 1] },
					},
				},
			],
		}),
		set_tag_layer: action({
			summary: 'by name',
			risk: 'write',
			input: {
				instance_id: ObjectRef,
				tag: z.string().max(100).optional(),
				layer: z.string().max(100).optional(),
				include_children: z.boolean().default(false),
			},
			output: ObjectResult.extend({
				previousTag: z.string(),
				tag: z.string(),
				previousLayer: z.string(),
				layer: z.string(),
			}),
			examples: [
				{
					name: 'player',
					args: { action: 'set_tag_layer', instance_id: '/Cube', tag: 'Player' },
					result: {
						...cube,
						previousTag: 'Untagged',
						tag: 'Player',
						previousLayer: 'Default',
						layer: 'Default',
					},
				},
			],
		}),
	},
})
