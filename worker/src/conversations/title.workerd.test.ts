/** Titles in the list, with the real objects and the demo model. */
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { expect, test } from 'vitest'
import { type Client, roomWith, until, watch } from '../../test/double/harness.ts'

const POLITE = 'Could you please tell me what you can do? I am new here.'
const TITLE = 'tell me what you can do?'

async function begin(client: Client, projectId: string, text = POLITE): Promise<string> {
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id } = Conversation.parse(await made.json())
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text }] },
	})
	void posted.text()
	return id
}

const read = async (client: Client, id: string) =>
	Conversation.parse(await (await client.call('GET', `/api/conversations/${id}`)).json())

test('the list has the title after the first answer, and its pages are told', async () => {
	const { client, projectId } = await roomWith([])
	const { viewer } = await watch(client, projectId)
	const id = await begin(client, projectId)
	let seen = 0
	const row = await until(async () => {
		const fresh = viewer.frames.slice(seen)
		seen = viewer.frames.length
		if (!fresh.some((frame) => frame.method === 'conversations.changed')) return undefined
		const now = await read(client, id)
		return now.title === TITLE ? now : undefined
	}, 'an event after which the title is there')
	expect(row).toMatchObject({ titleSource: 'auto', lastRun: { state: 'completed' } })
})

test('a name that a person gave stays', async () => {
	const { client, projectId } = await roomWith([])
	const id = await begin(client, projectId)
	await client.call('PATCH', `/api/conversations/${id}`, { title: 'Mine' })
	const other = await begin(client, projectId)
	await until(
		async () => ((await read(client, other)).title === TITLE ? true : undefined),
		'the title of the other',
	)
	expect(await read(client, id)).toMatchObject({ title: 'Mine', titleSource: 'user' })
})

test('an eviction right after the answer loses no title', async () => {
	const { client, projectId } = await roomWith([])
	const id = await begin(client, projectId)
	await until(
		async () => ((await read(client, id)).lastRun?.state === 'completed' ? true : undefined),
		'the answer',
	)
	await evictDurableObject(env.CONVERSATION.getByName(id))
	await until(async () => {
		// In production the alarm wakes it.
		await client.call('GET', `/api/conversations/${id}/messages`)
		return (await read(client, id)).title === TITLE ? true : undefined
	}, 'the title')
})
