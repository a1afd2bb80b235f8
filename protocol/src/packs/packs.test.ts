/** A tool that no kind of project has would be lost without a word; one of two packs would be offered where it must not. */
import { expect, test } from 'vitest'
import { FolderKind } from '../editors.ts'
import { allTools } from '../tools/index.ts'
import { BASE } from './base.ts'
import { FILES } from './files.ts'
import { isListed, toldOf, worksIn } from './index.ts'
import { UNITY } from './unity.ts'

test('no tool stands in two packs, and each has its own name', () => {
	const entries = [UNITY, FILES, BASE].flatMap(({ tools }) => Object.entries(tools))
	expect(entries.map(([name]) => name).sort()).toEqual(allTools.map(({ name }) => name).sort())
	for (const [name, tool] of entries) expect(tool.name).toBe(name)
})

test('a plain folder has no tool of Unity, and a Unity project has them all', () => {
	for (const tool of allTools) {
		expect(worksIn(tool, 'unity')).toBe(true)
		expect(worksIn(tool, 'plain')).toBe(!Object.hasOwn(UNITY.tools, tool.name))
		if (!worksIn(tool, 'plain')) expect(isListed(tool, 'plain')).toBe(false)
	}
})

test('a model is told only of tools that its kind of project has', () => {
	for (const kind of FolderKind.options) {
		const { place, lines } = toldOf(kind)
		const words = new Set([place, ...lines].join(' ').split(/\W+/))
		for (const tool of allTools) if (words.has(tool.name)) expect(worksIn(tool, kind)).toBe(true)
		expect(lines.length).toBeGreaterThan(2)
	}
})
