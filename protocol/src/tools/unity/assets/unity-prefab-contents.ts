/** The contents of a prefab asset, and overrides of an instance: actions of `unity_prefab`. */
import * as z from 'zod'
import { action } from '../../define-tool.ts'
import { AssetPath, Limit, ObjectRef, Properties, PropertyChange, Vector3 } from '../../values.ts'
import { ObjectResult, PrimitiveType } from '../scene/unity-hierarchy.ts'

/** A place inside the prefab, e.g. `Lid/Handle`; empty: its root. */
const Inside = z.string().max(1_000)

/** One change of a prefab's contents; members that its `op` does not use are not allowed. */
const PrefabEdit = z.strictObject({
	op: z.enum([
		'add_child',
		'remove_child',
		'rename',
		'reparent',
		'set_transform',
		'add_component',
		'remove_component',
		'modify_component',
	]),
	target_path: Inside.optional().describe('child path inside; default the root'),
	name: z.string().min(1).max(200).optional(),
	primitive_type: PrimitiveType.optional(),
	prefab_path: AssetPath.optional().describe('add_child: nest this prefab'),
	parent_path: Inside.optional().describe('reparent'),
	position: Vector3.optional(),
	rotation: Vector3.optional(),
	scale: Vector3.optional(),
	component_type: z.string().min(1).max(200).optional(),
	properties: Properties.optional(),
})

const PrefabPart = z.object({
	/** Inside the prefab; empty for the root. */
	path: z.string(),
	name: z.string(),
	active: z.boolean(),
	components: z.array(z.string()),
	/** Path of the prefab that it is a nested instance of, or part of. */
	prefabAssetPath: z.string().nullable(),
})

const PrefabOverride = z.object({
	kind: z.enum([
		'property',
		'added_component',
		'removed_component',
		'added_object',
		'removed_object',
	]),
	/** Path of the object in the scene; for a removed object, its former parent's. */
	path: z.string(),
	/** `GameObject` for the object's own values. */
	component: z.string().optional(),
	property: z.string().optional(),
	/** Name of a removed object. */
	name: z.string().optional(),
})

const crate = { assetPath: 'Assets/Prefabs/Crate.prefab' }
const one = { instance_id: '/Crate', component_type: 'Rigidbody', property: 'mass' }
const oneOverride = {
	instance_id: ObjectRef,
	component_type: z.string().min(1).max(200),
	property: z.string().min(1).max(200).describe('as list_overrides names it'),
}
const OneOverride = ObjectResult.extend({ assetPath: z.string(), property: z.string() })
const done = {
	instanceId: '1400',
	name: 'Crate',
	path: '/Crate',
	scene: 'SampleScene',
	...crate,
	property: 'mass',
}

export const prefabContents = {
	inspect_asset: action({
		summary:
			'what is inside a prefab; values: unity_query inspect_object, instance_id "Assets/X.prefab#Child"',
		foundBy: 'look read values properties components contents file objects',
		risk: 'read',
		input: { asset_path: AssetPath, limit: Limit },
		output: z.object({
			assetPath: z.string(),
			kind: z.enum(['regular', 'variant', 'model']),
			/** The prefab that a variant is based on; otherwise null. */
			basePath: z.string().nullable(),
			/** Depth-first. */
			objects: z.array(PrefabPart),
			total: z.number().int().nonnegative(),
		}),
		examples: [
			{
				name: 'a crate',
				args: { action: 'inspect_asset', asset_path: crate.assetPath },
				result: {
					...crate,
					kind: 'regular',
					basePath: null,
					objects: [
						{
							path: '',
							name: 'Crate',
							active: true,
							components: ['Transform', 'Rigidbody'],
							prefabAssetPath: null,
						},
					],
					total: 1,
				},
			},
		],
	}),
	edit_asset: action({
		summary: 'change what is inside a prefab: edits in order, all or none',
		risk: 'write',
		timeoutMs: 60_000,
		input: { asset_path: AssetPath, edits: z.array(PrefabEdit).min(1).max(50) },
		undo: false,
		touches: ({ asset_path }) => [asset_path],
		output: z.object({
			assetPath: z.string(),
			edits: z.array(
				z.object({
					op: z.string(),
					/** The current path inside the prefab; for a removed object, its former path. */
					path: z.string(),
					results: z.array(PropertyChange).optional(),
				}),
			),
			instancesUpdated: z.number().int().nonnegative(),
		}),
		examples: [
			{
				name: 'a lid',
				args: {
					action: 'edit_asset',
					asset_path: crate.assetPath,
					edits: [
						{ op: 'add_child', name: 'Lid', primitive_type: 'Cube' },
						{ op: 'add_component', target_path: 'Lid', component_type: 'Rigidbody' },
					],
				},
				result: {
					...crate,
					edits: [
						{ op: 'add_child', path: 'Lid' },
						{ op: 'add_component', path: 'Lid', results: [] },
					],
					instancesUpdated: 1,
				},
			},
		],
	}),
	create_variant: action({
		summary: 'a variant at new_path of the prefab at asset_path',
		risk: 'write',
		checked: true,
		input: { asset_path: AssetPath, new_path: AssetPath },
		undo: false,
		touches: ({ new_path }) => [new_path],
		output: z.object({ assetPath: z.string(), basePath: z.string() }),
		examples: [
			{
				name: 'a red crate',
				args: {
					action: 'create_variant',
					asset_path: crate.assetPath,
					new_path: 'Assets/Prefabs/Red Crate.prefab',
				},
				result: { assetPath: 'Assets/Prefabs/Red Crate.prefab', basePath: crate.assetPath },
			},
		],
	}),
	list_overrides: action({
		summary: 'overrides of an instance',
		risk: 'read',
		input: { instance_id: ObjectRef, limit: Limit },
		output: z.object({
			assetPath: z.string(),
			overrides: z.array(PrefabOverride),
			total: z.number().int().nonnegative(),
		}),
		examples: [
			{
				name: 'a heavier crate',
				args: { action: 'list_overrides', instance_id: '/Crate' },
				result: {
					...crate,
					overrides: [
						{ kind: 'property', path: '/Crate', component: 'Rigidbody', property: 'mass' },
					],
					total: 1,
				},
			},
		],
	}),
	apply_override: action({
		summary: 'write one property of an instance to its asset',
		risk: 'write',
		input: oneOverride,
		leaves: 'Changes applied to a prefab stay in its file.',
		output: OneOverride,
		examples: [{ name: 'mass', args: { action: 'apply_override', ...one }, result: done }],
	}),
	revert_override: action({
		summary: 'drop one property of an instance',
		risk: 'write',
		input: oneOverride,
		output: OneOverride,
		examples: [{ name: 'mass', args: { action: 'revert_override', ...one }, result: done }],
	}),
}
