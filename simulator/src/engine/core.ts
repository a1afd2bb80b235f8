/** The state shared by all parts of the engine. */
import type { ChangeScope, Phase } from '@fairlead/protocol/editors/editors'
import type { CompileMessage } from '@fairlead/protocol/tools'
import type { AssetDatabase } from './assets/assets.ts'
import type { Materials } from './assets/materials.ts'
import type { TypeRegistry } from './components/type-registry.ts'
import type { Console } from './console.ts'
import type { KeptValues } from './measuring/kept-values.ts'
import type { PlayMode } from './play/play.ts'
import type { Prefabs } from './prefabs/prefabs.ts'
import type { Project } from './project/project.ts'
import type { ProjectFiles } from './project-files.ts'
import type { World } from './scene/world.ts'
import type { UndoStack } from './undo/undo.ts'
import type { ViewLog } from './view/view-log.ts'

/** The simulator's compile state. */
export interface CompileState {
	phase(): Phase
	/** Errors of the last compile: play mode is refused while there are some. */
	errors(): readonly CompileMessage[]
}

export interface Core {
	readonly world: World
	readonly types: TypeRegistry
	readonly assets: AssetDatabase
	readonly materials: Materials
	readonly prefabs: Prefabs
	readonly undo: UndoStack
	readonly console: Console
	readonly play: PlayMode
	readonly project: Project
	readonly files: ProjectFiles
	readonly now: () => number
	compile: CompileState
	/** Ids of objects; deleted ones count as not selected. */
	selection: readonly string[]
	/** Values of objects to compare with later, by name, oldest first. */
	readonly keptValues: Map<string, KeptValues>
	/** The news of the scene that the page's views were told. */
	readonly view: ViewLog
	/** Set by menu items and packages; the simulator takes it and refreshes. */
	refreshRequested: boolean
	/** Name of the Undo group when the caller gives none, e.g. `Create Cube`. */
	stepName: string
	/** Notifies listeners once the call is done. */
	touch(...scopes: ChangeScope[]): void
	/** Notifies them now, before the rest of the call. */
	tell(): void
}
