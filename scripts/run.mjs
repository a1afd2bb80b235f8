/**
 * `node scripts/run.mjs <script> […]`: checks the version of Node before any TypeScript is loaded,
 * so that an old one gets a clear message instead of ERR_UNKNOWN_FILE_EXTENSION. Therefore plain JavaScript.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The first version that runs TypeScript directly, and that wrangler accepts. */
const NEEDED = [22, 18]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
	console.error(
		`Fairlead's scripts run on Node ${NEEDED.join('.')} or newer; this is ${process.version}.\n` +
			'Run `npm ci`, which installs Node 24 into node_modules, then use the npm scripts,\n' +
			'for example `npm start`. If you already did, npm skipped install scripts: run `npm rebuild node`.',
	)
	process.exit(1)
}
const [, , name = '', ...rest] = process.argv
process.argv.splice(2, process.argv.length, ...rest)
const file = join(dirname(fileURLToPath(import.meta.url)), '..', name)
await import(pathToFileURL(file).href)
