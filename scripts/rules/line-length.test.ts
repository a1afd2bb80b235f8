/** Line lengths in the Unity package. Nothing else checks them: biome does not read C#, and the compiler does not care. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../paths.ts'

/** The limit of unity-package/.editorconfig. */
const MAX_COLUMNS = 140
const PACKAGE = join(ROOT, 'unity-package')
/** Build output. */
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

	it('has the same limit in .editorconfig', () => {
		const config = readFileSync(join(PACKAGE, '.editorconfig'), 'utf8')
		expect(config).toContain(`max_line_length = ${MAX_COLUMNS}`)
	})
})
