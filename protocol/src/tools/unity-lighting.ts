import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'

const State = z.object({
	/** A bake is running, whoever started it. */
	baking: z.boolean(),
	/** 0–1; 0 while nothing bakes. */
	progress: z.number().min(0).max(1),
	/** The active scene's settings. Null: it has no Lighting Settings asset, so Unity uses its defaults. */
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

/** Lightmaps and light probes of the loaded scenes, with Unity's own lightmapper. */
export const unityLighting = defineTool({
	name: 'unity_lighting',
	title: 'Bake lighting',
	labels: {
		status: { verb: ['Reading', 'Read', 'read'], rest: 'the lighting' },
		bake: { verb: ['Baking', 'Baked', 'bake'], rest: 'the lighting' },
	},
	description:
		'Read the baked lighting of the loaded scenes, and bake it (lightmaps, light probes).',
	pack: 'unity',
	runsOn: 'editor',
	offered: 'search',
	gist: 'bake',
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
	},
})
