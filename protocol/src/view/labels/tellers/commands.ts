/** Sentences for programs that run on the user's computer. */

import { commandText } from '../../../commands/command-text.ts'
import { list, number, text } from '../../../wire/safe-read.ts'
import { cutLine } from '../../cut-line.ts'
import { code, say } from '../label.ts'
import type { Teller } from './teller.ts'

/** Endings of the sentence by the `state` of a command that did not end by itself. */
const ENDS: Readonly<Record<string, string>> = {
	timed_out: ': its time was up',
	too_much_output: ': ended, as it wrote too much',
	ended: ': ended before it was done',
}

export const command: Teller = ({ input, result, action, v }) => {
	const state = text(result['state']) ?? ''
	const isOver = state !== '' && state !== 'running'
	const exitCode = number(result['exitCode']) ?? 0
	// Visitors of a share link are not told how it ended.
	const end = exitCode === 0 ? ENDS[state] : `: exit code ${exitCode}`
	switch (action) {
		case 'output':
			return say(v('Reading', 'Read', 'read'), 'the output of a command', end)
		case 'stop': {
			const had = isOver && state !== 'ended'
			return say(
				v('Ending', had ? 'Asked to end' : 'Ended', 'end'),
				'a command',
				had ? 'that had ended' : null,
			)
		}
		default: {
			const parts = list(input['command']).filter((one) => typeof one === 'string')
			const started = parts.length === 0 ? 'a shell line' : code(cutLine(commandText(parts)))
			return say(v('Running', isOver ? 'Ran' : 'Started', 'run'), started, end)
		}
	}
}
