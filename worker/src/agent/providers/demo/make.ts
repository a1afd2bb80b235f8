/** Making objects, letting them fall, and deleting them. */
import { call, calls, type Desk, Halt, type Plan } from './desk.ts'
import type { Perform } from './project.ts'
import * as scene from './scene.ts'
import type { Outcome } from './transcript.ts'
import * as words from './words.ts'

/** Gap between two objects placed side by side. */
const GAP_UNITS = 0.5
/** High enough to see it fall, low enough for the camera. */
const ABOVE_UNITS = 3
const MAX_COUNT = 50
/** Enough for a fall of about 10 units to come to rest. */
const FALL_SECONDS = 2
/** Places side by side that are above a new floor, which is 10 units wide. */
const FLOOR_PLACES = 4
/** Tolerated distance in units between the actual and the expected position. */
const REST_TOLERANCE_UNITS = 0.15
const WATCHED_OBJECTS = 5

/** Source of a pattern: a new object, with the groups that {@link create} reads. */
export const NEW_OBJECT = `(?<count>${words.NUMBER}) (?<colour>[a-z]+(?:[ -][a-z]+)? )??(?<noun>${words.NOUN})(?<tail>(?:,? (?:(?:named|called) ["'“]?[\\w-]+["'”]?|at ${words.VECTOR}|(?:above|over|on) the (?:floor|ground)|in a (?:row|line)))*)`

export const create: Perform = function* (desk, groups) {
	const { count: said = 'a', colour: shade = '', noun: nouns = '', tail = '' } = groups
	const kind = words.kindOf(nouns)
	const colour = words.colourOf(shade.trim())
	if (!kind || (shade && !colour)) throw new Halt(`I do not know the colour “${shade.trim()}”.`)
	const count = words.numberOf(said)
	if (count < 1 || count > MAX_COUNT)
		throw new Halt(`I make 1 to ${MAX_COUNT} objects at once, not ${count}.`)
	const taken = new Set((yield* scene.objectsIn(desk)).map(({ name }) => name))
	const [x, y, z] = yield* placeFor(desk, kind.half, count, tail)
	const base = /(?:named|called) ["'“]?([\w-]+)/i.exec(tail)?.[1] ?? kind.label
	const names = Array.from({ length: count }, () => freeName(taken, base))
	const step = (kind.half === 0 ? 10 : 1) + GAP_UNITS
	const inputs = names.map((name, n) => ({
		name,
		primitive_type: kind.half === 0 ? 'Plane' : kind.label,
		position: [x + (n - (count - 1) / 2) * step, y, z],
	}))
	const noun = kind.label.toLowerCase()
	// If not all of them can be made, the earlier ones are not meant by "them".
	desk.them = []
	const made = count === 1 ? `a ${noun}` : words.counted(count, noun)
	desk.them = yield* scene.add(desk, `create ${made}`, inputs)
	const change = { component_type: 'MeshRenderer', properties: { 'material.color': colour } }
	if (colour && !(yield* isSo(desk.them, colour)))
		yield* scene.configure(desk, `colour it ${shade.trim()}`, desk.them, change)
	const subject = count === 1 ? `a ${shade}${noun} at` : `${count} ${shade}${noun}s around`
	const place = [x, y, z].map(words.figure).join(', ')
	desk.say(`I made ${subject} (${place}): ${scene.namesOf(desk.them)}.`)
}

/** Whether new objects have the colour already: most render pipelines make them white, so others are not looked at. */
function* isSo([first]: readonly scene.Thing[], colour: readonly number[]): Plan<boolean> {
	if (!first || colour.some((value) => value !== 1)) return false
	const seen = scene.inspect(first.instanceId, 'MeshRenderer')
	const result = yield* call(`see the colour of ${first.name}`, seen.name, seen.input)
	return String(scene.propertiesIn(result)['material.color']) === String(colour)
}

/** Two objects with the same name would share a path. */
function freeName(taken: Set<string>, base: string): string {
	let name = base
	for (let n = 2; taken.has(name); n++) name = `${base} ${n}`
	taken.add(name)
	return name
}

type Place = readonly [x: number, y: number, z: number]
/** The place that the person said; else beside objects made before, or centered behind them if several, on or above the ground. */
function* placeFor(desk: Desk, half: number, count: number, tail: string): Plan<Place> {
	const at = new RegExp(` at (${words.VECTOR})`, 'i').exec(tail)?.[1]
	if (at) {
		const [x = 0, y = 0, z = 0] = (at.match(/-?[\d.]+/g) ?? []).map(Number)
		return [x, y, z]
	}
	const before = half === 0 ? 0 : desk.placed
	if (half > 0) desk.placed += count
	const beside = (places: number): readonly [x: number, z: number] => {
		const aside = places * (1 + GAP_UNITS)
		return count > 1 ? [0, aside] : [aside, 0]
	}
	if (/ (above|over) /i.test(tail)) {
		const ground = yield* scene.floor(desk)
		const seen = scene.inspectTransform(ground.instanceId)
		const result = yield* call(`see where ${ground.name} is`, seen.name, seen.input)
		const { x, y, z } = scene.placementFrom(result)
		const [right, back] = beside(before % FLOOR_PLACES)
		return [x + right, y + ABOVE_UNITS, z + back]
	}
	const [right, back] = beside(before)
	return [right, half, back]
}

/** Adds a Rigidbody, enters play mode, takes a picture, reads where objects landed, and leaves play mode. */
export const fall: Perform = function* (desk, { target = 'it' }) {
	const things = yield* scene.resolve(desk, target)
	const ground = yield* scene.floor(desk)
	const names = scene.namesOf(things)
	const properties = { useGravity: true, isKinematic: false }
	const change = { component_type: 'Rigidbody', properties }
	yield* scene.configure(desk, `change the physics of ${names}`, things, change)
	const has = things.length === 1 ? 'now has' : 'now have'
	desk.say(`${names} ${has} a Rigidbody. I'll enter play mode and watch.`)
	yield* call('enter play mode', 'unity_play', { action: 'enter', wait_seconds: FALL_SECONDS })
	desk.them = things
	desk.forgetIds()
	const watched = things.slice(0, WATCHED_OBJECTS)
	const [picture, top, ...seen] = yield [
		{ name: 'unity_screenshot', input: { action: 'game' } },
		...[ground, ...watched].map(({ path }) => scene.inspectTransform(path)),
	]
	// Leave play mode before anything can end the plan: changes made in play mode are lost.
	yield* call('leave play mode', 'unity_play', { action: 'exit' })
	for (const [n, thing] of watched.entries()) {
		const isFloor = thing.path === ground.path
		desk.say(fate(thing.name, seen[n], isFloor ? undefined : top))
	}
	const shown = picture?.ok ? 'The picture shows it.' : 'I could not take a picture.'
	desk.say(`${shown} I left play mode again, so the scene is as it was before the fall.`)
}

function fate(name: string, seen: Outcome | undefined, top: Outcome | undefined): string {
	const subject = /^[A-Z][a-z]*$/.test(name) ? `The ${name.toLowerCase()}` : name
	if (!seen?.ok) return `I could not see where ${name} is.`
	const { y, height } = scene.placementFrom(seen.value)
	const half = (words.kindOf(name)?.half ?? 0.5) * height
	const rest = top?.ok ? scene.placementFrom(top.value).y + half : Number.NaN
	return Math.abs(y - rest) <= REST_TOLERANCE_UNITS
		? `${subject} came to rest on the floor at y = ${words.figure(y)}.`
		: `${subject} was at y = ${words.figure(y)} after ${FALL_SECONDS} seconds.`
}

export const remove: Perform = function* (desk, { target = 'it' }) {
	const things = yield* scene.resolve(desk, target)
	const requests = things.map(({ instanceId: instance_id }) => ({
		name: 'unity_hierarchy',
		input: { action: 'destroy', instance_id },
	}))
	yield* calls(`delete ${scene.namesOf(things)}`, requests)
	desk.them = []
	desk.objects = undefined
	const back = things.length === 1 ? 'it' : 'them'
	desk.say(`I deleted ${scene.namesOf(things)}. “Undo” brings ${back} back.`)
}
