/** Sentences for positions and measurements in the world. */

import { list, number, text } from '../../../wire/safe-read.ts'
import { baseName, count, name, num, say } from '../label.ts'
import { objectOf, type Teller } from './teller.ts'

export const physics: Teller = (told) => {
	const { input, result, action, v, known } = told
	const ends = say(objectOf(told, 'from'), 'and', objectOf(told, 'to'))
	switch (action) {
		case 'cast': {
			const shape = input['size'] ? 'a box' : input['radius'] ? 'a sphere' : 'a ray'
			const hits = number(result['total']) ?? 0
			const found = hits === 0 ? ': no hit' : `: ${count(hits, 'hit')}`
			return say(v('Casting', 'Cast', 'cast'), shape, known ? found : null)
		}
		case 'overlap': {
			const shape = input['size'] ? 'a box' : 'a sphere'
			const found = `: ${count(number(result['total']) ?? 0, 'collider')}`
			return say(
				v('Looking for colliders in', 'Looked for colliders in', 'look for colliders in'),
				shape,
				known ? found : null,
			)
		}
		case 'closest_point':
			return say(
				v(
					'Finding the closest point of',
					'Found the closest point of',
					'find the closest point of',
				),
				objectOf(told, 'instance_id'),
			)
		case 'line_of_sight': {
			const seen = result['visible'] === true ? ': clear' : ': blocked'
			return say(
				v('Checking the view between', 'Checked the view between', 'check the view between'),
				ends,
				known ? seen : null,
			)
		}
		case 'bounds': {
			const objects = list(input['objects'])
			const [first] = objects
			const one = objects.length === 1 && typeof first === 'string' && !/^\d+$/.test(first)
			return say(
				v('Measuring', 'Measured', 'measure'),
				one ? name(baseName(first)) : count(objects.length, 'object'),
			)
		}
		case 'distance': {
			const gap = number(result['gap'])
			const apart = known && gap !== undefined ? `: ${num(gap)} m` : null
			return say(
				v('Measuring the gap between', 'Measured the gap between', 'measure the gap between'),
				ends,
				apart,
			)
		}
		default: {
			const below = text((result['below'] as { path?: unknown } | null | undefined)?.path)
			return say(
				v('Looking around', 'Looked around', 'look around'),
				objectOf(told, 'instance_id'),
				known && below ? say(': above', name(baseName(below))) : null,
			)
		}
	}
}
