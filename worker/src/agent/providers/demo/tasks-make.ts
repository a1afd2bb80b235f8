/** Creating and describing objects. */
import { list } from '@fairlead/protocol/read'
import { call, calls, type Desk, type Plan, succeeded } from './desk.ts'
import {
	findFloor,
	halfOf,
	halfSize,
	inspectTransform,
	type Placement,
	placementFrom,
	resolve,
	resolveOne,
	scene,
	sceneFrom,
} from './find.ts'
import { type ObjectInfo, objectFrom, sceneObjects } from './memory.ts'
import { counted, figure, listed, point } from './speak.ts'
import { holderOfKind, paint } from './tasks-colour.ts'
import { asList, asRecord } from './transcript.ts'
import type { CreateSpec, Place, Relation, Target, Vec3 } from './types.ts'

/** Gap between two objects placed side by side. */
const GAP_UNITS = 0.5
/** High enough to see it fall, low enough for the camera. */
const ABOVE_FLOOR_UNITS = 3
const SHOWN_OBJECTS = 25

export function* create(desk: Desk, spec: CreateSpec): Plan {
	const { objects } = yield* scene(desk)
	const centre = spec.place ? yield* positionFor(desk, spec, spec.place) : restingPlace(desk, spec)
	const names = freeNames(
		objects.map(({ name }) => name),
		spec,
	)
	const positions = arrange(spec, centre)
	const made = yield* calls(
		`create ${counted(spec.count, spec.label.toLowerCase())}`,
		names.map((name, n) => ({
			name: 'unity_hierarchy',
			input: {
				action: 'create',
				name,
				primitive_type: spec.primitive,
				position: positions[n] ?? centre,
				...(spec.scale ? { scale: spec.scale } : {}),
				...(spec.components.length > 0 ? { components: spec.components } : {}),
			},
		})),
	)
	const where = spec.count === 1 ? `at ${point(positions[0] ?? centre)}` : `around ${point(centre)}`
	const holder = holderOfKind(spec.primitive)
	if (spec.colour && holder) {
		const objects = made.flatMap((result) => objectFrom(result) ?? [])
		yield* paint(desk, objects, spec.colour)
	}
	const coloured = spec.colour && holder ? `${spec.colour.name} ` : ''
	const what =
		spec.count === 1
			? `a ${coloured}${spec.label.toLowerCase()}`
			: `${spec.count} ${coloured}${spec.label.toLowerCase()}s`
	desk.say(`I made ${what} ${where}: ${listed(names.slice(0, 8))}${names.length > 8 ? ' …' : ''}.`)
	if (spec.colour && !holder)
		desk.say(`${spec.label} objects have no colour, so I left “${spec.colour.name}” out.`)
}

/** Unused names: two objects with the same name would share a path. */
function freeNames(taken: readonly string[], spec: CreateSpec): string[] {
	const used = new Set(taken)
	const base = spec.name ?? spec.label
	return Array.from({ length: spec.count }, () => {
		let name = base
		for (let n = 2; used.has(name); n++) name = `${base} ${n}`
		used.add(name)
		return name
	})
}

function arrange(spec: CreateSpec, centre: Vec3): Vec3[] {
	const half = halfOf(spec.primitive)
	const scale = spec.scale ?? [1, 1, 1]
	const width = Math.max(0.5, half[0] * 2 * scale[0])
	const height = Math.max(0.5, half[1] * 2 * scale[1])
	const step = spec.spacing ?? width + GAP_UNITS
	const radius = Math.max(step, (spec.count * step) / (2 * Math.PI))
	return Array.from({ length: spec.count }, (_, n): Vec3 => {
		const offset = (n - (spec.count - 1) / 2) * step
		const angle = (2 * Math.PI * n) / spec.count
		switch (spec.count === 1 ? 'row' : spec.arrangement) {
			case 'row':
				return round([centre[0] + offset, centre[1], centre[2]])
			case 'column':
				return round([centre[0], centre[1], centre[2] + offset])
			case 'stack':
				return round([centre[0], centre[1] + n * height, centre[2]])
			case 'circle':
				return round([
					centre[0] + Math.cos(angle) * radius,
					centre[1],
					centre[2] + Math.sin(angle) * radius,
				])
			default:
				return centre
		}
	})
}

/** The default: on the ground, beside objects made before. */
function restingPlace(desk: Desk, spec: CreateSpec): Vec3 {
	const half = halfOf(spec.primitive)
	if (spec.primitive === 'Plane' || spec.primitive === 'Empty') return [0, 0, 0]
	if (spec.primitive === 'Camera') return [0, 1, -10]
	const height = half[1] === 0 ? 3 : half[1] * (spec.scale?.[1] ?? 1)
	const aside = desk.memory.placed * (1 + GAP_UNITS)
	// A group is centred, behind existing objects; a single object goes to their right.
	return round(spec.count > 1 ? [0, height, aside] : [aside, height, 0])
}

const round = (v: Vec3): Vec3 => [
	Math.round(v[0] * 1_000) / 1_000,
	Math.round(v[1] * 1_000) / 1_000,
	Math.round(v[2] * 1_000) / 1_000,
]

/** The position for an object of this size. Makes a floor if one is asked for and missing. */
export function* positionFor(
	desk: Desk,
	thing: Pick<CreateSpec, 'primitive' | 'scale'> & { at?: Vec3; half?: Vec3 },
	place: Place,
): Plan<Vec3> {
	if (place.kind === 'at') return place.position
	if (place.kind === 'height') return [thing.at?.[0] ?? 0, place.y, thing.at?.[2] ?? 0]
	const anchor = yield* anchorOf(desk, place.anchor)
	const [result = {}] = yield* calls(`see where ${anchor.name} is`, [inspectTransform(anchor)])
	const there = placementFrom(result)
	const anchorHalf = scaled(halfSize(desk, anchor), there.scale)
	const half = scaled(thing.half ?? halfOf(thing.primitive), thing.scale ?? [1, 1, 1])
	return round(beside(place.relation, there, anchorHalf, half, place.distance))
}

const scaled = (v: Vec3, by: Vec3): Vec3 => [v[0] * by[0], v[1] * by[1], v[2] * by[2]]

function beside(
	relation: Relation,
	there: Placement,
	anchor: Vec3,
	half: Vec3,
	distance?: number,
): Vec3 {
	const [x, y, z] = there.position
	const away = (axis: 0 | 2) => distance ?? anchor[axis] + half[axis] + GAP_UNITS
	switch (relation) {
		case 'above':
			return [x, y + anchor[1] + (distance ?? ABOVE_FLOOR_UNITS), z]
		case 'on':
			return [x, y + anchor[1] + half[1], z]
		case 'below':
			return [x, y - anchor[1] - half[1] - (distance ?? GAP_UNITS), z]
		case 'left':
			return [x - away(0), y, z]
		case 'right':
			return [x + away(0), y, z]
		// The camera of a new scene looks along +z: "in front of" an object is nearer to the camera.
		case 'front':
			return [x, y, z - away(2)]
		case 'behind':
			return [x, y, z + away(2)]
		default:
			return relation satisfies never
	}
}

function* anchorOf(desk: Desk, target: Target): Plan<ObjectInfo> {
	const wantsFloor = target.kind === 'named' && /^(?:floor|ground)$/i.test(target.name)
	return wantsFloor ? yield* floor(desk) : yield* resolveOne(desk, target)
}

/** The floor of the scene; makes one if there is none. */
export function* floor(desk: Desk): Plan<ObjectInfo> {
	const found = yield* findFloor(desk)
	if (found) return found
	desk.say("There is no floor yet, so I'll add one.")
	const made = yield* call('create a floor', 'unity_hierarchy', {
		action: 'create',
		name: 'Floor',
		primitive_type: 'Plane',
		position: [0, 0, 0],
	})
	return {
		id: String(made['instanceId']),
		name: 'Floor',
		path: '/Floor',
		components: [],
		parentId: null,
	}
}

export function* describe(desk: Desk, target: Target | undefined): Plan {
	if (target) yield* describeObjects(desk, target)
	else yield* describeScene(desk)
}

function* describeScene(desk: Desk): Plan {
	const [outcome] = yield [
		{ name: 'unity_query', input: { action: 'hierarchy', max_depth: 6, limit: 100 } },
	]
	const seen = succeeded(outcome, 'look at the scene')
	if (seen.value === undefined) {
		const names = sceneFrom(seen).objects.map(({ name }) => name)
		return desk.say(
			`The scene is too large to read at once. It begins with ${listed(names.slice(0, SHOWN_OBJECTS))}.`,
		)
	}
	const fresh = asRecord(seen.value)
	// `Main (Assets/Main.unity), active, 2 roots, 5 objects`
	const scenes = list(fresh['scenes']).map((line) => String(line).replace(/( \(|, ).*$/s, ''))
	const objects = sceneObjects(fresh)
	const total = Number(fresh['total'] ?? objects.length)
	const head = `The scene ${listed(scenes.map((name) => `“${name}”`))} has ${counted(total, 'object')}`
	if (objects.length === 0) {
		desk.say(
			`${head}${total === 0 ? ': it is empty' : ''}. Try “make a red cube above the floor and let it fall”.`,
		)
		return
	}
	const lines = objects.slice(0, SHOWN_OBJECTS).map((object) => {
		const parts = Array.isArray(object['components']) ? object['components'].map(String) : []
		const worth = parts.filter(
			(type) => !['Transform', 'MeshFilter', 'MeshRenderer'].includes(type),
		)
		const hidden = object['activeSelf'] === false ? ', hidden' : ''
		const indent = '  '.repeat(Number(object['depth'] ?? 0))
		return `${indent}- ${object['name']}${worth.length > 0 ? ` (${worth.join(', ')}${hidden})` : hidden}`
	})
	const more = total > lines.length ? `\n- … and ${total - lines.length} more` : ''
	desk.say(`${head}:\n\n${lines.join('\n')}${more}\n`)
}

function* describeObjects(desk: Desk, target: Target): Plan {
	const objects = (yield* resolve(desk, target)).slice(0, 5)
	const results = yield* calls(
		`inspect ${listed(objects.map(({ name }) => name))}`,
		objects.map(({ id }) => ({
			name: 'unity_query',
			input: { action: 'inspect_object', instance_id: id },
		})),
	)
	for (const [n, result] of results.entries()) {
		const name = objects[n]?.name ?? ''
		const components = asList(result['components'])
		const transform = components.find(({ type }) => type === 'Transform')
		const at = placementFrom({ components: transform ? [transform] : [] })
		const others = components.map(({ type }) => String(type)).filter((type) => type !== 'Transform')
		const colour = components
			.map((component) => asRecord(component['properties'])['material.color'])
			.find(Array.isArray)
		desk.say(
			`${name} is at ${point(at.position)}, turned by ${point(at.rotation)}°, with scale ${point(at.scale)}${
				colour ? ` and colour (${colour.map((value) => figure(Number(value))).join(', ')})` : ''
			}. It has ${others.length > 0 ? listed(others) : 'no components but its Transform'}.`,
		)
	}
}
