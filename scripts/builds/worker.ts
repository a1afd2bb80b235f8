/** Builds a Worker: its modules, and its configuration for the local runtime. */
import { access, rm, writeFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { build } from 'esbuild'
import { run } from '../children.ts'
import { wranglerEnv } from '../machine/wrangler.ts'
import { ROOT, STATE_DIR, WORKER_DIR, WRANGLER_CONFIG } from '../paths.ts'
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

/** The entry's name in the folder of a built Worker. */
export const ENTRY = 'index.js'

/** Names of built modules. */
export interface Modules {
	readonly all: readonly string[]
	/** The entry, and what it imports before the first request. */
	readonly atStart: readonly string[]
}

/**
 * Bundles a Worker into modules: the entry with what every request needs, and one for each part that is imported late.
 * The options are those of wrangler's own bundler, which makes a single module.
 * @param main the entry's source
 * @param folder receives {@link ENTRY} and its chunks; it is emptied first
 * @throws if a module cannot be built
 */
export async function bundleModules(
	main: string,
	folder: string,
	{ minify }: { readonly minify: boolean },
): Promise<Modules> {
	await rm(folder, { recursive: true, force: true })
	const { metafile } = await build({
		entryPoints: { [parse(ENTRY).name]: main },
		outdir: folder,
		chunkNames: '[name]-[hash]',
		bundle: true,
		splitting: true,
		format: 'esm',
		target: 'es2024',
		platform: 'browser',
		conditions: ['workerd', 'worker', 'browser'],
		// The runtime brings these itself.
		external: ['cloudflare:*', 'node:*'],
		define: {
			'process.env.NODE_ENV': '"production"',
			'navigator.userAgent': '"Cloudflare-Workers"',
		},
		// Errors and Durable Objects are known by their classes' names.
		keepNames: true,
		minify,
		logLevel: 'silent',
		metafile: true,
	})
	const imports = new Map(
		Object.entries(metafile.outputs).map(([path, output]) => [
			basename(path),
			output.imports.flatMap(({ path, kind }) =>
				kind === 'import-statement' ? [basename(path)] : [],
			),
		]),
	)
	// A set that grows while it is walked: each module once, with what it imports.
	const atStart = new Set([ENTRY])
	for (const name of atStart)
		for (const other of imports.get(name) ?? []) if (imports.has(other)) atStart.add(other)
	return { all: [...imports.keys()], atStart: [...atStart] }
}

/**
 * Builds the Worker of a wrangler configuration into a folder, which is emptied first.
 * @throws with the output of what failed
 */
export async function bundleWorker(config: string, folder: string): Promise<void> {
	const env = wranglerEnv(process.env, folder)
	const read = await run(join(ROOT, 'scripts', 'stack', 'worker-options.ts'), [config], { env })
	if (read.code !== 0) throw new Error(`${config} cannot be read.\n${read.output}`)
	const { main } = JSON.parse(read.output) as { main: string }
	await bundleModules(main, folder, { minify: false })
	// Last: its presence says that the folder is complete.
	await writeFile(join(folder, OPTIONS_FILE), read.output)
}

/**
 * Builds our own Worker into .fairlead/worker, unless it is up to date.
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
