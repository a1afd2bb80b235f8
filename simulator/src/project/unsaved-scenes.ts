/**
 * Scenes with unsaved changes, while their editor is closed: `<project>/Library/Fairlead/unsaved-scenes.json`. Unity
 * asks its user before it closes them; here nobody is asked, so they are open again, and unsaved, at the next start.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { EditorEngine } from '../engine-port.ts'

const FILE = join('Library', 'Fairlead', 'unsaved-scenes.json')

/** Writes what is unsaved now; without unsaved changes, no file is left. */
export function keepUnsavedScenes(projectPath: string, engine: EditorEngine): void {
	const path = join(projectPath, FILE)
	const unsaved = engine.unsaved()
	if (unsaved === null) rmSync(path, { force: true })
	else writeFileAtomic.sync(path, JSON.stringify(unsaved))
}

/** Opens what was unsaved at the last stop. A file that cannot be read is set aside, and the console says so. */
export function reopenUnsavedScenes(projectPath: string, engine: EditorEngine): void {
	const path = join(projectPath, FILE)
	if (!existsSync(path)) return
	try {
		engine.reopen(JSON.parse(readFileSync(path, 'utf8')))
		rmSync(path)
	} catch (error) {
		const aside = `${path}.unreadable`
		renameSync(path, aside)
		const reason = error instanceof Error ? error.message : String(error)
		engine.log(
			'error',
			`The unsaved changes of the last session could not be restored (${reason}). They are in ${aside}.`,
		)
	}
}
