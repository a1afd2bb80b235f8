/** Lines of the Unity package that no editor shows whole. Nothing else looks at it: biome reads no C#, the compiler does not care. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './paths.ts'

/** As in unity-package/.editorconfig. */
const MAX_COLUMNS = 140
const PACKAGE = join(ROOT, 'unity-package')
/** What builds write. */
const MADE = new Set(['artifacts', 'bin', 'obj'])

function* sources(folder: string): Generator<string, void> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name)
		if (entry.isDirectory() && !MADE.has(entry.name)) yield* sources(path)
		else if (entry.isFile() && entry.name.endsWith('.cs')) yield path
	}
}

function longLines(): string[] {
	const found: string[] = []
	for (const path of sources(PACKAGE)) {
		const shown = relative(ROOT, path).replaceAll('\\', '/')
		const lines = readFileSync(path, 'utf8').split('\n')
		lines.forEach((line, at) => {
			if (line.trimEnd().length > MAX_COLUMNS) found.push(`${shown}:${at + 1}`)
		})
	}
	return found
}

describe('the Unity package', () => {
	it(`has no line over ${MAX_COLUMNS} columns`, () => {
		expect(longLines()).toEqual([])
	})

	it('tells editors so', () => {
		const config = readFileSync(join(PACKAGE, '.editorconfig'), 'utf8')
		expect(config).toContain(`max_line_length = ${MAX_COLUMNS}`)
	})
})
