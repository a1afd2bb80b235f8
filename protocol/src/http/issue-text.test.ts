import { expect, test } from 'vitest'
import * as z from 'zod'
import { issueText } from './issue-text.ts'

const said = (schema: z.ZodType, value: unknown): string => {
	const { error } = schema.safeParse(value)
	const [issue] = error?.issues ?? []
	if (!issue) throw new Error('It is valid.')
	return issueText(issue)
}

test.each<[z.ZodType, unknown, string]>([
	[z.string().min(1), '', 'It is empty.'],
	[z.string().min(2), 'a', 'It must have at least 2 characters.'],
	[z.string().max(1), 'ab', 'It can have at most 1 character.'],
	[z.string(), 7, 'It must be a text.'],
	[z.string(), undefined, 'It is missing.'],
	[z.array(z.number()).min(1), [], 'It is empty.'],
	[z.array(z.number()).max(2), [1, 2, 3], 'It can have at most 2 entries.'],
	[z.number().min(1), 0, 'It must be at least 1.'],
	[z.number().positive(), 0, 'It must be more than 0.'],
	[z.number().max(5), 6, 'It must be at most 5.'],
	[z.int(), 1.5, 'It must be a whole number.'],
	[z.enum(['a', 'b']), 'c', 'It must be one of: a, b.'],
	[z.literal('a'), 'c', 'It must be a.'],
	[z.strictObject({}), { a: 1 }, 'It has no member "a".'],
	[z.string().regex(/^a$/), 'b', 'It has another form.'],
	[z.string().regex(/^a$/, 'Write an a.'), 'b', 'Write an a.'],
	[z.url(), 'b', 'It is not a valid url.'],
	[z.union([z.string(), z.number()]), true, 'It must be a text or a number.'],
	[z.union([z.string(), z.object({ a: z.string() })]), undefined, 'It is missing.'],
	[z.union([z.string(), z.object({ a: z.string() })]), {}, 'It is not valid: "a" is missing.'],
	[z.union([z.string().max(1), z.number()]), 'ab', 'It can have at most 1 character.'],
])('%# no words of a library', (schema, value, expected) => {
	expect(said(schema, value)).toBe(expected)
})
