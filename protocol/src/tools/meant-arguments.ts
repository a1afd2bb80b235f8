/** Arguments of another type or case that can be meant in one way only, as models write them. Pure. */
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** A copy of arguments that a schema refused, with what is plain put right: `99999` for an id, `cube` for `Cube`. */
export function meantArguments(given: unknown, issues: readonly Issue[]): unknown {
	const copy = JSON.parse(JSON.stringify(given)) as unknown
	for (const issue of issues) mend(copy, issue, issue.path)
	return copy
}

function mend(copy: unknown, issue: Issue, path: readonly PropertyKey[]): void {
	if (issue.code === 'invalid_union') {
		for (const inner of issue.errors.flat()) mend(copy, inner, [...path, ...inner.path])
		return
	}
	const key = path.at(-1)
	const parent = valueAt(copy, path.slice(0, -1))
	if (key === undefined || typeof parent !== 'object' || parent === null) return
	const value = meantBy(memberOf(parent, key), issue)
	if (value !== undefined) (parent as Record<PropertyKey, unknown>)[key] = value
}

/** Undefined: there is none. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>(memberOf, value)

const memberOf = (value: unknown, key: PropertyKey): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, key)
		? (value as Record<PropertyKey, unknown>)[key]
		: undefined

function meantBy(value: unknown, issue: Issue): string | undefined {
	if (issue.code === 'invalid_type' && issue.expected === 'string')
		return Number.isSafeInteger(value) ? String(value) : undefined
	if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined
	return inOtherCase(
		value,
		issue.values.filter((one) => typeof one === 'string'),
	)
}

/** The one name that differs from this one by its case alone. */
export function inOtherCase(name: string, names: readonly string[]): string | undefined {
	const same = names.filter((one) => one.toLowerCase() === name.toLowerCase())
	return same.length === 1 ? same[0] : undefined
}
