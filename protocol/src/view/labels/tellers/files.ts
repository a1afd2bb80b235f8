/** Sentences for files of the workspace. */

import { number, text } from '../../../wire/safe-read.ts'
import { baseName, code, count, name, say } from '../label.ts'
import type { Teller } from './teller.ts'

const file =
	(doing: string, done: string, base: string): Teller =>
	({ input, result, v }) =>
		say(
			input['dry_run'] === true
				? v('Trying changes to', 'Tried changes to', 'try changes to')
				: v(doing, done, base),
			code(text(result['path']) ?? text(input['path']) ?? 'a file'),
		)

export const readFile: Teller = file('Reading', 'Read', 'read')
export const writeFile: Teller = (told) =>
	told.result['created'] === true
		? file('Writing', 'Created', 'write')(told)
		: file('Writing', 'Wrote', 'write')(told)
export const editFile: Teller = file('Editing', 'Edited', 'edit')
export const listDirectory: Teller = file('Listing', 'Listed', 'list')

export const searchFiles: Teller = ({ input, result, v, known }) => {
	const regex = text(input['regex'])
	const total = number(result['total']) ?? 0
	return say(
		v('Searching files', 'Searched files', 'search files'),
		regex ? say('for', code(regex)) : null,
		known ? `: ${count(total, 'line')}` : null,
	)
}

export const assetUsages: Teller = ({ input, result, v, known }) => {
	const path = text(input['asset_path'])
	const total = number(result['total']) ?? 0
	return say(
		v('Looking for usages of', 'Looked for usages of', 'look for usages of'),
		path ? name(baseName(path)) : 'an asset',
		known ? `: ${total === 0 ? 'none' : count(total, 'file')}` : null,
	)
}
