import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Never answers by itself, like `fetch`. */
const silence = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('work that takes too long is aborted, as AbortSignal.timeout() does it', async () => {
	const late = expect(within(10_000, silence)).rejects.toMatchObject({ name: 'TimeoutError' })
	await vi.advanceTimersByTimeAsync(10_000)
	await late
})

test.each([
	['succeeds', async () => 'done'],
	['fails', async () => Promise.reject(new Error('refused'))],
])('no timer is left when the work %s', async (_how, work) => {
	await within(10_000, work).catch(() => undefined)
	expect(vi.getTimerCount()).toBe(0)
})
