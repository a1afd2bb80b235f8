/** Wrong arguments of a call as sentences for models: what the value must be. Pure. */
import type * as z from 'zod'
import { issueText } from '../http/issue-text.ts'
import { valueAt } from './meant-arguments.ts'

type Issue = z.core.$ZodIssue

/** Of all arguments together. */
export const WHOLE = '(arguments)'

export interface ArgumentIssue {
	/** Members joined by dots, or {@link WHOLE}. */
	readonly path: string
	readonly message: string
}

export const argumentIssue = (issue: Issue, given: unknown): ArgumentIssue => ({
	path: issue.path.join('.') || WHOLE,
	message: textOf(issue, given),
})

/** The first of them, behind the name of the call. */
export const firstIssueText = ({ path, message }: ArgumentIssue): string =>
	path === WHOLE ? message : `${path}: ${message}`

function textOf(issue: Issue, given: unknown): string {
	const text = issueText(issue)
	if (text === issue.message) return text
	const { code, path } = issue
	if (code === 'unrecognized_keys' && path.length === 0)
		return `There is no argument ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
	const mayBeMissing =
		code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'
	if (!mayBeMissing || valueAt(given, path) !== undefined) return text
	return text.startsWith('It must be one of') ? `It is missing. ${text}` : 'It is missing.'
}
