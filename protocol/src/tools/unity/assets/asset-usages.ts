import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, Cursor, Limit } from '../../values.ts'

export const assetUsages = defineTool({
	name: 'asset_usages',
	title: 'Find usages',
	description:
		'Find references to an asset (dependencies): scenes, prefabs, materials and other assets that contain its GUID, by their files on disk, and text files that name it. Not found: unsaved changes, binary assets, names put together in code.',
	runsOn: 'relay',
	shared: 'error',
	offered: 'search',
	gist: 'references',
	actions: {
		run: action({
			summary: 'find',
			foundBy:
				'who uses refers references texture material sprite audio model script where used needs',
			risk: 'read',
			input: { asset_path: AssetPath, limit: Limit, cursor: Cursor.optional() },
			output: z.object({
				path: z.string(),
				guid: z.string(),
				/** Files that refer to it. */
				total: z.number().int().nonnegative(),
				searchedFiles: z.number().int().nonnegative(),
				/** Why there may be more than `total`; absent if everything was searched. */
				incomplete: z.string().optional(),
				/** Files that name it by its file name or path; absent: none does. On the first page only. */
				note: z.string().optional(),
				users: z.array(
					z.object({
						path: z.string(),
						/** 1-based. */
						firstLine: z.number().int().min(1),
						/** Lines that refer to it, at most 100. */
						references: z.number().int().min(1).max(100),
					}),
				),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'a material',
					args: { asset_path: 'Assets/Materials/Red.mat' },
					result: {
						path: 'Assets/Materials/Red.mat',
						guid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
						total: 1,
						searchedFiles: 40,
						users: [{ path: 'Assets/Scenes/Main.unity', firstLine: 212, references: 2 }],
						nextCursor: null,
					},
				},
			],
		}),
	},
})
