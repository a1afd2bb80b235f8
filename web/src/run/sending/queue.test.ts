import { afterEach, describe, expect, test, vi } from 'vitest'
import { postQueued } from './queue.ts'

const post = {
	conversationId: 'cnv_1',
	messageId: 'msg_1',
	parts: [{ type: 'text', text: 'further apart' }],
	steer: 'interrupt',
	mode: 'auto',
} as const

const answering = (response: Response | Error) => {
	const asked = vi.fn(async (_url: string, _init: RequestInit) => {
		if (response instanceof Error) throw response
		return response
	})
	vi.stubGlobal('fetch', asked)
	return asked
}
afterEach(() => vi.unstubAllGlobals())

const queued = {
	id: 'msg_1',
	parts: [{ type: 'text', text: 'further apart' }],
	steer: 'interrupt',
	by: { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'Me' },
	createdAt: 1,
}

describe('a message into an active run', () => {
	test('waits in the queue, under the id it was given here, so that it is one message however often it is sent', async () => {
		const asked = answering(Response.json({ queued, run: null }, { status: 202 }))
		expect(await postQueued(post)).toEqual({ kind: 'queued', message: queued })
		expect(asked.mock.calls[0]?.[0]).toBe('/api/conversations/cnv_1/messages')
		expect(JSON.parse(String(asked.mock.calls[0]?.[1].body))).toEqual({
			message: { id: 'msg_1', role: 'user', parts: [{ type: 'text', text: 'further apart' }] },
			steer: 'interrupt',
			mode: 'auto',
		})
	})

	test('begins the next run when this one has just ended; its stream is not left open here', async () => {
		const cancelled = vi.fn()
		const stream = new ReadableStream({ cancel: cancelled })
		answering(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
		expect(await postQueued(post)).toEqual({ kind: 'began' })
		expect(cancelled).toHaveBeenCalledOnce()
	})

	test('a full queue and a lost network are said in words', async () => {
		answering(
			Response.json(
				{ type: 'about:blank', status: 409, code: 'queue_full', title: 'Too many messages wait.' },
				{ status: 409 },
			),
		)
		await expect(postQueued(post)).rejects.toMatchObject({ code: 'queue_full' })
		answering(new TypeError('Failed to fetch'))
		await expect(postQueued(post)).rejects.toMatchObject({ code: 'offline' })
	})
})
