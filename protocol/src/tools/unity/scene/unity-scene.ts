import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath, SceneSummary } from '../../values.ts'

const SceneResult = z.object({
	sceneName: z.string(),
	scenePath: z.string(),
	isLoaded: z.boolean(),
	isDirty: z.boolean(),
	isActive: z.boolean(),
})
const level = {
	sceneName: 'Level2',
	scenePath: 'Assets/Scenes/Level2.unity',
	isLoaded: true,
	isDirty: false,
	isActive: true,
}
/** Opening scenes also clears the editor's Undo. */
const OPEN_SCENES = 'Opened and closed scenes are not reverted.'
/** How to treat unsaved changes that the action would lose; without it the call fails with `dirty_scene`. */
const if_dirty = z.enum(['refuse', 'save', 'discard']).default('refuse')
/** Unsaved work cannot be restored. */
const worse = (args: { if_dirty: z.infer<typeof if_dirty> }) =>
	args.if_dirty === 'discard'
		? { risk: 'destructive' as const, subject: 'discarding unsaved changes' }
		: null

export const unityScene = defineTool({
	name: 'unity_scene',
	title: 'Work with scenes',
	description: 'Scenes. Unsaved changes are never dropped unless if_dirty says so.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'default',
	actions: {
		list: action({
			summary: 'open and project scenes',
			risk: 'read',
			shared: 'error',
			input: {},
			output: z.object({ open: z.array(SceneSummary), assets: z.array(z.string()) }),
			examples: [
				{
					name: 'list',
					args: { action: 'list' },
					result: { open: [], assets: ['Assets/Scenes/Level2.unity'] },
				},
			],
		}),
		open: action({
			summary: 'open path',
			risk: 'write',
			timeoutMs: 120_000,
			input: { path: AssetPath, additive: z.boolean().default(false), if_dirty },
			worse,
			checked: true,
			leaves: OPEN_SCENES,
			output: SceneResult,
			examples: [
				{
					name: 'open',
					args: { action: 'open', path: 'Assets/Scenes/Level2.unity' },
					result: level,
				},
			],
		}),
		save: action({
			summary: 'save path (default active); save_as: under a new name, copy: without opening that',
			risk: 'write',
			byHand: true,
			input: {
				path: AssetPath.optional(),
				/** Like File > Save As: the open scene is this file from now on. */
				save_as: AssetPath.optional(),
				copy: z.boolean().default(false),
			},
			touches: ({ path, save_as }) => [save_as ?? path ?? []].flat(),
			leaves: 'The file of an open scene is not reverted: save the scene again.',
			output: SceneResult,
			examples: [{ name: 'save', args: { action: 'save' }, result: level }],
		}),
		create: action({
			summary: 'new scene at path with camera and light',
			risk: 'write',
			input: {
				path: AssetPath,
				additive: z.boolean().default(false),
				empty: z.boolean().default(false),
				if_dirty,
			},
			touches: ({ path }) => [path],
			worse,
			leaves: OPEN_SCENES,
			output: SceneResult,
			examples: [
				{
					name: 'create',
					args: { action: 'create', path: 'Assets/Scenes/Level2.unity' },
					result: level,
				},
			],
		}),
		set_active: action({
			summary: 'make path active',
			risk: 'write',
			input: { path: AssetPath },
			leaves: OPEN_SCENES,
			output: SceneResult,
			examples: [
				{
					name: 'activate',
					args: { action: 'set_active', path: 'Assets/Scenes/Level2.unity' },
					result: level,
				},
			],
		}),
		close: action({
			summary: 'close an additive scene',
			risk: 'write',
			input: { path: AssetPath, if_dirty },
			worse,
			leaves: OPEN_SCENES,
			output: SceneResult,
			examples: [
				{
					name: 'close',
					args: { action: 'close', path: 'Assets/Scenes/Level2.unity' },
					result: { ...level, isLoaded: false, isActive: false },
				},
			],
		}),
	},
})
