import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, Cursor, InstanceId, Limit, ObjectRef } from '../../values.ts'

const page = { limit: Limit, cursor: Cursor.optional() }
const paged = { total: z.number().int().nonnegative(), nextCursor: z.string().nullable() }

const ParameterType = z.enum(['Float', 'Int', 'Bool', 'Trigger'])
const Parameter = z.object({
	name: z.string(),
	type: ParameterType,
	default: z.union([z.number(), z.boolean()]),
})
const Transition = z.object({
	/** A state, `Machine/` for a sub-state machine, or `(exit)`. */
	to: z.string(),
	/** All must hold, e.g. `speed > 0.1`, `grounded`, `not grounded`. */
	conditions: z.array(z.string()),
	/** Share of the state's length after which it happens; null: as soon as the conditions hold. */
	exitTime: z.number().nullable(),
	/** Seconds, or with a relative duration shares of the state's length. */
	duration: z.number(),
})
const speed = { name: 'speed', type: 'Float', default: 0 }
const HERO = 'Assets/Animation/Hero.controller'

export const unityAnimation = defineTool({
	name: 'unity_animation',
	title: 'Animation',
	labels: {
		inspect_clip: { verb: ['Looking at', 'Looked at', 'look at'], rest: 'the clip {path}' },
		inspect_controller: {
			verb: ['Looking at', 'Looked at', 'look at'],
			rest: 'the controller {path}',
		},
		animators: { verb: ['Listing animators', 'Listed animators', 'list animators'] },
		modify_parameters: {
			verb: ['Changing parameters of', 'Changed parameters of', 'change parameters of'],
			rest: '{path}',
		},
		set_values: {
			verb: ['Setting animator values of', 'Set animator values of', 'set animator values of'],
			rest: '{instance_id}',
		},
	},
	description:
		'Animation clips and animator controllers: curves, events, states, transitions, parameters; which animators use them; values while playing.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	actions: {
		inspect_clip: action({
			summary: 'length, loop, events, what it moves',
			foundBy: 'walk run jump idle',
			risk: 'read',
			shared: 'error',
			input: {
				path: AssetPath,
				clip_name: z.string().min(1).max(200).optional().describe('of several in a model'),
				keys: z.boolean().default(false).describe('with the first 50 keys of each curve'),
				...page,
			},
			output: z.object({
				assetPath: z.string(),
				name: z.string(),
				lengthSeconds: z.number().nonnegative(),
				frameRate: z.number(),
				loops: z.boolean(),
				/** Played by an Animation component instead of an Animator. */
				legacy: z.boolean(),
				events: z.array(z.object({ time: z.number(), function: z.string() })).max(50),
				eventCount: z.number().int().nonnegative(),
				bindings: z.array(
					z.object({
						/** Path below the animated object; empty: the object itself. */
						path: z.string(),
						component: z.string(),
						property: z.string(),
						keyCount: z.number().int().nonnegative(),
						/** A value is a number, or the name of an object, e.g. a sprite. */
						keys: z
							.array(
								z.object({ time: z.number(), value: z.union([z.number(), z.string()]).nullable() }),
							)
							.max(50)
							.optional(),
					}),
				),
				...paged,
			}),
			examples: [
				{
					name: 'a jump',
					args: { action: 'inspect_clip', path: 'Assets/Animation/Jump.anim' },
					result: {
						assetPath: 'Assets/Animation/Jump.anim',
						name: 'Jump',
						lengthSeconds: 1,
						frameRate: 60,
						loops: false,
						legacy: false,
						events: [{ time: 0.5, function: 'Land' }],
						eventCount: 1,
						bindings: [
							{ path: '', component: 'Transform', property: 'localPosition.y', keyCount: 2 },
						],
						total: 1,
						nextCursor: null,
					},
				},
			],
		}),
		inspect_controller: action({
			summary: 'parameters, layers, states with motions and transitions',
			risk: 'read',
			shared: 'error',
			input: { path: AssetPath, ...page },
			output: z.object({
				assetPath: z.string(),
				parameters: z.array(Parameter),
				layers: z.array(
					z.object({
						name: z.string(),
						weight: z.number(),
						states: z.number().int().nonnegative(),
						/** The layer whose states it has. */
						syncedWith: z.string().nullable(),
					}),
				),
				states: z.array(
					z.object({
						layer: z.string(),
						/** The name after those of its sub-state machines: `Air/Jump`. */
						name: z.string(),
						isDefault: z.boolean(),
						motion: z
							.object({ name: z.string(), type: z.string(), assetPath: z.string() })
							.nullable(),
						speed: z.number(),
						transitions: z.array(Transition).max(30),
						transitionCount: z.number().int().nonnegative(),
					}),
				),
				...paged,
				fromAnyState: z.array(Transition.extend({ layer: z.string() })).max(100),
			}),
			examples: [
				{
					name: 'one state',
					args: { action: 'inspect_controller', path: HERO },
					result: {
						assetPath: HERO,
						parameters: [speed],
						layers: [{ name: 'Base Layer', weight: 0, states: 1, syncedWith: null }],
						states: [
							{
								layer: 'Base Layer',
								name: 'Idle',
								isDefault: true,
								motion: null,
								speed: 1,
								transitions: [],
								transitionCount: 0,
							},
						],
						total: 1,
						nextCursor: null,
						fromAnyState: [],
					},
				},
			],
		}),
		animators: action({
			summary: 'Animators of the loaded scenes; with path: those that use this controller',
			// The same argument as in other actions, not needed here.
			risk: 'read',
			input: { path: AssetPath.optional(), ...page },
			output: z.object({
				animators: z.array(
					z.object({
						instanceId: InstanceId,
						path: z.string(),
						/** Path of the asset. */
						controller: z.string().nullable(),
						active: z.boolean(),
					}),
				),
				...paged,
			}),
			examples: [
				{
					name: 'all',
					args: { action: 'animators' },
					result: {
						animators: [{ instanceId: '1204', path: '/Cube', controller: HERO, active: true }],
						total: 1,
						nextCursor: null,
					},
				},
			],
		}),
		modify_parameters: action({
			summary: 'add, change or remove parameters of a controller; all or none',
			risk: 'write',
			touches: ({ path }) => [path],
			checked: true,
			input: {
				path: AssetPath,
				parameters: z
					.array(
						z.strictObject({
							name: z.string().min(1).max(200),
							type: ParameterType.optional(),
							default: z.union([z.number(), z.boolean()]).optional(),
							remove: z.boolean().default(false),
						}),
					)
					.min(1)
					.max(50),
			},
			output: z.object({ assetPath: z.string(), parameters: z.array(Parameter) }),
			examples: [
				{
					name: 'a float',
					args: {
						action: 'modify_parameters',
						path: HERO,
						parameters: [{ name: 'speed', type: 'Float' }],
					},
					result: { assetPath: HERO, parameters: [speed] },
				},
			],
		}),
		set_values: action({
			summary: 'set parameters of an Animator while the game plays',
			foundBy: 'walk run jump idle',
			risk: 'write',
			leaves:
				'Changes that an animator made in play mode are not reverted; they end with play mode.',
			checked: true,
			input: {
				instance_id: ObjectRef,
				values: z
					.record(z.string().min(1).max(200), z.union([z.number(), z.boolean()]))
					.describe('parameter → value; true sets a trigger'),
			},
			output: z.object({
				instanceId: InstanceId,
				path: z.string(),
				values: z.array(
					z.object({
						name: z.string(),
						before: z.union([z.number(), z.boolean()]),
						after: z.union([z.number(), z.boolean()]),
					}),
				),
			}),
			examples: [
				{
					name: 'faster',
					args: { action: 'set_values', instance_id: '/Cube', values: { speed: 2 } },
					result: {
						instanceId: '1204',
						path: '/Cube',
						values: [{ name: 'speed', before: 0, after: 2 }],
					},
				},
			],
		}),
	},
})
