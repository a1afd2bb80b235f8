/** The Core War engine inside workerd: its sources without their types, and one request for each battle. */
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import * as z from 'zod'
import { ROOT } from '../scripts/paths.ts'

const SOURCES = join(ROOT, 'corewar', 'src')
const ENTRY = `
import { assemble, battle } from './index.ts'
export default {
	async fetch(request) {
		const { sources, rounds, seed } = await request.json()
		const warriors = sources.map((source) => assemble(source).warrior)
		return Response.json(battle({ warriors, rounds, seed }).standings)
	},
}`

const Standings = z.array(z.object({ wins: z.number(), ties: z.number() }))

export interface CorewarWorker {
	readonly fight: (
		sources: readonly string[],
		rounds: number,
		seed: number,
	) => Promise<z.infer<typeof Standings>>
	readonly stop: () => Promise<void>
}

export async function startCorewarWorker(): Promise<CorewarWorker> {
	const names = (await readdir(SOURCES)).filter((name) => /(?<!\.test)\.ts$/.test(name))
	const engine = await Promise.all(
		names.map(async (name) => ({
			type: 'ESModule' as const,
			path: join(SOURCES, name),
			contents: stripTypeScriptTypes(await readFile(join(SOURCES, name), 'utf8')),
		})),
	)
	const entry = { type: 'ESModule' as const, path: join(SOURCES, 'entry.ts'), contents: ENTRY }
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			modules: [entry, ...engine],
			modulesRoot: SOURCES,
			compatibilityDate: '2026-01-01',
			host: '127.0.0.1',
			port: 0,
			// Otherwise the runtime asks workers.cloudflare.com where it is.
			cf: false,
			logRequests: false,
		}),
	)
	const url = await runtime.ready
	return {
		fight: async (sources, rounds, seed) => {
			const body = JSON.stringify({ sources, rounds, seed })
			const response = await fetch(url, { method: 'POST', body })
			return Standings.parse(await response.json())
		},
		stop: () => runtime.dispose(),
	}
}
