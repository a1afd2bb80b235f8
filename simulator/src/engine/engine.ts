/**
 * The simulated Unity editor: executes every editor tool of the registry over an
 * in-memory scene graph and a project folder. Scripts are known by their serialized
 * fields and never run.
 */

import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import { type LogEntry, resolveCall, type TypeSummary } from '@fairlead/protocol/tools'
import {
	type CallError,
	type CallOutcome,
	failed,
	type UndoGroup,
} from '@fairlead/protocol/wire/calls'
import { newGuid } from './assets/asset-files.ts'
import { AssetDatabase } from './assets/assets.ts'
import { Materials } from './assets/materials.ts'
import { runBatch, withoutReverted } from './batch.ts'
import { checkCall } from './check.ts'
import { TypeRegistry, type UserType } from './components/type-registry.ts'
import { Console } from './console.ts'
import type { CompileState, Core } from './core.ts'
import { Fault } from './fault.ts'
import { handlerOf } from './handlers.ts'
import { loadPhysics } from './play/physics/library.ts'
import { type PlayData, PlayMode } from './play/play.ts'
import { mergeInstances, Prefabs, updateInstances } from './prefabs/prefabs.ts'
import { Project } from './project/project.ts'
import type { ProjectFiles } from './project-files.ts'
import { scenesChangedOnDisk } from './scene/files/scene-files.ts'
import { reopenScenes, type UnsavedScenes, unsavedScenes } from './scene/files/unsaved.ts'
import { openScenePaths } from './scene/objects.ts'
import { needObject } from './scene/refs.ts'
import { openFirstScene } from './scene/scenes.ts'
import { type Delta, World, type WorldData } from './scene/world.ts'
import { type UndoData, UndoStack } from './undo/undo.ts'
import { Unsupported } from './unsupported.ts'
import { type OverlayItem, overlayOf } from './view/overlay.ts'
import type { RenderScene, RenderView } from './view/render-scene.ts'
import { renderScene } from './view/render-view.ts'
import { ViewLog } from './view/view-log.ts'

export type { UserField, UserType } from './components/type-registry.ts'
export type { CompileState } from './core.ts'

export interface EngineOptions {
	/** The folder that holds Assets/. */
	readonly files: ProjectFiles
	/** The platform in `environment`, as Node names it. */
	readonly platform?: string
	/** Unix milliseconds. */
	readonly now?: () => number
	/** Replaces the version in ProjectVersion.txt. */
	readonly unityVersion?: string
	/** Called for defects of the engine itself, never for an agent's mistakes. */
	readonly log?: (message: string) => void
}

/** JSON; for {@link Engine.restore}, in another process too. */
export interface EngineSnapshot {
	readonly version: 1
	readonly world: WorldData
	readonly counters: [number, number]
	readonly undo: UndoData
	readonly play: PlayData | null
	readonly console: LogEntry[]
	readonly selection: string[]
	readonly userTypes: UserType[]
}

/** The paths of a delta that {@link undoable} leaves out. */
const writtenFiles = ({ files }: Delta): string[] =>
	files.flatMap((effect) => {
		if (effect.kind === 'moved') return [effect.to]
		if (effect.kind === 'rewritten' && effect.inUndo) return []
		// A parent folder does not count.
		return /\.\w+$/.test(effect.path) ? [effect.path] : []
	})

/** Tools whose changes are lost when play mode ends, and whose results say so. */
const IN_SCENE: ReadonlySet<string> = new Set([
	'unity_hierarchy',
	'unity_component',
	'unity_prefab',
	'unity_batch',
])
/** Actions of unity_prefab that write files: their changes survive play mode. */
const IN_FILES: ReadonlySet<string> = new Set(['modify_asset', 'edit_asset'])
const LOST_WITH_PLAY = 'Play mode: what this changed in the scene is lost when play mode ends.'

/** Members to be read first are placed first. */
function noted(result: unknown, more: string | null): unknown {
	if (typeof result !== 'object' || result === null) return result
	const { note, ...rest } = result as { note?: string }
	const notes = [more, note].filter((each) => each != null)
	return notes.length === 0 ? result : { note: notes.join(' '), ...rest }
}

/** Undo leaves files alone, as in Unity: the relay restores them. */
const undoable = (delta: Delta): Delta => ({
	...delta,
	files: delta.files.filter((effect) => effect.kind === 'rewritten' && effect.inUndo),
})

export class Engine {
	readonly console: Console
	readonly #core: Core
	readonly #log: (message: string) => void
	readonly #listeners = new Set<(scopes: ChangeScope[]) => void>()
	#touched = new Set<ChangeScope>()
	#busy = false

	private constructor(options: EngineOptions) {
		const now = options.now ?? Date.now
		this.#log = options.log ?? (() => undefined)
		this.console = new Console(now, () => this.#touch('console'))
		const world = new World()
		const assets = new AssetDatabase(options.files, (effect) => world.recordFile(effect))
		const project = new Project(options.files, options)
		const play = new PlayMode()
		const warn = (message: string): void => this.console.add({ type: 'warning', message })
		this.#core = {
			world,
			types: new TypeRegistry(),
			assets,
			materials: new Materials(assets, project.renderPipeline),
			prefabs: new Prefabs(assets),
			undo: new UndoStack(world, assets, warn, ({ guid, before, after }) =>
				mergeInstances(this.#core, guid, before, after),
			),
			console: this.console,
			play,
			project,
			files: options.files,
			now,
			compile: {
				phase: () => (play.isPlaying ? 'playing' : 'ready'),
				errors: () => [],
			},
			selection: [],
			keptValues: new Map(),
			view: new ViewLog(newGuid().slice(0, 8)),
			refreshRequested: false,
			stepName: '',
			touch: (...scopes) => this.#touch(...scopes),
			tell: () => this.#flush(),
		}
		openFirstScene(this.#core)
		this.#touched.clear()
	}

	/**
	 * Loads the project and opens the last or first scene.
	 * @throws Fault `internal` when Packages/manifest.json is broken, and file system errors
	 */
	static async open(options: EngineOptions): Promise<Engine> {
		return new Engine(options)
	}

	get unityVersion(): string {
		return this.#core.project.unityVersion
	}
	get productGuid(): string {
		return this.#core.project.productGuid
	}
	get isPlaying(): boolean {
		return this.#core.play.isPlaying
	}
	openFiles(): string[] {
		return openScenePaths(this.#core.world)
	}
	scenesChangedOnDisk(): string[] {
		return scenesChangedOnDisk(this.#core)
	}
	get isPaused(): boolean {
		return this.#core.play.isPaused
	}

	/** Loads parts that a call needs and that are not loaded at the start: the physics of play mode. */
	async prepare(method: string, params: Record<string, unknown>): Promise<void> {
		const mayPlay =
			method === 'unity_play'
				? params['action'] === 'enter' || params['action'] === 'step'
				: method === 'execute_menu_item' && /play|step/i.test(String(params['menu_path']))
		if (mayPlay) await loadPhysics()
	}

	/**
	 * Runs one call as a whole or not at all. Never throws. `unity_refresh` and `unity_screenshot`
	 * answer `unsupported`, because the simulator around the engine owns them; so do calls that need C#.
	 */
	execute(method: string, params: Record<string, unknown>, undoGroup?: UndoGroup): CallOutcome {
		const began = performance.now()
		const outcome = this.#run(method, params, undoGroup)
		this.#flush()
		return { ...outcome, durationMs: Math.max(0, performance.now() - began) }
	}

	/** Component types of the project's scripts, newest first. Components of vanished types become missing scripts. */
	setUserTypes(types: readonly UserType[]): void {
		this.#core.types.setUserTypes(types)
		this.#touch('hierarchy')
		this.#flush()
	}

	userTypes(): readonly UserType[] {
		return this.#core.types.userTypes
	}

	/** The user types as `unity_refresh` reports them. */
	userTypeSummaries(): TypeSummary[] {
		const { types } = this.#core
		return types.userTypes.flatMap((user) => {
			const type = types.find(user.name)
			return type ? [types.summary(type)] : []
		})
	}

	setCompileState(state: CompileState): void {
		this.#core.compile = state
		this.#core.types.compileErrors = () => state.errors()
	}

	/** Screen-space UI of a screen of this size, in the order in which it is drawn. */
	overlay(width: number, height: number): OverlayItem[] {
		return overlayOf(this.#core, width, height)
	}

	/** The content of a picture of `view`, or why there is none. */
	renderScene(view: RenderView): RenderScene | CallError {
		try {
			return renderScene(this.#core, view)
		} catch (error) {
			return this.#callError(error)
		}
	}

	/** Advances play mode by real time; nothing happens in edit mode or while paused. */
	tick(dtSeconds: number): void {
		if (this.#core.play.tick(this.#core, dtSeconds)) this.#touch('play')
		this.#flush()
	}

	/** Returns a function that stops listening. Scopes come once per call, not rate-limited. */
	onChanged(listener: (scopes: ChangeScope[]) => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** Rereads Assets/. `changed`: scripts and assembly definitions that are new, changed or gone. */
	refreshAssets(): { changed: string[] } {
		const core = this.#core
		const { scripts, others } = core.assets.rescan()
		core.world.begin()
		for (const assetPath of others) {
			const asset = core.assets.find(assetPath)
			const before = asset?.type === 'Prefab' ? core.prefabs.lastRead(asset.guid) : undefined
			if (!asset || !before) continue
			try {
				updateInstances(core, asset.guid, before, core.prefabs.read(asset))
			} catch (error) {
				this.console.add({ type: 'error', message: this.#callError(error).message })
			}
		}
		core.undo.push(undoable(core.world.commit()), undefined, 'Import')
		if (scripts.length + others.length > 0) this.#touch('assets')
		this.#flush()
		return { changed: scripts }
	}

	/** Whether a menu item or package change has requested a refresh since the last check. */
	takeRefreshRequest(): boolean {
		const requested = this.#core.refreshRequested
		this.#core.refreshRequested = false
		return requested
	}

	/** Sets the user's selection in the editor. @throws Fault for an unknown object */
	select(refs: readonly string[]): void {
		this.#core.selection = refs.map((ref) => needObject(this.#core, ref).id)
		this.#touch('selection')
		this.#flush()
	}

	snapshot(): EngineSnapshot {
		const { world, undo, play, selection, types } = this.#core
		return structuredClone({
			version: 1,
			world: world.data(),
			counters: world.counters,
			undo: undo.data(),
			play: play.data(),
			console: [...this.console.entries],
			selection: [...selection],
			userTypes: [...types.userTypes],
		})
	}

	/** The open scenes, for {@link Engine.reopen} in another process; null if nothing in them is unsaved. */
	unsaved(): UnsavedScenes | null {
		return unsavedScenes(this.#core)
	}

	/** @throws if `kept` does not come from {@link Engine.unsaved} */
	reopen(kept: unknown): void {
		reopenScenes(this.#core, kept)
		this.#flush()
	}

	restore(snapshot: EngineSnapshot): void {
		const core = this.#core
		const copy = structuredClone(snapshot)
		core.types.setUserTypes(copy.userTypes)
		core.world.load(copy.world)
		core.world.counters = copy.counters
		core.undo.load(copy.undo)
		core.play.load(copy.play)
		core.selection = copy.selection
		this.console.load(copy.console)
		this.#touch('hierarchy', 'scene', 'play', 'console')
		this.#flush()
	}

	#run(
		method: string,
		params: Record<string, unknown>,
		undoGroup: UndoGroup | undefined,
	): CallOutcome {
		const resolved = resolveCall(method, params)
		if (!resolved.ok) return { status: 'error', error: resolved.error }
		const { actionName, args } = resolved.call
		const core = this.#core
		// Menu items that undo, load scenes or play run outside: they manage the history themselves.
		core.world.begin()
		core.stepName = `${method} ${actionName}`
		try {
			const result = this.#handle(method, actionName, args)
			if (method === 'unity_play') {
				core.world.forget()
				if (actionName !== 'state') this.#touch('play')
			}
			const delta = core.world.commit()
			const isLost =
				core.play.isPlaying &&
				delta.objects.size > 0 &&
				IN_SCENE.has(method) &&
				!IN_FILES.has(actionName)
			if (delta.objects.size + delta.scenes.size > 0) this.#touch('hierarchy')
			if (delta.files.length > 0) this.#touch('assets')
			if (method === 'unity_undo' || method === 'unity_history') this.#touch('hierarchy')
			core.undo.push(undoable(delta), undoGroup, core.stepName, writtenFiles(delta))
			return {
				status: 'ok',
				result: structuredClone(noted(result, isLost ? LOST_WITH_PLAY : null)),
			}
		} catch (error) {
			core.world.rollback((delta) => core.undo.rollback(delta))
			const said =
				method === 'unity_batch' && error instanceof Fault ? withoutReverted(core, error) : error
			return { status: 'error', error: this.#callError(said) }
		}
	}

	#handle(method: string, action: string, args: Record<string, unknown>): unknown {
		if (method === 'unity_batch')
			return runBatch(this.#core, args as Parameters<typeof runBatch>[1], (...call) =>
				this.#handle(...call),
			)
		if (method === 'unity_check')
			return checkCall(this.#core, args as Parameters<typeof checkCall>[1])
		const handler = handlerOf(method, action)
		if (handler instanceof Unsupported) throw handler.fault
		if (handler) return handler(this.#core, args)
		throw new Fault('unsupported', `${method} is not a tool of the editor engine.`)
	}

	#callError(error: unknown): CallError {
		if (error instanceof Fault) return error.toCallError()
		const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
		this.#log(`engine: ${text}`)
		const code = (error as { code?: unknown } | null)?.code
		if (code === 'EACCES' || code === 'EPERM' || code === 'ENOSPC' || code === 'EROFS')
			return failed('internal', `The project folder could not be written (${code}).`, {
				hint: 'Check free space and permissions of the folder, then try again.',
			}).error
		return failed(
			'internal',
			'The simulated editor has failed at this call; nothing was changed.',
			{
				hint: 'Try another way, and report it with the log of the simulator.',
			},
		).error
	}

	#touch(...scopes: ChangeScope[]): void {
		for (const scope of scopes) this.#touched.add(scope)
	}

	/** Notifies listeners of the call's changes; changes made by a listener are reported afterwards. */
	#flush(): void {
		if (this.#busy) return
		this.#busy = true
		try {
			while (this.#touched.size > 0) {
				const scopes = [...this.#touched]
				this.#touched = new Set()
				for (const listener of this.#listeners) listener(scopes)
			}
		} finally {
			this.#busy = false
		}
	}
}
