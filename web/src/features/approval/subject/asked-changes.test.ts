import { createTwoFilesPatch } from 'diff'
import { expect, test } from 'vitest'
import { askedChanges } from './asked-changes.ts'

const patch = (path: string, more = '') =>
	createTwoFilesPatch(path, path, 'white\n', 'red\n', '', more)

test('each patch is a change, and says where it is made at each place', () => {
	const text = [patch('Lamp.cs'), patch('Lamp.cs', 'at each place')].join('\n')
	expect(askedChanges(text).map(({ everywhere }) => everywhere)).toEqual([false, true])
	expect(askedChanges(text)[1]?.diff).toContain('+red')
})

test('a text with lines that a drawn difference leaves out is shown as it is', () => {
	expect(askedChanges('(not shown: it usually holds secrets)')).toEqual([])
	expect(askedChanges(patch('Lamp.cs\nrm -rf /\n'))).toEqual([])
	expect(askedChanges(`rm -rf /\n${patch('Lamp.cs')}`)).toEqual([])
	expect(askedChanges(patch('a').replace(/^@@.*/m, ''))).toEqual([])
})

test('a line of the file that reads as the head of a patch stays in its change', () => {
	const text = createTwoFilesPatch('a', 'a', '', 'Index: b\n--- b\n+++ b\n', '', '')
	expect(askedChanges(text)).toHaveLength(1)
})
