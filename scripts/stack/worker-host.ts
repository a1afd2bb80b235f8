/**
 * The Worker's process: the built bundle in workerd, started through miniflare. No proxy, no watcher, and no debugger,
 * whose port would expose every secret of the Worker to any local program.
 *
 *   worker-host.ts <folder of a built Worker> <port> <state folder>; its secrets come from `withWorkerVars`
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { ENTRY, OPTIONS_FILE } from '../builds/worker.ts'
import { sayListening } from './listening.ts'
import { FIRST_LOOPBACK } from './second-loopback.ts'
import { takeWorkerVars } from './worker-vars.ts'

const [, , folder, port, state] = process.argv
if (folder === undefined || port === undefined || state === undefined) {
	throw new Error('worker-host.ts <folder of a built Worker> <port> <state folder>')
}

/** Ends this process: its parent reports that and restarts it, with growing pauses. */
function endWith(sentence: string): never {
	console.error(sentence)
	process.exit(1)
}

/** Miniflare reports a dead runtime only in its log. Otherwise it would restart it at once, endlessly and silently. */
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

const { options } = JSON.parse(await readFile(join(folder, OPTIONS_FILE), 'utf8'))
const chunks = (await readdir(folder)).filter((name) => name.endsWith('.js') && name !== ENTRY)
const runtime = new Miniflare(
	convertV4MiniflareOptions({
		...options,
		modules: [ENTRY, ...chunks].map((name) => ({ type: 'ESModule', path: join(folder, name) })),
		modulesRoot: folder,
		bindings: { ...options.bindings, ...takeWorkerVars() },
		host: FIRST_LOOPBACK,
		port: Number(port),
		// The same place as with `wrangler dev --persist-to`.
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
sayListening()
