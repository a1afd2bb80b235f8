/** Finds the objects that a person means. */
import { likeness, NEAR, nearest } from '@fairlead/protocol/tools'
import {
	call,
	type Desk,
	Halt,
	type ObjectInfo,
	objectFrom,
	type Plan,
	type Scene,
	sceneObjects,
	succeeded,
} from './desk.ts'
import { asList, asRecord, type Outcome } from './transcript.ts'
import { colourOf, isPlural, kindOf, listed, type Vec3 } from './words.ts'

const FLOOR = /\b(floor|ground|terrain)\b|^plane\b/i

/**
 * Source of a pattern, as the group `target`: "it", "the red cube", "all spheres", "Keeper", "/Room/Door". A name of one
 * word needs a capital letter, so that "make a cube" is not about an object called "a cube".
 */
export const TARGET =
	"(?<target>it|them|this|that|(?:all(?: the)?|every|the|my) [\\w '#-]+?|/[\\w /.-]+?|(?-i:[A-Z][\\w-]*(?: \\d+)?))"

export const READ_SCENE = {
	name: 'unity_query',
	input: { action: 'hierarchy', max_depth: 6, limit: 100 },
} as const

/** The hierarchy, read once in a turn. */
export function* scene(desk: Desk): Plan<Scene> {
	if (desk.scene) return desk.scene
	const [outcome] = yield [READ_SCENE]
	desk.scene = sceneFrom(succeeded(outcome, 'look at the scene'))
	return desk.scene
}

export function sceneFrom({ value, text }: Extract<Outcome, { ok: true }>): Scene {
	if (value === undefined) return { objects: salvage(text), complete: false }
	const result = asRecord(value)
	const objects = sceneObjects(result).flatMap((node) => objectFrom(node) ?? [])
	return { objects, complete: typeof result['nextCursor'] !== 'string' }
}

/** Objects of a result that was cut in the middle. */
const salvage = (text: string): ObjectInfo[] =>
	[...text.matchAll(/"instanceId":"([^"]+)","name":"([^"]*)","path":"([^"]*)"/g)].map(
		([, id = '', name = '', path = '']) => ({ id, name, path, components: [] }),
	)

/** The matching objects, at least one. */
export function* resolve(desk: Desk, said: string): Plan<ObjectInfo[]> {
	const words = said.trim()
	if (/^(it|this|that|them)$/i.test(words)) {
		const meant = /^them$/i.test(words) ? desk.touched : desk.touched.slice(-1)
		if (meant.length === 0)
			throw new Halt('I do not know which object you mean. Name it, for example “the cube”.')
		return yield* stillThere(desk, meant)
	}
	const { objects, complete } = yield* scene(desk)
	const all = /^(all|every)\b/i.test(words)
	const name = words.replace(/^(?:all the|all|every|the|my) /i, '').replace(/^(['"])(.*)\1$/, '$2')
	let found = matches(desk, name, objects)
	if (found.length === 0 && !complete) {
		const input = { action: 'find', name, limit: 20 }
		const result = yield* call(`find ${name}`, 'unity_query', input)
		found = asList(result['objects']).flatMap((node) => objectFrom(node) ?? [])
	}
	if (found.length === 0) throw new Halt(notFound(name, objects))
	if (found.length === 1 || all || isPlural(name.split(' ').at(-1) ?? '')) return found
	const recent = found.find(({ id }) => id === desk.touched.at(-1)?.id)
	if (recent) return [recent]
	throw new Halt(ambiguous(name, found))
}

/** Ids change when Unity reloads; a path that still exists identifies the object. */
function* stillThere(desk: Desk, meant: readonly ObjectInfo[]): Plan<ObjectInfo[]> {
	const { objects, complete } = yield* scene(desk)
	return meant.map((object) => {
		const found =
			objects.find(({ id }) => id === object.id) ?? objects.find(({ path }) => path === object.path)
		if (!found && complete) throw new Halt(`${object.name} is no longer in the scene.`)
		return found ?? object
	})
}

/** Exact names, then kinds ("cubes" are Cube and Cube 2, and what has such a name), then names with these words in them. */
function matches(desk: Desk, name: string, all: readonly ObjectInfo[]): ObjectInfo[] {
	const wanted = name.toLowerCase()
	if (wanted.startsWith('/')) return all.filter(({ path }) => path.toLowerCase() === wanted)
	if (/^(floor|ground)$/.test(wanted)) return all.filter((one) => FLOOR.test(one.name)).slice(0, 1)
	const [, colour, noun] = /^(.+) (\S+)$/.exec(wanted) ?? []
	const rgba = colourOf(colour ?? '')?.rgba
	const pool = rgba ? all.filter((one) => isColoured(desk, one, rgba)) : all
	const bare = (rgba ? noun : wanted) ?? wanted
	const exact = pool.filter((one) => one.name.toLowerCase() === bare)
	if (exact.length > 0) return exact
	const label = kindOf(bare)?.label
	const kinds = pool.filter((one) => label !== undefined && kindOf(one.name)?.label === label)
	if (kinds.length > 0) return kinds
	return pool.filter((one) => one.name.toLowerCase().includes(bare))
}

const isColoured = (desk: Desk, { id, name }: ObjectInfo, rgba: readonly number[]): boolean =>
	desk.colours.get(id)?.every((value, n) => Math.abs(value - (rgba[n] ?? 0)) < 0.02) ??
	colourOf(name.split(' ')[0] ?? '')?.rgba.join() === rgba.join()

function ambiguous(name: string, found: readonly ObjectInfo[]): string {
	const paths = found.slice(0, 6).map(({ path }) => path)
	const many = `${found.length} objects could be “${name}”: ${listed(paths)}.`
	const unique = new Set(paths).size === paths.length
	return unique
		? `${many} Ask again with its path, for example “${paths[0]}”, or say “all ${name}s”.`
		: `${many} Some have the same path: give each a name of its own in Unity, or say “all ${name}s”.`
}

function notFound(name: string, all: readonly ObjectInfo[]): string {
	if (all.length === 0) return `There is no ${name}: the scene is empty.`
	const there = `There is no object “${name}” in the scene.`
	const names = [...new Set(all.map((one) => one.name))]
	const close = nearest(name, names, 3).filter((one) => likeness(name, one) >= NEAR)
	return close.length > 0
		? `${there} Did you mean ${listed(close.map((one) => `“${one}”`))}?`
		: `${there} Say “describe the scene” to see what is there.`
}

/** The floor of the scene; makes one if there is none. */
export function* floor(desk: Desk): Plan<ObjectInfo> {
	const { objects } = yield* scene(desk)
	const found = objects.find(({ name }) => FLOOR.test(name))
	if (found) return found
	desk.say("There is no floor yet, so I'll add one.")
	const made = yield* call('create a floor', 'unity_hierarchy', {
		action: 'create',
		name: 'Floor',
		primitive_type: 'Plane',
		position: [0, 0, 0],
	})
	return { id: String(made['instanceId']), name: 'Floor', path: '/Floor', components: [] }
}

export const inspectTransform = (id: string) => ({
	name: 'unity_query',
	input: { action: 'inspect_object', instance_id: id, component_type: 'Transform' },
})

/** Reads the answer to {@link inspectTransform}. */
export function placementFrom(result: unknown): { position: Vec3; scale: Vec3 } {
	const transform = asRecord(asList(asRecord(result)['components'])[0]?.['properties'])
	return {
		position: vector(transform['position'] ?? transform['localPosition'], 0),
		scale: vector(transform['localScale'], 1),
	}
}

function vector(value: unknown, otherwise: number): Vec3 {
	const at = (n: number): number => {
		const read = Array.isArray(value) ? Number(value[n]) : otherwise
		return Number.isFinite(read) ? read : otherwise
	}
	return [at(0), at(1), at(2)]
}

/** Half the height of an object at scale 1, as far as its name tells. */
export const halfHeight = ({ name }: Pick<ObjectInfo, 'name'>): number =>
	kindOf(name)?.half[1] ?? 0.5

export const namesOf = (objects: readonly ObjectInfo[]): string =>
	objects.length > 6 ? `${objects.length} objects` : listed(objects.map(({ name }) => name))
