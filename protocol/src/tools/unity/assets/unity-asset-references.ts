/** Replacing an asset wherever it is referred to: an action of `unity_asset`. */
import * as z from 'zod'
import { action } from '../../define-tool.ts'
import { AssetPath, InstanceId, Note } from '../../values.ts'

/** Files that one call names or changes. A folder counts as one. */
export const MAX_REFERRING_FILES = 200
/** Objects of the open scenes shown in a result; all are counted. */
export const MAX_SHOWN_OBJECTS = 20
/** Places shown that stay as they are; all are counted. */
export const MAX_SHOWN_LEFT = 20

/** A part of a file too: `Assets/Sheet.png#Sheet_3`. */
const replaced = { path: AssetPath, with: AssetPath }

const wood = {
	assetPath: 'Assets/Materials/Wood.mat',
	with: 'Assets/Materials/Gold.mat',
	found: 1,
	files: [{ path: 'Assets/Prefabs/Chest.prefab', places: 1 }],
	objects: [],
	left: [],
	leftCount: 0,
}
const woodToGold = { action: 'replace_references', path: wood.assetPath, with: wood.with }

export const assetReferences = {
	replace_references: action({
		summary: 'refer to with instead of path; without files: only lists them',
		foundBy:
			'replace swap substitute exchange everywhere use instead wherever all references material texture sprite prefab ' +
			'audio clip mesh font',
		risk: 'write',
		timeoutMs: 120_000,
		checked: true,
		undo: 'sometimes',
		input: {
			...replaced,
			/** Scenes, prefabs, assets and folders in which to replace it. */
			files: z
				.array(AssetPath)
				.max(MAX_REFERRING_FILES)
				.optional()
				.describe('where: paths that the list gave, or folders'),
		},
		changesNothing: ({ files }) => files === undefined,
		touches: ({ files = [] }) => files,
		output: z.object({
			note: Note,
			assetPath: z.string(),
			with: z.string(),
			/** Places that take the new asset; not counted in scenes that would have to be opened. */
			found: z.number().int().nonnegative(),
			/** Absent if nothing was to be changed. */
			changed: z.number().int().nonnegative().optional(),
			/** They refer to it; after a change: they were changed. */
			files: z
				.array(
					z.object({
						/** Empty for a scene that was never saved. */
						path: z.string(),
						/** Absent for a scene that is not open, before a change. */
						places: z.number().int().positive().optional(),
						/** A scene in the editor: changed there, not saved. */
						open: z.literal(true).optional(),
					}),
				)
				.max(MAX_REFERRING_FILES),
			/** Objects in the open scenes. */
			objects: z
				.array(z.object({ instanceId: InstanceId, path: z.string(), property: z.string() }))
				.max(MAX_SHOWN_OBJECTS),
			/** Places that keep the old asset, and the reason. */
			left: z.array(z.object({ path: z.string(), reason: z.string() })).max(MAX_SHOWN_LEFT),
			leftCount: z.number().int().nonnegative(),
		}),
		examples: [
			{
				name: 'in a prefab',
				args: { ...woodToGold, files: ['Assets/Prefabs/Chest.prefab'] },
				result: { ...wood, changed: 1 },
			},
			{ name: 'the list', args: woodToGold, result: wood },
		],
	}),
}
