/** Sentences for looking things up in the editor. */

import { bag, list, number, text } from '../../../wire/safe-read.ts'
import { baseName, count, name, say } from '../label.ts'
import { objectOf, type Teller } from './teller.ts'

export const query: Teller = (told) => {
	const { input, result, action, v, known } = told
	switch (action) {
		case 'hierarchy': {
			const root = text(input['root'])
			const where = root ? name(baseName(root)) : 'the scene'
			const total = number(result['total'])
			const found = known && total !== undefined ? `: ${count(total, 'object')}` : null
			return say(v('Looking at', 'Looked at', 'look at'), where, found)
		}
		case 'inspect_object': {
			const object = text(bag(result['gameObject'])['name'])
			return say(
				v('Inspecting', 'Inspected', 'inspect'),
				object ? name(object) : objectOf(told, 'instance_id'),
			)
		}
		case 'inspect_objects':
			return say(
				v('Inspecting', 'Inspected', 'inspect'),
				count(list(input['instance_ids']).length, 'object'),
			)
		case 'find': {
			const by = ['name', 'tag', 'layer', 'component_type', 'path'].map((k) => text(input[k]))
			const what = by.filter((value) => value !== undefined).join(', ')
			const total = number(result['total'])
			return say(
				v('Searching the scene', 'Searched the scene', 'search the scene'),
				what ? say('for', name(what)) : null,
				known && total !== undefined ? `: ${count(total, 'object')}` : null,
			)
		}
		case 'references_to': {
			const total = number(result['total'])
			return say(
				v('Looking for references to', 'Looked for references to', 'look for references to'),
				objectOf(told, 'instance_id'),
				known && total !== undefined ? `: ${total} found` : null,
			)
		}
		case 'search_assets': {
			const what = text(input['search_query']) ?? text(input['asset_type'])
			const total = number(result['totalFound'])
			return say(
				v('Searching assets', 'Searched assets', 'search assets'),
				what ? say('for', name(what)) : null,
				known && total !== undefined ? `: ${total} found` : null,
			)
		}
		case 'get_settings':
			return say(
				v('Reading', 'Read', 'read'),
				text(input['settings_category']) ?? 'project',
				'settings',
			)
		case 'types': {
			const what = text(input['search_query'])
			return say(
				v('Looking up', 'Looked up', 'look up'),
				'component types',
				what ? say('like', name(what)) : null,
			)
		}
		case 'selection': {
			const n = list(result['objects']).length
			return say(
				v('Reading', 'Read', 'read'),
				'the selection',
				known ? `: ${n === 0 ? 'nothing' : count(n, 'object')}` : null,
			)
		}
		default:
			return say(v('Checking', 'Checked', 'check'), 'the editor’s state')
	}
}
