/** Sentences for prefabs, assets and packages. */

import { bag, text } from '../../read.ts'
import { baseName, code, name, say } from '../label.ts'
import { at, objectOf, type Teller } from './teller.ts'

export const prefab: Teller = (told) => {
	const { input, result, action, v } = told
	const path = text(result['assetPath']) ?? text(input['asset_path']) ?? text(input['prefab_name'])
	const asset = name(baseName(path ?? 'prefab').replace(/\.prefab$/, ''))
	switch (action) {
		case 'instantiate':
		case 'instantiate_by_name':
			return say(v('Placing', 'Placed', 'place'), 'prefab', asset, at(input['position']))
		case 'create_asset':
			return say(v('Saving', 'Saved', 'save'), objectOf(told, 'instance_id'), 'as prefab', asset)
		case 'modify_asset':
			return say(v('Changing', 'Changed', 'change'), 'prefab', asset)
		case 'inspect_asset':
			return say(v('Looking into', 'Looked into', 'look into'), 'prefab', asset)
		case 'edit_asset':
			return say(v('Editing', 'Edited', 'edit'), 'what is in prefab', asset)
		case 'create_variant':
			return say(
				v('Creating', 'Created', 'create'),
				'variant',
				name(baseName(text(input['new_path']) ?? 'prefab').replace(/\.prefab$/, '')),
			)
		case 'list_overrides':
			return say(v('Listing', 'Listed', 'list'), 'overrides of', objectOf(told, 'instance_id'))
		case 'apply_override':
		case 'revert_override':
			return say(
				action === 'apply_override'
					? v('Applying', 'Applied', 'apply')
					: v('Reverting', 'Reverted', 'revert'),
				code(text(input['property']) ?? 'property'),
				'of',
				objectOf(told, 'instance_id'),
				'to its prefab',
			)
		case 'apply':
			return say(v('Applying', 'Applied', 'apply'), objectOf(told, 'instance_id'), 'to its prefab')
		case 'revert':
			return say(
				v('Reverting', 'Reverted', 'revert'),
				objectOf(told, 'instance_id'),
				'to its prefab',
			)
		default:
			return say(v('Unpacking', 'Unpacked', 'unpack'), 'prefab', objectOf(told, 'instance_id'))
	}
}

export const asset: Teller = ({ input, result, action, v }) => {
	const path = text(result['assetPath']) ?? text(input['path']) ?? ''
	const what = name(baseName(path))
	const target = text(input['new_path']) ?? path
	switch (action) {
		case 'create_object':
			return say(v('Creating', 'Created', 'create'), 'asset', what)
		case 'inspect_object':
			return say(v('Looking at', 'Looked at', 'look at'), 'asset', what)
		case 'modify_object':
			return say(v('Changing', 'Changed', 'change'), 'asset', what)
		case 'inspect_import':
			return say(v('Looking at', 'Looked at', 'look at'), 'import settings of', what)
		case 'modify_import': {
			const platform = text(result['platform']) ?? text(input['platform'])
			const change = say(v('Changing', 'Changed', 'change'), 'import settings of', what)
			return platform ? say(change, 'for', name(platform)) : change
		}
		case 'create_folder':
			return say(v('Creating folder', 'Created folder', 'create folder'), what)
		case 'move':
			return say(
				v('Moving', 'Moved', 'move'),
				name(baseName(text(input['path']) ?? '')),
				'to',
				code(target),
			)
		case 'copy':
			return say(
				v('Copying', 'Copied', 'copy'),
				name(baseName(text(input['path']) ?? '')),
				'to',
				code(target),
			)
		case 'delete':
			return say(v('Moving', 'Moved', 'move'), what, 'to the trash')
		case 'inspect_material':
			return say(v('Looking at material', 'Looked at material', 'look at material'), what)
		case 'create_material':
			return say(v('Creating material', 'Created material', 'create material'), what)
		default:
			return say(v('Changing material', 'Changed material', 'change material'), what)
	}
}

export const packages: Teller = ({ input, result, action, v }) => {
	const id = text(bag(result['package'])['displayName']) ?? text(input['package_id']) ?? ''
	switch (action) {
		case 'list':
			return say(v('Listing', 'Listed', 'list'), 'packages')
		case 'search':
			return say(
				v('Searching', 'Searched', 'search'),
				'packages for',
				name(text(input['search_query']) ?? ''),
			)
		case 'add':
			return say(v('Installing', 'Installed', 'install'), name(id))
		default:
			return say(v('Removing', 'Removed', 'remove'), 'package', name(id))
	}
}
