import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'

export const findTools = defineTool({
	name: 'find_tools',
	title: 'Find more tools',
	description: 'Make further tools callable: by their names, or by words.',
	runsOn: 'worker',
	shared: 'error',
	offered: 'default',
	actions: {
		run: action({
			summary: 'search',
			risk: 'read',
			input: {
				names: z.array(z.string().min(1).max(100)).min(1).max(20).optional(),
				query: z.string().min(1).max(200).optional(),
			},
			output: z.object({
				tools: z.array(z.object({ name: z.string(), description: z.string() })),
				/** The tools are in the list from the next model call on. */
				activated: z.array(z.string()),
				/** Set if nothing fits, or a listed tool fits better. */
				note: z.string().optional(),
			}),
			examples: [
				{
					name: 'prefabs',
					args: { query: 'prefab' },
					result: {
						tools: [
							{
								name: 'unity_prefab',
								description: 'Instantiate, create, edit, apply, revert and unpack prefabs.',
							},
						],
						activated: ['unity_prefab'],
					},
				},
				{
					name: 'by name',
					args: { names: ['unity_prefab'] },
					result: {
						tools: [
							{
								name: 'unity_prefab',
								description: 'Instantiate, create, edit, apply, revert and unpack prefabs.',
							},
						],
						activated: ['unity_prefab'],
					},
				},
			],
		}),
	},
})
