/** Project by project, and in each the longest file first: it would otherwise run alone at the end. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from '../paths.ts'

/** Seconds of each file that takes longer than one, written by `npm run test:full`. */
export const TIMES_FILE = join(import.meta.dirname, 'records', 'times.json')

type Times = Readonly<Record<string, number>>

interface File {
	readonly moduleId: string
	readonly project: { readonly name: string }
}

/**
 * Vitest ends a worker that files share as soon as the next file in the row is of another project, and the next worker
 * loads everything anew. So a project's files stand together. A file that is not in the list counts as short: it is
 * new, or it takes less than a second.
 */
export function longestFirst<T extends File>(files: readonly T[], times: Times): T[] {
	const seconds = ({ moduleId }: T): number =>
		times[relative(ROOT, moduleId).replaceAll('\\', '/')] ?? 0
	const sorted = [...files].sort((a, b) => seconds(b) - seconds(a))
	return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flat()
}

export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return longestFirst(files, JSON.parse(readFileSync(TIMES_FILE, 'utf8')) as Times)
	}
}
