/** A tool that no kind of project has would be lost without a word; one of two packs would be offered where it must not. */
import { expect, test } from 'vitest'
import { allTools } from '../tools/index.ts'
import { AGENTS } from './agents.ts'
import { BASE } from './base.ts'
import { COREWAR } from './corewar.ts'
import { FILES } from './files.ts'
import { isListed, toldOf, worksIn } from './index.ts'
import { PROJECT_KINDS } from './kind.ts'
import { UNITY } from './unity.ts'

test('no tool stands in two packs, and each has its own name', () => {
	const entries = [UNITY, FILES, COREWAR, AGENTS, BASE].flatMap(({ tools }) =>
		Object.entries(tools),
	)
	expect(entries.map(([name]) => name).sort()).toEqual(allTools.map(({ name }) => name).sort())
	for (const [name, tool] of entries) expect(tool.name).toBe(name)
})

test('a plain folder has no tool of Unity, a Unity project none of Core War, and Core War none of a folder', () => {
	const isOf = ({ tools }: { readonly tools: object }, { name }: { readonly name: string }) =>
		Object.hasOwn(tools, name)
	for (const tool of allTools) {
		expect(worksIn(tool, 'unity')).toBe(!isOf(COREWAR, tool))
		expect(worksIn(tool, 'plain')).toBe(!isOf(UNITY, tool) && !isOf(COREWAR, tool))
		expect(worksIn(tool, 'corewar')).toBe(isOf(COREWAR, tool) || isOf(BASE, tool))
		for (const kind of PROJECT_KINDS)
			if (!worksIn(tool, kind)) expect(isListed(tool, kind)).toBe(false)
	}
})

test('a model is told only of tools that its kind of project has', () => {
	for (const kind of PROJECT_KINDS) {
		const { place, lines } = toldOf(kind)
		const words = new Set([place, ...lines].join(' ').split(/\W+/))
		for (const tool of allTools) if (words.has(tool.name)) expect(worksIn(tool, kind)).toBe(true)
		expect(lines.length).toBeGreaterThan(2)
	}
})
