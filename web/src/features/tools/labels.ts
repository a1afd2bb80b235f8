/**
 * What a call did, in one plain sentence made from its arguments and its result. An entry per
 * tool of the registry; the type makes a new tool without a label a compile error.
 */
import type { ToolName } from '@fairlead/protocol/tools'
import type { CallView } from '../run/build-run.ts'
import {
	baseName,
	code,
	count,
	type Label,
	name,
	num,
	say,
	valueText,
	vector,
	verb,
} from './label.ts'
import { type Bag, bag, bags, list, number, text } from './read.ts'

interface Told {
	readonly input: Bag
	readonly result: Bag
	readonly action: string
	/** The verb in the call's tense. */
	readonly v: (doing: string, done: string, base: string) => string
	readonly done: boolean
}
type Teller = (told: Told) => Label

/** How an argument that names an object is shown: `/A/Cube` → Cube, an id → "object 1204". */
function objectOf({ input, result }: Told, key: string) {
	const named = text(result['name']) ?? text(result['gameObjectName'])
	if (named !== undefined) return name(named)
	const reference = text(input[key])
	if (reference === undefined) return 'an object'
	return /^\d+$/.test(reference) ? `object ${reference}` : name(baseName(reference))
}

const at = (value: unknown): string | null => {
	const shown = vector(value)
	return shown === null ? null : `at ${shown}`
}

const KIND_WORDS: Readonly<Record<string, string>> = {
	DirectionalLight: 'a directional light',
	PointLight: 'a point light',
	SpotLight: 'a spot light',
	Camera: 'a camera',
	Empty: 'an empty object',
}

const hierarchy: Teller = (told) => {
	const { input, result, action, v } = told
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
			return say(v('Deleting', 'Deleted', 'delete'), objectOf(told, 'instance_id'), below)
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
			return say(v('Moving', 'Moved', 'move'), objectOf(told, 'instance_id'), where)
		}
		case 'move_scene':
			return say(
				v('Moving', 'Moved', 'move'),
				objectOf(told, 'instance_id'),
				'to scene',
				name(baseName(text(input['target_scene']) ?? '')),
			)
		case 'set_active':
			return say(
				input['active'] === false ? v('Hiding', 'Hid', 'hide') : v('Showing', 'Showed', 'show'),
				objectOf(told, 'instance_id'),
			)
		case 'set_transform': {
			const object = objectOf(told, 'instance_id')
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
			return say(v('Giving', 'Gave', 'give'), objectOf(told, 'instance_id'), what.join(' and '))
		}
		default:
			return say(v('Changing', 'Changed', 'change'), objectOf(told, 'instance_id'))
	}
}

/** "mass 1 → 5" for one property, "3 properties" for more. */
function propertiesOf(input: Bag, result: Bag): string | null {
	const changes = bags(result['results']).filter((change) => change['success'] === true)
	const failed = bags(result['results']).length - changes.length
	const suffix = failed > 0 ? `, ${count(failed, 'property', 'properties')} refused` : ''
	const [first] = changes
	if (changes.length === 1 && first) {
		return `${String(first['property'])} to ${valueText(first['newValue'])}${suffix}`
	}
	const wanted = changes.length || Object.keys(bag(input['properties'])).length
	return wanted === 0 ? null : `${count(wanted, 'property', 'properties')}${suffix}`
}

const component: Teller = (told) => {
	const { input, result, action, v } = told
	const type = text(result['componentType']) ?? text(input['component_type']) ?? 'a component'
	const object = objectOf(told, 'game_object_id')
	const properties = propertiesOf(input, result)
	if (action === 'remove')
		return say(v('Removing', 'Removed', 'remove'), name(type), 'from', object)
	if (action === 'add' || result['added'] === true) {
		const set = properties ? `, set ${properties}` : null
		return say(v('Adding', 'Added', 'add'), name(type), 'to', object, set)
	}
	if (properties === null) return say(v('Changing', 'Changed', 'change'), name(type), 'of', object)
	return say(v('Setting', 'Set', 'set'), name(type), properties, 'on', object)
}

const query: Teller = (told) => {
	const { input, result, action, v, done } = told
	switch (action) {
		case 'hierarchy': {
			const root = text(input['root'])
			const where = root ? name(baseName(root)) : 'the scene'
			const total = number(result['total'])
			const found = done && total !== undefined ? `: ${count(total, 'object')}` : null
			return say(v('Looking at', 'Looked at', 'look at'), where, found)
		}
		case 'inspect_object': {
			const object = text(bag(result['gameObject'])['name'])
			return say(
				v('Inspecting', 'Inspected', 'inspect'),
				object ? name(object) : objectOf(told, 'instance_id'),
			)
		}
		case 'find': {
			const by = ['name', 'tag', 'layer', 'component_type', 'path'].map((k) => text(input[k]))
			const what = by.filter((value) => value !== undefined).join(', ')
			const total = number(result['total'])
			return say(
				v('Searching the scene', 'Searched the scene', 'search the scene'),
				what ? say('for', name(what)) : null,
				done && total !== undefined ? `: ${count(total, 'object')}` : null,
			)
		}
		case 'search_assets': {
			const what = text(input['search_query']) ?? text(input['asset_type'])
			const total = number(result['totalFound'])
			return say(
				v('Searching assets', 'Searched assets', 'search assets'),
				what ? say('for', name(what)) : null,
				done && total !== undefined ? `: ${total} found` : null,
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
				done ? `: ${n === 0 ? 'nothing' : count(n, 'object')}` : null,
			)
		}
		default:
			return say(v('Checking', 'Checked', 'check'), 'the editor’s state')
	}
}

const refresh: Teller = ({ result, v, done }) => {
	const verbText = v('Compiling scripts', 'Compiled scripts', 'compile scripts')
	if (!done) return say(verbText)
	if (result['recompiled'] === false) return say('Checked scripts: nothing to compile')
	const errors = bags(result['errors']).length
	const warnings = bags(result['warnings']).length
	if (errors > 0) return say(`${verbText}: ${count(errors, 'error')}`)
	return say(`${verbText}: no errors${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}`)
}

const scene: Teller = ({ input, result, action, v }) => {
	const path = text(result['scenePath']) ?? text(input['path'])
	const what = path ? name(baseName(path).replace(/\.unity$/, '')) : 'the scene'
	switch (action) {
		case 'list':
			return say(v('Listing', 'Listed', 'list'), 'scenes')
		case 'open':
			return say(v('Opening scene', 'Opened scene', 'open scene'), what)
		case 'save':
			return say(v('Saving', 'Saved', 'save'), path ? say('scene', what) : what)
		case 'create':
			return say(v('Creating scene', 'Created scene', 'create scene'), what)
		case 'set_active':
			return say(v('Making', 'Made', 'make'), what, 'the active scene')
		default:
			return say(v('Closing scene', 'Closed scene', 'close scene'), what)
	}
}

const play: Teller = ({ input, result, action, v, done }) => {
	switch (action) {
		case 'enter': {
			const seconds = number(input['wait_seconds']) ?? 0
			const wait = seconds > 0 ? `and let ${num(seconds)} s pass` : null
			return say(v('Entering play mode', 'Entered play mode', 'enter play mode'), wait)
		}
		case 'exit':
			return say(v('Leaving play mode', 'Left play mode', 'leave play mode'))
		case 'pause':
			return input['paused'] === false
				? say(v('Resuming play', 'Resumed play', 'resume play'))
				: say(v('Pausing play', 'Paused play', 'pause play'))
		case 'step':
			return say(v('Stepping', 'Stepped', 'step'), count(number(input['frames']) ?? 1, 'frame'))
		default: {
			const mode = result['isPlaying'] === true ? 'playing' : 'in edit mode'
			return say(v('Checking', 'Checked', 'check'), 'play mode', done ? `: ${mode}` : null)
		}
	}
}

const screenshot: Teller = ({ input, result, action, v }) => {
	const took = v('Taking a picture of', 'Took a picture of', 'take a picture of')
	if (action === 'scene') {
		const target = text(input['look_at'])
		return say(took, target ? name(baseName(target)) : 'the scene view')
	}
	if (action === 'camera') {
		const camera = text(result['camera']) ?? text(input['instance_id'])
		return say(took, 'what', camera ? name(baseName(camera)) : 'a camera', 'sees')
	}
	return say(took, 'the game view')
}

const prefab: Teller = (told) => {
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

const asset: Teller = ({ input, result, action, v }) => {
	const path = text(result['assetPath']) ?? text(input['path']) ?? ''
	const what = name(baseName(path))
	const target = text(input['new_path']) ?? path
	switch (action) {
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
		case 'create_material':
			return say(v('Creating material', 'Created material', 'create material'), what)
		default:
			return say(v('Changing material', 'Changed material', 'change material'), what)
	}
}

const packages: Teller = ({ input, result, action, v }) => {
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

const file =
	(doing: string, done: string, base: string): Teller =>
	({ input, result, v }) =>
		say(v(doing, done, base), code(text(result['path']) ?? text(input['path']) ?? 'a file'))

const TELLERS: Record<ToolName, Teller> = {
	unity_query: query,
	unity_hierarchy: hierarchy,
	unity_component: component,
	unity_scene: scene,
	unity_refresh: refresh,
	unity_play: play,
	unity_screenshot: screenshot,
	unity_prefab: prefab,
	unity_asset: asset,
	unity_packages: packages,
	unity_undo: ({ result, action, v, done }) => {
		const groups = list(result['groups']).filter((group) => typeof group === 'string')
		const what = groups.length === 1 && groups[0] ? name(groups[0]) : count(groups.length, 'step')
		const shown = done ? what : 'the last change'
		return action === 'redo'
			? say(v('Redoing', 'Redid', 'redo'), shown)
			: say(v('Undoing', 'Undid', 'undo'), shown)
	},
	unity_batch: ({ input, result, v }) => {
		const n = number(result['count']) ?? list(input['operations']).length
		return say(v('Making', 'Made', 'make'), count(n, 'change'), 'in one go')
	},
	unity_tests: ({ input, result, v, done }) => {
		const mode = text(input['mode']) ?? 'EditMode'
		const failed = number(result['failed']) ?? 0
		const passed = number(result['passed']) ?? 0
		const outcome = failed > 0 ? `: ${failed} failed, ${passed} passed` : `: ${passed} passed`
		return say(v('Running', 'Ran', 'run'), mode, 'tests', done ? outcome : null)
	},
	read_console_logs: ({ input, result, v, done }) => {
		const filter = text(input['filter'])
		const total = number(result['total']) ?? 0
		const kind = filter === 'errors' ? 'error' : filter === 'warnings' ? 'warning' : null
		const none = kind ? `: no ${kind}s` : ': empty'
		const some = kind ? `: ${count(total, kind)}` : `: ${count(total, 'entry', 'entries')}`
		return say(
			v('Reading', 'Read', 'read'),
			'the console',
			done ? (total === 0 ? none : some) : null,
		)
	},
	execute_menu_item: ({ input, v }) =>
		say(v('Choosing', 'Chose', 'choose'), name(text(input['menu_path']) ?? 'a menu item')),
	wait_for_editor_ready: ({ result, v, done }) => {
		const seconds = number(result['waitedSeconds'])
		if (done && result['ready'] === false) return say('The editor was still not ready')
		return say(
			v('Waiting', 'Waited', 'wait'),
			'for the editor',
			done && seconds !== undefined ? `, ${num(Math.round(seconds * 10) / 10)} s` : null,
		)
	},
	read_file: file('Reading', 'Read', 'read'),
	write_file: (told) =>
		told.result['created'] === true
			? file('Writing', 'Created', 'write')(told)
			: file('Writing', 'Wrote', 'write')(told),
	edit_file: file('Editing', 'Edited', 'edit'),
	list_directory: file('Listing', 'Listed', 'list'),
	find_tools: ({ input, v }) =>
		say(v('Looking for', 'Looked for', 'look for'), 'tools:', text(input['query'])),
	web_search: ({ input, v }) =>
		say(
			v('Searching the web', 'Searched the web', 'search the web'),
			text(input['query']) ? say('for', name(text(input['query']) ?? '')) : null,
		),
}

/** The sentence for one call. A tool this page does not know gets its name in words. */
export function labelOf(call: CallView): Label {
	const { state } = call
	const teller = Object.hasOwn(TELLERS, call.tool) ? TELLERS[call.tool as ToolName] : undefined
	const v = (doing: string, done: string, base: string) => verb(state, doing, done, base)
	if (!teller) {
		return say(v('Using', 'Used', 'use'), name(call.tool.replaceAll('_', ' ')))
	}
	return teller({
		input: call.input,
		result: state === 'done' ? bag(call.result) : {},
		action: text(call.input['action']) ?? '',
		v,
		done: state === 'done',
	})
}

/** One line for the calls of a step: the one that runs, or the first and how many more. */
export function summaryOf(calls: readonly CallView[]): Label {
	const active =
		calls.find((call) => call.state === 'asking') ??
		calls.find((call) => call.state === 'running' || call.state === 'preparing')
	const [first] = calls
	if (active) return labelOf(active)
	if (!first) return []
	const rest = calls.length - 1
	return rest === 0 ? labelOf(first) : say(labelOf(first), `and ${rest} more`)
}
