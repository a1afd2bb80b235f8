/** Bundles `push-worker/` into `/push-worker.js`: a service worker is one file, under an address that does not change. */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const FILE = 'push-worker.js'

async function bundled(): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		build: {
			write: false,
			target: 'es2022',
			lib: {
				entry: join(import.meta.dirname, 'push-worker', 'main.ts'),
				formats: ['iife'],
				name: 'pushWorker',
			},
		},
	})
	const [first] = Array.isArray(built) ? built : [built]
	if (!first || !('output' in first)) throw new Error('Vite has built no service worker.')
	return first.output[0].code
}

export const pushWorkerFile = (): Plugin => ({
	name: 'push-worker-file',
	async generateBundle() {
		this.emitFile({ type: 'asset', fileName: FILE, source: await bundled() })
	},
	configureServer({ middlewares }) {
		middlewares.use(`/${FILE}`, (_request, response, next) => {
			bundled().then((code) => {
				response.setHeader('content-type', 'text/javascript')
				response.end(code)
			}, next)
		})
	},
})
