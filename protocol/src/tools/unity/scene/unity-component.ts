import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import {
	InstanceId,
	Note,
	ObjectRef,
	Properties,
	PropertyChange,
	SomeProperties,
} from '../../values.ts'
import { briefComponent } from '../history/brief-changes.ts'

/** More objects than anybody means with one change. */
export const MAX_MATCHES = 2_000
/** Matches shown in a result; all are counted. */
export const MAX_SHOWN_MATCHES = 20

/** Same conditions as in unity_query find; all must fit. Inactive objects count. */
const Where = z.strictObject({
	name: z.string().max(200).optional(),
	tag: z.string().max(100).optional(),
	layer: z.string().max(100).optional(),
	/** Objects below this one, and itself. */
	under: z.string().min(1).max(1_000).optional(),
})

const target = {
	game_object_id: ObjectRef,
	component_type: z.string().min(1).max(200),
	/** The place among an object's components of the type. */
	component_index: z.number().int().min(0).default(0),
}

export const ComponentResult = z.object({
	note: Note,
	componentId: InstanceId,
	componentType: z.string(),
	gameObjectId: InstanceId,
	gameObjectName: z.string(),
})

/** At least one property succeeded; if none did, the call fails with `unknown_property` or `invalid_arguments` and the same list in `data.results`. */
export const ModifyResult = ComponentResult.extend({
	results: z.array(PropertyChange),
	successCount: z.number().int().nonnegative(),
	failCount: z.number().int().nonnegative(),
})

/** Required components that the object did not have. */
const AlsoAdded = z.array(z.string()).optional()

const body = {
	componentId: '1220',
	componentType: 'Rigidbody',
	gameObjectId: '1204',
	gameObjectName: 'Cube',
}
const mass = {
	property: 'mass',
	success: true,
	propertyType: 'float',
	previousValue: 1,
	newValue: 5,
}

export const unityComponent = defineTool({
	name: 'unity_component',
	title: 'Change components',
	description:
		'Components of an object. A colour of one object: configure MeshRenderer with {"material.color":[r,g,b]}.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'default',
	actions: {
		add: action({
			summary: 'new component',
			foundBy: 'attach put script behaviour object',
			risk: 'write',
			input: {
				game_object_id: target.game_object_id,
				component_type: target.component_type,
				properties: Properties.optional(),
			},
			output: ModifyResult.extend({ alsoAdded: AlsoAdded }),
			brief: briefComponent,
			examples: [
				{
					name: 'a body',
					args: { action: 'add', game_object_id: '/Cube', component_type: 'Rigidbody' },
					result: { ...body, results: [], successCount: 0, failCount: 0 },
				},
			],
		}),
		remove: action({
			summary: 'remove it',
			risk: 'write',
			input: target,
			output: ComponentResult,
			examples: [
				{
					name: 'remove',
					args: { action: 'remove', game_object_id: '/Cube', component_type: 'Rigidbody' },
					result: body,
				},
			],
		}),
		modify: action({
			summary: 'set properties',
			risk: 'write',
			byHand: true,
			input: { ...target, properties: SomeProperties },
			output: ModifyResult,
			brief: briefComponent,
			examples: [
				{
					name: 'mass',
					args: {
						action: 'modify',
						game_object_id: '/Cube',
						component_type: 'Rigidbody',
						properties: { mass: 5 },
					},
					result: { ...body, results: [mass], successCount: 1, failCount: 0 },
				},
				{
					name: 'an unknown property beside a known one',
					args: {
						action: 'modify',
						game_object_id: '/Cube',
						component_type: 'Rigidbody',
						properties: { mass: 5, drag: 1 },
					},
					result: {
						note: '1 of 2 properties was not set: drag. "available" lists the nearest names; there may be more.',
						...body,
						results: [
							mass,
							{
								property: 'drag',
								success: false,
								error: 'Rigidbody has no property "drag".',
								available: ['linearDamping', 'angularDamping', 'mass', 'useGravity', 'isKinematic'],
							},
						],
						successCount: 1,
						failCount: 1,
					},
				},
			],
		}),
		modify_where: action({
			summary: 'modify it on all that fit',
			foundBy:
				'change set edit update apply adjust make enable disable property properties value values mass light intensity ' +
				'every each multiple many several all hundreds same bulk batch match matching filter components',
			risk: 'write',
			input: {
				component_type: target.component_type,
				where: Where.optional(),
				properties: SomeProperties,
				preview: z.boolean().default(false),
			},
			output: z.object({
				note: Note,
				/** Components that fit. */
				matched: z.number().int().positive(),
				/** 0 in a preview. */
				changed: z.number().int().nonnegative(),
				/** The first of them. */
				objects: z
					.array(
						z.object({
							instanceId: InstanceId,
							path: z.string(),
							before: z.record(z.string(), z.unknown()),
							/** Absent in a preview. */
							after: z.record(z.string(), z.unknown()).optional(),
							/** Why it was not changed. */
							error: z.string().optional(),
						}),
					)
					.max(MAX_SHOWN_MATCHES),
			}),
			examples: [
				{
					name: 'the mass of all bodies',
					args: {
						action: 'modify_where',
						component_type: 'Rigidbody',
						where: { name: 'Cube' },
						properties: { mass: 5 },
					},
					result: {
						matched: 1,
						changed: 1,
						objects: [
							{ instanceId: '1204', path: '/Cube', before: { mass: 1 }, after: { mass: 5 } },
						],
					},
				},
			],
		}),
		configure: action({
			summary: 'find or add, then modify',
			risk: 'write',
			input: { ...target, properties: Properties },
			output: ModifyResult.extend({ added: z.boolean(), alsoAdded: AlsoAdded }),
			brief: briefComponent,
			examples: [
				{
					name: 'find or add a body',
					args: {
						action: 'configure',
						game_object_id: '/Cube',
						component_type: 'Rigidbody',
						properties: { mass: 5 },
					},
					result: { ...body, added: true, results: [mass], successCount: 1, failCount: 0 },
				},
			],
		}),
	},
})
