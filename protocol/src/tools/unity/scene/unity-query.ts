import * as z from 'zod'
import { Phase } from '../../../editors/editors.ts'
import { action, defineTool } from '../../define-tool.ts'
import {
	Cursor,
	HierarchyNode,
	InstanceId,
	Limit,
	Note,
	ObjectRef,
	ObjectSummary,
	SceneSummary,
	TypeSummary,
	UndoInfo,
} from '../../values.ts'
import { hierarchyInLines } from './hierarchy-lines.ts'

export const SettingsCategory = z.enum([
	'environment',
	'player',
	'build',
	'quality',
	'physics',
	'time',
	'audio',
	'rendering',
	'packages',
])

export const ComponentState = z.object({
	instanceId: InstanceId,
	type: z.string(),
	/** Absent for components that cannot be disabled, and with `changed_only` for those that are enabled. */
	enabled: z.boolean().optional(),
	properties: z.record(z.string(), z.unknown()),
})

const InspectedObject = z.object({
	gameObject: ObjectSummary.extend({
		activeInHierarchy: z.boolean(),
		isStatic: z.boolean(),
		scene: z.string(),
		parentId: InstanceId.nullable(),
		prefabAssetPath: z.string().nullable(),
	}),
	components: z.array(ComponentState),
})

/** Without the values that a freshly added component has. */
const ChangedOnly = z.boolean().default(false)

/** Defaults of a new object are left out: active, Untagged, layer Default, no children. */
const FoundObject = ObjectSummary.partial().extend({
	instanceId: InstanceId,
	/** Siblings with the same name are numbered: `/Coin[2]`. */
	path: z.string(),
	/** Values by the names in `fields`, without those that the object does not have. */
	values: z.record(z.string(), z.unknown()).optional(),
})

const cube = {
	instanceId: '1204',
	name: 'Cube',
	path: '/Cube',
	activeSelf: true,
	tag: 'Untagged',
	layer: 'Default',
	components: ['Transform', 'MeshFilter', 'MeshRenderer', 'BoxCollider'],
	childCount: 0,
}
const scene = {
	name: 'SampleScene',
	path: 'Assets/Scenes/SampleScene.unity',
	buildIndex: 0,
	isActive: true,
	isLoaded: true,
	isDirty: false,
	rootCount: 1,
	objectCount: 1,
}

const inspectedCube = {
	gameObject: {
		...cube,
		activeInHierarchy: true,
		isStatic: false,
		scene: 'SampleScene',
		parentId: null,
		prefabAssetPath: null,
	},
	components: [
		{
			instanceId: '1206',
			type: 'Transform',
			properties: {
				localPosition: [0, 0, 0],
				localRotation: [0, 0, 0],
				localScale: [1, 1, 1],
			},
		},
	],
}

export const unityQuery = defineTool({
	name: 'unity_query',
	title: 'Look at the project',
	description:
		'Read scene, objects, assets, types, settings, editor state. Object: its id or /path.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'default',
	actions: {
		hierarchy: action({
			summary: 'objects of the loaded scenes',
			foundBy: 'list hierarchy tree gameobject gameobjects',
			risk: 'read',
			input: {
				root: ObjectRef.optional(),
				max_depth: z.number().int().min(0).max(20).default(2),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			output: z.object({
				/** "2 scenes, 14 objects": all there are; `total` counts those down to `max_depth`. */
				summary: z.string(),
				scenes: z.array(SceneSummary),
				/** Depth-first, in sibling order. */
				objects: z.array(HierarchyNode),
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
			}),
			brief: hierarchyInLines,
			examples: [
				{
					name: 'one cube',
					args: { action: 'hierarchy' },
					result: {
						summary: '1 scene, 1 object',
						scenes: [scene],
						objects: [
							{ ...cube, depth: 0, parentId: null, scene: 'SampleScene', prefabAssetPath: null },
						],
						total: 1,
						nextCursor: null,
					},
				},
			],
		}),
		inspect_object: action({
			summary: 'components with properties; changed_only: without defaults',
			foundBy: 'inspect look value values gameobject',
			risk: 'read',
			input: {
				instance_id: ObjectRef,
				component_type: z.string().max(200).optional(),
				changed_only: ChangedOnly,
			},
			output: InspectedObject,
			examples: [
				{
					name: 'a transform',
					args: { action: 'inspect_object', instance_id: '/Cube', component_type: 'Transform' },
					result: inspectedCube,
				},
			],
		}),
		inspect_objects: action({
			summary: 'the same of several',
			risk: 'read',
			input: {
				instance_ids: z.array(ObjectRef).min(1).max(20),
				component_type: z.string().max(200).optional(),
				changed_only: ChangedOnly,
			},
			output: z.object({ objects: z.array(InspectedObject) }),
			examples: [
				{
					name: 'transforms',
					args: { action: 'inspect_objects', instance_ids: ['/Cube'], component_type: 'Transform' },
					result: { objects: [inspectedCube] },
				},
			],
		}),
		find: action({
			summary: 'objects that fit (name: substring); fields: values instead',
			foundBy: 'search where gameobject gameobjects component list all',
			risk: 'read',
			input: {
				name: z.string().max(200).optional(),
				tag: z.string().max(100).optional(),
				layer: z.string().max(100).optional(),
				component_type: z.string().max(200).optional(),
				path: z.string().max(1_000).optional(),
				include_inactive: z.boolean().default(true),
				/** Fields to tell instead of the default members; a component's name may come first: `Light.intensity`. */
				fields: z.array(z.string().min(1).max(200)).min(1).max(20).optional(),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			output: z.object({
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
				objects: z.array(FoundObject),
			}),
			examples: [
				{
					name: 'by component',
					args: { action: 'find', component_type: 'BoxCollider' },
					result: {
						total: 1,
						nextCursor: null,
						objects: [
							{
								instanceId: '1204',
								name: 'Cube',
								path: '/Cube',
								components: ['Transform', 'MeshFilter', 'MeshRenderer', 'BoxCollider'],
							},
						],
					},
				},
				{
					name: 'masses',
					args: { action: 'find', component_type: 'Rigidbody', fields: ['mass', 'tag'] },
					result: {
						total: 1,
						nextCursor: null,
						objects: [{ instanceId: '1204', path: '/Cube', values: { mass: 5, tag: 'Untagged' } }],
					},
				},
			],
		}),
		references_to: action({
			summary: 'components that refer to an object or asset',
			foundBy: 'who what uses refers references referrers points assigned linked prefab instances',
			risk: 'read',
			input: {
				/** An object, or an asset by its path. With a root, only it and the objects below it are searched. */
				instance_id: ObjectRef,
				root: ObjectRef.optional(),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			output: z.object({
				note: Note,
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
				/** References in the loaded scenes, in the order of the hierarchy. */
				references: z.array(
					z.object({
						instanceId: InstanceId,
						path: z.string(),
						/** `GameObject`, with the property `prefab`, for an instance of the prefab that was asked for. */
						component: z.string(),
						/** A path that modify takes: `waypoints[2]`. */
						property: z.string(),
						/** The object, component or asset that the property holds. */
						to: z.string(),
					}),
				),
			}),
			examples: [
				{
					name: 'none',
					args: { action: 'references_to', instance_id: '/Cube' },
					result: { total: 0, nextCursor: null, references: [] },
				},
			],
		}),
		search_assets: action({
			summary: 'assets by name and type',
			risk: 'read',
			shared: 'error',
			input: {
				search_query: z.string().max(200).optional(),
				asset_type: z.string().max(100).optional(),
				folder: z.string().max(400).optional(),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			output: z.object({
				assets: z.array(
					z.object({
						name: z.string(),
						assetPath: z.string(),
						guid: z.string(),
						type: z.string(),
						extension: z.string(),
						labels: z.array(z.string()),
						fileSizeBytes: z.number().int().nonnegative(),
					}),
				),
				totalFound: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'materials',
					args: { action: 'search_assets', asset_type: 'Material' },
					result: {
						assets: [
							{
								name: 'Red',
								assetPath: 'Assets/Materials/Red.mat',
								guid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
								type: 'Material',
								extension: '.mat',
								labels: [],
								fileSizeBytes: 812,
							},
						],
						totalFound: 1,
						nextCursor: null,
					},
				},
			],
		}),
		get_settings: action({
			summary: 'project settings',
			risk: 'read',
			shared: 'error',
			input: { settings_category: SettingsCategory },
			output: z.object({
				category: SettingsCategory,
				settings: z.record(z.string(), z.unknown()),
			}),
			examples: [
				{
					name: 'time',
					args: { action: 'get_settings', settings_category: 'time' },
					result: { category: 'time', settings: { fixedDeltaTime: 0.02, timeScale: 1 } },
				},
			],
		}),
		types: action({
			summary: 'component types',
			risk: 'read',
			shared: 'error',
			input: { search_query: z.string().max(200).optional(), limit: Limit },
			output: z.object({
				types: z.array(TypeSummary),
				total: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'bodies',
					args: { action: 'types', search_query: 'Rigidbody' },
					result: {
						types: [{ name: 'Rigidbody', fullName: 'UnityEngine.Rigidbody', isUserScript: false }],
						total: 1,
					},
				},
			],
		}),
		selection: action({
			summary: "the user's selection",
			risk: 'read',
			input: {},
			output: z.object({ objects: z.array(ObjectSummary) }),
			examples: [{ name: 'nothing', args: { action: 'selection' }, result: { objects: [] } }],
		}),
		editor_state: action({
			summary: 'phase, versions, open scenes',
			risk: 'read',
			shared: 'error',
			input: {},
			output: z.object({
				phase: Phase,
				unityVersion: z.string(),
				projectName: z.string(),
				productGuid: z.string(),
				isPlaying: z.boolean(),
				isPaused: z.boolean(),
				isCompiling: z.boolean(),
				activeScene: z.string(),
				openScenes: z.array(SceneSummary),
				renderPipeline: z.string(),
				undo: UndoInfo,
				/** True if scripts are checked but not executed. */
				simulated: z.boolean(),
				/** The prefab that Prefab Mode shows. */
				prefabStage: z.string().optional(),
			}),
			examples: [
				{
					name: 'idle',
					args: { action: 'editor_state' },
					result: {
						phase: 'ready',
						unityVersion: '6000.3.2f1',
						projectName: 'Demo',
						productGuid: '5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e',
						isPlaying: false,
						isPaused: false,
						isCompiling: false,
						activeScene: 'Assets/Scenes/SampleScene.unity',
						openScenes: [scene],
						renderPipeline: 'built-in',
						undo: { undo: null, redo: null },
						simulated: true,
					},
				},
			],
		}),
	},
})
