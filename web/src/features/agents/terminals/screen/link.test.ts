import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLink } from './link.ts'

let opened: unknown[][]

beforeEach(() => {
	opened = []
	vi.stubGlobal('open', (...args: unknown[]) => opened.push(args))
})
afterEach(() => vi.unstubAllGlobals())

test('a link of a program opens a page of the web, in a tab that cannot reach this one', () => {
	for (const address of ['https://example.com/a?b#c', 'http://localhost:5173/']) openLink(address)
	expect(opened).toEqual([
		['https://example.com/a?b#c', '_blank', 'noopener,noreferrer'],
		['http://localhost:5173/', '_blank', 'noopener,noreferrer'],
	])
})

test('a link of a program runs nothing in this page, and opens no file and no other program', () => {
	for (const address of [
		'javascript:alert(1)',
		' JavaScript:alert(1)',
		'java\nscript:alert(1)',
		'data:text/html,<script>alert(1)</script>',
		'blob:https://example.com/1',
		'file:///etc/passwd',
		'vscode://file/etc/passwd',
		'ssh://example.com',
		'/api/projects',
		'//example.com',
		'',
	])
		openLink(address)
	expect(opened).toEqual([])
})
