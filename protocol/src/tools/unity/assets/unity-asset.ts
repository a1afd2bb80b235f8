import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { askForSecrets } from '../../files/secret-files.ts'
import { AssetPath, Color, Note, Properties, PropertyChange, SomeProperties } from '../../values.ts'
import { askForDeletion } from '../scene/deletions.ts'
import { assetImports } from './unity-asset-import.ts'
import { assetReferences } from './unity-asset-references.ts'

const AssetResult = z.object({ assetPath: z.string(), guid: z.string(), type: z.string() })
const MaterialResult = AssetResult.extend({
	note: Note,
	shader: z.string(),
	results: z.array(PropertyChange),
	successCount: z.number().int().nonnegative(),
	failCount: z.number().int().nonnegative(),
})
const ObjectReport = AssetResult.extend({
	note: Note,
	results: z.array(PropertyChange),
	successCount: z.number().int().nonnegative(),
	failCount: z.number().int().nonnegative(),
})
const sword = {
	assetPath: 'Assets/Items/Sword.asset',
	guid: '1a1b2c3d4e5f60718293a4b5c6d7e8f9',
	type: 'ItemData',
}
const damage = {
	results: [
		{ property: 'damage', success: true, propertyType: 'int', previousValue: 0, newValue: 5 },
	],
	successCount: 1,
	failCount: 0,
}
const red = {
	assetPath: 'Assets/Materials/Red.mat',
	guid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
	type: 'Material',
}
const colored = {
	...red,
	shader: 'Standard',
	results: [
		{
			property: 'color',
			success: true,
			propertyType: 'Color',
			previousValue: [1, 1, 1, 1],
			newValue: [1, 0, 0, 1],
		},
	],
	successCount: 1,
	failCount: 0,
}

const materialInput = {
	path: AssetPath,
	shader: z.string().max(200).optional(),
	color: Color.optional(),
	properties: Properties.optional(),
}

export const unityAsset = defineTool({
	name: 'unity_asset',
	title: 'Work with assets',
	description:
		'Folders, assets, materials, ScriptableObjects and import settings. Deleting goes to the OS trash.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	gist: 'materials, ScriptableObjects, import',
	actions: {
		create_folder: action({
			summary: 'with missing parents',
			risk: 'write',
			input: { path: AssetPath },
			touches: ({ path }) => [path],
			output: AssetResult,
			examples: [
				{
					name: 'folder',
					args: { action: 'create_folder', path: 'Assets/Materials' },
					result: { assetPath: 'Assets/Materials', guid: red.guid, type: 'DefaultAsset' },
				},
			],
		}),
		move: action({
			summary: 'move or rename, the GUID stays',
			risk: 'write',
			input: { path: AssetPath, new_path: AssetPath },
			touches: ({ path, new_path }) => [path, new_path],
			transfer: ({ path, new_path }) => ({ from: path, to: new_path }),
			output: AssetResult.extend({ previousPath: z.string() }),
			examples: [
				{
					name: 'rename',
					args: {
						action: 'move',
						path: 'Assets/Materials/Rot.mat',
						new_path: 'Assets/Materials/Red.mat',
					},
					result: { ...red, previousPath: 'Assets/Materials/Rot.mat' },
				},
			],
		}),
		copy: action({
			summary: 'new GUID',
			risk: 'write',
			input: { path: AssetPath, new_path: AssetPath },
			touches: ({ new_path }) => [new_path],
			transfer: ({ path, new_path }) => ({ from: path, to: new_path }),
			output: AssetResult,
			examples: [
				{
					name: 'copy',
					args: {
						action: 'copy',
						path: 'Assets/Materials/Red.mat',
						new_path: 'Assets/Materials/Red 2.mat',
					},
					result: { ...red, assetPath: 'Assets/Materials/Red 2.mat' },
				},
			],
		}),
		delete: action({
			summary: 'to the OS trash',
			risk: 'destructive',
			checked: true,
			input: { path: AssetPath },
			touches: ({ path }) => [path],
			worse: ({ path }) => askForDeletion(path),
			output: z.object({ assetPath: z.string(), trashed: z.literal(true) }),
			examples: [
				{
					name: 'delete',
					args: { action: 'delete', path: 'Assets/Materials/Red.mat' },
					result: { assetPath: 'Assets/Materials/Red.mat', trashed: true },
				},
			],
		}),
		create_object: action({
			summary: 'ScriptableObject of type_name as a .asset',
			risk: 'write',
			checked: true,
			input: {
				path: AssetPath,
				type_name: z.string().min(1).max(200),
				properties: Properties.optional(),
			},
			touches: ({ path }) => [path],
			output: ObjectReport,
			examples: [
				{
					name: 'a sword',
					args: {
						action: 'create_object',
						path: 'Assets/Items/Sword.asset',
						type_name: 'ItemData',
						properties: { damage: 5 },
					},
					result: { ...sword, ...damage },
				},
			],
		}),
		inspect_object: action({
			summary: 'serialized properties of any asset',
			risk: 'read',
			shared: 'error',
			input: { path: AssetPath },
			// The text of a file is such a property.
			worse: ({ path }) => askForSecrets(path),
			output: AssetResult.extend({ properties: z.record(z.string(), z.unknown()) }),
			examples: [
				{
					name: 'a sword',
					args: { action: 'inspect_object', path: 'Assets/Items/Sword.asset' },
					result: { ...sword, properties: { damage: 5 } },
				},
			],
		}),
		modify_object: action({
			summary: 'set serialized properties of a ScriptableObject or another native asset',
			risk: 'write',
			checked: true,
			input: { path: AssetPath, properties: SomeProperties },
			touches: ({ path }) => [path],
			output: ObjectReport,
			examples: [
				{
					name: 'sharper',
					args: {
						action: 'modify_object',
						path: 'Assets/Items/Sword.asset',
						properties: { damage: 5 },
					},
					result: { ...sword, ...damage },
				},
			],
		}),
		...assetReferences,
		...assetImports,
		create_material: action({
			summary: 'material asset with color and properties',
			foundBy: 'new colour red green blue metallic shiny smooth',
			risk: 'write',
			input: materialInput,
			touches: ({ path }) => [path],
			output: MaterialResult,
			examples: [
				{
					name: 'red',
					args: { action: 'create_material', path: 'Assets/Materials/Red.mat', color: [1, 0, 0] },
					result: colored,
				},
			],
		}),
		inspect_material: action({
			summary: 'its shader and properties',
			risk: 'read',
			shared: 'error',
			input: { path: AssetPath },
			output: AssetResult.extend({
				shader: z.string(),
				/** The tint, whatever the shader calls it; null if it has none. */
				color: z.array(z.number()).nullable(),
				/** Properties by the shader's names. */
				properties: z.record(z.string(), z.unknown()),
			}),
			examples: [
				{
					name: 'red',
					args: { action: 'inspect_material', path: 'Assets/Materials/Red.mat' },
					result: {
						...red,
						shader: 'Standard',
						color: [1, 0, 0, 1],
						properties: { _Color: [1, 0, 0, 1], _Metallic: 0 },
					},
				},
			],
		}),
		modify_material: action({
			summary: 'change it',
			foundBy: 'colour color shader texture look',
			risk: 'write',
			input: materialInput,
			touches: ({ path }) => [path],
			output: MaterialResult,
			examples: [
				{
					name: 'red',
					args: { action: 'modify_material', path: 'Assets/Materials/Red.mat', color: [1, 0, 0] },
					result: colored,
				},
			],
		}),
	},
})
