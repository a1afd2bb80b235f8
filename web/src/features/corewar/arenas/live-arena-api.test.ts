import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../data/api/queries.ts'
import { hostOf, liveArenaQuery } from './live-arena-api.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	queryClient.clear()
})

const answering = (status: number, code: string) =>
	vi.stubGlobal('fetch', async () =>
		Response.json({ type: 'about:blank', title: 'No.', status, code }, { status }),
	)
const asked = () => queryClient.fetchQuery({ ...liveArenaQuery, retry: false })

test('somebody who can connect no arena sees this server’s; a failure is not taken for that', async () => {
	for (const [status, code] of [
		[401, 'unauthenticated'],
		[403, 'forbidden'],
	] as const) {
		answering(status, code)
		expect(await asked()).toBeNull()
		queryClient.clear()
	}
	// Otherwise an upload would go to the wrong arena.
	answering(500, 'internal')
	await expect(asked()).rejects.toMatchObject({ code: 'internal' })
})

test('an arena is called by its host', () => {
	expect(hostOf({ url: 'https://www.modelwar.ai' })).toBe('www.modelwar.ai')
	expect(hostOf({ url: 'http://127.0.0.1:8080/arena' })).toBe('127.0.0.1:8080')
})
