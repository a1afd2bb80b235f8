/** Runs the chaos suite in a process of its own, because time and chance are simulated there. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', 'main.ts')

export function chaos(...args: string[]): Promise<{ code: number; output: string }> {
	return new Promise((resolve) => {
		execFile(process.execPath, ['--no-warnings', MAIN, ...args], (error, stdout, stderr) => {
			resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` })
		})
	})
}
