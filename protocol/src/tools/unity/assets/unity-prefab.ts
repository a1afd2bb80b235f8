import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, ObjectRef, SomeProperties, Vector3 } from '../../values.ts'
import { ModifyResult } from '../scene/unity-component.ts'
import { ObjectResult } from '../scene/unity-hierarchy.ts'
import { prefabContents } from './unity-prefab-contents.ts'

const placed = {
	parent_id: ObjectRef.optional(),
	position: Vector3.optional(),
	rotation: Vector3.optional(),
}
const InstanceResult = ObjectResult.extend({ assetPath: z.string() })
const instance = {
	instanceId: '1400',
	name: 'Crate',
	path: '/Crate',
	scene: 'SampleScene',
	assetPath: 'Assets/Prefabs/Crate.prefab',
}

/** The number of scene materials that one prefab may bring along and still be fully reverted. */
const MATERIALS_BESIDE = 8

/**
 * A prefab's file cannot contain materials that exist only in the scene: they become files beside it, with the first
 * free names, as Unity numbers them.
 */
const materialsBeside = (prefab: string): string[] =>
	Array.from({ length: MATERIALS_BESIDE }, (_, nth) =>
		prefab.replace(/\.prefab$/i, `${nth === 0 ? '' : ` ${nth}`}.mat`),
	)

export const unityPrefab = defineTool({
	name: 'unity_prefab',
	title: 'Work with prefabs',
	description:
		'Instantiate, create, edit, apply, revert and unpack prefabs; their contents, variants and overrides.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'search',
	actions: {
		instantiate: action({
			summary: 'by asset_path',
			risk: 'write',
			input: { asset_path: AssetPath, name: z.string().max(200).optional(), ...placed },
			output: InstanceResult,
			examples: [
				{
					name: 'a crate',
					args: { action: 'instantiate', asset_path: 'Assets/Prefabs/Crate.prefab' },
					result: instance,
				},
			],
		}),
		instantiate_by_name: action({
			summary: 'by prefab_name; ambiguous names answer with the paths',
			risk: 'write',
			input: { prefab_name: z.string().min(1).max(200), ...placed },
			output: InstanceResult,
			examples: [
				{
					name: 'by name',
					args: { action: 'instantiate_by_name', prefab_name: 'Crate', position: [1, 0, 0] },
					result: instance,
				},
			],
		}),
		create_asset: action({
			summary: 'save an object as prefab and connect it',
			risk: 'write',
			input: {
				instance_id: ObjectRef,
				asset_path: AssetPath,
				overwrite: z.boolean().default(false),
			},
			touches: ({ asset_path }) => [asset_path, ...materialsBeside(asset_path)],
			output: InstanceResult,
			examples: [
				{
					name: 'save',
					args: {
						action: 'create_asset',
						instance_id: '/Crate',
						asset_path: 'Assets/Prefabs/Crate.prefab',
					},
					result: instance,
				},
			],
		}),
		modify_asset: action({
			summary: 'set component properties inside the asset',
			risk: 'write',
			input: {
				asset_path: AssetPath,
				/** Path of a child inside the prefab; default the root. */
				target_path: z.string().max(1_000).optional(),
				component_type: z.string().min(1).max(200),
				properties: SomeProperties,
			},
			undo: false,
			touches: ({ asset_path }) => [asset_path],
			// Objects in a file have no id beyond the call.
			output: ModifyResult.omit({ componentId: true, gameObjectId: true }).extend({
				assetPath: z.string(),
				instancesUpdated: z.number().int(),
			}),
			examples: [
				{
					name: 'mass',
					args: {
						action: 'modify_asset',
						asset_path: 'Assets/Prefabs/Crate.prefab',
						component_type: 'Rigidbody',
						properties: { mass: 5 },
					},
					result: {
						componentType: 'Rigidbody',
						gameObjectName: 'Crate',
						results: [
							{
								property: 'mass',
								success: true,
								propertyType: 'float',
								previousValue: 1,
								newValue: 5,
							},
						],
						successCount: 1,
						failCount: 0,
						assetPath: 'Assets/Prefabs/Crate.prefab',
						instancesUpdated: 1,
					},
				},
			],
		}),
		apply: action({
			summary: "write an instance's overrides to its asset",
			risk: 'write',
			input: { instance_id: ObjectRef },
			leaves: 'Changes applied to a prefab stay in its file.',
			output: InstanceResult.extend({ appliedOverrides: z.number().int().nonnegative() }),
			examples: [
				{
					name: 'apply',
					args: { action: 'apply', instance_id: '/Crate' },
					result: { ...instance, appliedOverrides: 1 },
				},
			],
		}),
		revert: action({
			summary: "drop an instance's overrides",
			risk: 'write',
			input: { instance_id: ObjectRef },
			output: InstanceResult.extend({ revertedOverrides: z.number().int().nonnegative() }),
			examples: [
				{
					name: 'revert',
					args: { action: 'revert', instance_id: '/Crate' },
					result: { ...instance, revertedOverrides: 1 },
				},
			],
		}),
		...prefabContents,
		unpack: action({
			summary: 'make an instance plain objects',
			risk: 'write',
			input: { instance_id: ObjectRef, completely: z.boolean().default(false) },
			output: ObjectResult,
			examples: [
				{
					name: 'unpack',
					args: { action: 'unpack', instance_id: '/Crate' },
					result: {
						instanceId: '1400',
						name: 'Crate',
						path: '/Crate',
						scene: 'SampleScene',
					},
				},
			],
		}),
	},
})
