/** A folder that is read from top to bottom at one glance: who looks for a file finds it by its noun, not by scrolling. */
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from './tracked-files.ts'

const MOST = 16
/** Tests stand beside what they test, and cases in a list: neither is looked for by a noun. */
const NOT_COUNTED =
	/\.test\.tsx?$|\.e2e\.ts$|Tests\.cs$|^test\/conformance\/cases\/|^test\/model-tasks\/|\/fixtures\//

/** Folders with more files of code than {@link MOST}. */
function tooFull(files: readonly string[]): string[] {
	const sizes = new Map<string, number>()
	for (const file of files) {
		if (!/\.(?:tsx?|mjs|cs)$/.test(file) || NOT_COUNTED.test(file)) continue
		sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
	}
	return [...sizes].filter(([, size]) => size > MOST).map(([folder, size]) => `${folder}: ${size}`)
}

test('no folder has more than sixteen files of code side by side', async () => {
	expect(tooFull(await trackedFiles(/./))).toEqual([])
})

test('the rule counts code, not tests', () => {
	const named = (count: number, end: string) =>
		Array.from({ length: count }, (_, n) => `some/folder/file-${n}${end}`)
	expect(tooFull(named(17, '.ts'))).toEqual(['some/folder: 17'])
	expect(tooFull([...named(16, '.ts'), ...named(9, '.test.ts')])).toEqual([])
})
