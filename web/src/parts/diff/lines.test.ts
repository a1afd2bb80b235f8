import { expect, test } from 'vitest'
import { countDiff, linesOf, visibleLines } from './lines.ts'

test('lines of the file that look like the head of a diff count as what they are', () => {
	const diff = '--- a/x.lua\n+++ b/x.lua\n@@ -1,2 +1,2 @@\n--- a comment\n+++i\n same\n'
	expect(countDiff(diff)).toEqual({ added: 1, removed: 1 })
})

test('a long diff is counted whole, even if not all of it is shown', () => {
	const diff = `@@ -0,0 +1,1000 @@\n${'+line\n'.repeat(1_000)}`
	expect(countDiff(diff)).toEqual({ added: 1_000, removed: 0 })
})

test('empty lines that would push a change out of sight are counted', () => {
	const diff = `@@ -0,0 +1,102 @@\n+begin\n${'+\n'.repeat(100)}+\u200bend\r\n`
	expect(visibleLines(linesOf(diff)).map(({ kind, text }) => [kind, text])).toEqual([
		['hunk', '@@ -0,0 +1,102 @@'],
		['add', 'begin'],
		['add', '␤×100'],
		['add', '\\u{200B}end'],
	])
})
