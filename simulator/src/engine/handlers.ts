/**
 * The handler of each action of each tool: a function, or {@link Unsupported}. The type makes a tool of the
 * registry, or an action, that has neither a compile error.
 */
import type { ToolAction, ToolArgs, ToolNameOn, ToolResult } from '@fairlead/protocol/tools'
import { assetActions } from './assets/asset-actions.ts'
import { componentActions } from './components/components.ts'
import { consoleActions } from './console.ts'
import type { Core } from './core.ts'
import { compareActions } from './measuring/kept-values.ts'
import { physicsActions } from './measuring/physics-actions.ts'
import { playActions } from './play/play-actions.ts'
import { sample } from './play/sample.ts'
import { prefabActions } from './prefabs/prefab-actions.ts'
import { executeMenuItem } from './project/menu.ts'
import { packageActions } from './project/packages.ts'
import { settingsActions } from './project/settings-actions.ts'
import { editorActions } from './scene/editor-actions.ts'
import { hierarchyActions } from './scene/hierarchy.ts'
import { queryActions } from './scene/queries.ts'
import { sceneActions } from './scene/scenes.ts'
import { historyActions } from './undo/history.ts'
import { undoActions } from './undo/undo-actions.ts'
import { Unsupported } from './unsupported.ts'
import { viewActions } from './view/view-actions.ts'

/** Executed outside this table: by the simulator, or (a batch, a check) through the other handlers. */
type Around =
	| 'unity_refresh'
	| 'unity_screenshot'
	| 'unity_capture'
	| 'unity_playtest'
	| 'unity_batch'
	| 'unity_check'
type EngineTool = Exclude<ToolNameOn<'editor'>, Around>

type Handler<N extends EngineTool, A extends ToolAction<N>> = (
	core: Core,
	args: ToolArgs<N, A>,
) => ToolResult<N, A>
type Handlers = {
	readonly [N in EngineTool]:
		| Unsupported
		| { readonly [A in ToolAction<N>]: Unsupported | Handler<N, A> }
}

/** Arguments are already checked against the registry. */
const HANDLERS: Handlers = {
	unity_query: queryActions,
	unity_compare: compareActions,
	unity_editor: editorActions,
	unity_physics: physicsActions,
	unity_hierarchy: hierarchyActions,
	unity_component: componentActions,
	unity_prefab: prefabActions,
	unity_scene: sceneActions,
	unity_asset: assetActions,
	unity_play: playActions,
	unity_sample: { run: sample },
	unity_undo: undoActions,
	unity_history: historyActions,
	unity_viewport: viewActions,
	unity_packages: packageActions,
	unity_settings: settingsActions,
	read_console_logs: consoleActions,
	execute_menu_item: { run: executeMenuItem },
	unity_tests: new Unsupported(
		'The simulated editor does not run C#, so it knows no tests.',
		'Open the project in Unity to list and run its tests; search_files finds [Test] in their sources.',
	),
	unity_animation: new Unsupported(
		'The simulated editor plays no animation and reads no clips or controllers.',
		'Open the project in Unity for that; asset_usages says which files refer to a clip or a controller.',
	),
	unity_build: new Unsupported(
		'The simulated editor builds no players.',
		'Open the project in Unity to build it.',
	),
	unity_profile: new Unsupported(
		'The simulated editor has no game loop, so profiling its frames would tell you nothing.',
		'Open the project in Unity to profile it.',
	),
	unity_lighting: new Unsupported(
		'The simulated editor has no lightmapper, and no fog, ambient light or skybox.',
		'Open the project in Unity for its lighting.',
	),
	unity_execute: new Unsupported(
		'The simulated editor does not run C#.',
		'Use the tools for objects, components and assets, or open the project in Unity.',
	),
}

/** Returns null for a tool that is not the engine's. */
export function handlerOf(
	tool: string,
	action: string,
): Unsupported | ((core: Core, args: Record<string, unknown>) => unknown) | null {
	if (!Object.hasOwn(HANDLERS, tool)) return null
	const actions = HANDLERS[tool as EngineTool]
	if (actions instanceof Unsupported) return actions
	if (!Object.hasOwn(actions, action)) return null
	return (
		actions as Readonly<Record<string, Unsupported | ((core: Core, args: never) => unknown)>>
	)[action] as ReturnType<typeof handlerOf>
}
