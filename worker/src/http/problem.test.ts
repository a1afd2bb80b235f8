import { expect, test } from 'vitest'
import { isPassing } from './problem.ts'

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
