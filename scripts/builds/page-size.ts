/** The size of each route until a person can read and use it: code and styles, gzipped. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export interface Route {
	readonly path: string
	/** Chunks loaded by name before it can be read, besides what index.html names. */
	readonly chunks: readonly string[]
	/**
	 * The aim in KB of 1,000 bytes: the build warns above it, and fails above {@link TOLERANCE}.
	 * Lower it when a route gets smaller.
	 */
	readonly aimKb: number
	/** The build fails above it, whatever the aim tolerates. */
	readonly limitKb?: number
}

export interface RouteSize extends Route {
	readonly kb: number
	/** Largest first. */
	readonly files: readonly { readonly name: string; readonly kb: number }[]
}

/** Two changes that fit alone must fit together, so a route may exceed its aim by this much. */
const TOLERANCE = 1.02

/** An opened conversation must never need more than 200; fonts load in parallel and do not block. */
export const ROUTES: readonly Route[] = [
	{ path: '/', chunks: ['home-layout', 'projects'], aimKb: 136 },
	{ path: '/settings', chunks: ['home-layout', 'settings'], aimKb: 142 },
	{ path: '/p/:project/settings', chunks: ['home-layout', 'project-settings'], aimKb: 142 },
	{ path: '/p/:project/automations', chunks: ['home-layout', 'automations'], aimKb: 140 },
	{
		path: '/p/:project/automations/:automation',
		chunks: ['home-layout', 'automation'],
		aimKb: 153,
	},
	{ path: '/usage', chunks: ['home-layout', 'usage'], aimKb: 140 },
	{ path: '/pair', chunks: ['home-layout', 'pair'], aimKb: 136 },
	{ path: '/connect', chunks: ['home-layout', 'connect'], aimKb: 135 },
	{ path: '/corewar', chunks: ['corewar'], aimKb: 290 },
	{ path: '/setup', chunks: ['setup'], aimKb: 132 },
	{ path: '/sign-in', chunks: ['sign-in'], aimKb: 135 },
	{
		path: '/p/:project/c/:conversation',
		chunks: ['project-layout', 'workspace', 'streaming-markdown'],
		aimKb: 199,
		limitKb: 200,
	},
]

/** `import x from"./a.js"`, `import"./a.js"` and `export … from"./a.js"`; not `import("./a.js")`. */
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*["']\.\/([^"']+\.js)["']/g
const ENTRY = /<script type="module"[^>]*src="\/assets\/([^"]+)"/
const PRELOADED = /<link rel="modulepreload"[^>]*href="\/assets\/([^"]+)"/g

const kbOf = async (file: string): Promise<number> =>
	(await promisify(gzip)(await readFile(file), { level: 9 })).length / 1_000

/** @param dist the built page */
export async function measureRoutes(
	dist: string,
	routes: readonly Route[] = ROUTES,
): Promise<RouteSize[]> {
	const assets = join(dist, 'assets')
	const names = await readdir(assets)
	const html = await readFile(join(dist, 'index.html'), 'utf8')
	const entry = ENTRY.exec(html)?.[1]
	if (entry === undefined) throw new Error('index.html names no script.')
	/** The files of a chunk by the name that it has in the sources, without the hash. */
	const called = (chunk: string, end: string): string[] =>
		names.filter(
			(name) =>
				name.replace(/-(?:[\w-]{7}\.js|[\w-]{8}\.\w+)$/, '') === chunk && name.endsWith(end),
		)

	return Promise.all(
		routes.map(async (route) => {
			const loaded = new Set<string>()
			const load = async (name: string): Promise<void> => {
				if (loaded.has(name)) return
				loaded.add(name)
				const source = await readFile(join(assets, name), 'utf8')
				for (const [, imported = ''] of source.matchAll(STATIC_IMPORT)) await load(imported)
			}
			await load(entry)
			for (const [, preloaded = ''] of html.matchAll(PRELOADED)) await load(preloaded)
			for (const chunk of route.chunks) {
				// The entry is called "index", as other modules may be.
				const scripts = called(chunk, '.js').filter((name) => name !== entry)
				if (scripts.length === 0) throw new Error(`The build has no chunk "${chunk}".`)
				// If two modules have the same name, the larger is the route, which imports the other.
				for (const script of scripts) await load(script)
			}
			for (const style of ['index', ...route.chunks].flatMap((chunk) => called(chunk, '.css'))) {
				loaded.add(style)
			}
			const files = await Promise.all(
				[...loaded].map(async (name) => ({ name, kb: await kbOf(join(assets, name)) })),
			)
			files.sort((a, b) => b.kb - a.kb)
			return { ...route, kb: files.reduce((sum, { kb }) => sum + kb, 0), files }
		}),
	)
}

/** A line per route. */
export const sizeTable = (sizes: readonly RouteSize[]): string =>
	sizes
		.map(({ path, kb, aimKb }) => `${path.padEnd(28)} ${kb.toFixed(0).padStart(4)} KB of ${aimKb}`)
		.join('\n')

/** Routes over their aim, with their largest files; those that the build refuses for it, and those that it tolerates. */
export function tooLarge(sizes: readonly RouteSize[]): {
	readonly refused: readonly string[]
	readonly tolerated: readonly string[]
} {
	const isRefused = ({ kb, aimKb, limitKb = Number.POSITIVE_INFINITY }: RouteSize): boolean =>
		kb > Math.min(aimKb * TOLERANCE, limitKb)
	const over = sizes.filter(({ kb, aimKb }) => kb > aimKb)
	return {
		refused: over.filter(isRefused).map(lineOf),
		tolerated: over.filter((size) => !isRefused(size)).map(lineOf),
	}
}

const lineOf = ({ path, kb, aimKb, files }: RouteSize): string =>
	`${path} loads ${kb.toFixed(1)} KB, its aim is ${aimKb}: ${files
		.slice(0, 5)
		.map((file) => `${file.name} ${file.kb.toFixed(0)}`)
		.join(', ')}`
