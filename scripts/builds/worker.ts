/** Builds a Worker for this machine: its bundle, and its configuration for the local runtime. */
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../children.ts'
import { wranglerEnv } from '../machine/wrangler.ts'
import { BIN, ROOT, STATE_DIR, WORKER_DIR, WRANGLER_CONFIG } from '../paths.ts'
import { hashOf, unlessDone } from './stamps.ts'

/** In the folder of a built Worker, beside its bundle. */
export const OPTIONS_FILE = 'options.json'

/** All inputs of our own Worker. */
const INPUTS = [
	'worker/src',
	'worker/package.json',
	'worker/tsconfig.json',
	'tsconfig.base.json',
	'corewar/src',
	'protocol/src',
	'protocol/package.json',
	'wrangler.toml',
	'package-lock.json',
	'scripts/builds/worker.ts',
	'scripts/stack/worker-options.ts',
	'scripts/machine/wrangler.ts',
]

/**
 * Builds the Worker of a wrangler configuration into a folder, which is emptied first.
 * @throws with wrangler's output if that fails
 */
export async function bundleWorker(config: string, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true })
	const env = wranglerEnv(process.env, folder)
	const bundle = await run(
		BIN.wrangler,
		['deploy', '--dry-run', '--outdir', folder, '--config', config],
		{ env },
	)
	if (bundle.code !== 0) throw new Error(`The Worker failed to build.\n${bundle.output}`)
	const options = await run(join(ROOT, 'scripts', 'stack', 'worker-options.ts'), [config], { env })
	if (options.code !== 0) throw new Error(`${config} cannot be read.\n${options.output}`)
	// Last: its presence says that the folder is complete.
	await writeFile(join(folder, OPTIONS_FILE), options.output)
}

/**
 * Builds our own Worker into .fairlead/worker, unless it is up to date.
 * Needs the built page: wrangler checks that the assets folder exists.
 * @returns whether it was built
 */
export async function buildWorker(options: { onBegin?: () => void } = {}): Promise<boolean> {
	const built = (): Promise<boolean> =>
		access(join(WORKER_DIR, OPTIONS_FILE)).then(
			() => true,
			() => false,
		)
	return unlessDone(
		join(STATE_DIR, 'stamps', 'worker'),
		// The options contain paths: a moved clone is rebuilt.
		`${await hashOf(INPUTS)} ${ROOT}`,
		built,
		async () => {
			options.onBegin?.()
			await bundleWorker(WRANGLER_CONFIG, WORKER_DIR)
		},
	)
}
