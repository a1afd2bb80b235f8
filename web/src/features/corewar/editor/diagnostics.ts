/** The assembler's words, at their places. */
import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { Problem } from '@fairlead/corewar/source'
import type { Checked } from '../engine/messages.ts'

/** The word that begins there; of a sign, the sign. */
const WORD = /^(?:\w+|\.\s*\w*|[^\w\s]+)/

function diagnosticOf(doc: Text, problem: Problem, severity: 'error' | 'warning'): Diagnostic {
	const line = doc.line(Math.min(Math.max(1, problem.line), doc.lines))
	const from = Math.min(line.to, line.from + Math.max(0, problem.column - 1))
	const word = WORD.exec(doc.sliceString(from, line.to))?.[0] ?? ''
	const message = problem.hint ? `${problem.message} ${problem.hint}` : problem.message
	return { from, to: Math.min(line.to, from + word.length), severity, message }
}

/** @param doc the source that was checked */
export const diagnosticsOf = (doc: Text, { errors, warnings }: Checked): Diagnostic[] =>
	[
		...errors.map((one) => diagnosticOf(doc, one, 'error')),
		...warnings.map((one) => diagnosticOf(doc, one, 'warning')),
	].sort((a, b) => a.from - b.from)
