/** The open scenes, if any has unsaved changes, in a form that another process can open again. */
import * as z from 'zod'
import type { Core } from '../core.ts'
import { digest } from '../digest.ts'
import { textOf } from '../project-files.ts'
import type { WorldData } from './world.ts'

/** The parts that are looked at here; the world is that of the same version. */
const Unsaved = z.object({
	version: z.literal(1),
	world: z.custom<WorldData>((value) =>
		['objects', 'scenes', 'dirty'].every((name) =>
			Array.isArray((value as Record<string, unknown> | null)?.[name]),
		),
	),
	counters: z.tuple([z.number(), z.number()]),
	/** Digests of the scenes' files: another program may change them meanwhile. */
	files: z.record(z.string(), z.string()),
})
export type UnsavedScenes = z.infer<typeof Unsaved>

/** Null: nothing is unsaved. During play mode, the scenes as they were before it. */
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
	const { world, counters, files } = structuredClone(Unsaved.parse(kept))
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
