/**
 * Which of our tools Unity's bridge can do, by which of its commands, and what is lost on the way.
 * `docs/pipeline.md` shows this table. Lost everywhere: the revert of changes in scenes, their Undo groups, exactly
 * once over a domain reload, change events, and the object's tag, layer and prefab where only its path is asked for.
 */
import type { Attachment } from '@fairlead/protocol/calls'
import type { ChangeScope } from '@fairlead/protocol/editors'
import type { ToolAction, ToolArgs, ToolNameOn } from '@fairlead/protocol/tools'
import type { Bridge } from './bridge.ts'
import {
	addComponent,
	configureComponent,
	modifyComponent,
	removeComponent,
} from './mapped-components.ts'
import {
	clearConsole,
	editorState,
	enterPlay,
	execute,
	exitPlay,
	menuItem,
	pausePlay,
	readConsole,
	readPlayState,
	refresh,
	selection,
} from './mapped-editor.ts'
import {
	activateObject,
	createObject,
	destroyObject,
	moveObject,
	renameObject,
	reparentObject,
	tagObject,
} from './mapped-objects.ts'
import { type Pictured, pictureOfGame, pictureOfScene } from './mapped-pictures.ts'
import {
	activateScene,
	createScene,
	findObjects,
	inspectObject,
	inspectObjects,
	listScenes,
	openScene,
	readHierarchy,
	saveScene,
} from './mapped-scenes.ts'
import { listTests, runTests } from './mapped-tests.ts'

export interface Done {
	readonly result: unknown
	readonly attachments?: Attachment[]
}

export interface Mapping {
	/** The first command of each list that the editor has; without one of them the action is unsupported. */
	readonly commands: readonly (string | readonly string[])[]
	/** In words for people and the model; empty: nothing. */
	readonly losses: string
	/** What the page must read again. */
	readonly changes?: readonly ChangeScope[]
	/** `args` as the registry parsed them. */
	run(bridge: Bridge, args: never): Promise<Done>
}

type EditorTool = ToolNameOn<'editor'>
type Table = { readonly [N in EditorTool]?: { readonly [A in ToolAction<N>]?: Mapping } }

const OBJECTS: readonly ChangeScope[] = ['hierarchy', 'scene']
const SCENES: readonly ChangeScope[] = ['hierarchy', 'scene', 'assets']
const PLAY: readonly ChangeScope[] = ['play', 'hierarchy', 'console']

/** The result alone, of an action that changes `changes`. */
function by<N extends EditorTool, A extends ToolAction<N>>(
	_tool: N,
	_action: A,
	commands: Mapping['commands'],
	losses: string,
	run: (bridge: Bridge, args: ToolArgs<N, A>) => Promise<unknown>,
	changes?: readonly ChangeScope[],
): Mapping {
	return {
		commands,
		losses,
		...(changes ? { changes } : {}),
		run: async (bridge, args) => ({ result: await run(bridge, args) }),
	}
}

const pictured = (
	run: (bridge: Bridge, args: never) => Promise<Pictured>,
	losses: string,
): Mapping => ({
	commands: ['screenshot'],
	losses,
	run,
})

const TREE = ['get_scene_hierarchy']
const FIND = 'find_gameobjects'
const PROPERTIES = 'get_component_properties'

export const COMMAND_MAP: Table = {
	unity_query: {
		hierarchy: by(
			'unity_query',
			'hierarchy',
			TREE,
			'Tags, layers and prefabs are empty. At most 8 scenes. The whole tree is read for each page.',
			readHierarchy,
		),
		find: by('unity_query', 'find', [FIND, ...TREE], 'No fields and no layer.', findObjects),
		inspect_object: by(
			'unity_query',
			'inspect_object',
			[FIND, ...TREE, PROPERTIES],
			'Properties have their serialized names (m_Mass). At most 12 components; one round trip each.',
			inspectObject,
		),
		inspect_objects: by(
			'unity_query',
			'inspect_objects',
			[FIND, ...TREE, PROPERTIES],
			'As inspect_object, one after another.',
			inspectObjects,
		),
		selection: by(
			'unity_query',
			'selection',
			['get_selection'],
			'Only ids, names and paths.',
			selection,
		),
		editor_state: by(
			'unity_query',
			'editor_state',
			['editor_status'],
			'No render pipeline, product GUID or Undo.',
			editorState,
		),
	},
	unity_hierarchy: {
		create: by(
			'unity_hierarchy',
			'create',
			['create_gameobject', ['create_gameobjects', 'set_transform']],
			'Components of a new object are added by commands of their own, and its place in versions that cannot do both at once: if one fails, the object stays.',
			createObject,
			OBJECTS,
		),
		destroy: by(
			'unity_hierarchy',
			'destroy',
			['delete_gameobject', FIND],
			'Children are not counted.',
			destroyObject,
			OBJECTS,
		),
		rename: by('unity_hierarchy', 'rename', ['rename_gameobject', FIND], '', renameObject, OBJECTS),
		reparent: by(
			'unity_hierarchy',
			'reparent',
			['set_parent', FIND],
			'No sibling_index.',
			reparentObject,
			OBJECTS,
		),
		set_active: by(
			'unity_hierarchy',
			'set_active',
			['set_active', FIND],
			'The state before is not reported.',
			activateObject,
			OBJECTS,
		),
		set_transform: by(
			'unity_hierarchy',
			'set_transform',
			['set_transform', FIND, PROPERTIES],
			'Local space only. The values before, and the rotation after, are not reported.',
			moveObject,
			OBJECTS,
		),
		set_tag_layer: by(
			'unity_hierarchy',
			'set_tag_layer',
			['set_tag', 'set_layer', FIND],
			'Not for children. The values before are not reported.',
			tagObject,
			OBJECTS,
		),
	},
	unity_component: {
		add: by(
			'unity_component',
			'add',
			['add_component', 'set_component_properties', FIND, PROPERTIES],
			'Properties are set by a second command: if it fails, the component stays. Components that came along are not named.',
			addComponent,
			OBJECTS,
		),
		remove: by(
			'unity_component',
			'remove',
			['remove_component', FIND],
			'Only the first of several of a type.',
			removeComponent,
			OBJECTS,
		),
		modify: by(
			'unity_component',
			'modify',
			['set_component_properties', FIND, PROPERTIES],
			'Serialized properties only, all of them or none. Only the first component of a type.',
			modifyComponent,
			OBJECTS,
		),
		configure: by(
			'unity_component',
			'configure',
			['set_component_properties', 'add_component', FIND, PROPERTIES],
			'As add and modify.',
			configureComponent,
			OBJECTS,
		),
	},
	unity_scene: {
		list: by(
			'unity_scene',
			'list',
			['list_open_scenes'],
			'Scenes of the project that are not open are not listed.',
			listScenes,
		),
		open: by(
			'unity_scene',
			'open',
			['open_scene', 'list_open_scenes'],
			'The look for unsaved changes is a command of its own, before it.',
			openScene,
			SCENES,
		),
		create: by(
			'unity_scene',
			'create',
			['create_scene', 'list_open_scenes'],
			'As open.',
			createScene,
			SCENES,
		),
		save: by('unity_scene', 'save', ['save_scene'], 'No save_as and no copy.', saveScene, SCENES),
		set_active: by('unity_scene', 'set_active', ['set_active_scene'], '', activateScene, SCENES),
	},
	unity_play: {
		enter: by(
			'unity_play',
			'enter',
			['editor_play', 'editor_status'],
			'No pause_after, and no new problems of the console. Time and frame are 0. An editor in the background may stand still.',
			enterPlay,
			PLAY,
		),
		exit: by(
			'unity_play',
			'exit',
			['editor_stop', 'editor_status'],
			'No new problems of the console.',
			exitPlay,
			PLAY,
		),
		pause: by(
			'unity_play',
			'pause',
			['editor_pause', 'editor_status'],
			'The command toggles: whoever pauses at the same moment undoes it.',
			pausePlay,
			PLAY,
		),
		state: by('unity_play', 'state', ['editor_status'], 'Time and frame are 0.', readPlayState),
	},
	unity_refresh: {
		run: by(
			'unity_refresh',
			'run',
			['recompile', 'recompile_status'],
			'No warnings and no list of types.',
			refresh,
			['assets', 'console'],
		),
	},
	unity_screenshot: {
		game: pictured(pictureOfGame, 'As a camera renders it: without overlay canvases.'),
		scene: pictured(
			pictureOfScene,
			'As the scene view stands: no look_at, frame, direction, distance.',
		),
	},
	read_console_logs: {
		run: by(
			'read_console_logs',
			'run',
			[['console', 'get_console_logs']],
			'Only what was logged since the bridge was loaded. Counts are those of the entries shown.',
			readConsole,
		),
	},
	unity_editor: {
		clear_console: by('unity_editor', 'clear_console', ['clear_console'], '', clearConsole, [
			'console',
		]),
	},
	execute_menu_item: {
		run: by(
			'execute_menu_item',
			'run',
			['menu'],
			'It does not wait for a reload that the item causes.',
			menuItem,
			SCENES,
		),
	},
	unity_execute: {
		run: by(
			'unity_execute',
			'run',
			['eval'],
			'Exceptions come as text, without a line. The type of the value is not known.',
			execute,
			SCENES,
		),
	},
	unity_tests: {
		list: by('unity_tests', 'list', ['list_tests'], 'No groups.', listTests),
		run: by(
			'unity_tests',
			'run',
			['run_tests'],
			'One filter. A result lost in a domain reload is lost: look with pipeline_test_status.',
			runTests,
			['console'],
		),
	},
}

/** Null: Unity's bridge cannot do it. */
export function mappingOf(method: string, actionName: string): Mapping | null {
	const actions = Object.hasOwn(COMMAND_MAP, method)
		? (COMMAND_MAP[method as EditorTool] as Readonly<Record<string, Mapping>>)
		: {}
	return Object.hasOwn(actions, actionName) ? (actions[actionName] ?? null) : null
}

/** Every command that some mapping names. */
export const mappedCommands = (): readonly string[] =>
	Object.values(COMMAND_MAP).flatMap((actions) =>
		Object.values(actions as Record<string, Mapping>).flatMap(({ commands }) => commands.flat()),
	)
