/**
 * `npm run dev:web`: serves the page from its sources, with reload, against the Worker of a running `npm start`. Prints the
 * link that signs in there. FAIRLEAD_ORIGIN names a Worker at another address.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT, STATE_DIR } from './paths.ts'
import { DEFAULT_PORT } from './stack/stack.ts'

const worker = process.env['FAIRLEAD_ORIGIN'] ?? `http://localhost:${DEFAULT_PORT}`
const answers = await fetch(`${worker}/api/health`).then(
	({ ok }) => ok,
	() => false,
)
if (!answers) {
	console.error(
		`✖ No Worker answers at ${worker}. Run npm start in another terminal, or set FAIRLEAD_ORIGIN.`,
	)
	process.exit(1)
}
const server = await createServer({
	root: join(ROOT, 'web'),
	configFile: join(ROOT, 'web', 'vite.config.ts'),
})
await server.listen()
const page = server.resolvedUrls?.local[0] ?? ''
const token = await readFile(join(STATE_DIR, 'setup-token'), 'utf8').catch(() => '')
console.log(
	`The page, from its sources: ${page}${token === '' ? '' : `setup#token=${token.trim()}`}`,
)
