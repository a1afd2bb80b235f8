/** The commands of `com.unity.pipeline` that the fake `unity` lists, as Unity documents them. */

interface Parameter {
	readonly name: string
	readonly type: string
	readonly required?: boolean
	readonly description?: string
	readonly defaultValue?: unknown
}

const parameter = (spec: string): Parameter => {
	const [name = '', type = 'string'] = spec.replace('!', '').split(':')
	return { name, type, required: spec.endsWith('!'), description: `The ${name}.` }
}

const entry = (name: string, description: string, ...parameters: string[]) => ({
	name,
	description,
	parameters: parameters.map(parameter),
})

/** As `unity command --detail full` lists them. */
export const CATALOG = [
	entry('editor_status', 'Get detailed Unity Editor status and state information'),
	entry('list_open_scenes', 'List the open scenes.'),
	entry('get_scene_hierarchy', 'Return the GameObject tree of an open scene.', 'path'),
	entry(
		'find_gameobjects',
		'Find GameObjects in loaded scenes.',
		'name',
		'tag',
		'type',
		'hierarchy_path',
		'include_inactive:Boolean',
	),
	entry(
		'create_gameobject',
		'Create an empty GameObject or a primitive.',
		'name',
		'primitive',
		'parent:ObjectRef',
	),
	entry(
		'create_gameobjects',
		'Batch-create N GameObjects.',
		'name',
		'primitive',
		'parent:ObjectRef',
		'count:Int32',
		'positions:Single[][]',
		'rotations:Single[][]',
		'scales:Single[][]',
	),
	entry('rename_gameobject', 'Rename a GameObject.', 'target:ObjectRef!', 'name!'),
	entry('delete_gameobject', 'Delete a GameObject (reversible via Undo).', 'target:ObjectRef!'),
	entry(
		'set_transform',
		"Set a GameObject's local position/rotation(euler)/scale.",
		'target:ObjectRef!',
		'position:Single[]',
		'rotation:Single[]',
		'scale:Single[]',
	),
	entry(
		'add_component',
		'Add a component (by type name) to a GameObject.',
		'target:ObjectRef!',
		'type!',
	),
	entry(
		'get_component_properties',
		"Get a component's serialized properties.",
		'target:ObjectRef!',
		'type',
	),
	entry(
		'set_component_properties',
		'Set serialized properties on a component.',
		'target:ObjectRef!',
		'properties:JObject!',
		'type',
	),
	entry('save_scene', 'Save an open scene.', 'path'),
	entry('open_scene', 'Open a scene.', 'path!', 'additive:Boolean'),
	entry('editor_play', 'Enter Unity Editor play mode'),
	entry('editor_stop', 'Exit Unity Editor play mode'),
	entry('recompile', 'Force a script recompile.', 'focus:Boolean'),
	entry('recompile_status', 'Get the status of the last recompile.'),
	entry(
		'screenshot',
		'Capture the Scene or Game view as a PNG.',
		'view',
		'output',
		'width:Int32',
		'height:Int32',
	),
	entry('console', 'Get captured Unity console output', 'tail:Int32', 'level', 'since:Int64'),
	entry('run_tests', 'Execute Unity tests', 'mode', 'filter', 'filter_type', 'timeout:Int32'),
	entry('delete_asset', 'Delete an asset. Requires confirm=true.', 'path!', 'confirm:Boolean'),
	entry('spawn_wave', 'Spawns a wave of enemies', 'count:Int32!', 'boss:Boolean'),
]

/** Their names since version 0.9, as Unity documents them or, for the last ones, in the documented manner. */
const GROUPED: Readonly<Record<string, string>> = {
	editor_status: 'editor status',
	editor_play: 'editor.playmode start',
	editor_stop: 'editor.playmode stop',
	recompile: 'script recompile',
	recompile_status: 'script recompile_status',
	create_gameobject: 'gameobject create',
	open_scene: 'scene open',
	save_scene: 'scene save',
	list_open_scenes: 'scene list_open',
	get_scene_hierarchy: 'scene get_hierarchy',
	find_gameobjects: 'gameobject find',
	create_gameobjects: 'gameobject create_many',
	rename_gameobject: 'gameobject rename',
	delete_gameobject: 'gameobject delete',
	set_transform: 'gameobject set_transform',
	add_component: 'gameobject.component add',
	get_component_properties: 'gameobject.component get_properties',
	set_component_properties: 'gameobject.component set_properties',
	screenshot: 'editor.view screenshot',
	console: 'editor.log console',
	run_tests: 'test run',
	delete_asset: 'asset delete',
	spawn_wave: 'gameobject get_wave',
}

/** As versions since 0.9 list them: grouped, with the package that declares each, and dashes in names of parameters. */
export const GROUPED_CATALOG = CATALOG.map((one) => {
	const [group, name] = (GROUPED[one.name] ?? '').split(' ')
	return {
		...one,
		name,
		group,
		package: one.name === 'spawn_wave' ? 'Assembly-CSharp' : 'com.unity.pipeline',
		parameters: one.parameters.map((each) => ({ ...each, name: each.name.replaceAll('_', '-') })),
	}
})

/**
 * As `unity list` is reported to answer for versions 0.3 and 0.4 (140 tools): plain names, all in one group, which is no
 * part of them. Whether a project's commands are in another group is not reported; here they are.
 */
export const CLASSED_CATALOG = CATALOG.map((one) => ({
	...one,
	group: one.name === 'spawn_wave' ? 'custom' : 'built-in',
}))

/** The earlier name of `gameobject create` or `gameobject.create`; undefined for any other spelling. */
export const ungrouped = (words: readonly string[]): string | undefined =>
	Object.keys(GROUPED).find(
		(name) => words.join('.') === GROUPED[name]?.replace(' ', '.') && words.length <= 2,
	)
