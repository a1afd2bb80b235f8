/** `npm run build`: the web client, and what is published: the relay, the API's client and the Core War engine. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './children.ts'
import { measureRoutes, sizeTable, tooLarge } from './page-size.ts'
import { BIN, ROOT } from './paths.ts'
import { buildWeb } from './web-build.ts'

/** @returns bytes of all files of the bundle */
async function buildRelay(): Promise<number> {
	const folder = join(ROOT, 'relay-cli')
	const result = await run(BIN.vite, ['build', '--logLevel', 'warn'], { cwd: folder, show: true })
	if (result.code !== 0) throw new Error('The relay failed to build.')
	const dist = join(folder, 'dist')
	const sizes = (await readdir(dist)).map(async (name) => (await stat(join(dist, name))).size)
	return (await Promise.all(sizes)).reduce((a, b) => a + b, 0)
}

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
	const bytes = await buildRelay()
	console.log(`relay-cli/dist: ${(bytes / 1024).toFixed(0)} KiB`)
	await buildPackage('client')
	await buildPackage('corewar')
} catch (error) {
	console.error(`✖ ${error instanceof Error ? error.message : error}`)
	process.exit(1)
}
