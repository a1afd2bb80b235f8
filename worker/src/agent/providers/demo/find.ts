/** Finds the objects that a person means. Asks if that is ambiguous. */
import { nearest } from '@fairlead/protocol/tools'
import { type Desk, Halt, type Plan, succeeded } from './desk.ts'
import { type ObjectInfo, objectFrom, sceneObjects } from './memory.ts'
import { kindOf } from './nouns.ts'
import { listed, WHICH_ONE } from './speak.ts'
import { asList, asRecord, type Outcome } from './transcript.ts'
import type { Target, Vec3 } from './types.ts'
import { colourOf } from './words.ts'

const SCENE_LIMIT = 100
const SCENE_DEPTH = 6
const FLOOR = /\b(floor|ground|terrain)\b|^plane\b/i

/** The hierarchy, read once per turn. */
export function* scene(desk: Desk): Plan<{ objects: ObjectInfo[]; complete: boolean }> {
	if (desk.scene) return desk.scene
	const [outcome] = yield [
		{
			name: 'unity_query',
			input: { action: 'hierarchy', max_depth: SCENE_DEPTH, limit: SCENE_LIMIT },
		},
	]
	desk.scene = sceneFrom(succeeded(outcome, 'look at the scene'))
	return desk.scene
}

export function sceneFrom(outcome: Extract<Outcome, { ok: true }>): {
	objects: ObjectInfo[]
	complete: boolean
} {
	if (outcome.value === undefined) return { objects: salvage(outcome.text), complete: false }
	const result = asRecord(outcome.value)
	const objects = sceneObjects(result).flatMap((node) => objectFrom(node) ?? [])
	return { objects, complete: typeof result['nextCursor'] !== 'string' }
}

/** Objects of a result that was cut in the middle. */
function salvage(text: string): ObjectInfo[] {
	const found = text.matchAll(
		/"instanceId":"([^"]+)","name":"((?:[^"\\]|\\.)*)","path":"((?:[^"\\]|\\.)*)"/g,
	)
	return [...found].map(([, id = '', name = '', path = '']) => ({
		id,
		name,
		path,
		components: [],
		parentId: null,
	}))
}

/** The matching objects, at least one. */
export function* resolve(desk: Desk, target: Target): Plan<ObjectInfo[]> {
	switch (target.kind) {
		case 'it':
		case 'them': {
			const meant = target.kind === 'it' ? desk.memory.last : undefined
			const objects = meant ? [meant] : target.kind === 'them' ? desk.memory.group : []
			if (objects.length === 0)
				throw new Halt('I do not know which object you mean. Name it, for example “the cube”.')
			return yield* stillThere(desk, objects)
		}
		case 'everything': {
			const { objects } = yield* scene(desk)
			const own = objects.filter((object) => object.parentId === null && !isStage(object))
			if (own.length === 0)
				throw new Halt('There is nothing in the scene but its camera and lights.')
			return own
		}
		case 'selection': {
			const [outcome] = yield [{ name: 'unity_query', input: { action: 'selection' } }]
			const result = asRecord(succeeded(outcome, 'read the selection').value)
			const objects = asList(result['objects']).flatMap((node) => objectFrom(node) ?? [])
			if (objects.length === 0)
				throw new Halt('Nothing is selected in Unity. Select an object, or name it.')
			return objects
		}
		case 'list': {
			const all: ObjectInfo[] = []
			for (const item of target.items) all.push(...(yield* resolve(desk, item)))
			return all.filter((object, n) => all.findIndex(({ id }) => id === object.id) === n)
		}
		case 'ordinal': {
			const object = desk.memory.group.at(target.index)
			if (!object)
				throw new Halt('I do not know which object you mean. Name it, for example “the cube”.')
			return yield* stillThere(desk, [object])
		}
		case 'named':
			return yield* byName(desk, target)
		default:
			return target satisfies never
	}
}

/** Exactly one object. */
export function* resolveOne(desk: Desk, target: Target): Plan<ObjectInfo> {
	const [first, second] = yield* resolve(desk, target)
	if (!first) throw new Halt('I do not know which object you mean.')
	return second && desk.memory.last?.id === second.id ? second : first
}

const isStage = ({ components }: ObjectInfo): boolean =>
	components.includes('Camera') || components.includes('Light')

/** Ids change when Unity reloads; a path that still exists identifies the object. */
function* stillThere(desk: Desk, objects: readonly ObjectInfo[]): Plan<ObjectInfo[]> {
	const { objects: all, complete } = yield* scene(desk)
	return objects.map((object) => {
		const found =
			all.find(({ id }) => id === object.id) ?? all.find(({ path }) => path === object.path)
		if (!found && complete) throw new Halt(`${object.name} is no longer in the scene.`)
		return found ?? object
	})
}

function* byName(desk: Desk, target: Extract<Target, { kind: 'named' }>): Plan<ObjectInfo[]> {
	const { objects, complete } = yield* scene(desk)
	let found = matches(desk, target, objects)
	if (found.length === 0 && !complete) {
		const input = { action: 'find', name: target.name, limit: 20 }
		const [outcome] = yield [{ name: 'unity_query', input }]
		const result = asRecord(succeeded(outcome, `find ${target.name}`).value)
		found = asList(result['objects']).flatMap((node) => objectFrom(node) ?? [])
	}
	if (found.length === 0) throw new Halt(notFound(target, objects))
	if (found.length === 1 || target.plural) return found
	return choose(desk, target.name, found)
}

function matches(
	desk: Desk,
	target: Extract<Target, { kind: 'named' }>,
	all: readonly ObjectInfo[],
): ObjectInfo[] {
	const wanted = target.name.toLowerCase()
	if (wanted.startsWith('/')) return all.filter(({ path }) => path.toLowerCase() === wanted)
	if (/^(?:floor|ground)$/.test(wanted)) {
		const floors = all.filter(({ name }) => FLOOR.test(name))
		return floors.slice(0, target.plural ? floors.length : 1)
	}
	const pool = target.colour
		? all.filter((object) => hasColour(desk, object, target.colour ?? ''))
		: all
	const literal = pool.filter(({ name }) => name === target.name)
	if (literal.length === 1 && /[A-Z\d]/.test(target.name)) return literal
	const exact = pool.filter(({ name }) => name.toLowerCase() === wanted)
	const primitive = kindOf(wanted)?.primitive
	const numbered = pool.filter(
		({ id, name }) =>
			name.toLowerCase().replace(/\s*\(?\d+\)?$/, '') === wanted ||
			(primitive !== undefined && desk.memory.kinds.get(id) === primitive),
	)
	const close = [...exact, ...numbered.filter((object) => !exact.includes(object))]
	const recent = close.find(({ id }) => id === desk.memory.last?.id)
	if (!target.plural && recent) return [recent]
	if (!target.plural && exact.length > 0) return exact
	if (close.length > 0) return close
	return pool.filter(({ name, components }) => {
		const said = name.toLowerCase()
		return said.includes(wanted) || components.some((type) => type.toLowerCase() === wanted)
	})
}

function hasColour(desk: Desk, object: ObjectInfo, colour: string): boolean {
	if (object.name.toLowerCase().includes(colour.toLowerCase())) return true
	const is = desk.memory.colours.get(object.id)
	const wanted = colourOf(colour)?.rgba
	return Boolean(
		is && wanted && [0, 1, 2].every((n) => Math.abs((is[n] ?? 0) - (wanted[n] ?? 0)) < 0.02),
	)
}

function choose(desk: Desk, name: string, found: ObjectInfo[]): ObjectInfo[] {
	const { answer } = desk
	switch (answer?.kind) {
		case 'ordinal': {
			const object = found.at(answer.index)
			if (object) return [object]
			break
		}
		case 'them':
		case 'everything':
			return found
		case 'named': {
			const said = answer.name.toLowerCase()
			const object = found.find(({ id, path }) => id === said || path.toLowerCase() === said)
			if (object) return [object]
			break
		}
		default:
			break
	}
	const places = found.slice(0, 6).map(({ path, id }) => `${path} (id ${id})`)
	const same = found.every((object) => object.name === found[0]?.name)
	const count = found.length === 2 ? 'two' : String(found.length)
	const what = same ? `named ${found[0]?.name}` : `that “${name}” could be`
	throw new Halt(
		`There are ${count} objects ${what}: ${listed(places)}. Say its path, “the first one”, or “all of them”. ${WHICH_ONE}`,
	)
}

function notFound(target: Extract<Target, { kind: 'named' }>, all: readonly ObjectInfo[]): string {
	const what = target.colour ? `${target.colour} ${target.name}` : target.name
	if (all.length === 0) return `There is no ${what}: the scene is empty.`
	const close = nearest(target.name, [...new Set(all.map(({ name }) => name))], 3)
	return `There is no object “${what}” in the scene. Did you mean ${listed(close.map((name) => `“${name}”`))}?`
}

/** The floor of the scene, if it has one. */
export function* findFloor(desk: Desk): Plan<ObjectInfo | undefined> {
	const { objects } = yield* scene(desk)
	return objects.find(({ name }) => FLOOR.test(name))
}

export interface Placement {
	readonly position: Vec3
	readonly rotation: Vec3
	readonly scale: Vec3
}

export const inspectTransform = (object: ObjectInfo) => ({
	name: 'unity_query',
	input: { action: 'inspect_object', instance_id: object.id, component_type: 'Transform' },
})

/** Reads the answer to {@link inspectTransform}. */
export function placementFrom(result: Record<string, unknown>): Placement {
	const transform = asRecord(asList(result['components'])[0]?.['properties'])
	return {
		position: vector(transform['position'] ?? transform['localPosition'], 0),
		rotation: vector(transform['localRotation'] ?? transform['localEulerAngles'], 0),
		scale: vector(transform['localScale'], 1),
	}
}

function vector(value: unknown, otherwise: number): Vec3 {
	const numbers = Array.isArray(value) ? value.map(Number) : []
	const at = (n: number) => (Number.isFinite(numbers[n]) ? (numbers[n] ?? otherwise) : otherwise)
	return [at(0), at(1), at(2)]
}

/** Half the size of a primitive at scale 1. */
export function halfSize(desk: Desk, object: Pick<ObjectInfo, 'id' | 'name'>): Vec3 {
	const kind =
		desk.memory.kinds.get(object.id) ?? kindOf(object.name.replace(/\s*\(?\d+\)?$/, ''))?.primitive
	return halfOf(kind ?? 'Cube')
}

export function halfOf(primitive: string): Vec3 {
	switch (primitive) {
		case 'Plane':
			return [5, 0, 5]
		case 'Capsule':
		case 'Cylinder':
			return [0.5, 1, 0.5]
		case 'Empty':
		case 'Camera':
		case 'DirectionalLight':
		case 'PointLight':
		case 'SpotLight':
			return [0, 0, 0]
		default:
			return [0.5, 0.5, 0.5]
	}
}
