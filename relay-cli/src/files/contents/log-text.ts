/** The part of a log's text that leaves the relay: programs write secrets into logs, and every tool hides them alike. */
import { isLog } from '@fairlead/protocol/tools'
import { shownLine, shownUnfinished } from '../../logs/log-secrets.ts'
import type { JailedPath } from '../jail.ts'

/** Judges by the file's own name and by that of the file a link leads to. */
export const isLogFile = ({ shown, real }: JailedPath): boolean => isLog(shown) || isLog(real)

/** The text with secrets hidden, line by line: a line stays at its number. */
export function shownLogText(text: string): string {
	const lines = text.split('\n')
	return lines
		.map((line, at) => (at < lines.length - 1 ? shownLine : shownUnfinished)(line, lines[at - 1]))
		.join('\n')
}

/** Both sides of a diff. A text that was hidden before the change stays hidden after it, also on another line. */
export function shownLogChange(before: string, after: string): [before: string, after: string] {
	const old = before.split('\n')
	const shown = shownLogText(before).split('\n')
	const hidden = new Map(old.flatMap((line, at) => (line === shown[at] ? [] : [[line, shown[at]]])))
	const now = after.split('\n').map((line) => hidden.get(line) ?? line)
	return [shown.join('\n'), shownLogText(now.join('\n'))]
}

/**
 * Lines, by index from 0, that an edit may not touch: those with a secret, and those by which the line below is known
 * as one. Whether a text to find is there would tell the secret, and without its name it would be read in clear.
 */
export function closedLines(text: string): ReadonlySet<number> {
	const lines = text.split('\n')
	const shown = shownLogText(text).split('\n')
	const secret = lines.flatMap((line, at) => (line === shown[at] ? [] : [at]))
	return new Set(secret.flatMap((at) => [at - 1, at]))
}
