/**
 * Prints what a wrangler configuration means for the local runtime, as JSON: one source for bindings, classes and
 * flags. A program of its own, run once per build: loading wrangler takes two seconds and 150 MB.
 *
 *   worker-options.ts <configuration>
 */
import { parse } from 'node:path'
import { experimental_readRawConfig, unstable_getMiniflareWorkerOptions } from 'wrangler'

const [, , config] = process.argv
if (config === undefined) throw new Error('worker-options.ts <configuration>')
const { rawConfig } = experimental_readRawConfig({ config })
const { main = '', workerOptions } = unstable_getMiniflareWorkerOptions(config)
process.stdout.write(
	JSON.stringify({
		/** What wrangler calls the bundle. */
		entry: `${parse(main).name}.js`,
		options: {
			...workerOptions,
			// Part of the path of what the objects store; `wrangler dev` takes it as well.
			name: rawConfig.name,
			// Only what the file says: wrangler adds what it finds in `.dev.vars` and `.env`.
			bindings: rawConfig.vars ?? {},
		},
	}),
)
