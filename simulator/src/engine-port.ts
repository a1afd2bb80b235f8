/** The interface of the engine for the shell around it. The real one is engine/engine.ts. */
import type { CallError, CallOutcome, ChangeScope, Phase, UndoGroup } from '@fairlead/protocol'
import type { CompileMessage, LogEntry } from '@fairlead/protocol/tools'
import type { UserType } from './engine/engine.ts'
import type { OverlayItem } from './engine/view/overlay.ts'
import type { Scene } from './render/scene.ts'

/** The view of a screenshot. */
export type PictureRequest =
	| { readonly view: 'game' }
	| { readonly view: 'camera'; readonly instanceId: string }
	| {
			readonly view: 'scene'
			readonly lookAt?: readonly string[]
			/** From the viewer to the object. */
			readonly direction?: readonly [number, number, number]
			/** Metres from the middle of the objects; absent: as far as they fit. */
			readonly distance?: number
	  }

export type Picture =
	| { readonly ok: true; readonly scene: Scene; readonly camera: string | null }
	| { readonly ok: false; readonly error: CallError }

export interface EditorEngine {
	readonly productGuid: string
	readonly unityVersion: string
	/** Never throws. */
	execute(
		method: string,
		params: Record<string, unknown>,
		undoGroup?: UndoGroup,
	): CallOutcome | Promise<CallOutcome>
	picture(request: PictureRequest): Picture
	/** Screen-space UI of a screen of this size, in pixels. */
	overlay(width: number, height: number): readonly OverlayItem[]
	log(type: LogEntry['type'], message: string): void
	/** Removes the errors and warnings of the last compile from the console. */
	clearCompileMessages(): void
	setUserTypes(types: readonly UserType[]): void
	/** The engine's part of `editor_state`. */
	setCompileState(state: { phase(): Phase; errors(): readonly CompileMessage[] }): void
	readonly isPlaying: boolean
	readonly isPaused: boolean
	/** Project paths of the scenes that are open. */
	openFiles(): readonly string[]
	/** Those whose files are others than when they were opened or saved. */
	scenesChangedOnDisk(): readonly string[]
	tick(seconds: number): void
	onChanged(listener: (scopes: readonly ChangeScope[]) => void): void
	/** Imports what changed on disk. */
	refreshAssets(): readonly string[]
	/** Whether a call (a menu item, a package) requested a refresh; reading resets it. */
	takeRefreshRequest(): boolean
	/** The open scenes as JSON, for `reopen` of another process; null if nothing in them is unsaved. */
	unsaved(): unknown
	/** @throws if they cannot be opened */
	reopen(kept: unknown): void
	snapshot(): unknown
	restore(snapshot: unknown): void
}
