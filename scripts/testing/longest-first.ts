/** The longest file of a suite starts first: it would otherwise run alone at the end. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from '../paths.ts'

/** Seconds of each file that takes longer than one, written by `npm run test:full`. */
export const TIMES_FILE = join(import.meta.dirname, 'records', 'times.json')

type Times = Readonly<Record<string, number>>

/** A file that is not in the list counts as short: it is new, or it takes less than a second. */
export function longestFirst<T extends { readonly moduleId: string }>(
	files: readonly T[],
	times: Times,
): T[] {
	const seconds = ({ moduleId }: T): number =>
		times[relative(ROOT, moduleId).replaceAll('\\', '/')] ?? 0
	return [...files].sort((a, b) => seconds(b) - seconds(a))
}

export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return longestFirst(files, JSON.parse(readFileSync(TIMES_FILE, 'utf8')) as Times)
	}
}
