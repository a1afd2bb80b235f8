import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, Cursor, Limit } from '../../values.ts'

export const unusedAssets = defineTool({
	name: 'unused_assets',
	title: 'Find unused assets',
	labels: { run: { verb: ['Looking for', 'Looked for', 'look for'], rest: 'unused assets' } },
	description:
		'Find unused assets: those whose GUID no scene, prefab, asset or setting in use names, and whose file name no text file names, on disk. Not seen: unsaved changes, binary assets, names put together in code.',
	runsOn: 'relay',
	shared: 'error',
	offered: 'search',
	actions: {
		run: action({
			summary: 'orphans, clean up',
			foundBy:
				'unreferenced not used delete textures materials sprites audio models scripts files remove nobody nothing uses needs needed unneeded cleanup project',
			risk: 'read',
			timeoutMs: 60_000,
			input: {
				folder: AssetPath.default('Assets'),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			output: z.object({
				/** A reminder that the list is not an order to delete. */
				note: z.string(),
				total: z.number().int().nonnegative(),
				totalBytes: z.number().int().nonnegative(),
				checkedAssets: z.number().int().nonnegative(),
				/** Why more may be in use than was seen; absent where everything was searched. */
				incomplete: z.string().optional(),
				/** The largest first. */
				assets: z.array(
					z.object({
						path: z.string(),
						bytes: z.number().int().nonnegative(),
						/** Assets that refer to it, and are unused themselves; absent: nothing does. */
						usedByUnused: z.array(z.string()).optional(),
					}),
				),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'a texture',
					args: { folder: 'Assets/Textures' },
					result: {
						note: 'No file that is in use names the GUID of these; usedByUnused are assets that do, and are unused themselves. Left out are scripts, scenes, link.xml, what lies in Resources, StreamingAssets, Editor and Plugins, and what a text file names by its file name or path, since such a file may load it without a GUID. Ask the user before deleting.',
						total: 1,
						totalBytes: 48_211,
						checkedAssets: 12,
						assets: [{ path: 'Assets/Textures/Old.png', bytes: 48_211 }],
						nextCursor: null,
					},
				},
			],
		}),
	},
})
