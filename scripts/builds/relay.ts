/** Builds the relay, with the simulated editor in it, into relay-cli/dist, unless it is up to date. */
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../children.ts'
import { BIN, RELAY_DIST, ROOT, STATE_DIR } from '../paths.ts'
import { hashOf, unlessDone } from './stamps.ts'

/** All inputs of the bundle. */
const INPUTS = [
	'relay-cli/src',
	'relay-cli/package.json',
	'relay-cli/vite.config.ts',
	'simulator/src',
	'protocol/src',
	'protocol/package.json',
	'package-lock.json',
]

/**
 * @param options.force builds even if nothing changed
 * @returns bytes of all files of the bundle
 * @throws with vite's output if the build fails
 */
export async function buildRelay(options: { force?: boolean } = {}): Promise<number> {
	const stamp = join(STATE_DIR, 'stamps', 'relay')
	if (options.force) await rm(stamp, { force: true })
	const built = async (): Promise<boolean> =>
		access(RELAY_DIST).then(
			() => true,
			() => false,
		)
	const folder = join(ROOT, 'relay-cli')
	await unlessDone(stamp, await hashOf(INPUTS), built, async () => {
		const result = await run(BIN.vite, ['build', '--logLevel', 'warn'], { cwd: folder })
		if (result.code !== 0) throw new Error(`The relay failed to build.\n${result.output}`)
	})
	const dist = join(folder, 'dist')
	const sizes = (await readdir(dist)).map(async (name) => (await stat(join(dist, name))).size)
	return (await Promise.all(sizes)).reduce((a, b) => a + b, 0)
}
