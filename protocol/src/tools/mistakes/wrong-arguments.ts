/** Wrong arguments of a call as sentences for models: what the value must be. Pure. */
import type * as z from 'zod'
import { issueText } from '../../http/issue-text.ts'
import { type CallError, failed } from '../../wire/calls.ts'
import type { ActionSpec } from '../define-tool.ts'
import { likeness, NEAR, nearest } from '../likeness.ts'
import { valueAt } from './meant-arguments.ts'

type Issue = z.core.$ZodIssue

/** Stands for the name, where all arguments together are meant. */
const WHOLE = '(arguments)'

/**
 * @param of the name of the call
 * @param given without `action`
 */
export function wrongArguments(
	of: string,
	{ input: { shape } }: ActionSpec,
	wrong: readonly Issue[],
	given: unknown,
): CallError {
	const known = Object.keys(shape)
	const issues = wrong.map((issue) => ({
		path: issue.path.join('.') || WHOLE,
		message: textOf(issue, given),
	}))
	const [first = { path: WHOLE, message: 'They are not valid.' }] = issues
	const place = placeOf(wrong[0]?.path ?? [])
	const said = place === '' ? first.message : `${place}: ${first.message}`
	const hint = nameMeant(wrong, given, known)
	return failed('invalid_arguments', `${of}: ${said}`, {
		...(hint === undefined ? {} : { hint }),
		data: { issues, arguments: known },
	}).error
}

/** `edits[0].find`: a number in brackets is a place that counts from 0, and no "edit 0". */
const placeOf = (path: readonly PropertyKey[]): string =>
	path
		.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`))
		.join('')

function nameMeant(
	wrong: readonly Issue[],
	given: unknown,
	known: readonly string[],
): string | undefined {
	const free = known.filter((name) => valueAt(given, [name]) === undefined)
	for (const issue of wrong) {
		if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) continue
		for (const key of issue.keys) {
			const [near] = nearest(key, free, 1)
			if (near !== undefined && likeness(key, near) >= NEAR)
				return `Did you mean "${near}" by "${key}"?`
		}
	}
	return undefined
}

function textOf(issue: Issue, given: unknown): string {
	const text = issueText(issue)
	if (text === issue.message) return text
	const { code, path } = issue
	if (code === 'unrecognized_keys' && path.length === 0)
		return `Unknown argument ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
	const mayBeMissing =
		code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'
	if (!mayBeMissing || valueAt(given, path) !== undefined) return text
	return text.startsWith('It must be one of') ? `It is missing. ${text}` : 'It is missing.'
}
