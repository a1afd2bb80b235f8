/** Sentences for files of the workspace. */
import { code, say } from '../label.ts'
import { text } from '../read.ts'
import type { Teller } from './teller.ts'

const file =
	(doing: string, done: string, base: string): Teller =>
	({ input, result, v }) =>
		say(v(doing, done, base), code(text(result['path']) ?? text(input['path']) ?? 'a file'))

export const readFile: Teller = file('Reading', 'Read', 'read')
export const writeFile: Teller = (told) =>
	told.result['created'] === true
		? file('Writing', 'Created', 'write')(told)
		: file('Writing', 'Wrote', 'write')(told)
export const editFile: Teller = file('Editing', 'Edited', 'edit')
export const listDirectory: Teller = file('Listing', 'Listed', 'list')
