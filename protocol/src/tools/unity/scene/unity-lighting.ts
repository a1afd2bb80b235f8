import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Note, PropertyChange, SomeProperties } from '../../values.ts'
import { briefComponent } from '../history/brief-changes.ts'

const State = z.object({
	/** A bake is running, whoever started it. */
	baking: z.boolean(),
	/** 0–1; 0 while nothing bakes. */
	progress: z.number().min(0).max(1),
	/** The active scene's settings. Null if it has no Lighting Settings asset, so Unity uses its defaults. */
	settings: z
		.object({
			assetPath: z.string().nullable(),
			lightmapper: z.string(),
			bakedGI: z.boolean(),
			realtimeGI: z.boolean(),
			mixedBakeMode: z.string(),
			/** Texels per unit. */
			lightmapResolution: z.number(),
			lightmapMaxSize: z.number().int(),
			maxBounces: z.number().int(),
		})
		.nullable(),
	lightmapCount: z.number().int().nonnegative(),
	/** The first ones, in pixels. */
	lightmaps: z
		.array(
			z.object({
				assetPath: z.string().nullable(),
				width: z.number().int(),
				height: z.number().int(),
			}),
		)
		.max(20),
	/** The asset with the active scene's bake; null: it has none. */
	lightingDataPath: z.string().nullable(),
})

const baked = {
	baking: false,
	progress: 0,
	settings: null,
	lightmapCount: 0,
	lightmaps: [],
	lightingDataPath: null,
}

/** Names of UnityEngine.RenderSettings. */
const environment = {
	fog: false,
	fogMode: 'ExponentialSquared',
	fogColor: [0.5, 0.5, 0.5, 1],
	fogDensity: 0.01,
	fogStartDistance: 0,
	fogEndDistance: 300,
	ambientMode: 'Skybox',
	ambientSkyColor: [0.212, 0.227, 0.259, 1],
	ambientEquatorColor: [0.114, 0.125, 0.133, 1],
	ambientGroundColor: [0.047, 0.043, 0.035, 1],
	ambientIntensity: 1,
	skybox: null,
}

/** Lightmaps and light probes with Unity's own lightmapper; fog, ambient light and skybox. */
export const unityLighting = defineTool({
	name: 'unity_lighting',
	title: 'Lighting',
	labels: {
		status: { verb: ['Reading', 'Read', 'read'], rest: 'the lighting' },
		bake: { verb: ['Baking', 'Baked', 'bake'], rest: 'the lighting' },
		environment: { verb: ['Reading', 'Read', 'read'], rest: 'fog, ambient light and skybox' },
		set_environment: {
			verb: ['Changing', 'Changed', 'change'],
			rest: 'fog, ambient light or skybox',
		},
	},
	description:
		'Fog, ambient light and skybox of the active scene; the baked lighting of the loaded scenes (lightmaps, light probes), and baking it.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'search',
	gist: 'fog, bake',
	actions: {
		status: action({
			summary: 'lightmaps, settings, progress of a bake',
			risk: 'read',
			input: {},
			output: State,
			examples: [{ name: 'never baked', args: { action: 'status' }, result: baked }],
		}),
		bake: action({
			summary: 'bake, and wait until it is done; may take long',
			risk: 'destructive',
			timeoutMs: 3_600_000,
			pauses: true,
			checked: true,
			undo: false,
			input: {},
			leaves: 'Baked lighting stays: the bake before it was replaced.',
			output: State.extend({
				/** cancelled: in Unity, by a person. */
				result: z.enum(['completed', 'cancelled']),
				seconds: z.number().nonnegative(),
			}),
			examples: [
				{
					name: 'a scene without static objects',
					args: { action: 'bake' },
					result: { ...baked, result: 'completed', seconds: 3.4 },
				},
			],
		}),
		environment: action({
			summary: 'fog, ambient light, skybox of the active scene',
			foundBy: 'render settings sky sun colour mist night day dark environment lighting',
			risk: 'read',
			input: {},
			output: z.object({
				/** Its path; its name if it was never saved. */
				scene: z.string(),
				properties: z.record(z.string(), z.unknown()),
			}),
			examples: [
				{
					name: 'a new scene',
					args: { action: 'environment' },
					result: { scene: 'Assets/Scenes/SampleScene.unity', properties: environment },
				},
			],
		}),
		set_environment: action({
			summary:
				'set them: fog, fogMode (Linear | Exponential | ExponentialSquared), fogColor, fogDensity, fogStartDistance, fogEndDistance, ambientMode (Skybox | Trilight | Flat), ambientSkyColor, ambientEquatorColor, ambientGroundColor, ambientIntensity, skybox (a material)',
			foundBy: 'render settings sky sun colour mist night day dark environment lighting',
			risk: 'write',
			checked: true,
			input: { properties: SomeProperties },
			output: z.object({
				note: Note,
				scene: z.string(),
				results: z.array(PropertyChange),
				successCount: z.number().int().nonnegative(),
				failCount: z.number().int().nonnegative(),
			}),
			brief: briefComponent,
			examples: [
				{
					name: 'fog',
					args: { action: 'set_environment', properties: { fog: true } },
					result: {
						scene: 'Assets/Scenes/SampleScene.unity',
						results: [
							{
								property: 'fog',
								success: true,
								propertyType: 'bool',
								previousValue: false,
								newValue: true,
							},
						],
						successCount: 1,
						failCount: 0,
					},
				},
			],
		}),
	},
})
