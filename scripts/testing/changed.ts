/** The test files that a change concerns. */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../paths.ts'
import { importsOf } from '../rules/imports.ts'

const IS_TEST = /\.(test|e2e)\.tsx?$/
/** Code that only tests use. */
const IS_KIT = /(^|\/)test\/.*\.tsx?$|-kit\.tsx?$/
const IS_CODE = /\.tsx?$/

const git = (...args: string[]): string[] =>
	execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
		.split('\n')
		.filter((line) => line !== '')

/** Files that differ from a commit, committed or not, and those that git does not know yet. */
export const changedSince = (base: string): string[] => [
	...git('diff', '--name-only', '--diff-filter=d', base),
	...git('ls-files', '--others', '--exclude-standard'),
]

/** All files with code, each with those that it imports. */
export async function importGraph(): Promise<ReadonlyMap<string, readonly string[]>> {
	const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
		IS_CODE.test(file),
	)
	const graph = new Map<string, readonly string[]>()
	for (const file of files) {
		const imports = await importsOf(ROOT, file).catch(() => [])
		graph.set(
			file,
			imports.map(({ to }) => to),
		)
	}
	return graph
}

/** Test files that changed, and those that import a changed file which only tests use, however indirectly. */
export function concernedTests(
	changed: readonly string[],
	graph: ReadonlyMap<string, readonly string[]>,
): string[] {
	const importers = new Map<string, string[]>()
	for (const [file, imports] of graph) {
		for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), file])
	}
	const seen = new Set<string>()
	const follow = (file: string): void => {
		if (seen.has(file)) return
		seen.add(file)
		for (const importer of importers.get(file) ?? []) follow(importer)
	}
	for (const file of changed) {
		if (IS_TEST.test(file)) seen.add(file)
		else if (IS_KIT.test(file)) follow(file)
	}
	return [...seen].filter((file) => IS_TEST.test(file)).sort()
}
