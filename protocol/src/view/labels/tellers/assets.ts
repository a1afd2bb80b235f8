/** Sentences for prefabs, assets and packages. */

import { bag, text } from '../../../wire/safe-read.ts'
import { baseName, code, name, say } from '../label.ts'
import { at, objectOf, type Teller } from './teller.ts'

export const prefab: Teller = (told) => {
	const { input, result, action, v } = told
	const path = text(result['assetPath']) ?? text(input['asset_path']) ?? text(input['prefab_name'])
	const asset = name(baseName(path ?? 'prefab').replace(/\.prefab$/, ''))
	const object = objectOf(told, 'instance_id')
	switch (action) {
		case 'instantiate':
		case 'instantiate_by_name':
			return say(v('Placing', 'Placed', 'place'), 'prefab', asset, at(input['position']))
		case 'create_asset':
			return say(v('Saving', 'Saved', 'save'), object, 'as prefab', asset)
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
			return say(v('Listing', 'Listed', 'list'), 'overrides of', object)
		case 'apply_override':
		case 'revert_override':
		case 'apply':
		case 'revert':
			return say(
				action.startsWith('apply')
					? v('Applying', 'Applied', 'apply')
					: v('Reverting', 'Reverted', 'revert'),
				action.endsWith('_override')
					? say(code(text(input['property']) ?? 'property'), 'of')
					: null,
				object,
				'to its prefab',
			)
		default:
			return say(v('Unpacking', 'Unpacked', 'unpack'), 'prefab', object)
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
			return say(v('Creating', 'Created', 'create'), 'folder', what)
		case 'move':
		case 'copy':
			return say(
				action === 'move' ? v('Moving', 'Moved', 'move') : v('Copying', 'Copied', 'copy'),
				name(baseName(text(input['path']) ?? '')),
				'to',
				code(target),
			)
		case 'delete':
			return say(v('Moving', 'Moved', 'move'), what, 'to the trash')
		case 'replace_references':
			// Without files it lists them, and nothing may have been there to change.
			return input['files'] && result['changed'] !== 0
				? say(
						v('Replacing', 'Replaced', 'replace'),
						what,
						'with',
						name(baseName(text(input['with']) ?? '')),
					)
				: say(v('Looking for', 'Looked for', 'look for'), 'usages of', what)
		case 'inspect_material':
			return say(v('Looking at', 'Looked at', 'look at'), 'material', what)
		case 'create_material':
			return say(v('Creating', 'Created', 'create'), 'material', what)
		default:
			return say(v('Changing', 'Changed', 'change'), 'material', what)
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
