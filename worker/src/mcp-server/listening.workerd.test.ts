/** Clients that listen for changed resources. */
import { describe, expect, test } from 'vitest'
import { until, watch } from '../../test/double/harness.ts'
import { mcp, messagesOf, modern, newToken, useMcp } from '../../test/mcp/mcp-kit.ts'

useMcp()

describe('listening', () => {
	const CONSOLE = { notifications: { resourceSubscriptions: ['fairlead://console'] } }
	const MAX_OF_CLIENT = 4

	/** A stream as it comes; `next` is null at its end. */
	async function listening(token: string) {
		const answer = await modern(token, 'subscriptions/listen', CONSOLE)
		expect(answer.status).toBe(200)
		const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
		if (!reader) throw new Error('there is no stream')
		let text = ''
		const next = async (): Promise<unknown> => {
			for (;;) {
				const [, data] = /data: (.*)\n\n/.exec(text) ?? []
				if (data !== undefined) {
					text = text.slice(text.indexOf(data) + data.length + 2)
					return JSON.parse(data)
				}
				const { done, value } = await reader.read()
				if (done) return null
				text += value
			}
		}
		expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
		await until(() => mcp.watched() || undefined, 'the relay to be told that somebody watches')
		return { next, stop: () => reader.cancel() }
	}
	const updated = {
		method: 'notifications/resources/updated',
		params: { uri: 'fairlead://console' },
	}

	test('a client hears what changed, and only what it asked for; the relay is told when nobody listens', async () => {
		const { token } = await newToken(['editor:read'])
		const { next, stop } = await listening(token)
		mcp.changed(['hierarchy'])
		mcp.changed(['console'])
		expect(await next()).toMatchObject(updated)
		await stop()
		await until(() => (mcp.watched() === false ? true : undefined), 'the room to be left')
	})

	test('ends with its token, and cannot begin again', async () => {
		const { token, id } = await newToken(['editor:read'])
		const { next } = await listening(token)
		expect((await mcp.owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		expect(await next()).toMatchObject({ result: { resultType: 'complete' } })
		expect(await next()).toBeNull()
		expect((await modern(token, 'subscriptions/listen', CONSOLE)).status).toBe(401)
	})

	test('listening clients are not among the people who watch, and one client has a bounded number', async () => {
		const { token } = await newToken(['editor:read'])
		const open = []
		for (let n = 0; n < MAX_OF_CLIENT; n++) open.push(await listening(token))
		const refused = await modern(token, 'subscriptions/listen', CONSOLE)
		expect(refused.status).toBe(503)
		const { viewer, state } = await watch(mcp.owner, mcp.projectId)
		expect(state.viewers).toHaveLength(1)
		// Another client still finds a place.
		const other = await newToken(['editor:read'])
		open.push(await listening(other.token))
		viewer.close()
		for (const { stop } of open) await stop()
		await until(() => (mcp.watched() === false ? true : undefined), 'the room to be left')
	})

	test('a client that asks for nothing there is leaves nothing open', async () => {
		const { token } = await newToken(['editor:read'])
		const none = { notifications: { toolsListChanged: true } }
		for (let n = 0; n < MAX_OF_CLIENT; n++) {
			const messages = await messagesOf(await modern(token, 'subscriptions/listen', none))
			expect(messages.at(-1)?.result).toMatchObject({ resultType: 'complete' })
		}
		const free = await until(async () => {
			const answer = await modern(token, 'subscriptions/listen', CONSOLE)
			return answer.status === 200 ? answer : undefined
		}, 'a free place')
		await free.body?.cancel()
	})
})
