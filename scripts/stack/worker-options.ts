/**
 * Prints the local runtime's options for a wrangler configuration, as JSON: one source for bindings, classes and
 * flags. A separate program, run once per build: loading wrangler takes two seconds and 150 MB.
 *
 *   worker-options.ts <configuration>
 */
import { dirname, resolve } from 'node:path'
import { experimental_readRawConfig, unstable_getMiniflareWorkerOptions } from 'wrangler'

const [, , config] = process.argv
if (config === undefined) throw new Error('worker-options.ts <configuration>')
const { rawConfig } = experimental_readRawConfig({ config })
const { main = '', workerOptions } = unstable_getMiniflareWorkerOptions(config)
process.stdout.write(
	JSON.stringify({
		/** The entry's source. */
		main: resolve(dirname(config), main),
		options: {
			...workerOptions,
			// A local server counts in memory (`worker/src/http/local-limits.ts`).
			ratelimits: undefined,
			// Part of the path of the objects' storage; `wrangler dev` uses it as well.
			name: rawConfig.name,
			// Only the file's own variables: wrangler adds those of `.dev.vars` and `.env`.
			bindings: rawConfig.vars ?? {},
		},
	}),
)
