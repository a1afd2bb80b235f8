/**
 * The Worker's process for `npm run dev`: wrangler rebundles it after every change. Its command line
 * cannot turn off the debugger, whose port would expose every secret of the Worker; its API can.
 *
 *   worker-reload.ts <port> <state folder>; its secrets come from `withWorkerVars`
 */
import { unstable_startWorker } from 'wrangler'
import { WRANGLER_CONFIG } from '../paths.ts'
import { sayListening } from './listening.ts'
import { FIRST_LOOPBACK } from './second-loopback.ts'
import { takeWorkerVars } from './worker-vars.ts'

const [, , port, state] = process.argv
if (port === undefined || state === undefined)
	throw new Error('worker-reload.ts <port> <state folder>')

const bindings = Object.fromEntries(
	Object.entries(takeWorkerVars()).map(([name, value]) => [
		name,
		{ type: 'secret_text' as const, value },
	]),
)
const worker = await unstable_startWorker({
	config: WRANGLER_CONFIG,
	bindings,
	envFiles: [],
	dev: {
		inspector: false,
		server: { hostname: FIRST_LOOPBACK, port: Number(port) },
		persist: state,
		logLevel: 'log',
	},
})
process.on('SIGTERM', () => void worker.dispose().finally(() => process.exit(0)))
await worker.ready
sayListening()
