/** The imports of each file, read from the syntax tree. */
import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

export interface Import {
	/** A file of the repository, or a package by its name (`node:fs`, `zod`, `@ai-sdk/react`). */
	readonly to: string
	/** Types only: erased at run time. */
	readonly isType: boolean
}

/** Packages of this repository: name and where its sources are. */
const WORKSPACES: Readonly<Record<string, string>> = {
	'@fairlead/protocol': 'protocol/src',
	'@fairlead/simulator': 'simulator/src',
	'@fairlead/worker': 'worker/src',
	'@fairlead/web': 'web/src',
	fairlead: 'relay-cli/src',
}
/** Published packages: their name stands for what is built, which may be older than the sources. */
const PUBLISHED: Readonly<Record<string, string>> = {
	'@fairlead/client': 'client/dist/index.js',
	'@fairlead/corewar': 'corewar/dist/index.js',
	'@fairlead/corewar/source': 'corewar/src/index.ts',
}
/** Exports of a workspace that are an `index.ts`, not `./src/*.ts`. */
const FOLDERS: ReadonlySet<string> = new Set([
	'protocol/src',
	'protocol/src/mcp',
	'protocol/src/tools',
])

function target(from: string, specifier: string): string {
	if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from), specifier))
	const published = PUBLISHED[specifier]
	if (published !== undefined) return published
	const name = specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/')
	const sources = WORKSPACES[name]
	if (sources === undefined) return name
	const path = sources + specifier.slice(name.length)
	return FOLDERS.has(path) ? `${path}/index.ts` : `${path}.ts`
}

/** @param file of the repository, with forward slashes */
export async function importsOf(root: string, file: string): Promise<readonly Import[]> {
	const { module } = parseSync(file, await readFile(join(root, file), 'utf8'))
	const named = module.staticImports.map((one) => ({
		to: target(file, one.moduleRequest.value),
		isType: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
	}))
	const passed = module.staticExports.flatMap((one) =>
		one.entries.flatMap((entry) =>
			entry.moduleRequest
				? [{ to: target(file, entry.moduleRequest.value), isType: entry.isType }]
				: [],
		),
	)
	const text = module.dynamicImports.length === 0 ? '' : await readFile(join(root, file), 'utf8')
	const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
		const written = /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1]
		return written === undefined ? [] : [{ to: target(file, written), isType: false }]
	})
	return [...named, ...passed, ...later]
}

/** Groups of files that import each other in a circle; each group once. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
	const order = new Map<string, number>()
	const lowest = new Map<string, number>()
	const open: string[] = []
	const found: string[][] = []
	const visit = (file: string): void => {
		order.set(file, order.size)
		lowest.set(file, order.get(file) ?? 0)
		open.push(file)
		for (const next of graph.get(file) ?? []) {
			if (!graph.has(next)) continue
			if (!order.has(next)) visit(next)
			else if (!open.includes(next)) continue
			lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
		}
		if (lowest.get(file) !== order.get(file)) return
		const group = open.splice(open.indexOf(file))
		if (group.length > 1) found.push(group.sort())
	}
	for (const file of graph.keys()) if (!order.has(file)) visit(file)
	return found
}
