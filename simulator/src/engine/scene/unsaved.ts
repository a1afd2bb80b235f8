/** The open scenes, if any has unsaved changes, in a form that another process can open again. */
import type { Core } from '../core.ts'
import { digest } from '../digest.ts'
import { textOf } from '../project-files.ts'
import type { WorldData } from './world.ts'

export interface UnsavedScenes {
	readonly version: 1
	readonly world: WorldData
	readonly counters: [number, number]
	/** Digests of the scenes' files: another program may change them meanwhile. */
	readonly files: Readonly<Record<string, string>>
}

/** Its contents are of the same version, and are not checked. */
function isUnsavedScenes(kept: unknown): kept is UnsavedScenes {
	const { version, world, counters, files } = (kept ?? {}) as Partial<UnsavedScenes>
	return version === 1 && Array.isArray(world?.dirty) && Array.isArray(counters) && files != null
}

/** Returns null if nothing is unsaved. During play mode, the scenes as they were before it. */
export function unsavedScenes(core: Core): UnsavedScenes | null {
	const world = core.play.data()?.before ?? core.world.data()
	if (world.dirty.length === 0) return null
	const paths = world.scenes.map(([, { path }]) => path).filter((path) => path !== '')
	return structuredClone({
		version: 1,
		world,
		counters: core.world.counters,
		files: Object.fromEntries(paths.map((path) => [path, digest(textOf(core.files, path))])),
	})
}

/**
 * Puts the scenes in place of those that are open. The console names them, and those whose file has changed since.
 * @throws if `kept` is none of this version
 */
export function reopenScenes(core: Core, kept: unknown): void {
	if (!isUnsavedScenes(kept)) throw new Error('it is of another version')
	const { world, counters, files } = structuredClone(kept)
	core.world.load(world)
	core.world.counters = counters
	const dirty = world.scenes.filter(([handle]) => world.dirty.includes(handle))
	const names = dirty.map(([, { name, path }]) => path || name)
	core.console.add({
		type: 'log',
		message: `Unsaved changes of the last session are open again, and still unsaved: ${names.join(', ')}.`,
	})
	for (const [, { path }] of dirty)
		if (path !== '' && files[path] !== digest(textOf(core.files, path)))
			core.console.add({
				type: 'warning',
				message: `${path} was changed on disk while the editor was closed. Saving the scene replaces that change.`,
			})
	core.touch('hierarchy', 'scene', 'console')
}
