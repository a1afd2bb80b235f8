import { expect, test } from 'vitest'
import * as z from 'zod'
import { isPassing, issuesOf, problemOfUnexpected } from './problem.ts'

test('an unavailable database and a restarting object are distinguished from internal errors', () => {
	const away = new Error('Failed query', { cause: new Error('D1_ERROR: Network connection lost.') })
	expect(isPassing(away)).toBe(true)
	expect(isPassing(Object.assign(new Error('reset'), { durableObjectReset: true }))).toBe(true)
	expect(isPassing(Object.assign(new Error('busy'), { overloaded: true }))).toBe(true)
	expect(isPassing(Object.assign(new Error('gone'), { retryable: true }))).toBe(true)
	expect(isPassing(new TypeError('x is undefined'))).toBe(false)
	expect(isPassing('a string')).toBe(false)
	const circle = new Error('a')
	circle.cause = circle
	expect(isPassing(circle)).toBe(false)
})

test('a full disk is named, where the storage tells it', () => {
	const full = Object.assign(new Error('database or disk is full: SQLITE_FULL'), {
		durableObjectReset: true,
	})
	for (const error of [full, new Error('Failed query', { cause: full })])
		expect(problemOfUnexpected(error)).toMatchObject({
			code: 'unavailable',
			message: 'The disk of the server is full.',
			more: { detail: expect.stringContaining('free space') },
		})
	const other = new Error('D1_ERROR: Network connection lost.')
	expect(problemOfUnexpected(other).message).toBe('The server is temporarily unavailable.')
	expect(problemOfUnexpected(new TypeError('x')).code).toBe('internal')
})

test('a faulty request is answered in sentences of our own, not in those of a library', () => {
	const schema = z.object({ trigger: z.object({ template: z.string().min(1) }) })
	const { error } = schema.safeParse({ trigger: { template: '' } })
	expect(error && issuesOf(error)).toEqual([{ path: '/trigger/template', message: 'It is empty.' }])
})
