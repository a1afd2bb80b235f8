/** Sentences for C# that the editor runs. */

import { bag, number, text } from '../../../wire/safe-read.ts'
import { say } from '../label.ts'
import type { Teller } from './teller.ts'

export const execute: Teller = ({ input, result, v }) => {
	const lines = (text(input['code']) ?? '').trim().split('\n').length
	const ran = say(v('Running C#', 'Ran C#', 'run C#'), lines > 1 ? `(${lines} lines)` : null)
	if (result['outcome'] !== 'threw') return ran
	const exception = bag(result['exception'])
	const line = number(exception['line']) ?? 0
	const type = (text(exception['type']) ?? 'an exception').split('.').at(-1)
	return say(ran, `: ${type}`, line > 0 ? `in line ${line}` : null)
}
