/** The open scenes, if any has unsaved changes, in a form that another process can open again. */
import type { Core } from '../../core.ts'
import type { WorldData } from '../world.ts'
import { isChangedOnDisk } from './scene-files.ts'

export interface UnsavedScenes {
	readonly version: 1
	readonly world: WorldData
	readonly counters: [number, number]
}

/** Its contents are of the same version, and are not checked. */
function isUnsavedScenes(kept: unknown): kept is UnsavedScenes {
	const { version, world, counters } = (kept ?? {}) as Partial<UnsavedScenes>
	return version === 1 && Array.isArray(world?.dirty) && Array.isArray(counters)
}

/** Returns null if nothing is unsaved. During play mode, the scenes as they were before it. */
export function unsavedScenes(core: Core): UnsavedScenes | null {
	const world = core.play.data()?.before ?? core.world.data()
	if (world.dirty.length === 0) return null
	return structuredClone({ version: 1, world, counters: core.world.counters })
}

/**
 * Puts the scenes in place of those that are open. The console names them, and those whose file has changed since.
 * @throws if `kept` is none of this version
 */
export function reopenScenes(core: Core, kept: unknown): void {
	if (!isUnsavedScenes(kept)) throw new Error('it is of another version')
	const { world, counters } = structuredClone(kept)
	core.world.load(world)
	core.world.counters = counters
	const dirty = world.scenes.filter(([handle]) => world.dirty.includes(handle))
	const names = dirty.map(([, { name, path }]) => path || name)
	core.console.add({
		type: 'log',
		message: `Unsaved changes of the last session are open again, and still unsaved: ${names.join(', ')}.`,
	})
	for (const [, scene] of dirty)
		if (isChangedOnDisk(core, scene))
			core.console.add({
				type: 'warning',
				message: `${scene.path} was changed on disk while the editor was closed. Unsaved changes of this scene can be saved under another name.`,
			})
	core.touch('hierarchy', 'scene', 'console')
}
