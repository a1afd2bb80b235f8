import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'

export const findTools = defineTool({
	name: 'find_tools',
	title: 'Find more tools',
	description:
		'Find further tools and make them callable: prefabs, assets and materials, tests, packages, menu items, waiting.',
	inPlainFolder: 'Find further tools and make them callable.',
	pack: 'core',
	runsOn: 'worker',
	offered: 'default',
	actions: {
		run: action({
			summary: 'search',
			risk: 'read',
			input: { query: z.string().min(1).max(200) },
			output: z.object({
				tools: z.array(z.object({ name: z.string(), description: z.string() })),
				/** The tools are in the list from the next model call on. */
				activated: z.array(z.string()),
				/** Set if nothing matches, or a listed tool matches better. */
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
			],
		}),
	},
})
