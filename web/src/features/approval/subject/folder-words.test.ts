import { expect, test } from 'vitest'
import { folderWords } from './folder-words.ts'

test('a person who is asked to delete a folder is told what is in it', () => {
	expect(folderWords([], false)).toBe('It is an empty folder.')
	expect(folderWords(['file'], false)).toBe('It is a folder with 1 file.')
	expect(folderWords(['file', 'directory', 'file'], false)).toBe(
		'It is a folder with 2 files in it and 1 folder below it.',
	)
	expect(folderWords(Array(1_000).fill('file'), true)).toBe(
		'It is a folder with at least 1,000 files.',
	)
})
