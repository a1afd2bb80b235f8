import * as z from 'zod'
import { type ActionSpec, action, defineTool, type Operation } from './define-tool.ts'
import { unityPrefab } from './unity-prefab.ts'
import { Note } from './values.ts'

/** Tools whose actions a batch may contain: those that one Undo group can undo. */
export const BATCH_TOOLS = [
	'unity_query',
	'unity_hierarchy',
	'unity_component',
	'unity_prefab',
] as const

/** Prefabs are the only tool in a batch that writes files. Arguments are checked when it runs. */
export function filesOfOperation({ tool, args }: Operation): string[] {
	if (tool !== 'unity_prefab' || typeof args['asset_path'] !== 'string') return []
	const actions: Readonly<Record<string, ActionSpec>> = unityPrefab.actions
	const name = String(args['action'])
	return Object.hasOwn(actions, name) ? [...(actions[name]?.touches?.(args) ?? [])] : []
}

export const unityBatch = defineTool({
	name: 'unity_batch',
	title: 'Several changes at once',
	description:
		'Up to 100 editor operations as one atomic step: if one fails, all are reverted. "$0" in an argument stands for the object made by operation 0.',
	pack: 'unity',
	runsOn: 'editor',
	undo: true,
	offered: 'default',
	actions: {
		run: action({
			summary: 'run',
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
					.max(100),
			},
			touches: ({ operations }) => operations.flatMap(filesOfOperation),
			contains: ({ operations }) => operations,
			output: z.object({
				note: Note,
				results: z.array(z.unknown()),
				count: z.number().int().positive(),
			}),
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
