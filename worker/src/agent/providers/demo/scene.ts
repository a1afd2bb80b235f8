/** The scene: describing it, and its objects that a person means. */

import { likeness, NEAR, nearest, objectInLine } from '@fairlead/protocol/tools'
import { type Bag, bag, bags, list, number } from '@fairlead/protocol/wire/safe-read'
import { call, calls, type Desk, Halt, type Plan } from './desk.ts'
import type { Perform } from './project.ts'
import { bullets, counted, kindOf, listed } from './words.ts'

const FLOOR = /\b(floor|ground|terrain)\b|^plane\b/i
const PLAIN_COMPONENTS = ['Transform', 'MeshFilter', 'MeshRenderer']

export interface Thing {
	readonly instanceId: string
	readonly name: string
	readonly path: string
}

/** Source of a pattern, as the group `target`: "the cube", "all spheres", "Keeper", "/Room/Door", "it". */
export const TARGET =
	"(?<target>it|them|(?:all(?: the)?|every|the|my|an?) [\\w '-]+?|/[\\w /.-]+?|(?-i:[A-Z][\\w-]*(?: \\d+)?))"

/** Reads up to a hundred objects. */
function* hierarchy() {
	const input = { action: 'hierarchy', max_depth: 6, limit: 100 }
	const result = yield* call('look at the scene', 'unity_query', input)
	const objects = list(result['objects']).flatMap((line) => objectInLine(String(line)) ?? [])
	return { objects, total: number(result['total']) ?? objects.length, scenes: result['scenes'] }
}

export const describe: Perform = function* (desk) {
	const { objects, total, scenes } = yield* hierarchy()
	// `Main (Assets/Main.unity), active, 2 roots, 5 objects`
	const names = list(scenes).map((line) => `“${String(line).replace(/( \(|, ).*$/s, '')}”`)
	const head = `The scene ${listed(names)} has ${counted(total, 'object')}`
	const lines = objects.map(({ name, components, activeSelf, depth }) => {
		const worth = components.filter((type) => !PLAIN_COMPONENTS.includes(type))
		const facts = activeSelf ? worth : [...worth, 'hidden']
		return `${'  '.repeat(depth)}${name}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
	})
	desk.say(
		total > 0
			? bullets(`${head}:`, lines, total)
			: `${head}: it is empty. Try “make a red cube above the floor and let it fall”.`,
	)
}

/** The objects of the scene, read once in a turn. */
export function* objectsIn(desk: Desk): Plan<Thing[]> {
	desk.objects ??= (yield* hierarchy()).objects
	return desk.objects
}

/** The objects that are meant, at least one. */
export function* resolve(desk: Desk, said: string): Plan<readonly Thing[]> {
	if (/^(it|them)$/i.test(said)) {
		if (desk.them.length > 0) return desk.them
		throw new Halt('I do not know which object you mean. Name it, for example “the cube”.')
	}
	const name = said.replace(/^(?:all the|all|every|the|my|an?) /i, '')
	const found = matches(name.toLowerCase(), yield* objectsIn(desk))
	const recent = found.filter(({ path }) => path === desk.them.at(-1)?.path)
	const isMany = /^(all|every) /i.test(said) || (kindOf(name) && /s$/i.test(name))
	if (isMany || found.length <= 1) return found.length > 0 ? found : notFound(desk, name)
	if (recent.length === 1) return recent
	const paths = found.slice(0, 6).map(({ path }) => path)
	throw new Halt(
		`${found.length} objects could be “${name}”: ${listed(paths)}. Ask again with a path, or say “all ${name}s”. Where some have the same path, give each a name of its own in Unity.`,
	)
}

/** Objects of this path or name; else of this kind ("cubes" are Cube and Cube 2); else with it in their name. */
function matches(wanted: string, all: readonly Thing[]): readonly Thing[] {
	if (wanted.startsWith('/')) return all.filter(({ path }) => path.toLowerCase() === wanted)
	if (/^(floor|ground)$/.test(wanted)) return all.filter(({ name }) => FLOOR.test(name)).slice(0, 1)
	const kind = kindOf(wanted)
	return (
		[
			all.filter(({ name }) => name.toLowerCase() === wanted),
			all.filter(({ name }) => kind && kindOf(name) === kind),
			all.filter(({ name }) => name.toLowerCase().includes(wanted)),
		].find(({ length }) => length > 0) ?? []
	)
}

function notFound({ objects = [] }: Desk, name: string): never {
	const names = [...new Set(objects.map((one) => one.name))]
	const close = nearest(name, names, 3).filter((one) => likeness(name, one) >= NEAR)
	const offer = `Did you mean ${listed(close.map((one) => `“${one}”`))}?`
	const help = close.length > 0 ? offer : 'Say “describe the scene” to see what is there.'
	throw new Halt(
		`I found no object called “${name}” among the ${objects.length} in the scene. ${help}`,
	)
}

/** Makes new objects, in one step. */
export function* add(desk: Desk, doing: string, inputs: readonly Bag[]): Plan<Thing[]> {
	const objects = yield* objectsIn(desk)
	const made = yield* calls(
		doing,
		inputs.map((input) => ({ name: 'unity_hierarchy', input: { action: 'create', ...input } })),
	)
	const things = made.map(({ instanceId, path }, n) => ({
		instanceId: String(instanceId),
		name: String(inputs[n]?.['name']),
		path: String(path),
	}))
	objects.push(...things)
	return things
}

/** The floor of the scene; makes one if there is none. */
export function* floor(desk: Desk): Plan<Thing> {
	const found = (yield* objectsIn(desk)).find(({ name }) => FLOOR.test(name))
	if (found) return found
	desk.say("The scene has no floor yet, so I'll add one.")
	const input = { name: 'Floor', primitive_type: 'Plane', position: [0, 0, 0] }
	const [made] = yield* add(desk, 'create a floor', [input])
	return made ?? notFound(desk, 'Floor')
}

/** Adds a component where it is missing, and sets its properties. */
export function* configure(
	desk: Desk,
	doing: string,
	things: readonly Thing[],
	change: { readonly component_type: string; readonly properties: Bag },
): Plan {
	const requests = things.map(({ instanceId: game_object_id }) => ({
		name: 'unity_component',
		input: { action: 'configure', game_object_id, ...change },
	}))
	const results = yield* calls(doing, requests)
	// A call may succeed for some properties only.
	for (const { property, error } of results.flatMap((result) => bags(result['failed'])))
		desk.say(`${property} was not set: ${error ?? 'it failed without a reason.'}`)
}

export const inspect = (instance_id: string, component_type: string) => ({
	name: 'unity_query',
	input: { action: 'inspect_object', instance_id, component_type },
})

export const inspectTransform = (instance_id: string) => inspect(instance_id, 'Transform')

/** The properties of the component that {@link inspect} asked for. */
export const propertiesIn = (result: Bag): Bag => bag(bags(result['components'])[0]?.['properties'])

/** Reads the answer to {@link inspectTransform}. */
export function placementFrom(result: Bag) {
	const transform = propertiesIn(result)
	const [x = 0, y = 0, z = 0] = list(transform['position'] ?? transform['localPosition']).map(
		Number,
	)
	return { x, y, z, height: Number(list(transform['localScale'])[1] ?? 1) }
}

export const namesOf = (things: readonly Thing[]): string =>
	things.length > 6 ? `${things.length} objects` : listed(things.map(({ name }) => name))
