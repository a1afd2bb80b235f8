import { env } from 'cloudflare:workers'
import {
	MessagePage,
	PostedQueued,
	QueuedMessageList,
	StopResult,
} from '@fairlead/protocol/conversations/messages'
import { UsageSummary } from '@fairlead/protocol/models/usage'
import { Project } from '@fairlead/protocol/projects/project'
import { describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../../test/double/harness.ts'

useApi()

describe('messages', () => {
	const message = (text: string) => ({
		message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
	})
	const path = () => `/api/conversations/${api.conversationId}`

	test('sending one answers the stream of its run, with the conversation’s own mode', async () => {
		await api.owner.call('PATCH', path(), { mode: 'read-only' })
		const answer = await api.owner.call('POST', `${path()}/messages`, message('hello'))
		expect(answer.headers.get('content-type')).toBe('text/event-stream')
		expect(await answer.text()).toContain('"messageId":"msg_answer"')
		const stub = env.CONVERSATION.getByName(api.conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ body: { mode: 'read-only' } })
	})

	test('a message with metadata nested 5,000 levels deep is refused with a clear error', async () => {
		const { message: ours } = message('deep')
		const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
		const answer = await fetchApp(`${path()}/messages`, {
			method: 'POST',
			headers: { ...JSON_TYPE, cookie: api.owner.cookie, origin: ORIGIN },
			body: `{"message":${JSON.stringify(ours).slice(0, -1)},"metadata":${deep}}}`,
		})
		expect(answer.status).toBe(400)
		expect(await problemOf(answer)).toMatchObject({
			code: 'invalid_request',
			title: expect.stringContaining('too deep'),
		})
	})

	test('nobody sends the call of a client as a message', async () => {
		const call = { id: 'mcp_1', name: 'unity_hierarchy', input: { action: 'create' } }
		const part = { type: 'data-client-call', data: call }
		const sent = { message: { id: 'mcp_1', role: 'user', parts: [part] } }
		const answer = await api.owner.call('POST', `${path()}/messages`, sent)
		expect(answer.status).toBe(400)
		expect((await problemOf(answer)).code).toBe('invalid_request')
	})

	test('wait to enter while the agent is working, and can be withdrawn', async () => {
		const answer = await api.owner.call('POST', `${path()}/messages`, {
			...message('busy'),
			steer: 'interrupt',
		})
		expect(answer.status).toBe(202)
		const posted = PostedQueued.parse(await answer.json())
		expect(posted).toMatchObject({ queued: { steer: 'interrupt' }, run: { id: 'run_0000000001' } })
		QueuedMessageList.parse(await (await api.owner.call('GET', `${path()}/queue`)).json())
		expect((await api.owner.call('DELETE', `${path()}/queue/waiting`)).status).toBe(204)
		const late = await api.owner.call('DELETE', `${path()}/queue/entered`)
		expect((await problemOf(late)).code).toBe('conflict')
	})

	test('a queue that is full says so', async () => {
		const answer = await api.owner.call('POST', `${path()}/messages`, message('too much'))
		expect(answer.status).toBe(409)
		expect((await problemOf(answer)).code).toBe('queue_full')
	})

	test('that are too large are refused before they are read', async () => {
		const answer = await api.owner.call(
			'POST',
			`${path()}/messages`,
			message('x'.repeat(9_000_000)),
		)
		expect(answer.status).toBe(413)
	})

	test('a message whose pictures are too large together is refused', async () => {
		const url = `data:image/png;base64,${'A'.repeat(1_300_000)}`
		const file = { type: 'file', mediaType: 'image/png', url }
		const answer = await api.owner.call('POST', `${path()}/messages`, {
			message: { id: 'm1', role: 'user', parts: [file, file] },
		})
		expect(answer.status).toBe(413)
	})

	test('the stock transport’s body is accepted: its last message counts, and it gets a stream', async () => {
		const said = (id: string, text: string) => ({
			id,
			role: 'user',
			parts: [{ type: 'text', text }],
		})
		const post = (messages: unknown[], more: object = {}) =>
			api.owner.call('POST', `${path()}/messages`, {
				id: 'a-chat',
				messages,
				trigger: 'submit-message',
				messageId: null,
				...more,
			})
		const first = await post([
			said('m1', 'hello'),
			{ id: 'a1', role: 'assistant', parts: [] },
			said('m2', 'more'),
		])
		expect(first.headers.get('content-type')).toBe('text/event-stream')
		await first.text()
		const stub = env.CONVERSATION.getByName(api.conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ body: { message: { id: 'm2' } } })
		// During a run: the stream of that run, which the message enters.
		const busy = await post([said('m3', 'busy')])
		expect(busy.status).toBe(200)
		expect(await busy.text()).toContain('msg_answer')
		expect((await post([said('m4', 'again')], { trigger: 'regenerate-message' })).status).toBe(400)
		expect((await post([{ id: 'a1', role: 'assistant', parts: [] }])).status).toBe(400)
		expect((await post([{ id: 'm5', role: 'user', parts: [] }])).status).toBe(400)
	})

	test('a stream that has ended is 204', async () => {
		expect((await api.owner.call('GET', `${path()}/stream`)).status).toBe(200)
		expect((await api.owner.call('GET', `${path()}/stream?cursor=ended`)).status).toBe(204)
	})

	test('a budget can be set for a project and a conversation, and the run gets both', async () => {
		const project = await api.owner.call('PATCH', `/api/projects/${api.projectId}`, {
			budget: { steps: 20, costUsd: 3 },
		})
		expect(Project.parse(await project.json()).budget).toEqual({ steps: 20, costUsd: 3 })
		await api.owner.call('PATCH', path(), { budget: { steps: 5 } })
		await (await api.owner.call('POST', `${path()}/messages`, message('hello'))).text()
		const stub = env.CONVERSATION.getByName(api.conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ budget: { steps: 5, costUsd: 3 } })
		const wrong = await api.owner.call('PATCH', `/api/projects/${api.projectId}`, {
			budget: { steps: 0 },
		})
		expect(wrong.status).toBe(400)
		expect((await api.owner.call('PATCH', `/api/projects/${api.projectId}`, {})).status).toBe(400)
		const reset = await api.owner.call('PATCH', `/api/projects/${api.projectId}`, { budget: null })
		expect(Project.parse(await reset.json()).budget).toBeUndefined()
	})

	test('pages, stop and usage have the shapes of the protocol', async () => {
		MessagePage.parse(await (await api.owner.call('GET', `${path()}/messages`)).json())
		StopResult.parse(await (await api.owner.call('POST', `${path()}/stop`, {})).json())
		UsageSummary.parse(await (await api.owner.call('GET', '/api/usage')).json())
	})

	test('a picture is served so that it can be cached and cannot run anything', async () => {
		const answer = await api.owner.call('GET', `${path()}/blobs/blb_0000000000known`)
		expect(answer.headers.get('content-type')).toBe('image/png')
		expect(answer.headers.get('cache-control')).toContain('immutable')
		expect(answer.headers.get('content-security-policy')).toContain('sandbox')
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
		expect((await api.owner.call('GET', `${path()}/blobs/blb_00000000000none`)).status).toBe(404)
	})
})
