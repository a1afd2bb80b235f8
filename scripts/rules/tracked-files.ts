import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../paths.ts'

/** Paths of the repository's own files, relative to it: those of git, with new ones that it does not ignore. */
export async function trackedFiles(matching: RegExp): Promise<string[]> {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
	const { stdout } = await promisify(execFile)('git', args, {
		cwd: ROOT,
		maxBuffer: 64 * 1024 * 1024,
	})
	return stdout.split('\0').filter((path) => matching.test(path) && existsSync(join(ROOT, path)))
}
