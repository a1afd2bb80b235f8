/** `npm run build`: the web client and the relay's publishable bundle. */
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './children.ts'
import { BIN, ROOT } from './paths.ts'
import { buildWeb } from './web-build.ts'

/** The relay's own build configuration, if it lands under one of these names. */
const RELAY_CONFIG = 'vite.config.ts'

async function buildRelay(): Promise<number> {
	const folder = join(ROOT, 'relay-cli')
	await access(join(folder, RELAY_CONFIG))
	const result = await run(BIN.vite, ['build'], { cwd: folder, show: true })
	if (result.code !== 0) throw new Error('The relay does not build.')
	return (await stat(join(folder, 'dist', 'fairlead.mjs'))).size
}

await buildWeb({ force: true, show: true })
const bytes = await buildRelay()
console.log(`relay-cli/dist/fairlead.mjs: ${(bytes / 1024).toFixed(0)} KiB`)
