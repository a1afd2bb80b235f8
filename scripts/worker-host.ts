/**
 * The Worker's process: the built bundle in workerd, started through miniflare. No proxy, no watcher, and no debugger,
 * whose port would hand out every secret of the Worker to whoever on this machine asks.
 *
 *   worker-host.ts <folder of a built Worker> <port> <state folder>; its secrets come from `withWorkerVars`
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { OPTIONS_FILE } from './worker-build.ts'
import { takeWorkerVars } from './worker-vars.ts'

const [, , folder, port, state] = process.argv
if (folder === undefined || port === undefined || state === undefined) {
	throw new Error('worker-host.ts <folder of a built Worker> <port> <state folder>')
}

/** Ends this process: whoever watches it reports that and starts it again, with growing pauses. */
function endWith(sentence: string): never {
	console.error(sentence)
	process.exit(1)
}

/** Miniflare reports a dead runtime only in its log. Left alone it restarts it at once, endlessly, and tells nobody. */
class RuntimeLog extends Log {
	override warn(message: string): void {
		if (message.includes('runtime crashed unexpectedly')) endWith('workerd exited unexpectedly.')
		super.warn(message)
	}

	override error(error: Error): void {
		if ('code' in error && error.code === 'ERR_RUNTIME_FAILURE') endWith(error.message)
		super.error(error)
	}
}

const { entry, options } = JSON.parse(await readFile(join(folder, OPTIONS_FILE), 'utf8'))
const runtime = new Miniflare(
	convertV4MiniflareOptions({
		...options,
		modules: [{ type: 'ESModule', path: join(folder, entry) }],
		modulesRoot: folder,
		bindings: { ...options.bindings, ...takeWorkerVars() },
		host: 'localhost',
		port: Number(port),
		// Where `wrangler dev --persist-to` keeps it.
		resourcePersistencePath: join(state, 'v3'),
		// Otherwise the runtime asks workers.cloudflare.com where it is.
		cf: false,
		logRequests: false,
		log: new RuntimeLog(LogLevel.WARN),
		unsafeHandleRuntimeRestart: () => endWith('workerd exited unexpectedly.'),
	}),
)
process.on('SIGTERM', () => void runtime.dispose().finally(() => process.exit(0)))
await runtime.ready.catch((error: Error) => endWith(error.message))
