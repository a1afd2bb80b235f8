/** Sentences for objects of the scene and their components. */

import { type Bag, bag, bags, number, text } from '../../../wire/safe-read.ts'
import { baseName, count, name, say, valueText, vector } from '../label.ts'
import { at, objectOf, type Teller } from './teller.ts'

const KIND_WORDS: Readonly<Record<string, string>> = {
	DirectionalLight: 'a directional light',
	PointLight: 'a point light',
	SpotLight: 'a spot light',
	Camera: 'a camera',
	Empty: 'an empty object',
	Image: 'an image',
	InputField: 'an input field',
}

export const hierarchy: Teller = (told) => {
	const { input, result, action, v } = told
	const object = objectOf(told, 'instance_id')
	switch (action) {
		case 'create': {
			const kind = text(input['primitive_type'])
			const shown = text(result['name']) ?? text(input['name'])
			const what = shown ? name(shown) : (KIND_WORDS[kind ?? 'Empty'] ?? `a ${kind?.toLowerCase()}`)
			return say(v('Creating', 'Created', 'create'), what, at(input['position']))
		}
		case 'duplicate': {
			const copy = text(result['name'])
			const from = text(input['instance_id'])
			const origin = from && !/^\d+$/.test(from) ? name(baseName(from)) : 'an object'
			return say(
				v('Duplicating', 'Duplicated', 'duplicate'),
				origin,
				copy ? say('as', name(copy)) : null,
			)
		}
		case 'destroy': {
			const n = number(result['destroyedCount']) ?? 1
			const below = n > 1 ? `and ${count(n - 1, 'object')} below it` : null
			return say(v('Deleting', 'Deleted', 'delete'), object, below)
		}
		case 'rename': {
			const before =
				text(result['previousName']) ?? baseName(text(input['instance_id']) ?? 'object')
			const after = text(result['name']) ?? text(input['name']) ?? ''
			return say(v('Renaming', 'Renamed', 'rename'), name(before), 'to', name(after))
		}
		case 'reparent': {
			const parent = text(input['parent_id'])
			const where = parent ? say('below', name(baseName(parent))) : 'to the top level'
			return say(v('Moving', 'Moved', 'move'), object, where)
		}
		case 'move_scene':
			return say(
				v('Moving', 'Moved', 'move'),
				object,
				'to scene',
				name(baseName(text(input['target_scene']) ?? '')),
			)
		case 'set_active':
			return say(
				input['active'] === false ? v('Hiding', 'Hid', 'hide') : v('Showing', 'Showed', 'show'),
				object,
			)
		case 'set_transform': {
			const moved = vector(input['position'])
			const turned = vector(input['rotation'])
			const scaled = vector(input['scale'])
			const given = [moved, turned, scaled].filter((value) => value !== null)
			if (given.length !== 1)
				return say(v('Placing', 'Placed', 'place'), object, at(input['position']))
			if (moved) return say(v('Moving', 'Moved', 'move'), object, 'to', moved)
			if (turned) return say(v('Rotating', 'Rotated', 'rotate'), object, 'to', turned)
			return say(v('Scaling', 'Scaled', 'scale'), object, 'to', scaled)
		}
		case 'set_tag_layer': {
			const tag = text(input['tag'])
			const layer = text(input['layer'])
			const what = [tag ? `tag ${tag}` : null, layer ? `layer ${layer}` : null].filter(Boolean)
			return say(v('Giving', 'Gave', 'give'), object, what.join(' and '))
		}
		default:
			return say(v('Changing', 'Changed', 'change'), object)
	}
}

/** The properties set on a component: one with its value, or their number. */
interface Properties {
	readonly one: boolean
	/** "mass to 5", "3 properties, 1 property refused". */
	readonly text: string
}

function propertiesOf(input: Bag, result: Bag): Properties | null {
	const changes = bags(result['results']).filter((change) => change['success'] === true)
	const failed = bags(result['results']).length - changes.length
	const suffix = failed > 0 ? `, ${count(failed, 'property', 'properties')} refused` : ''
	const [first] = changes
	if (changes.length === 1 && first) {
		const value = valueText(first['newValue'])
		return { one: true, text: `${String(first['property'])} to ${value}${suffix}` }
	}
	const wanted = changes.length || Object.keys(bag(input['properties'])).length
	if (wanted === 0) return null
	return { one: false, text: `${count(wanted, 'property', 'properties')}${suffix}` }
}

/** "Set mass of Rigidbody on 121 objects". */
const manyObjects = (type: string, { input, result, v }: Parameters<Teller>[0]) => {
	const what = say(Object.keys(bag(input['properties'])).join(', '), 'of', name(type))
	const matched = number(result['matched'])
	const on = matched === undefined ? 'matching objects' : count(matched, 'object')
	if (input['preview'] === true) return say(v('Looking up', 'Looked up', 'look up'), what, 'on', on)
	return say(v('Setting', 'Set', 'set'), what, 'on', on)
}

export const component: Teller = (told) => {
	const { input, result, action, v } = told
	const type = text(result['componentType']) ?? text(input['component_type']) ?? 'a component'
	if (action === 'modify_where') return manyObjects(type, told)
	const object = objectOf(told, 'game_object_id')
	const properties = propertiesOf(input, result)
	if (action === 'remove')
		return say(v('Removing', 'Removed', 'remove'), name(type), 'from', object)
	if (action === 'add' || result['added'] === true) {
		const set = properties && `, set ${properties.text}`
		return say(v('Adding', 'Added', 'add'), name(type), 'to', object, set)
	}
	if (properties === null) return say(v('Changing', 'Changed', 'change'), name(type), 'of', object)
	const what = properties.one ? [name(type), properties.text] : [properties.text, 'of', name(type)]
	return say(v('Setting', 'Set', 'set'), ...what, 'on', object)
}
