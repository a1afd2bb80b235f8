/**
 * Runs the product's own modules in this process: modules that only workerd has are replaced, the socket
 * library dials the simulated network, the model is the script. A mutant changes a line of one module.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Mutant } from '../../mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const kit = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href

/** Replaced when this module imports that one. */
const REPLACED: readonly { from: RegExp; specifier: string; by: string }[] = [
	{ from: /./, specifier: 'cloudflare:workers', by: 'workers-shim.ts' },
	{ from: /relay-cli\/src\/link\/room-socket\.ts$/, specifier: 'ws', by: 'socket-shim.ts' },
	{
		from: /conversations\/production-ports\.ts$/,
		specifier: './run-access/model-access.ts',
		by: 'model-shim.ts',
	},
	{ from: /history\/durable-file\.ts$/, specifier: 'node:fs', by: 'fs-shim.ts' },
	{
		from: /relay-cli\/src\/editors\//,
		specifier: '../home/project-key.ts',
		by: 'project-key-shim.ts',
	},
]

/** Call before the first import of a product module. */
export function installHooks(mutant: Mutant | null): void {
	const target = mutant && pathToFileURL(join(ROOT, mutant.file)).href
	registerHooks({
		resolve(specifier, context, next) {
			const from = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : ''
			const found = REPLACED.find(
				(one) => one.specifier === specifier && one.from.test(from.replaceAll('\\', '/')),
			)
			return found
				? { url: kit(found.by), shortCircuit: true, format: 'module-typescript' }
				: next(specifier, context)
		},
		load(url, context, next) {
			const loaded = next(url, context)
			if (url !== target || !mutant) return loaded
			const source = String(loaded.source)
			if (source.split(mutant.find).length !== 2)
				throw new Error(`The mutant ${mutant.name} no longer fits ${mutant.file}.`)
			return { ...loaded, source: source.replace(mutant.find, () => mutant.replace) }
		},
	})
}
