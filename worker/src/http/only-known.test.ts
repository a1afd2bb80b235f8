/** A misspelt or made-up setting is refused: it must not be answered as if it were done. */
import { UpdateConversation } from '@fairlead/protocol/conversations/conversation'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { onlyKnown } from './only-known.ts'
import { routes } from './routes.ts'

/** Programs of others send them. */
const OPEN = ['addPasskey', 'answerConnectionRequest', 'postMessage', 'signInWithPasskey']

const check = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value)

describe('a schema that takes only what it names', () => {
	test('refuses other members, also within, and says which', () => {
		const strict = onlyKnown(UpdateConversation)
		expect(check(strict, { title: 'A', pinned: true }).data).toEqual({ title: 'A', pinned: true })
		const refused = check(strict, { titel: 'A' })
		expect(refused.success).toBe(false)
		expect(JSON.stringify(refused.error?.issues)).toContain('titel')
		expect(check(strict, { budget: { maxStepz: 3 } }).success).toBe(false)
	})

	test('keeps its own checks', () => {
		const pair = z
			.object({ a: z.string().check(z.trim(), z.minLength(1)), b: z.optional(z.string()) })
			.check(z.refine(({ a, b }) => a !== b, 'equal'))
		const strict = onlyKnown(pair)
		expect(check(strict, { a: ' x ' }).data).toEqual({ a: 'x' })
		expect(check(strict, { a: 'x', b: 'x' }).success).toBe(false)
		expect(check(strict, { a: 'x', c: 1 }).success).toBe(false)
	})

	test('goes into lists and alternatives, and leaves open what is open', () => {
		const kinds = z.discriminatedUnion('kind', [
			z.object({ kind: z.literal('a'), n: z.number() }),
			z.object({ kind: z.literal('b'), more: z.looseObject({ x: z.number() }) }),
		])
		const strict = onlyKnown(z.object({ list: z.array(kinds) }))
		expect(check(strict, { list: [{ kind: 'a', n: 1 }] }).success).toBe(true)
		expect(check(strict, { list: [{ kind: 'a', n: 1, m: 2 }] }).success).toBe(false)
		expect(check(strict, { list: [{ kind: 'b', more: { x: 1, y: 2 } }] }).success).toBe(true)
	})
})

describe('the table of routes', () => {
	const bodies = routes.filter(({ body, bodyType }) => body !== undefined && bodyType !== 'form')

	test.each(bodies.map((one) => [one.operationId, one] as const))('%s', (_, route) => {
		const { body } = route
		if (body === undefined || route.othersSendMore !== undefined) return
		const { error } = check(body, { made_up_member: 1 })
		const isOpen = body._zod.def.type === 'unknown'
		expect(JSON.stringify(error?.issues ?? null).includes('made_up_member')).toBe(!isOpen)
	})

	test('only these leave out what they do not know', () => {
		const open = bodies.filter(({ othersSendMore }) => othersSendMore !== undefined)
		expect(open.map(({ operationId }) => operationId).sort()).toEqual(OPEN)
	})
})
