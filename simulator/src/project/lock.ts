/** One editor per project, as Unity has it: `Temp/UnityLockfile`, here with the process id inside. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProjectError } from './create-project.ts'

const FILE = join('Temp', 'UnityLockfile')

/**
 * Locks the project; the returned function releases it.
 * A lock whose process has ended (a kill) is taken over.
 * @throws ProjectError while another simulated editor has it open.
 */
export async function lockProject(
	projectPath: string,
	isProcessAlive: (pid: number) => boolean,
): Promise<() => Promise<void>> {
	const file = join(projectPath, FILE)
	await mkdir(join(projectPath, 'Temp'), { recursive: true })
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' })
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
		const holder = Number(await readFile(file, 'utf8').catch(() => ''))
		if (Number.isInteger(holder) && holder > 0 && isProcessAlive(holder)) {
			throw new ProjectError(
				`The project "${projectPath}" is already open in another simulated editor (process ${holder}). End that one, or open another folder.`,
			)
		}
		// Unity itself leaves an empty file behind and keeps it locked while it runs.
		await rm(file, { force: true }).catch(() => {
			throw new ProjectError(
				`The project "${projectPath}" is open in Unity. Close it there, or open another folder.`,
			)
		})
		await writeFile(file, String(process.pid), { flag: 'wx' })
	}
	return () => rm(file, { force: true })
}
