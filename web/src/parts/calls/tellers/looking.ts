/** Sentences for looking beyond the project: more tools, the web. */

import { text } from '@fairlead/protocol/read'
import { name, say } from '../label.ts'
import type { Teller } from './teller.ts'

export const findTools: Teller = ({ input, v }) =>
	say(v('Looking for', 'Looked for', 'look for'), 'tools:', text(input['query']))

export const webSearch: Teller = ({ input, v }) =>
	say(
		v('Searching the web', 'Searched the web', 'search the web'),
		text(input['query']) ? say('for', name(text(input['query']) ?? '')) : null,
	)
