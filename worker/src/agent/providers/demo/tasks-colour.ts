/** Giving things a colour, and saying which one they have. */
import { nameOfColour } from './colours.ts'
import { calls, type Desk, type Plan } from './desk.ts'
import { resolve } from './find.ts'
import type { ObjectInfo } from './memory.ts'
import { figure, listed } from './speak.ts'
import { asList, asRecord } from './transcript.ts'
import type { Colour, Target } from './types.ts'

const SHOWN_OBJECTS = 5

/** Where an object of each kind keeps its colour. */
const SURFACE = { component: 'MeshRenderer', property: 'material.color' } as const
const LIGHT = { component: 'Light', property: 'color' } as const
type ColourHolder = typeof SURFACE | typeof LIGHT

/** `undefined`: it has no colour, like a camera. */
export function holderOfKind(primitive: string): ColourHolder | undefined {
	if (primitive.endsWith('Light')) return LIGHT
	return primitive === 'Camera' || primitive === 'Empty' ? undefined : SURFACE
}

function holderOf(desk: Desk, object: ObjectInfo): ColourHolder | undefined {
	if (object.components.includes(SURFACE.component)) return SURFACE
	if (object.components.includes(LIGHT.component)) return LIGHT
	if (object.components.length > 0) return undefined
	// Its components are unknown if it was just made or the hierarchy was cut.
	return holderOfKind(desk.memory.kinds.get(object.id) ?? 'Cube')
}

/** Colours objects, in one step: lights by their light's colour, others by their material. */
export function* paint(desk: Desk, objects: readonly ObjectInfo[], colour: Colour): Plan {
	yield* calls(
		`colour it ${colour.name}`,
		objects.map((object) => {
			const { component, property } = holderOf(desk, object) ?? SURFACE
			return {
				name: 'unity_component',
				input: {
					action: 'configure',
					game_object_id: object.id,
					component_type: component,
					properties: { [property]: colour.rgba },
				},
			}
		}),
	)
}

/** "what colour is the cube?" */
export function* tellColour(desk: Desk, target: Target): Plan {
	const all = yield* resolve(desk, target)
	const objects = all.slice(0, SHOWN_OBJECTS)
	const held = objects.flatMap((object) => {
		const holder = holderOf(desk, object)
		return holder ? [{ object, holder }] : []
	})
	const results = yield* calls(
		`inspect ${listed(held.map(({ object }) => object.name))}`,
		held.map(({ object, holder }) => ({
			name: 'unity_query',
			input: {
				action: 'inspect_object',
				instance_id: object.id,
				component_type: holder.component,
			},
		})),
	)
	for (const object of objects) {
		const n = held.findIndex((other) => other.object === object)
		desk.say(sentenceFor(object.name, held[n]?.holder, results[n] ?? {}))
	}
	if (all.length > objects.length)
		desk.say(`I looked at the first ${objects.length} of ${all.length}.`)
}

function sentenceFor(
	name: string,
	holder: ColourHolder | undefined,
	result: Record<string, unknown>,
): string {
	if (!holder) return `${name} has neither a MeshRenderer nor a Light, so it has no colour.`
	const component = asList(result['components']).find(({ type }) => type === holder.component)
	const value = asRecord(component?.['properties'])[holder.property]
	const rgba = Array.isArray(value) ? value.map(Number) : []
	if (rgba.length < 3 || !rgba.every(Number.isFinite))
		return `Unity did not tell a colour for ${name}: its ${holder.component} shows no ${holder.property}.`
	const figures = `(${rgba.map(figure).join(', ')})`
	const word = nameOfColour(rgba)
	const verb = holder === LIGHT ? 'shines' : 'is'
	if (word) return `${name} ${verb} ${word} ${figures}.`
	return `${name} ${verb} in a colour that I have no word for: ${figures}.`
}
