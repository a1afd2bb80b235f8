/** How Unity imports a file: actions of `unity_asset`. */
import * as z from 'zod'
import { action } from '../../define-tool.ts'
import { AssetPath, PropertyChange, SomeProperties } from '../../values.ts'

const Importer = z.object({
	assetPath: z.string(),
	guid: z.string(),
	type: z.string(),
	/** E.g. `TextureImporter`. */
	importer: z.string(),
	/** Unity's name of the platform; absent for the settings of all platforms. */
	platform: z.string().optional(),
})

/** Textures only. Unity's own names work too: iPhone for iOS. */
const Platform = z.string().min(1).max(60).describe('texture: one platform, e.g. Android')

const crate = {
	assetPath: 'Assets/Textures/Crate.png',
	guid: '2a1b2c3d4e5f60718293a4b5c6d7e8f9',
	type: 'Texture2D',
	importer: 'TextureImporter',
}
const smaller = {
	results: [
		{
			property: 'maxTextureSize',
			success: true,
			propertyType: 'int',
			previousValue: 2048,
			newValue: 512,
		},
	],
	successCount: 1,
	failCount: 0,
}

export const assetImports = {
	inspect_import: action({
		summary: 'import settings of a texture, model, sound, …',
		foundBy: 'audio sprite compression format mipmaps max size resolution readable',
		risk: 'read',
		shared: 'error',
		input: { path: AssetPath, platform: Platform.optional() },
		output: Importer.extend({
			/** Settings by their names in Unity's C# API. */
			properties: z.record(z.string(), z.unknown()),
			/** Serialized properties that can also be set. */
			alsoSettable: z.array(z.string()).max(200),
		}),
		examples: [
			{
				name: 'a texture',
				args: { action: 'inspect_import', path: crate.assetPath },
				result: {
					...crate,
					properties: { maxTextureSize: 2048, textureType: 'Default', isReadable: false },
					alsoSettable: ['platformSettings'],
				},
			},
		],
	}),
	modify_import: action({
		summary: 'change import settings and reimport',
		foundBy:
			'set texture model sound audio sprite compression compress format mipmaps max size resolution readable',
		risk: 'write',
		checked: true,
		input: { path: AssetPath, properties: SomeProperties, platform: Platform.optional() },
		// The settings are in the .meta, which belongs to the file.
		touches: ({ path }) => [path],
		output: Importer.extend({
			results: z.array(PropertyChange),
			successCount: z.number().int().nonnegative(),
			failCount: z.number().int().nonnegative(),
			/** Unity's messages during the import, errors first. */
			messages: z
				.array(z.object({ severity: z.enum(['error', 'warning']), message: z.string() }))
				.max(20),
		}),
		examples: [
			{
				name: 'smaller on Android',
				args: {
					action: 'modify_import',
					path: crate.assetPath,
					properties: { maxTextureSize: 512 },
					platform: 'Android',
				},
				result: { ...crate, platform: 'Android', ...smaller, messages: [] },
			},
		],
	}),
}
