import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Cursor, InstanceId, Limit, ObjectRef, Vector3 } from '../../values.ts'

const Length = z.number().min(0.0001).max(100_000)
const Point = Vector3.describe('world')
const MaxDistance = Length.default(1_000)
const Layers = z
	.array(z.string().min(1).max(100))
	.max(32)
	.optional()
	.describe('only these; without: all but Ignore Raycast')
const Triggers = z
	.enum(['project', 'include', 'ignore'])
	.default('project')
	.describe("project: as the project's settings say")
const Dimension = z.enum(['3d', '2d']).default('3d')

/** A radius makes it a sphere, a size a box; in 2D a circle and a rectangle, and z is left out. */
const shape = {
	radius: Length.optional().describe('makes it a sphere'),
	size: Vector3.optional().describe('makes it a box'),
	rotation: Vector3.optional().describe('of the box, degrees'),
}
const filter = { layers: Layers, triggers: Triggers, dimension: Dimension }
const page = { limit: Limit, cursor: Cursor.optional() }

/**
 * current: colliders stand where their objects are · last_step: in play mode, as the last physics
 * step left them; later moves count from the next step on.
 */
const Poses = z.enum(['current', 'last_step'])

const Named = z.object({ instanceId: InstanceId, path: z.string() })
const Touched = Named.extend({
	/** Type of the collider, e.g. `BoxCollider`. */
	collider: z.string(),
	layer: z.string(),
	isTrigger: z.boolean(),
})
/** `point` and `normal` are null if the shape started inside the collider: there is no point of contact. */
const Hit = Touched.extend({
	distance: z.number().nonnegative(),
	point: Vector3.nullable(),
	normal: Vector3.nullable(),
})
const Box = z.object({ center: Vector3, size: Vector3, min: Vector3, max: Vector3 })

const cube = { instanceId: '1204', path: '/Cube' }
const touched = { ...cube, collider: 'BoxCollider', layer: 'Default', isTrigger: false }
const hit = { ...touched, distance: 4.5, point: [0, 0.5, 0], normal: [0, 1, 0] }
const box = { center: [0, 0, 0], size: [1, 1, 1], min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] }

/** Hits of Unity's Physics, and the sizes and distances of objects. Distances are along the given line. */
export const unityPhysics = defineTool({
	name: 'unity_physics',
	title: 'Measure and cast',
	description:
		'Physics queries: raycast, sphere or box cast, overlap, closest point, line of sight; world bounds (size) of objects, distance and gap, what is under or around one.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	gist: 'raycasts, sizes, ground',
	actions: {
		cast: action({
			summary: 'all colliders that a ray (or sphere, box) meets, nearest first',
			foundBy: 'down downwards forward hit is there something below above object between',
			risk: 'read',
			input: {
				origin: Point,
				direction: Vector3,
				...shape,
				max_distance: MaxDistance,
				...filter,
				...page,
			},
			output: z.object({
				summary: z.string(),
				hits: z.array(Hit),
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'a ray from above',
					args: { action: 'cast', origin: [0, 5, 0], direction: [0, -1, 0] },
					result: {
						summary: '1 hit, the nearest is /Cube at 4.5',
						hits: [hit],
						total: 1,
						nextCursor: null,
						poses: 'current',
					},
				},
			],
		}),
		overlap: action({
			summary: 'colliders that touch a sphere or box at origin',
			risk: 'read',
			input: { origin: Point, ...shape, ...filter, ...page },
			output: z.object({
				summary: z.string(),
				colliders: z.array(Touched),
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'a sphere',
					args: { action: 'overlap', origin: [0, 1, 0], radius: 1 },
					result: {
						summary: '1 collider',
						colliders: [touched],
						total: 1,
						nextCursor: null,
						poses: 'current',
					},
				},
			],
		}),
		closest_point: action({
			summary: "the point of an object's colliders nearest to origin",
			risk: 'read',
			input: { instance_id: ObjectRef, origin: Point, dimension: Dimension },
			output: z.object({
				...Touched.shape,
				point: Vector3,
				/** 0: origin is in the collider. */
				distance: z.number().nonnegative(),
				/** False: the shape has no closest point in Unity (a concave mesh, terrain); this is one of its bounds. */
				exact: z.boolean(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'beside a cube',
					args: { action: 'closest_point', instance_id: '/Cube', origin: [3, 0, 0] },
					result: { ...touched, point: [0.5, 0, 0], distance: 2.5, exact: true, poses: 'current' },
				},
			],
		}),
		line_of_sight: action({
			summary: 'whether a solid collider stands between the middles of two objects',
			foundBy: 'see seen visible hidden blocked view player',
			risk: 'read',
			input: { from: ObjectRef, to: ObjectRef, layers: Layers, dimension: Dimension },
			output: z.object({
				visible: z.boolean(),
				distance: z.number().nonnegative(),
				/** Colliders in between, nearest to `from` first; never parts of the two objects. */
				blockers: z.array(Hit).max(10),
				blockerCount: z.number().int().nonnegative(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'a clear view',
					args: { action: 'line_of_sight', from: '/Cube', to: '/Goal' },
					result: {
						visible: true,
						distance: 6,
						blockers: [],
						blockerCount: 0,
						poses: 'current',
					},
				},
			],
		}),
		bounds: action({
			summary: 'world bounds of objects with what is below them, by renderers and colliders',
			foundBy: 'how big tall wide long high large small height width length measure dimensions',
			risk: 'read',
			input: {
				objects: z.array(ObjectRef).min(1).max(50),
				include_children: z.boolean().default(true),
			},
			output: z.object({
				objects: z.array(
					Named.extend({
						/** Bounds of both together; null: nothing active to measure, e.g. an empty object or UI. */
						bounds: Box.nullable(),
						renderers: Box.nullable(),
						colliders: Box.nullable(),
					}),
				),
				/** Bounds of all objects together. */
				all: Box.nullable(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'a cube',
					args: { action: 'bounds', objects: ['/Cube'] },
					result: {
						objects: [{ ...cube, bounds: box, renderers: box, colliders: box }],
						all: box,
						poses: 'current',
					},
				},
			],
		}),
		distance: action({
			summary: 'between two objects: positions, middles, gap between their bounds',
			foundBy: 'how far near close away apart from',
			risk: 'read',
			input: { from: ObjectRef, to: ObjectRef },
			output: z.object({
				positions: z.number().nonnegative(),
				centers: z.number().nonnegative(),
				/** Between the bounds, straight; 0 where they touch or overlap. */
				gap: z.number().nonnegative(),
				/** From `from` to `to`: along each world axis, negative where the bounds overlap on it. */
				gapByAxis: Vector3,
				boundsOverlap: z.boolean(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'two cubes',
					args: { action: 'distance', from: '/Cube', to: '/Goal' },
					result: {
						positions: 6,
						centers: 6,
						gap: 5,
						gapByAxis: [5, -1, -1],
						boundsOverlap: false,
						poses: 'current',
					},
				},
			],
		}),
		around: action({
			summary: "what an object's bounds overlap, and the first solid collider under it",
			foundBy: 'place put objects on the ground floor surface snap below player something stands',
			risk: 'read',
			input: {
				instance_id: ObjectRef,
				max_distance: MaxDistance,
				layers: Layers,
				dimension: Dimension,
			},
			output: z.object({
				...Named.shape,
				bounds: Box,
				/** Excludes its own colliders and those that only touch its sides. */
				overlapping: z.array(Touched).max(50),
				overlapCount: z.number().int().nonnegative(),
				/** `distance` is the gap under the object's bounds. */
				below: Hit.nullable(),
				poses: Poses,
			}),
			examples: [
				{
					name: 'above the ground',
					args: { action: 'around', instance_id: '/Cube' },
					result: {
						...cube,
						bounds: box,
						overlapping: [],
						overlapCount: 0,
						below: {
							...hit,
							instanceId: '1210',
							path: '/Ground',
							distance: 1.5,
							point: [0, -2, 0],
						},
						poses: 'current',
					},
				},
			],
		}),
	},
})
