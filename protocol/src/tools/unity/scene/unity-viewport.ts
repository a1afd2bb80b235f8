import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { InstanceId } from '../../values.ts'

/** Approximate length of one answer in characters; the next call continues from there. */
export const VIEW_ANSWER_CHARS = 40_000
/** At most so many objects are sent, in the order of the Hierarchy; `leftOut` counts the others. */
export const MAX_VIEW_OBJECTS = 10_000

/**
 * The first three rows of the object's local-to-world matrix, column by column: its X, Y and Z axis and its position,
 * in Unity's left-handed world, metres.
 */
const Pose = z.array(z.number()).length(12)
/** Red, green, blue as the colour picker shows them, 0–1; more than 1 for bright emission. */
const Rgb = z.array(z.number()).length(3)

const ViewShape = z.object({
	/**
	 * Unity's own meshes by their names (`Cube`, `Sphere`, `Capsule`, `Cylinder`, `Plane`, `Quad`); `box` for what can be
	 * shown by its bounds only; else the name by which `mesh` gives the triangles.
	 */
	mesh: z.string(),
	/** Centre and half size in the object's own space; of everything but Unity's own meshes. */
	bounds: z.array(z.number()).length(6).optional(),
	color: Rgb,
	/** From 0 (invisible) to 1; absent: 1. */
	opacity: z.number().optional(),
	emission: Rgb.optional(),
	/** Drawn in its plain colour. */
	unlit: z.literal(true).optional(),
})

const ViewLight = z.object({
	type: z.enum(['directional', 'point', 'spot', 'area']),
	color: Rgb,
	intensity: z.number(),
	/** Metres. */
	range: z.number().optional(),
	/** Full opening, degrees. */
	spotAngle: z.number().optional(),
})

const ViewCamera = z.object({
	/** Vertical, degrees; null: orthographic. */
	fieldOfView: z.number().nullable(),
	/** Half the height of the picture, metres; of an orthographic camera. */
	orthographicSize: z.number().optional(),
	near: z.number(),
	far: z.number(),
	/** Width by height. */
	aspect: z.number(),
	/** The colour behind the scene; absent if the camera shows the sky. */
	background: Rgb.optional(),
})

/** An object of which there is something to see. Its light goes along its Z axis, and so does its camera's view. */
export const ViewObject = z.object({
	id: InstanceId,
	name: z.string(),
	pose: Pose,
	shape: ViewShape.optional(),
	light: ViewLight.optional(),
	camera: ViewCamera.optional(),
})
export type ViewObject = z.infer<typeof ViewObject>

export const ViewAnswer = z.object({
	/** The value of the next call's `since`. */
	revision: z.string(),
	/** All that was told before is void: the first answer, and the first after the editor has started anew. */
	whole: z.boolean(),
	/** The rest follows at once with `revision`. */
	more: z.boolean(),
	/** New, or changed in more than their pose. */
	objects: z.array(ViewObject),
	/** Objects that were told before and have another pose now. */
	moved: z.array(z.object({ id: InstanceId, pose: Pose })),
	/** Objects that were told before and are gone, inactive or switched off. */
	gone: z.array(InstanceId),
	/** Renderers that are not told at all (`Canvas`, `ParticleSystem`), and objects beyond the limit (`object`). */
	leftOut: z.array(z.object({ kind: z.string(), count: z.number().int().positive() })),
	/** Milliseconds for which the editor worked on this: a client waits in proportion before it asks again. */
	workMs: z.number().nonnegative(),
})
export type ViewAnswer = z.infer<typeof ViewAnswer>

export const MeshAnswer = z.object({
	mesh: z.string(),
	/** Centre and half size in the object's own space. */
	bounds: z.array(z.number()).length(6),
	/**
	 * Base64url (no part of it looks like a path) of x, y, z for each vertex as signed 16-bit numbers, little-endian:
	 * 32,767 is half a size from the centre.
	 */
	vertices: z.string(),
	/**
	 * Base64url of three vertices for each triangle as unsigned 16-bit numbers, little-endian; clockwise as seen from its
	 * front, as in Unity.
	 */
	triangles: z.string(),
	/** Number of triangles of the mesh itself; present if it was simplified, which happens above 4,000. */
	simplifiedFrom: z.number().int().optional(),
})
export type MeshAnswer = z.infer<typeof MeshAnswer>

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
const cube: ViewObject = {
	id: '1204',
	name: 'Cube',
	pose: [...identity.slice(0, 9), 0, 0.5, 0],
	shape: { mesh: 'Cube', color: [0.8, 0.2, 0.1] },
}

export const unityViewport = defineTool({
	name: 'unity_viewport',
	title: 'Show the scene in 3D',
	description: 'The look of the open scenes, as objects, and its changes.',
	runsOn: 'editor',
	shared: 'error',
	offered: 'never',
	actions: {
		changes: action({
			summary: 'everything, or what has changed since',
			risk: 'read',
			input: {
				since: z.string().min(1).max(64).optional().describe("an answer's revision"),
			},
			output: ViewAnswer,
			examples: [
				{
					name: 'the first answer',
					args: { action: 'changes' },
					result: {
						revision: '5f3a.3',
						whole: true,
						more: false,
						objects: [
							{
								id: '1200',
								name: 'Main Camera',
								pose: [...identity.slice(0, 9), 0, 1, -10],
								camera: { fieldOfView: 60, near: 0.3, far: 1000, aspect: 1.7778 },
							},
							{
								id: '1202',
								name: 'Directional Light',
								pose: [0.866, 0, 0.5, 0.3214, 0.766, -0.5567, -0.383, 0.6428, 0.6634, 0, 3, 0],
								light: { type: 'directional', color: [1, 0.957, 0.839], intensity: 1 },
							},
							cube,
						],
						moved: [],
						gone: [],
						leftOut: [{ kind: 'Canvas', count: 1 }],
						workMs: 0.4,
					},
				},
				{
					name: 'the cube has fallen',
					args: { action: 'changes', since: '5f3a.3' },
					result: {
						revision: '5f3a.4',
						whole: false,
						more: false,
						objects: [],
						moved: [{ id: '1204', pose: identity }],
						gone: [],
						leftOut: [],
						workMs: 0.1,
					},
				},
			],
		}),
		mesh: action({
			summary: 'the triangles of a mesh',
			risk: 'read',
			input: { mesh: z.string().min(1).max(200) },
			output: MeshAnswer,
			examples: [
				{
					name: 'a triangle',
					args: { action: 'mesh', mesh: '3410' },
					result: {
						mesh: '3410',
						bounds: [0.5, 0.5, 0, 0.5, 0.5, 0],
						vertices: 'AYABgAAAAYD_fwAA_38BgAAA',
						triangles: 'AAABAAIA',
					},
				},
			],
		}),
	},
})
