/** Making objects, and changing those that exist. */
import { calls, type Desk, Halt, type ObjectInfo, objectFrom, type Plan } from './desk.ts'
import {
	floor,
	halfHeight,
	inspectTransform,
	namesOf,
	placementFrom,
	resolve,
	scene,
} from './find.ts'
import {
	type Colour,
	colourOf,
	counted,
	type Kind,
	kindOf,
	listed,
	NOUN,
	NUMBER,
	numberOf,
	point,
	VECTOR,
	type Vec3,
	vectorOf,
} from './words.ts'

/** Gap between two objects placed side by side. */
const GAP_UNITS = 0.5
/** High enough to see it fall, low enough for the camera. */
const ABOVE_UNITS = 3
const MAX_COUNT = 50
const SIZES: Readonly<Record<string, number>> = {
	tiny: 0.25,
	small: 0.5,
	big: 2,
	large: 2,
	huge: 4,
}

/** Source of a pattern: a new object, with the groups `count`, `words`, `noun` and `tail`. */
export const NEW_OBJECT = `(?<count>${NUMBER}) (?<words>(?:[\\w#-]+ ){0,4}?)(?<noun>${NOUN})\\b(?<tail>.*)`
/** Circumstances, each at the begin of what is left. */
const TAIL = {
	name: /^,? ?(?:named|called) ["'“]?([\w-]+(?: \d+)?)["'”]?(?= |,|$)/i,
	at: new RegExp(`^,? ?at ${VECTOR}`, 'i'),
	beside:
		/^,? ?(high above|above|over|on top of|on|next to|beside) (the [\w ]+?|[A-Z][\w-]*|\/[\w /]+?)(?= in a |,|$)/i,
	row: /^,? ?in a (row|line)/i,
}

interface Wish {
	readonly kind: Kind
	readonly count: number
	readonly scale: number
	readonly colour: Colour | undefined
	readonly name: string
	readonly at: Vec3 | undefined
	readonly beside: { readonly relation: string; readonly anchor: string } | undefined
}

/** @returns `undefined` if a word is not understood */
function wishFrom(groups: Readonly<Record<string, string>>): Wish | undefined {
	const kind = kindOf(groups['noun'] ?? '')
	const words = (groups['words'] ?? '').trim().split(' ').filter(Boolean)
	const sizes = words.filter((word) => Object.hasOwn(SIZES, word.toLowerCase()))
	const shade = words.filter((word) => !sizes.includes(word) && word !== 'new').join(' ')
	const colour = colourOf(shade)
	if (!kind || (shade !== '' && !colour)) return undefined
	let left = (groups['tail'] ?? '').trim()
	const found = new Map<string, RegExpExecArray>()
	for (let before = ''; before !== left; ) {
		before = left
		for (const [name, pattern] of Object.entries(TAIL)) {
			const match = found.has(name) ? null : pattern.exec(left)
			if (!match) continue
			found.set(name, match)
			left = left.slice(match[0].length).trim()
		}
	}
	if (left !== '') return undefined
	const [at, beside] = [found.get('at'), found.get('beside')]
	return {
		kind,
		count: numberOf(groups['count'], 1),
		scale: sizes.reduce((size, word) => size * (SIZES[word.toLowerCase()] ?? 1), 1),
		colour,
		name: found.get('name')?.[1] ?? kind.label,
		at: at && vectorOf(at[0]),
		beside: beside && { relation: beside[1] ?? '', anchor: beside[2] ?? '' },
	}
}

export function* create(desk: Desk, groups: Readonly<Record<string, string>>): Plan<boolean> {
	const wish = wishFrom(groups)
	if (!wish) return false
	const { kind, count, scale, colour } = wish
	if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
		throw new Halt(`I make 1 to ${MAX_COUNT} objects at once, not ${count}.`)
	const { objects } = yield* scene(desk)
	const centre = yield* placeFor(desk, wish)
	const names = freeNames(new Set(objects.map(({ name }) => name)), wish)
	const step = Math.max(0.5, kind.half[0] * 2 * scale) + GAP_UNITS
	const positions = names.map((_, n) =>
		rounded([centre[0] + (n - (count - 1) / 2) * step, centre[1], centre[2]]),
	)
	const noun = kind.label.toLowerCase()
	const made = yield* calls(
		`create ${counted(count, noun)}`,
		names.map((name, n) => ({
			name: 'unity_hierarchy',
			input: {
				action: 'create',
				name,
				primitive_type: kind.primitive,
				position: positions[n],
				...(scale === 1 ? {} : { scale: [scale, scale, scale] }),
			},
		})),
	)
	if (colour) {
		const fresh = made.flatMap((result) => objectFrom(result) ?? [])
		yield* setColour(fresh, colour, kind.primitive)
	}
	const shade = colour ? `${colour.name} ` : ''
	const what = count === 1 ? `a ${shade}${noun} at` : `${count} ${shade}${noun}s around`
	const shown = names.slice(0, 8).concat(names.length > 8 ? ['…'] : [])
	desk.say(
		`I made ${what} ${point(count === 1 ? (positions[0] ?? centre) : centre)}: ${listed(shown)}.`,
	)
	return true
}

/** Unused names: two objects with the same name would share a path. */
function freeNames(taken: Set<string>, { name: base, count }: Wish): string[] {
	return Array.from({ length: count }, () => {
		let name = base
		for (let n = 2; taken.has(name); n++) name = `${base} ${n}`
		taken.add(name)
		return name
	})
}

/** Without a wish: on the ground, beside objects made before; several are centred, behind them. */
function* placeFor(desk: Desk, { kind, count, scale, at, beside }: Wish): Plan<Vec3> {
	if (at) return at
	const half = kind.half.map((value) => value * scale)
	if (!beside) {
		if (kind.primitive === 'Plane' || kind.primitive === 'Empty') return [0, 0, 0]
		const height = kind.half[1] === 0 ? ABOVE_UNITS : (half[1] ?? 0)
		const aside = desk.placed * (1 + GAP_UNITS)
		return rounded(count > 1 ? [0, height, aside] : [aside, height, 0])
	}
	const isFloor = /^the (floor|ground)$/i.test(beside.anchor)
	const [anchor] = isFloor ? [yield* floor(desk)] : yield* resolve(desk, beside.anchor)
	if (!anchor) throw new Halt(`I do not know which object “${beside.anchor}” is.`)
	const [result] = yield* calls(`see where ${anchor.name} is`, [inspectTransform(anchor.id)])
	const { position, scale: size } = placementFrom(result)
	const [x, y, z] = position
	const top = y + halfHeight(anchor) * size[1]
	if (/above|over/i.test(beside.relation)) return rounded([x, top + ABOVE_UNITS, z])
	if (/^on/i.test(beside.relation)) return rounded([x, top + (half[1] ?? 0), z])
	const width = (kindOf(anchor.name)?.half[0] ?? 0.5) * size[0]
	return rounded([x + width + (half[0] ?? 0) + GAP_UNITS, y, z])
}

/** Colours objects, in one step: lights by their light's colour, others by their material. */
function* setColour(objects: readonly ObjectInfo[], colour: Colour, primitive = ''): Plan {
	yield* calls(
		`colour it ${colour.name}`,
		objects.map(({ id, components }) => {
			const isLight = primitive.endsWith('Light') || components.includes('Light')
			const [type, property] = isLight ? ['Light', 'color'] : ['MeshRenderer', 'material.color']
			return {
				name: 'unity_component',
				input: {
					action: 'configure',
					game_object_id: id,
					component_type: type,
					properties: { [property]: colour.rgba },
				},
			}
		}),
	)
}

export function* paint(desk: Desk, target: string, words: string): Plan<boolean> {
	const colour = colourOf(words)
	if (!colour) return false
	const objects = yield* resolve(desk, target)
	yield* setColour(objects, colour)
	desk.say(`${namesOf(objects)} ${are(objects)} ${colour.name} now.`)
	return true
}

export function* remove(desk: Desk, target: string): Plan {
	const objects = yield* resolve(desk, target)
	yield* calls(
		`delete ${namesOf(objects)}`,
		objects.map(({ id }) => ({
			name: 'unity_hierarchy',
			input: { action: 'destroy', instance_id: id },
		})),
	)
	desk.say(
		`I deleted ${namesOf(objects)}. “Undo” brings ${objects.length === 1 ? 'it' : 'them'} back.`,
	)
}

const rounded = ([x, y, z]: Vec3): Vec3 => [round(x), round(y), round(z)]
const round = (value: number): number => Math.round(value * 1_000) / 1_000
const are = (objects: readonly ObjectInfo[]): string => (objects.length === 1 ? 'is' : 'are')
