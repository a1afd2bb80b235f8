import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { longestFirst } from './longest-first.ts'

test('the files of a project stand together, and the longest of them comes first', () => {
	const file = (path: string, name: string) => ({ moduleId: join(ROOT, path), project: { name } })
	const files = [
		file('a.test.ts', 'modules'),
		file('b.test.ts', 'programs'),
		file('c.test.ts', 'modules'),
		file('d.test.ts', 'programs'),
		file('e.test.ts', 'modules'),
	]
	const sorted = longestFirst(files, { 'b.test.ts': 3, 'c.test.ts': 9, 'd.test.ts': 5 })
	expect(sorted.map(({ moduleId }) => moduleId.slice(ROOT.length + 1))).toEqual([
		'c.test.ts',
		'a.test.ts',
		'e.test.ts',
		'd.test.ts',
		'b.test.ts',
	])
})
