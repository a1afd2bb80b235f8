/** `npm run build`: the web client, and what is published: the relay, the API's client and the Core War engine. */
import { join } from 'node:path'
import { writeClientTypes } from './builds/client-types.ts'
import { measureRoutes, sizeTable, tooLarge } from './builds/page-size.ts'
import { buildRelay } from './builds/relay.ts'
import { buildWeb } from './builds/web.ts'
import { run } from './children.ts'
import { BIN, ROOT } from './paths.ts'

async function buildPackage(folder: 'client' | 'corewar'): Promise<void> {
	const result = await run(BIN.tsc, ['-p', join(folder, 'tsconfig.build.json')], { show: true })
	if (result.code !== 0) throw new Error(`${folder} failed to build.`)
}

try {
	await buildWeb({ force: true, show: true })
	const sizes = await measureRoutes(join(ROOT, 'web', 'dist'))
	console.log(`web, gzipped, before a route can be read:\n${sizeTable(sizes)}`)
	const { refused, tolerated } = tooLarge(sizes)
	for (const line of tolerated) console.warn(`Warning: ${line}`)
	if (refused.length > 0) throw new Error(refused.join('\n'))
	const bytes = await buildRelay({ force: true })
	console.log(`relay-cli/dist: ${(bytes / 1024).toFixed(0)} KiB`)
	await writeClientTypes()
	await buildPackage('client')
	await buildPackage('corewar')
} catch (error) {
	console.error(`✖ ${error instanceof Error ? error.message : error}`)
	process.exit(1)
}
