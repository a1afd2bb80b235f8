/** A schema's refusal as a sentence for people: what the value must be, not how a library calls it. Pure. */
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Zod's own words; those of a schema of ours are sentences already. */
const OF_THE_LIBRARY = /^(?:Invalid|Too small|Too big|Unrecognized key)/

const TYPES: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	tuple: 'a list',
	object: 'an object',
	record: 'an object',
}

const some = (count: number | bigint, one: string): string =>
	`${count} ${one}${Number(count) === 1 ? '' : 's'}`

/** The sentence, with the name of the value if it has one: `"limit" must be at least 1.` */
export function issueSentence(issue: Issue): string {
	const name = issue.path.map(String).join('.')
	const said = issueText(issue)
	if (name === '') return said
	return said.startsWith('It ') ? `"${name}" ${said.slice('It '.length)}` : `"${name}": ${said}`
}

export function issueText(issue: Issue): string {
	if (!OF_THE_LIBRARY.test(issue.message)) return issue.message
	switch (issue.code) {
		case 'invalid_type':
			if (issue.message.endsWith('received undefined')) return 'It is missing.'
			return `It must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}.`
		case 'invalid_value':
			return issue.values.length === 1
				? `It must be ${String(issue.values[0])}.`
				: `It must be one of: ${issue.values.map(String).join(', ')}.`
		case 'too_small': {
			const { origin, minimum } = issue
			if (origin === 'string')
				return Number(minimum) === 1
					? 'It is empty.'
					: `It must have at least ${some(minimum, 'character')}.`
			if (origin === 'array' || origin === 'set')
				return Number(minimum) === 1 ? 'It is empty.' : `It must have at least ${minimum} entries.`
			return issue.inclusive === false
				? `It must be more than ${minimum}.`
				: `It must be at least ${minimum}.`
		}
		case 'too_big': {
			const { origin, maximum } = issue
			if (origin === 'string') return `It can have at most ${some(maximum, 'character')}.`
			if (origin === 'array' || origin === 'set')
				return `It can have at most ${maximum} ${Number(maximum) === 1 ? 'entry' : 'entries'}.`
			return issue.inclusive === false
				? `It must be less than ${maximum}.`
				: `It must be at most ${maximum}.`
		}
		case 'unrecognized_keys':
			return `It has no member ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
		case 'invalid_format':
			return issue.format === 'regex'
				? 'It has another form.'
				: `It is not a valid ${issue.format}.`
		case 'not_multiple_of':
			return `It must be a multiple of ${issue.divisor}.`
		case 'invalid_union':
			return unionText(issue)
		default:
			return 'It is not valid.'
	}
}

/** The kinds that it may be, or the trouble with the kind that it is of. */
function unionText(union: z.core.$ZodIssueInvalidUnion): string {
	if (union.discriminator !== undefined && 'options' in union)
		return `It must be one of: ${(union.options as unknown[]).map(String).join(', ')}.`
	const all = union.errors.flatMap(([first]) => (first === undefined ? [] : [first]))
	const inside = all.find(({ path }) => path.length > 0)
	if (inside !== undefined) return `It is not valid: ${issueSentence(inside)}`
	const texts = [...new Set(all.map(issueText))]
	if (texts.length === 1) return texts[0] ?? 'It is not valid.'
	const kinds = texts.map((text) => MUST_BE.exec(text)?.[1])
	return texts.length > 0 && !kinds.includes(undefined)
		? `It must be ${kinds.join(' or ')}.`
		: 'It is not valid.'
}

const MUST_BE = /^It must be (.*)\.$/
