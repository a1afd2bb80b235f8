/** Messages during a run and stopping, over HTTP and with the real objects. */
import {
	MessagePage,
	PostedQueued,
	QueuedMessageList,
	StopResult,
} from '@fairlead/protocol/conversations/messages'
import { expect, test } from 'vitest'
import { roomWith, until } from '../../test/double/harness.ts'

/** A conversation whose run waits for a person. */
async function waiting() {
	const { client, projectId } = await roomWith([])
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, {
		mode: 'ask',
	})
	const { id } = (await made.json()) as { id: string }
	const path = `/api/conversations/${id}`
	const post = (messageId: string, text: string, more: object = {}) =>
		client.call('POST', `${path}/messages`, {
			message: { id: messageId, role: 'user', parts: [{ type: 'text', text }] },
			...more,
		})
	const page = async () =>
		MessagePage.parse(await (await client.call('GET', `${path}/messages`)).json())
	await (await post('m1', 'press play')).text()
	await until(
		async () => ((await page()).activeRun?.state === 'waiting_approval' ? true : undefined),
		'the question',
	)
	return { client, path, post, page }
}

test('a message that interrupts replaces a pending approval, and appears in the answer', async () => {
	const { post, page } = await waiting()
	const posted = await post('m2', 'hello', { steer: 'interrupt' })
	expect(posted.status).toBe(202)
	expect(PostedQueued.parse(await posted.json()).queued).toMatchObject({ id: 'm2' })
	const ended = await until(async () => {
		const now = await page()
		return now.activeRun === null ? now : undefined
	}, 'the end')
	expect(ended.messages.map(({ id }) => id)).toContain('m1')
	expect(ended.messages).toHaveLength(2)
	const parts = ended.messages[1]?.parts ?? []
	expect(parts.find((part) => part['type'] === 'steering-message')).toMatchObject({ id: 'm2' })
	// Sent again, it is still the same message.
	expect((await post('m2', 'hello')).status).toBe(200)
	expect((await page()).messages).toHaveLength(2)
})

test('stopping returns the waiting messages, and the next message begins a run at once', async () => {
	const { client, path, post, page } = await waiting()
	await post('m2', 'and then this')
	const list = QueuedMessageList.parse(await (await client.call('GET', `${path}/queue`)).json())
	expect(list.queued.map(({ id }) => id)).toEqual(['m2'])
	expect((await page()).queued).toEqual(list.queued)
	const stopped = StopResult.parse(
		await (await client.call('POST', `${path}/stop`, { withdrawQueued: true })).json(),
	)
	expect(stopped).toMatchObject({ state: 'cancelled', openCalls: 0, withdrawn: [{ id: 'm2' }] })
	expect((await client.call('DELETE', `${path}/queue/m2`)).status).toBe(409)
	const next = await post('m3', 'hello')
	expect(next.status).toBe(200)
	expect(await next.text()).toContain('"type":"finish"')
	expect((await page()).messages.map(({ role }) => role)).toEqual([
		'user',
		'assistant',
		'user',
		'assistant',
	])
})

test('a message sent again after its run does not return the answer of a later run', async () => {
	const { client, path, post, page } = await waiting()
	await client.call('POST', `${path}/stop`, {})
	await (await post('m2', 'press play')).text()
	await until(
		async () => ((await page()).activeRun?.state === 'waiting_approval' ? true : undefined),
		'the second question',
	)
	expect((await post('m1', 'press play')).status).toBe(204)
	expect(await (await post('m2', 'press play')).text()).toContain('"tool-approval-request"')
})
