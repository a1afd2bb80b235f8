/** Arguments of another type, case or name that can be meant in one way only, as models write them. Pure. */
import type * as z from 'zod'
import { COLOR_FORM, VECTOR_FORM } from '../values.ts'
import { oursFor } from './foreign-arguments.ts'

type Issue = z.core.$ZodIssue
type Members = Record<PropertyKey, unknown>
type Shape = Readonly<Record<string, z.ZodType>>

/**
 * A copy of arguments that a schema refused, with what is plain put right: `99999` for an id, `cube` for `Cube`, `file_path`
 * for `path`, null for what may be left out.
 * @param shape the arguments of the action
 */
export function meantArguments(given: unknown, issues: readonly Issue[], shape: Shape): unknown {
	const known = Object.keys(shape)
	const copy = JSON.parse(JSON.stringify(given)) as unknown
	for (const issue of issues) {
		const [name] = issue.path
		if (name !== undefined && isLeftOut(copy, issue, shape)) delete (copy as Members)[name]
		else if (issue.code !== 'unrecognized_keys') mend(copy, issue, issue.path)
		else rename(valueAt(copy, issue.path), issue.keys, namesAt(issue.path, issues, known))
	}
	return copy
}

/** Null is written for an argument that may be left out, by models whose schemas know no such argument. */
const isLeftOut = (given: unknown, { path }: Issue, shape: Shape): boolean => {
	const [name, ...inside] = path
	return (
		typeof name === 'string' &&
		inside.length === 0 &&
		valueAt(given, path) === null &&
		shape[name]?.safeParse(undefined).success === true
	)
}

/** The names that an object can have: within another one, those that it lacks. */
const namesAt = (
	path: readonly PropertyKey[],
	issues: readonly Issue[],
	known: readonly string[],
): readonly string[] =>
	path.length === 0
		? known
		: issues
				.filter((one) => one.path.length === path.length + 1)
				.filter((one) => path.every((key, at) => one.path[at] === key))
				.map((one) => String(one.path.at(-1)))

const EDIT = ['find', 'replace', 'replace_all']

function rename(holder: unknown, unknown: readonly string[], known: readonly string[]): void {
	if (typeof holder !== 'object' || holder === null) return
	const members = holder as Record<string, unknown>
	for (const key of unknown) {
		const ours = oursFor(key, known)
		if (ours === undefined || Object.hasOwn(members, ours)) continue
		members[ours] = members[key]
		delete members[key]
	}
	if (known.includes('edits') && !Object.hasOwn(members, 'edits')) gatherEdit(members, unknown)
}

/** Other agents' tools make one edit a call: it stands beside the path. */
function gatherEdit(members: Record<string, unknown>, unknown: readonly string[]): void {
	const found = unknown.flatMap((key) => {
		const ours = Object.hasOwn(members, key) ? oursFor(key, EDIT) : undefined
		return ours === undefined ? [] : [{ key, ours, value: members[key] }]
	})
	if (!['find', 'replace'].every((name) => found.some(({ ours }) => ours === name))) return
	members['edits'] = [Object.fromEntries(found.map(({ ours, value }) => [ours, value]))]
	for (const { key } of found) delete members[key]
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
	if (value !== undefined) (parent as Members)[key] = value
}

/** Returns undefined if there is none. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>(memberOf, value)

const memberOf = (value: unknown, key: PropertyKey): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, key)
		? (value as Record<PropertyKey, unknown>)[key]
		: undefined

function meantBy(value: unknown, issue: Issue): string | readonly unknown[] | undefined {
	if (issue.code === 'invalid_type') {
		if (issue.message === COLOR_FORM) return colorOf(value) ?? numbersOf(value, ['rgb', 'rgba'])
		if (issue.message === VECTOR_FORM) return numbersOf(value, ['xyz'])
		if (issue.expected === 'string') return Number.isSafeInteger(value) ? String(value) : undefined
		// A command with arguments in one text is not one word.
		const isWord = typeof value === 'string' && /^\S+$/.test(value)
		return issue.expected === 'array' && isWord ? [value] : undefined
	}
	if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined
	const names = issue.values.filter((one) => typeof one === 'string')
	return inOtherCase(value, names) ?? inOtherCase(`${value}s`, names)
}

/** The members of `{"x": 1, "y": 2, "z": 3}`, in the order of the letters, if it has exactly these. */
function numbersOf(value: unknown, forms: readonly string[]): readonly number[] | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const names = Object.keys(value).toSorted().join('')
	const form = forms.find((letters) => [...letters].toSorted().join('') === names)
	const numbers = [...(form ?? '')].map((name) => memberOf(value, name))
	return form !== undefined && numbers.every((one) => typeof one === 'number') ? numbers : undefined
}

/** `#f80`, `#ff8800` or `#ff8800ff`, as editors take it for a property. */
function colorOf(value: unknown): readonly number[] | undefined {
	const digits = typeof value === 'string' ? HEX_COLOR.exec(value.trim())?.[1] : undefined
	if (digits === undefined) return undefined
	const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
	return (long.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
}

const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** The one name that differs from this one by its case alone. */
export function inOtherCase(name: string, names: readonly string[]): string | undefined {
	const same = names.filter((one) => one.toLowerCase() === name.toLowerCase())
	return same.length === 1 ? same[0] : undefined
}
