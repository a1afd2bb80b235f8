/** Our engine inside workerd: one request for each battle. */
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { type Engine, engineModules, resultOf, SOURCES } from './engine.ts'

const ENTRY = `
import { assemble, battle } from './index.ts'
export default {
	async fetch(request) {
		const { sources, rounds, seed } = await request.json()
		const warriors = sources.map((source) => assemble(source).warrior)
		return Response.json(battle({ warriors, rounds, seed }).standings)
	},
}`

export async function inWorkerd(): Promise<Engine> {
	const module = (name: string, contents: string) => ({
		type: 'ESModule' as const,
		path: join(SOURCES, name),
		contents,
	})
	const engine = (await engineModules()).map(({ name, text }) => module(name, text))
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			modules: [module('entry.ts', ENTRY), ...engine],
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
		async fight(sources, rounds, seed) {
			const body = JSON.stringify({ sources, rounds, seed })
			const response = await fetch(url, { method: 'POST', body })
			return resultOf(await response.json())
		},
		stop: () => runtime.dispose(),
	}
}
