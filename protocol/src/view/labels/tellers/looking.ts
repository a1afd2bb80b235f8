/** Sentences for looking beyond the project: more tools, the web. */

import { list, text } from '../../../wire/safe-read.ts'
import { name, say } from '../label.ts'
import { words } from '../titles.ts'
import type { Teller } from './teller.ts'

export const findTools: Teller = ({ input, v }) => {
	const names = list(input['names']).flatMap((one) => text(one) ?? [])
	const wanted = [
		...names.map((one) => words(one).replace(/^unity /, '')),
		text(input['query']) ?? '',
	]
	return say(
		v('Looking for', 'Looked for', 'look for'),
		'tools:',
		wanted.filter((one) => one !== '').join(', '),
	)
}

export const webSearch: Teller = ({ input, v }) =>
	say(
		v('Searching the web', 'Searched the web', 'search the web'),
		text(input['query']) ? say('for', name(text(input['query']) ?? '')) : null,
	)
