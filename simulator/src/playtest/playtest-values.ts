/** Comparison of values in a playtest, and its wording. Pure. */
import type { PlaytestStep } from '@fairlead/protocol/tools'

type Condition = Extract<PlaytestStep, { do: 'assert' | 'until' }>
export type Operator = Condition['is']

/** Physics does not end on round numbers. */
const TOLERANCE = 1e-4

export function compares(
	value: unknown,
	operator: Exclude<Operator, 'exists' | 'missing'>,
	wanted: unknown,
): boolean {
	switch (operator) {
		case 'equals':
			return same(value, wanted)
		case 'not_equals':
			return !same(value, wanted)
		default:
			if (typeof value !== 'number' || typeof wanted !== 'number') return false
			return operator === 'greater'
				? value > wanted
				: operator === 'less'
					? value < wanted
					: operator === 'at_least'
						? value >= wanted
						: value <= wanted
	}
}

function same(one: unknown, other: unknown): boolean {
	if (typeof one === 'number' && typeof other === 'number')
		return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(other))
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((item, i) => same(item, other[i]))
	return JSON.stringify(one) === JSON.stringify(other)
}

const WORDS: Readonly<Record<Operator, string>> = {
	equals: 'is not',
	not_equals: 'is',
	greater: 'is not greater than',
	less: 'is not less than',
	at_least: 'is not at least',
	at_most: 'is not at most',
	exists: 'does not exist',
	missing: 'exists',
}

/** A value, or the reason why there is none. An unknown member is the caller's mistake, so it does not count as missing. */
export type Found =
	| { readonly value: unknown }
	| { readonly missing: string; readonly nearest?: readonly string[]; readonly isUnknown?: true }

/** Why it is not met: "/Cube Transform.localPosition.y is not less than 1: it is 3". */
export function conditionText({ object, property, is, value }: Condition, found: Found): string {
	const what = property === undefined ? object : `${object} ${property}`
	const isAsked = is === 'exists' || is === 'missing'
	if (isAsked && !('isUnknown' in found)) return `${what} ${WORDS[is]}`
	if ('missing' in found) {
		const { missing, nearest = [] } = found
		const near = nearest.length > 0 ? ` (nearest: ${nearest.join(', ')})` : ''
		return `${missing.replace(/\.$/, '')}${near}`
	}
	const [wanted, actual] = [JSON.stringify(value ?? null), JSON.stringify(found.value)]
	return `${what} ${WORDS[is]} ${wanted}: it is ${actual}${otherKind(found.value, value ?? null)}`
}

function otherKind(found: unknown, wanted: unknown): string {
	if (kindOf(found) === kindOf(wanted)) return ''
	return `, ${kindOf(found)}; ${wanted === null ? 'no value was given' : `the value given is ${kindOf(wanted)}`}`
}

function kindOf(value: unknown): string {
	if (value === null) return 'nothing'
	if (Array.isArray(value)) return 'a list'
	switch (typeof value) {
		case 'number':
			return 'a number'
		case 'string':
			return 'a text'
		case 'boolean':
			return 'true or false'
		default:
			return 'an object'
	}
}
