/** The files of open scenes: other programs may change them meanwhile, and a save must not replace that unnoticed. */
import type { Core } from '../../core.ts'
import { digest } from '../../digest.ts'
import { Fault } from '../../fault.ts'
import type { SceneFile, SceneRecord } from '../records.ts'

/** Returns null if there is no file. */
export function sceneFile(core: Core, path: string): SceneFile | null {
	const info = path === '' ? null : core.files.info(path)
	if (info?.kind !== 'file') return null
	const { changedMs, sizeBytes } = info
	return { changedMs, sizeBytes, digest: digest(core.files.readText(path)) }
}

/** Whether the file has another content than when the scene was opened or saved. A file that is gone has none. */
export function isChangedOnDisk(core: Core, { path, file }: SceneRecord): boolean {
	const info = path === '' || !file ? null : core.files.info(path)
	if (!file || info?.kind !== 'file') return false
	if (info.changedMs === file.changedMs && info.sizeBytes === file.sizeBytes) return false
	return digest(core.files.readText(path)) !== file.digest
}

export const scenesChangedOnDisk = (core: Core): string[] =>
	[...core.world.scenes.values()].flatMap((scene) =>
		isChangedOnDisk(core, scene) ? [scene.path] : [],
	)

/** @throws Fault `stale_file` */
export function refuseChangedOnDisk(core: Core, scene: SceneRecord): void {
	if (!isChangedOnDisk(core, scene)) return
	throw new Fault(
		'stale_file',
		`${scene.path} has changed on disk since it was opened. Nothing was saved.`,
		{
			hint: 'unity_scene open with if_dirty: "discard" shows the file and drops what is unsaved here; save with save_as keeps this in another file.',
		},
	)
}
