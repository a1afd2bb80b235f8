import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { ObjectRef, Vector3 } from '../../values.ts'

const Picture = z.object({
	view: z.enum(['game', 'scene', 'camera']),
	width: z.number().int().min(1).max(1024),
	height: z.number().int().min(1).max(1024),
	camera: z.string().nullable(),
	/** The prefab that is open in Prefab Mode, if the picture shows it. */
	prefabStage: z.string().optional(),
})
const size = {
	width: z.number().int().min(64).max(1024).default(768),
	height: z.number().int().min(64).max(1024).default(432),
}

/** The picture itself is the call's attachment `screenshot`: a PNG, or a JPEG where that saves. */
export const unityScreenshot = defineTool({
	name: 'unity_screenshot',
	title: 'Take a picture',
	description: 'See the game view, the scene view or a camera.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'default',
	actions: {
		game: action({
			summary: 'main camera',
			foundBy: 'picture image take screenshot',
			risk: 'read',
			input: size,
			output: Picture,
			examples: [
				{
					name: 'game',
					args: { action: 'game' },
					result: { view: 'game', width: 768, height: 432, camera: '/Main Camera' },
				},
			],
		}),
		scene: action({
			summary: 'editor camera',
			risk: 'read',
			input: {
				...size,
				look_at: ObjectRef.optional(),
				frame: z.array(z.string().min(1).max(1_000)).min(1).max(20).optional(),
				direction: Vector3.optional().describe('view; above: [0,-1,0]'),
				distance: z.number().min(0.1).max(100_000).optional(),
			},
			output: Picture,
			examples: [
				{
					name: 'at the cube',
					args: { action: 'scene', look_at: '/Cube' },
					result: { view: 'scene', width: 768, height: 432, camera: null },
				},
				{
					name: 'from above, 20 m away',
					args: { action: 'scene', frame: ['/Cube'], direction: [0, -1, 0], distance: 20 },
					result: { view: 'scene', width: 768, height: 432, camera: null },
				},
			],
		}),
		camera: action({
			summary: 'a given camera',
			risk: 'read',
			input: { ...size, instance_id: ObjectRef },
			output: Picture,
			examples: [
				{
					name: 'a camera',
					args: { action: 'camera', instance_id: '/Main Camera' },
					result: { view: 'camera', width: 768, height: 432, camera: '/Main Camera' },
				},
			],
		}),
	},
})
