/** `unity_physics`: positions, bounds and contacts. */
import type { TOOLS, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import {
	fromEuler,
	length,
	multiply,
	normalize,
	rotate,
	subtract,
	tidy,
	tidyVector,
	type Vector3,
} from '../math.ts'
import { allObjects, isDescendant, pathOf, plainPathOf, subtree } from '../scene/objects.ts'
import { page, plural } from '../scene/queries.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { needObject } from '../scene/refs.ts'
import { worldPosition } from '../scene/transforms.ts'
import { collidersOf, type Placed } from './colliders-of.ts'
import { measure, middleOf, sum, toBox } from './object-bounds.ts'
import { closestPoint, type Met, overlaps, point, type Solid, sphere, sweep } from './solids.ts'

type Action = keyof (typeof TOOLS)['unity_physics']['actions']
type Args<A extends Action> = ToolArgs<'unity_physics', A>
type Result<A extends Action> = ToolResult<'unity_physics', A>

/** Unity's own queries leave it out. */
const IGNORE_RAYCAST_LAYER = 2
const MAX_BLOCKERS = 10
const MAX_OVERLAPPING = 50
/** Objects that penetrate deeper than this overlap, others only touch (Unity's default contact offset). */
const SKIN_METRES = 0.01
/** Bounds that meet to within rounding do not overlap. */
const ROUNDING = 1e-4
const DOWN: Vector3 = [0, -1, 0]
/** Colliders stand where their objects are here, in play mode too. */
const poses = 'current' as const

interface Filter {
	readonly layers?: readonly string[] | undefined
	readonly triggers?: 'project' | 'include' | 'ignore'
	readonly dimension: '2d' | '3d'
}

function candidates(core: Core, filter: Filter): Placed[] {
	const layers = filter.layers?.map((layer) => core.project.needLayer(layer))
	const found = [...allObjects(core.world)]
		.filter((o) => (layers ? layers.includes(o.layer) : o.layer !== IGNORE_RAYCAST_LAYER))
		.flatMap((owner) => collidersOf(core, owner, filter.dimension === '2d'))
	// Queries hit triggers unless the project says otherwise, which this editor does not read.
	return filter.triggers === 'ignore' ? found.filter((one) => !isTrigger(one)) : found
}

const isTrigger = ({ collider }: Placed): boolean => collider.props['isTrigger'] === true

interface Shape {
	readonly origin: Vector3
	readonly radius?: number | undefined
	readonly size?: Vector3 | undefined
	readonly rotation?: Vector3 | undefined
}

function shapeOf({ origin, radius, size, rotation }: Shape): Solid {
	if (radius !== undefined && size !== undefined)
		throw new Fault('invalid_arguments', 'A query has either a radius or a size.', {
			hint: 'A radius makes it a sphere, a size a box.',
		})
	if (size === undefined) return radius === undefined ? point(origin) : sphere(origin, radius)
	if (size[0] <= 0 || size[1] <= 0 || size[2] < 0)
		throw new Fault('invalid_arguments', 'The size of a box is more than 0 along each axis.')
	return boxAt(origin, multiply(size, 0.5), rotation)
}

function boxAt(center: Vector3, half: Vector3, rotation: Vector3 = [0, 0, 0]): Solid {
	const turn = fromEuler(rotation)
	const axis = (x: number, y: number, z: number): Vector3 => rotate(turn, [x, y, z])
	return { kind: 'box', center, half, axes: [axis(1, 0, 0), axis(0, 1, 0), axis(0, 0, 1)] }
}

type Hit = Result<'cast'>['hits'][number]
type Touched = Result<'overlap'>['colliders'][number]

const named = (core: Core, record: ObjectRecord) => ({
	instanceId: record.id,
	path: pathOf(core.world, record),
})

const touched = (core: Core, placed: Placed): Touched => ({
	...named(core, placed.owner),
	collider: placed.collider.type,
	layer: core.project.layerName(placed.owner.layer),
	isTrigger: isTrigger(placed),
})

interface Found extends Met {
	readonly placed: Placed
	readonly path: string
}

const hitOf = (core: Core, { placed, ...met }: Found, distance = met.distance): Hit => ({
	...touched(core, placed),
	distance: tidy(distance),
	point: met.distance > 0 ? tidyVector(met.point) : null,
	normal: met.distance > 0 ? tidyVector(met.normal) : null,
})

/** Nearest first. */
function castAll(
	core: Core,
	shape: Solid,
	direction: Vector3,
	maxDistance: number,
	placed: readonly Placed[],
): Found[] {
	const along = normalize(direction)
	return placed
		.flatMap((one) => {
			const met = sweep(shape, along, maxDistance, one.solid)
			return met ? [{ ...met, placed: one, path: pathOf(core.world, one.owner) }] : []
		})
		.sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
}

const byPath = (core: Core, placed: readonly Placed[]): Placed[] =>
	placed
		.map((one) => ({ one, path: plainPathOf(core.world, one.owner) }))
		.sort((a, b) => (a.path < b.path ? -1 : 1))
		.map(({ one }) => one)

const isPartOf = (core: Core, { owner }: Placed, ...objects: ObjectRecord[]): boolean =>
	objects.some((object) => isDescendant(core.world, owner.id, object.id))

/** An object without bounds is a point. */
function roomOf(core: Core, record: ObjectRecord) {
	const at = worldPosition(core.world, record.id)
	return measure(core, record).both ?? { min: at, max: at }
}

export const physicsActions = {
	cast(core: Core, args: Args<'cast'>): Result<'cast'> {
		const flat = args.dimension === '2d'
		const shape = shapeOf(args)
		const direction: Vector3 = flat
			? [args.direction[0], args.direction[1], 0]
			: [...args.direction]
		if (length(direction) === 0)
			throw new Fault('invalid_arguments', 'A cast needs a direction that leads somewhere.', {
				hint: 'E.g. [0, -1, 0] for down.',
			})
		const isRay = args.radius === undefined && args.size === undefined
		const found = castAll(core, shape, direction, args.max_distance, candidates(core, args))
			// In 3D a ray does not hit the collider that it starts in.
			.filter((hit) => hit.distance > 0 || !isRay || flat)
		const { shown, nextCursor } = page(found, args.limit, args.cursor)
		const [first] = found
		const nearest =
			first && `, the nearest is ${first.path} at ${Number(first.distance.toFixed(3))}`
		return {
			summary: first ? `${plural(found.length, 'hit')}${nearest}` : 'no hit',
			hits: shown.map((hit) => hitOf(core, hit)),
			total: found.length,
			nextCursor,
			poses,
		}
	},
	overlap(core: Core, args: Args<'overlap'>): Result<'overlap'> {
		const shape = shapeOf(args)
		if (args.radius === undefined && args.size === undefined)
			throw new Fault('invalid_arguments', 'An overlap needs a shape.', {
				hint: 'Give a radius for a sphere, or a size for a box.',
			})
		const found = byPath(
			core,
			candidates(core, args).filter(({ solid }) => overlaps(shape, solid)),
		)
		const { shown, nextCursor } = page(found, args.limit, args.cursor)
		return {
			summary: found.length === 0 ? 'no collider' : plural(found.length, 'collider'),
			colliders: shown.map((placed) => touched(core, placed)),
			total: found.length,
			nextCursor,
			poses,
		}
	},
	closest_point(core: Core, args: Args<'closest_point'>): Result<'closest_point'> {
		const record = needObject(core, args.instance_id)
		const flat = args.dimension === '2d'
		const [nearest] = [...subtree(core.world, record.id)]
			.flatMap((part) => collidersOf(core, part, flat))
			.map((placed) => {
				const at = closestPoint(placed.solid, args.origin)
				return { placed, at, distance: length(subtract(at, args.origin)) }
			})
			.sort((a, b) => a.distance - b.distance)
		if (!nearest)
			throw new Fault('not_found', `${pathOf(core.world, record)} has no active collider.`, {
				hint: 'unity_physics bounds and distance measure renderers too.',
			})
		return {
			...touched(core, nearest.placed),
			point: tidyVector(nearest.at),
			distance: tidy(nearest.distance),
			exact: true,
			poses,
		}
	},
	line_of_sight(core: Core, args: Args<'line_of_sight'>): Result<'line_of_sight'> {
		const [from, to] = [needObject(core, args.from), needObject(core, args.to)]
		const start = middleOf(roomOf(core, from))
		const way = subtract(middleOf(roomOf(core, to)), start)
		if (args.dimension === '2d') way[2] = 0
		const others = candidates(core, { ...args, triggers: 'ignore' }).filter(
			(placed) => !isPartOf(core, placed, from, to),
		)
		const distance = length(way)
		const blockers =
			distance === 0
				? []
				: castAll(core, point(start), way, distance, others).filter(
						(hit) => hit.distance > 0 || args.dimension === '2d',
					)
		return {
			visible: blockers.length === 0,
			distance: tidy(distance),
			blockers: blockers.slice(0, MAX_BLOCKERS).map((hit) => hitOf(core, hit)),
			blockerCount: blockers.length,
			poses,
		}
	},
	bounds(core: Core, args: Args<'bounds'>): Result<'bounds'> {
		const measured = args.objects.map((reference) => {
			const record = needObject(core, reference)
			return { record, bounds: measure(core, record, args.include_children) }
		})
		const box = (bounds: ReturnType<typeof sum>) => (bounds ? toBox(bounds) : null)
		return {
			objects: measured.map(({ record, bounds }) => ({
				...named(core, record),
				bounds: box(bounds.both),
				renderers: box(bounds.renderers),
				colliders: box(bounds.colliders),
			})),
			all: box(sum(measured.map(({ bounds }) => bounds.both))),
			poses,
		}
	},
	distance(core: Core, args: Args<'distance'>): Result<'distance'> {
		const [from, to] = [needObject(core, args.from), needObject(core, args.to)]
		const [a, b] = [roomOf(core, from), roomOf(core, to)]
		const gap = ([0, 1, 2] as const).map((i) =>
			Math.max(b.min[i] - a.max[i], a.min[i] - b.max[i]),
		) as Vector3
		const positions = subtract(worldPosition(core.world, to.id), worldPosition(core.world, from.id))
		return {
			positions: tidy(length(positions)),
			centers: tidy(length(subtract(middleOf(b), middleOf(a)))),
			gap: tidy(length(gap.map((n) => Math.max(0, n)) as Vector3)),
			gapByAxis: tidyVector(gap),
			boundsOverlap: gap.every((n) => n < -ROUNDING),
			poses,
		}
	},
	around(core: Core, args: Args<'around'>): Result<'around'> {
		const record = needObject(core, args.instance_id)
		const bounds = measure(core, record).both
		if (!bounds)
			throw new Fault(
				'not_found',
				`${pathOf(core.world, record)} has no active renderer or collider, so it takes up no room.`,
				{ hint: 'For a point use unity_physics cast or overlap.' },
			)
		const extents = multiply(subtract(bounds.max, bounds.min), 0.5)
		// A little smaller, so that colliders that only touch its sides do not count.
		const half = extents.map((n) => Math.max(n - SKIN_METRES, ROUNDING)) as Vector3
		const shape = boxAt(middleOf(bounds), half)
		const others = candidates(core, args).filter((placed) => !isPartOf(core, placed, record))
		const overlapping = byPath(
			core,
			others.filter(({ solid }) => overlaps(shape, solid)),
		)
		const lifted = extents[1] - half[1]
		const solid = others.filter((placed) => !isTrigger(placed))
		const below = castAll(core, shape, DOWN, args.max_distance + lifted, solid).find(
			(hit) => hit.distance > 0,
		)
		return {
			...named(core, record),
			bounds: toBox(bounds),
			overlapping: overlapping.slice(0, MAX_OVERLAPPING).map((placed) => touched(core, placed)),
			overlapCount: overlapping.length,
			below: below ? hitOf(core, below, Math.max(0, below.distance - lifted)) : null,
			poses,
		}
	},
}
