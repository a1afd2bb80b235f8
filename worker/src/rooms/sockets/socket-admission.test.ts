import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { afterEach, expect, test, vi } from 'vitest'
import { SocketAdmission } from './socket-admission.ts'

afterEach(() => vi.useRealTimers())

test('a session that ends while the room waits for a conversation loses its socket within a second', async () => {
	vi.useFakeTimers({ now: 0 })
	const actor = { kind: 'session', id: 'ses_1', userId: 'usr_1', name: 'Ada', expiresAt: 200 }
	let open = [{ ws: {}, state: { kind: 'viewer', actor } }]
	const codes: number[] = []
	const admission = new SocketAdmission({
		sockets: { viewerSockets: () => open } as never,
		now: Date.now,
		drop: (_ws, code) => {
			codes.push(code)
			open = []
		},
	})
	const answer = Promise.withResolvers<void>()
	const done = admission.closeExpiredDuring(answer.promise)
	expect(codes).toEqual([])
	await vi.advanceTimersByTimeAsync(1_200)
	expect(codes).toEqual([CLOSE.unauthorized])
	answer.resolve()
	await done
	expect(vi.getTimerCount()).toBe(0)
})
