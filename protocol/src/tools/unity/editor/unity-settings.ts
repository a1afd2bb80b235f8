import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, Cursor, PropertyChange, SomeProperties } from '../../values.ts'

const MAX_BUILD_SCENES = 200
const BUILD_SCENES_FILE = 'ProjectSettings/EditorBuildSettings.asset'

/** Category → its file. Writing below ProjectSettings/ counts as running code: a person is asked, file by file. */
const FILES = {
	audio: 'ProjectSettings/AudioManager.asset',
	editor: 'ProjectSettings/EditorSettings.asset',
	graphics: 'ProjectSettings/GraphicsSettings.asset',
	input: 'ProjectSettings/InputManager.asset',
	physics: 'ProjectSettings/DynamicsManager.asset',
	physics_2d: 'ProjectSettings/Physics2DSettings.asset',
	player: 'ProjectSettings/ProjectSettings.asset',
	quality: 'ProjectSettings/QualitySettings.asset',
	tags_and_layers: 'ProjectSettings/TagManager.asset',
	time: 'ProjectSettings/TimeManager.asset',
} as const

const Category = z.enum(Object.keys(FILES) as [keyof typeof FILES, ...(keyof typeof FILES)[]])
const Name = z
	.string()
	.min(1)
	.max(100)
	.regex(/^\S(.*\S)?$/, 'A name neither begins nor ends with a space.')

const time = { category: 'time' as const, file: FILES.time }
const touchesTags = () => [FILES.tags_and_layers]

export const unitySettings = defineTool({
	name: 'unity_settings',
	title: 'Project settings',
	labels: {
		inspect: { verb: ['Reading', 'Read', 'read'], rest: 'the {settings_category} settings' },
		modify: { verb: ['Changing', 'Changed', 'change'], rest: 'the {settings_category} settings' },
		add_tag: { verb: ['Adding', 'Added', 'add'], rest: 'tag {name}' },
		add_layer: { verb: ['Adding', 'Added', 'add'], rest: 'layer {name}' },
		add_sorting_layer: { verb: ['Adding', 'Added', 'add'], rest: 'sorting layer {name}' },
		set_build_scenes: { verb: ['Setting', 'Set', 'set'], rest: 'the scenes of the build' },
	},
	description:
		'Project settings that can be written, by category: read and change them; add tags, layers, sorting layers; the scenes of a build.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'search',
	gist: 'player, physics, tags, build scenes',
	actions: {
		inspect: action({
			summary: 'what can be written, with its values',
			foundBy:
				'product name company version player gravity time step quality collision matrix vsync',
			risk: 'read',
			shared: 'error',
			input: {
				settings_category: Category,
				search_query: z.string().max(200).optional().describe('part of a name'),
				limit: z.number().int().min(1).max(200).default(50),
				cursor: Cursor.optional(),
			},
			output: z.object({
				category: Category,
				file: z.string(),
				/** A value that is too long is replaced by a note. */
				properties: z.record(z.string(), z.unknown()),
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'time',
					args: { action: 'inspect', settings_category: 'time' },
					result: {
						...time,
						properties: { fixedTimestep: 0.02, maximumAllowedTimestep: 0.333, timeScale: 1 },
						total: 3,
						nextCursor: null,
					},
				},
			],
		}),
		modify: action({
			summary: 'change settings',
			foundBy:
				'product name company version player gravity time step quality collision matrix vsync',
			risk: 'write',
			checked: true,
			input: { settings_category: Category, properties: SomeProperties },
			touches: ({ settings_category }) => [FILES[settings_category]],
			output: z.object({
				category: Category,
				file: z.string(),
				results: z.array(PropertyChange),
				successCount: z.number().int().nonnegative(),
				failCount: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'finer physics steps',
					args: {
						action: 'modify',
						settings_category: 'time',
						properties: { fixedTimestep: 0.01 },
					},
					result: {
						...time,
						results: [
							{
								property: 'fixedTimestep',
								success: true,
								propertyType: 'float',
								previousValue: 0.02,
								newValue: 0.01,
							},
						],
						successCount: 1,
						failCount: 0,
					},
				},
			],
		}),
		add_tag: action({
			summary: 'new tag',
			risk: 'write',
			checked: true,
			input: { name: Name },
			touches: touchesTags,
			output: z.object({ name: z.string(), tags: z.array(z.string()) }),
			examples: [
				{
					name: 'enemies',
					args: { action: 'add_tag', name: 'Enemy' },
					result: { name: 'Enemy', tags: ['Untagged', 'Player', 'Enemy'] },
				},
			],
		}),
		add_layer: action({
			summary: 'new layer, in the first free place or at index',
			risk: 'write',
			checked: true,
			input: { name: Name, index: z.number().int().min(0).max(31).optional() },
			touches: touchesTags,
			output: z.object({
				name: z.string(),
				index: z.number().int(),
				layers: z.array(z.object({ index: z.number().int(), name: z.string() })),
			}),
			examples: [
				{
					name: 'ground',
					args: { action: 'add_layer', name: 'Ground' },
					result: {
						name: 'Ground',
						index: 8,
						layers: [
							{ index: 0, name: 'Default' },
							{ index: 8, name: 'Ground' },
						],
					},
				},
			],
		}),
		add_sorting_layer: action({
			summary: 'new sorting layer of sprites, drawn after the others',
			risk: 'write',
			checked: true,
			input: { name: Name },
			touches: touchesTags,
			output: z.object({ name: z.string(), sortingLayers: z.array(z.string()) }),
			examples: [
				{
					name: 'foreground',
					args: { action: 'add_sorting_layer', name: 'Foreground' },
					result: { name: 'Foreground', sortingLayers: ['Default', 'Foreground'] },
				},
			],
		}),
		set_build_scenes: action({
			summary: 'all scenes of the build, in order',
			foundBy: 'scene build settings list index add remove',
			risk: 'write',
			checked: true,
			input: { scenes: z.array(AssetPath).max(MAX_BUILD_SCENES) },
			touches: () => [BUILD_SCENES_FILE],
			/** `before` and `scenes` name the scenes that are switched on. */
			output: z.object({ before: z.array(z.string()), scenes: z.array(z.string()) }),
			examples: [
				{
					name: 'one scene',
					args: { action: 'set_build_scenes', scenes: ['Assets/Scenes/SampleScene.unity'] },
					result: {
						before: ['Assets/Scenes/SampleScene.unity'],
						scenes: ['Assets/Scenes/SampleScene.unity'],
					},
				},
			],
		}),
	},
})
