/** Which function answers which action of which tool. */
import { assetActions } from './assets/asset-actions.ts'
import { componentActions } from './components/components.ts'
import type { Console } from './console.ts'
import type { Core } from './core.ts'
import { Fault } from './fault.ts'
import { FIXED_STEP_SECONDS } from './play/play.ts'
import { prefabActions } from './prefabs/prefab-actions.ts'
import { executeMenuItem } from './project/menu.ts'
import { packageActions } from './project/packages.ts'
import { editorActions } from './scene/editor-actions.ts'
import { hierarchyActions } from './scene/hierarchy.ts'
import { queryActions } from './scene/queries.ts'
import { sceneActions } from './scene/scenes.ts'
import { historyActions } from './undo/history.ts'

type Handler = (core: Core, args: never) => unknown
type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>

const playActions = {
	enter(core: Core, args: { wait_seconds: number }) {
		core.play.enter(core)
		if (!core.play.isPaused)
			core.play.advance(core, Math.round(args.wait_seconds / FIXED_STEP_SECONDS))
		return core.play.state()
	},
	exit(core: Core) {
		core.play.exit(core)
		return core.play.state()
	},
	pause(core: Core, args: { paused: boolean }) {
		core.play.pause(args.paused)
		return core.play.state()
	},
	step(core: Core, args: { frames: number }) {
		core.play.step(core, args.frames)
		return core.play.state()
	},
	state: (core: Core) => core.play.state(),
}

/** By tool, then action; arguments are already checked against the registry. */
export const HANDLERS: Handlers = {
	unity_query: queryActions,
	unity_editor: editorActions,
	unity_hierarchy: hierarchyActions,
	unity_component: componentActions,
	unity_prefab: prefabActions,
	unity_scene: sceneActions,
	unity_asset: assetActions,
	unity_play: playActions,
	unity_undo: {
		undo: (core, args: { steps: number }) => core.undo.undo(args.steps),
		redo: (core, args: { steps: number }) => core.undo.redo(args.steps),
		revert_group: (core, args: { group_id: string }) => core.undo.revertGroup(args.group_id),
	},
	unity_history: historyActions,
	unity_packages: packageActions,
	read_console_logs: {
		run(core, args: Parameters<Console['read']>[0]) {
			if (args.since !== undefined && Number.isNaN(Date.parse(args.since)))
				throw new Fault('invalid_arguments', `"${args.since}" is not a time.`, {
					hint: 'Give ISO 8601, e.g. 2026-11-21T10:00:00Z.',
				})
			return core.console.read(args)
		},
	},
	execute_menu_item: { run: executeMenuItem },
}
