/** A diff of logs without the secrets in them. Pure. */

import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { isSecretValue, shownLine } from '../logs/log-secrets.ts'

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/
/** The line above a hunk's first line is not known: it may say that this word is a secret. */
const WORD = /^\S+$/

/** Line by line, as a log is read: a value may stand on a line of its own, below the name that tells what it is. */
export function shownLogDiff(diff: string): string {
	const above: { old: string | undefined; new: string | undefined } = { old: '', new: '' }
	return diff
		.split('\n')
		.map((line) => {
			// Git writes a line of the file behind it.
			const hunk = HUNK.exec(line)?.[0]
			if (hunk !== undefined) {
				above.old = above.new = /^@@ -[01][, ]/.test(hunk) ? '' : undefined
				return hunk
			}
			const sign = line.charAt(0)
			if (!/[ +-]/.test(sign) || /^(?:---|\+\+\+) /.test(line)) return withoutSecrets(line)
			const text = line.slice(1)
			const sides =
				sign === ' ' ? (['old', 'new'] as const) : ([sign === '-' ? 'old' : 'new'] as const)
			const hidden = sides.some((side) => {
				const before = above[side]
				return before === undefined ? WORD.test(text.trim()) : isSecretValue(text, before)
			})
			for (const side of sides) above[side] = text
			return sign + (hidden ? '(hidden)' : shownLine(text, undefined))
		})
		.join('\n')
}
