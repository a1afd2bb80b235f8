/** Adapts the engine to the interface of the shell around it. */
import type { CallOutcome, ChangeScope, UndoGroup } from '@fairlead/protocol'
import type { LogEntry } from '@fairlead/protocol/tools'
import type { CompileState, Engine, EngineSnapshot, UserType } from './engine/engine.ts'
import type { OverlayItem } from './engine/view/overlay.ts'
import type { RenderView } from './engine/view/render-scene.ts'
import type { EditorEngine, Picture, PictureRequest } from './engine-port.ts'
import { sceneFromEngine } from './render/from-engine.ts'

/** Down and across the default sun, so that shadows fall where they are seen. */
const SCENE_VIEW_DIRECTION = [0.62, -0.48, 0.62] as const
/** A line as the compiler writes it. */
const COMPILE_MESSAGE = /^\S.*\(\d+,\d+\): (?:error|warning) \w+: /

export class EngineAdapter implements EditorEngine {
	readonly #engine: Engine

	constructor(engine: Engine) {
		this.#engine = engine
	}

	get productGuid(): string {
		return this.#engine.productGuid
	}
	get unityVersion(): string {
		return this.#engine.unityVersion
	}
	get isPlaying(): boolean {
		return this.#engine.isPlaying
	}
	get isPaused(): boolean {
		return this.#engine.isPaused
	}

	openFiles(): readonly string[] {
		return this.#engine.openFiles()
	}

	async execute(
		method: string,
		params: Record<string, unknown>,
		undoGroup?: UndoGroup,
	): Promise<CallOutcome> {
		await this.#engine.prepare(method, params)
		return this.#engine.execute(method, params, undoGroup)
	}

	picture(request: PictureRequest): Picture {
		const found = this.#engine.renderScene(viewOf(request))
		if ('code' in found) return { ok: false, error: found }
		const scene = sceneFromEngine(found, request.view === 'scene')
		return { ok: true, scene, camera: found.camera.path }
	}

	overlay(width: number, height: number): readonly OverlayItem[] {
		return this.#engine.overlay(width, height)
	}
	scenesChangedOnDisk(): readonly string[] {
		return this.#engine.scenesChangedOnDisk()
	}
	log(type: LogEntry['type'], message: string): void {
		this.#engine.console.add({ type, message })
	}
	clearCompileMessages(): void {
		this.#engine.console.remove((entry) => COMPILE_MESSAGE.test(entry.message))
	}
	setUserTypes(types: readonly UserType[]): void {
		this.#engine.setUserTypes(types)
	}
	setCompileState(state: CompileState): void {
		this.#engine.setCompileState(state)
	}
	tick(seconds: number): void {
		this.#engine.tick(seconds)
	}
	onChanged(listener: (scopes: readonly ChangeScope[]) => void): void {
		this.#engine.onChanged(listener)
	}
	refreshAssets(): readonly string[] {
		return this.#engine.refreshAssets().changed
	}
	takeRefreshRequest(): boolean {
		return this.#engine.takeRefreshRequest()
	}
	unsaved(): unknown {
		return this.#engine.unsaved()
	}
	reopen(kept: unknown): void {
		this.#engine.reopen(kept)
	}
	snapshot(): unknown {
		return this.#engine.snapshot()
	}
	restore(snapshot: unknown): void {
		this.#engine.restore(snapshot as EngineSnapshot)
	}
}

function viewOf(request: PictureRequest): RenderView {
	switch (request.view) {
		case 'game':
			return { kind: 'game' }
		case 'camera':
			return { kind: 'camera', camera: request.instanceId }
		case 'scene':
			return {
				kind: 'scene',
				...(request.lookAt === undefined ? {} : { lookAt: request.lookAt }),
				...(request.distance === undefined ? {} : { distance: request.distance }),
				direction: [...(request.direction ?? SCENE_VIEW_DIRECTION)],
			}
		default:
			return request satisfies never
	}
}
