import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { AssetPath } from '../../values.ts'

const BuildMessage = z.object({
	/** Project-relative; absent if the message names no file. */
	file: z.string().optional(),
	line: z.number().int().nonnegative().optional(),
	message: z.string(),
})
const Sized = z.object({ path: z.string(), bytes: z.number().nonnegative() })

/** Builds a player with Unity's own pipeline. The editor is blocked meanwhile. */
export const unityBuild = defineTool({
	name: 'unity_build',
	title: 'Build the player',
	description: 'Build a player into Builds/; returns errors, sizes and time when done.',
	runsOn: 'editor',
	shared: 'line',
	offered: 'search',
	actions: {
		run: action({
			summary: 'build',
			foundBy:
				'build game executable release windows mac macos linux android ios webgl platform export apk exe compile standalone',
			risk: 'execute',
			timeoutMs: 3_600_000,
			pauses: true,
			checked: true,
			input: {
				path: z
					.string()
					.min(8)
					.max(300)
					.regex(
						/^Builds(\/[^/\\:*?"<>|]*[^/\\:*?"<>|. ])+$/,
						'The path must be inside Builds/, e.g. Builds/Windows/Game.exe.',
					)
					.describe('Builds/…, the file (or folder, for WebGL and iOS) of the player'),
				target: z
					.enum([
						'active',
						'StandaloneWindows64',
						'StandaloneOSX',
						'StandaloneLinux64',
						'WebGL',
						'Android',
						'iOS',
					])
					.default('active')
					.describe('a target other than the active one reimports the project'),
				scenes: z
					.array(AssetPath)
					.min(1)
					.max(100)
					.optional()
					.describe('default: the enabled scenes of the build settings'),
				development: z.boolean().default(false),
			},
			leaves: 'The files of a build stay in Builds/.',
			output: z.object({
				result: z.enum(['succeeded', 'failed', 'cancelled']),
				target: z.string(),
				path: z.string(),
				scenes: z.array(z.string()).max(100),
				development: z.boolean(),
				seconds: z.number().nonnegative(),
				totalBytes: z.number().nonnegative(),
				errorCount: z.number().int().nonnegative(),
				warningCount: z.number().int().nonnegative(),
				errors: z.array(BuildMessage).max(30),
				warnings: z.array(BuildMessage).max(10),
				/** The largest, by their size in the build. */
				files: z.array(Sized).max(15),
				assets: z.array(Sized).max(15),
			}),
			examples: [
				{
					name: 'a development build',
					args: {
						path: 'Builds/Game',
						scenes: ['Assets/Scenes/SampleScene.unity'],
						development: true,
					},
					result: {
						result: 'succeeded',
						target: 'StandaloneLinux64',
						path: 'Builds/Game',
						scenes: ['Assets/Scenes/SampleScene.unity'],
						development: true,
						seconds: 41.2,
						totalBytes: 91_250_688,
						errorCount: 0,
						warningCount: 0,
						errors: [],
						warnings: [],
						files: [{ path: 'Game_Data/level0', bytes: 4_096 }],
						assets: [{ path: 'Assets/Scenes/SampleScene.unity', bytes: 2_048 }],
					},
				},
			],
		}),
	},
})
