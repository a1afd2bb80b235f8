/** Skips work whose inputs have not changed: a hash of the inputs, kept in the state folder. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../paths.ts'

const SKIPPED = new Set(['artifacts', 'node_modules', 'dist', '.fairlead', '.wrangler', '.git'])

async function* filesBelow(path: string): AsyncGenerator<string> {
	const info = await stat(path).catch(() => null)
	if (info === null) return
	if (info.isFile()) {
		yield path
		return
	}
	const names = (await readdir(path)).filter((name) => !SKIPPED.has(name)).sort()
	for (const name of names) yield* filesBelow(join(path, name))
}

/** SHA-256 over names and contents of all files below the paths (relative to the repository). */
export async function hashOf(paths: readonly string[], root = ROOT): Promise<string> {
	const hash = createHash('sha256')
	for (const path of paths) {
		for await (const file of filesBelow(join(root, path))) {
			hash.update(`${relative(root, file).replaceAll('\\', '/')}\0`)
			hash.update(
				createHash('sha256')
					.update(await readFile(file))
					.digest(),
			)
		}
	}
	return hash.digest('hex')
}

/**
 * Runs `work` unless it succeeded before for the same `hash` and `still` holds.
 * @returns whether it ran. A failure leaves no stamp.
 */
export async function unlessDone(
	stamp: string,
	hash: string,
	still: () => Promise<boolean>,
	work: () => Promise<void>,
): Promise<boolean> {
	const known = await readFile(stamp, 'utf8').catch(() => '')
	if (known === hash && (await still())) return false
	await rm(stamp, { force: true })
	await work()
	await mkdir(dirname(stamp), { recursive: true })
	await writeFile(stamp, hash)
	return true
}
