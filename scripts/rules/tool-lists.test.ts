/** Lists that name every tool: each of them is one more file to touch for whoever adds one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { allTools, type Runner } from '@fairlead/protocol/tools'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'

/** A file that names so many of the tools has to name the next one too. */
const SHARE = 0.9
const SKIPPED = new Set(['node_modules', 'dist', 'artifacts', 'bin', 'obj'])
/** With the catalogue in the description of find_tools. */
const GENERATED = join('mcp-server', 'pipe', 'first-answers.json')
/** Wishes that lead to a tool: a new one works without. */
const WISHES = 'tool-wishes.test.ts'
const TEXT = /\.(ts|tsx|mjs|cs|md|json)$/

function* texts(folder: string): Generator<string, void> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue
		const path = join(folder, entry.name)
		if (entry.isDirectory()) yield* texts(path)
		else if (
			entry.isFile() &&
			TEXT.test(entry.name) &&
			![GENERATED, WISHES].some((end) => path.endsWith(end))
		)
			yield path
	}
}

function filesThatName(runner: Runner): string[] {
	const names = allTools.filter((tool) => tool.runsOn === runner).map((tool) => tool.name)
	const found: string[] = []
	for (const path of texts(ROOT)) {
		const words = new Set(readFileSync(path, 'utf8').split(/\W+/))
		const named = names.filter((name) => words.has(name)).length
		if (named >= SHARE * names.length) found.push(relative(ROOT, path).replaceAll('\\', '/'))
	}
	return found.sort()
}

/** Whether the text has an entry or a branch for the tool, or for one of its actions: `'unity_x run': …`, `case 'unity_x'`. */
const isKeyedBy = (text: string, name: string): boolean =>
	new RegExp(`^\\s*(['"\`]?)${name}([ .]\\w+)?\\1:|(=== |case )['"\`]${name}\\b`, 'm').test(text)

function filesKeyedBy(runner: Runner, share: number): string[] {
	const names = allTools.filter((tool) => tool.runsOn === runner).map((tool) => tool.name)
	return [...texts(ROOT)]
		.filter((path) => !path.startsWith(join(ROOT, 'test', 'conformance', 'cases')))
		.filter((path) => {
			const text = readFileSync(path, 'utf8')
			return names.filter((name) => isKeyedBy(text, name)).length >= share * names.length
		})
		.map((path) => relative(ROOT, path).replaceAll('\\', '/'))
		.sort()
}

test('a tool of the editor has a line in its pack and in the simulator, and in no third list', () => {
	expect(filesThatName('editor')).toEqual([
		'protocol/src/packs/unity.ts',
		'simulator/src/engine/handlers.ts',
	])
})

test('no other file has an entry for most tools of the editor, except what a tool can do without', () => {
	expect(filesKeyedBy('editor', 0.5)).toEqual([
		'protocol/src/packs/unity.ts',
		// Names that models give to actions by mistake.
		'protocol/src/tools/mistakes/foreign-actions.ts',
		// Tellers, where the declaration's labels do not suffice.
		'protocol/src/view/labels/labels.ts',
		'simulator/src/engine/handlers.ts',
		// Views; without one, a result's values are listed.
		'web/src/parts/results/renderers.ts',
	])
	const named = "	'unity_play exit': play,\n	'unity_undo.undo': cube,\n"
	expect(isKeyedBy(named, 'unity_play')).toBe(true)
	expect(isKeyedBy(named, 'unity_undo')).toBe(true)
	expect(isKeyedBy("if (key === 'unity_undo.redo') undo()", 'unity_undo')).toBe(true)
	expect(isKeyedBy('the model calls unity_play: it waits', 'unity_play')).toBe(false)
})

test('a tool of the relay has a line in its pack, in its dispatch and in what the Unity package reserves', () => {
	expect(filesThatName('relay')).toEqual([
		'relay-cli/src/file-tools/file-tools.ts',
		'unity-package/Editor/CustomTools/ProjectTools.cs',
	])
})
