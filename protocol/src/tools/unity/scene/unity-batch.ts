import * as z from 'zod'
import { text } from '../../../wire/safe-read.ts'
import { type ActionSpec, action, defineTool, type Operation } from '../../define-tool.ts'
import { LEADS_OUT, Note, staysInside } from '../../values.ts'
import { unityAsset } from '../assets/unity-asset.ts'
import { unityPrefab } from '../assets/unity-prefab.ts'
import { briefOperation } from '../history/brief-changes.ts'

/** Tools whose actions a batch may contain: those that one Undo group, or the kept files, can revert. */
export const BATCH_TOOLS = [
	'unity_query',
	'unity_hierarchy',
	'unity_component',
	'unity_prefab',
	'unity_asset',
] as const

/** The actions of unity_asset that create or change single files. Moving, deleting and reimporting stay calls of their own. */
export const BATCH_ASSET_ACTIONS: readonly (keyof typeof unityAsset.actions)[] = [
	'create_folder',
	'copy',
	'create_object',
	'inspect_object',
	'modify_object',
	'create_material',
	'inspect_material',
	'modify_material',
]

const WRITING: Readonly<Record<string, Readonly<Record<string, ActionSpec>>>> = {
	unity_prefab: unityPrefab.actions,
	unity_asset: unityAsset.actions,
}

/** The paths that an operation writes on disk. Arguments are checked when it runs, and until then may be anything. */
export function filesOfOperation({ tool, args }: Operation): string[] {
	const actions = Object.hasOwn(WRITING, tool) ? WRITING[tool] : undefined
	const name = text(args['action']) ?? ''
	if (!actions || !Object.hasOwn(actions, name)) return []
	try {
		const paths: readonly unknown[] = actions[name]?.touches?.(args) ?? []
		return paths.filter((path) => typeof path === 'string')
	} catch {
		return []
	}
}

export const unityBatch = defineTool({
	name: 'unity_batch',
	title: 'Several changes at once',
	description:
		'Up to 100 operations (rename, destroy) as one step: if one fails, all are reverted. Assets are only created, copied, changed. "$0": the object of operation 0.',
	runsOn: 'editor',
	shared: 'result',
	undo: true,
	offered: 'default',
	actions: {
		run: action({
			summary: 'run',
			foundBy: 'many step',
			risk: 'write',
			timeoutMs: 120_000,
			input: {
				operations: z
					.array(
						z.strictObject({
							tool: z.enum(BATCH_TOOLS),
							args: z.record(z.string(), z.unknown()),
						}),
					)
					.min(1)
					.max(100, 'It can have at most 100 entries. Make several calls.')
					.refine(
						(operations) => operations.flatMap(filesOfOperation).every(staysInside),
						LEADS_OUT,
					),
			},
			touches: ({ operations }) => operations.flatMap(filesOfOperation),
			contains: ({ operations }) => operations,
			output: z.object({
				note: Note,
				results: z.array(z.unknown()),
				count: z.number().int().positive(),
			}),
			brief: ({ results, ...rest }) => ({ ...rest, results: results.map(briefOperation) }),
			examples: [
				{
					name: 'create and configure',
					args: {
						operations: [
							{ tool: 'unity_hierarchy', args: { action: 'create', primitive_type: 'Cube' } },
							{
								tool: 'unity_component',
								args: { action: 'add', game_object_id: '$0', component_type: 'Rigidbody' },
							},
						],
					},
					result: {
						results: [
							{ instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'SampleScene' },
							{
								componentId: '1220',
								componentType: 'Rigidbody',
								gameObjectId: '1204',
								gameObjectName: 'Cube',
								results: [],
								successCount: 0,
								failCount: 0,
							},
						],
						count: 2,
					},
				},
			],
		}),
	},
})
