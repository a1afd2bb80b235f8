/** Changing objects that exist. */
import { calls, type Desk, Halt, type Plan, type ToolRequest } from './desk.ts'
import {
	halfSize,
	inspectTransform,
	type Placement,
	placementFrom,
	resolve,
	resolveOne,
} from './find.ts'
import type { ObjectInfo } from './memory.ts'
import { counted, listed, point } from './speak.ts'
import { paint } from './tasks-colour.ts'
import { positionFor } from './tasks-make.ts'
import type { Intent, Place, Vec3 } from './types.ts'

export type ChangeIntent = Extract<
	Intent,
	{
		kind:
			| 'colour'
			| 'move'
			| 'rotate'
			| 'scale'
			| 'rename'
			| 'delete'
			| 'duplicate'
			| 'parent'
			| 'active'
			| 'component'
	}
>

export function* change(desk: Desk, intent: ChangeIntent): Plan {
	const objects = yield* resolve(desk, intent.target)
	const names = namesOf(objects)
	switch (intent.kind) {
		case 'colour':
			yield* paint(desk, objects, intent.colour)
			return desk.say(`${names} ${are(objects)} ${intent.colour.name} now.`)
		case 'move':
			return yield* move(desk, objects, intent)
		case 'rotate': {
			const before = yield* placements(objects, 'rotate')
			yield* transform('rotate', objects, (n) => ({
				rotation: sum(before[n]?.rotation, intent.by),
			}))
			return desk.say(`I rotated ${names} by ${point(intent.by)}°.`)
		}
		case 'scale': {
			const { to, factor } = intent
			const before = to ? [] : yield* placements(objects, 'scale')
			const next = (n: number): Vec3 => to ?? product(before[n]?.scale, factor)
			yield* transform('scale', objects, (n) => ({ scale: next(n) }))
			return desk.say(`${names} ${have(objects)} scale ${point(next(0))} now.`)
		}
		case 'rename':
			yield* hierarchy(
				'rename',
				objects.map(({ id }, n) => ({
					action: 'rename',
					instance_id: id,
					name: n === 0 ? intent.name : `${intent.name} ${n + 1}`,
				})),
				names,
			)
			return desk.say(`${names} ${are(objects)} called ${intent.name} now.`)
		case 'delete':
			yield* hierarchy(
				'delete',
				objects.map(({ id }) => ({ action: 'destroy', instance_id: id })),
				names,
			)
			return desk.say(
				`I deleted ${names}${intent.target.kind === 'everything' ? ', and kept cameras and lights' : ''}. “Undo” brings ${objects.length === 1 ? 'it' : 'them'} back.`,
			)
		case 'duplicate':
			return yield* duplicate(desk, objects, intent.count)
		case 'parent': {
			const parent = intent.parent ? yield* resolveOne(desk, intent.parent) : undefined
			if (objects.some(({ id }) => id === parent?.id))
				throw new Halt('An object cannot be its own parent.')
			yield* hierarchy(
				'move',
				objects.map(({ id }) => ({
					action: 'reparent',
					instance_id: id,
					parent_id: parent?.id ?? null,
				})),
				names,
			)
			return desk.say(
				parent
					? `${names} ${are(objects)} below ${parent.name} now.`
					: `${names} ${are(objects)} at the root now.`,
			)
		}
		case 'active':
			yield* hierarchy(
				intent.active ? 'show' : 'hide',
				objects.map(({ id }) => ({ action: 'set_active', instance_id: id, active: intent.active })),
				names,
			)
			return desk.say(`${names} ${are(objects)} ${intent.active ? 'shown' : 'hidden'} now.`)
		case 'component': {
			const action = intent.remove ? 'remove' : 'add'
			yield* calls(
				`${action} ${intent.type}`,
				objects.map(({ id }) => ({
					name: 'unity_component',
					input: { action, game_object_id: id, component_type: intent.type },
				})),
			)
			return desk.say(
				intent.remove
					? `I removed ${intent.type} from ${names}.`
					: `${names} ${have(objects)} a ${intent.type} now.`,
			)
		}
		default:
			return intent satisfies never
	}
}

function* move(
	desk: Desk,
	objects: readonly ObjectInfo[],
	intent: { by?: Vec3; place?: Place },
): Plan {
	const before = yield* placements(objects, 'move')
	const { by, place } = intent
	if (by) {
		yield* transform('move', objects, (n) => ({ position: sum(before[n]?.position, by) }))
		const at = sum(before[0]?.position, by)
		return desk.say(
			objects.length === 1
				? `${namesOf(objects)} is at ${point(at)} now.`
				: `I moved ${namesOf(objects)} by ${point(by)}.`,
		)
	}
	const [first] = objects
	if (!place || !first) return
	const thing = {
		primitive: 'Cube',
		half: halfSize(desk, first),
		scale: before[0]?.scale ?? ([1, 1, 1] as const),
		at: before[0]?.position ?? ([0, 0, 0] as const),
	}
	const at = yield* positionFor(desk, thing, place)
	// Several objects keep their positions relative to each other.
	const shift = difference(at, before[0]?.position)
	yield* transform('move', objects, (n) => ({
		position: sum(before[n]?.position, shift),
		space: 'world',
	}))
	desk.say(`${namesOf(objects)} ${are(objects)} at ${point(at)} now.`)
}

function* duplicate(desk: Desk, objects: readonly ObjectInfo[], count: number): Plan {
	const taken = new Set((desk.scene?.objects ?? []).map(({ name }) => name))
	const before = yield* placements(objects, 'duplicate')
	const inputs = objects.flatMap((object, n) =>
		Array.from({ length: count }, (_, copy) => {
			const base = object.name.replace(/ \d+$/, '')
			let name = object.name
			for (let i = 2; taken.has(name); i++) name = `${base} ${i}`
			taken.add(name)
			const width = halfSize(desk, object)[0] * 2 * (before[n]?.scale[0] ?? 1)
			const position = sum(before[n]?.position, [(copy + 1) * (width + 0.5), 0, 0])
			return { action: 'duplicate', instance_id: object.id, name, position }
		}),
	)
	yield* hierarchy('duplicate', inputs, namesOf(objects))
	const copies = inputs.map(({ name }) => name)
	desk.say(
		`I made ${counted(copies.length, 'copy').replace('copys', 'copies')} beside the original: ${listed(copies.slice(0, 8))}.`,
	)
}

function* hierarchy(verb: string, inputs: readonly ToolRequest['input'][], names: string): Plan {
	yield* calls(
		`${verb} ${names}`,
		inputs.map((input) => ({ name: 'unity_hierarchy', input })),
	)
}

function* transform(
	verb: string,
	objects: readonly ObjectInfo[],
	values: (n: number) => ToolRequest['input'],
): Plan {
	const inputs = objects.map(({ id }, n) => ({
		action: 'set_transform',
		instance_id: id,
		...values(n),
	}))
	yield* hierarchy(verb, inputs, namesOf(objects))
}

function* placements(objects: readonly ObjectInfo[], verb: string): Plan<Placement[]> {
	const results = yield* calls(`${verb} ${namesOf(objects)}`, objects.map(inspectTransform))
	return results.map(placementFrom)
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
const sum = (a: Vec3 = [0, 0, 0], b: Vec3): Vec3 => [
	round(a[0] + b[0]),
	round(a[1] + b[1]),
	round(a[2] + b[2]),
]
const difference = (a: Vec3, b: Vec3 = [0, 0, 0]): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const product = (a: Vec3 = [1, 1, 1], b: Vec3 = [1, 1, 1]): Vec3 => [
	round(a[0] * b[0]),
	round(a[1] * b[1]),
	round(a[2] * b[2]),
]

export const namesOf = (objects: readonly ObjectInfo[]): string =>
	objects.length > 6 ? `${objects.length} objects` : listed(objects.map(({ name }) => name))
const are = (objects: readonly ObjectInfo[]): string => (objects.length === 1 ? 'is' : 'are')
const have = (objects: readonly ObjectInfo[]): string => (objects.length === 1 ? 'has' : 'have')
