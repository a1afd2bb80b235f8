/** The physics library. Its WebAssembly is loaded when play mode needs it, so that starting the simulator stays fast. */
import type * as Rapier from '@dimforge/rapier3d-compat'

export type Library = typeof Rapier

let library: Library | null = null
let loading: Promise<void> | null = null

/** Idempotent; must be over before the first step of play mode. */
export function loadPhysics(): Promise<void> {
	loading ??= import('@dimforge/rapier3d-compat').then(async (loaded) => {
		await loaded.init()
		library = loaded
	})
	return loading
}

/** @throws Error before {@link loadPhysics} is over */
export function physicsLibrary(): Library {
	if (library) return library
	throw new Error('Physics is not loaded: loadPhysics() comes before play mode.')
}
