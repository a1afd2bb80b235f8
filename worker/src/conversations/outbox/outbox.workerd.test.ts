/** News of a run in D1 and in the list of conversations. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { GrantList } from '@fairlead/protocol/conversations/approvals'
import { ConversationList } from '@fairlead/protocol/conversations/conversation'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { expect, test } from 'vitest'
import { roomWith, until, watch } from '../../../test/double/harness.ts'
import { askedConversation } from '../../../test/people/people-kit.ts'

const hello = (id: string) => ({
	message: { id, role: 'user' as const, parts: [{ type: 'text' as const, text: 'hello there' }] },
})

test('the list gets the title and the end of a run without a reload', async () => {
	const { client, projectId } = await roomWith([])
	const { viewer } = await watch(client, projectId)
	const path = `/api/projects/${projectId}/conversations`
	const { id } = (await (await client.call('POST', path, {})).json()) as { id: string }
	await viewer.wait((f) => f.method === 'conversations.changed', 'the new conversation')
	const before = viewer.frames.length
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, hello('m1'))
	await posted.text()
	/** The final state of a page that reads the list at each event and only then. */
	let seen = before
	await until(async () => {
		const all = viewer.frames.length
		const fresh = viewer.frames.slice(seen)
		if (!fresh.some((f) => f.method === 'conversations.changed')) return undefined
		const list = ConversationList.parse(await (await client.call('GET', path)).json())
		// A page repeats a read that failed.
		seen = all
		const [row] = list.conversations
		// The message is its title at first; after the run, the model writes a better one, which stays.
		return row?.title === 'there' && row.lastRun?.state === 'completed' ? row : undefined
	}, 'an event after which the list is right')
})

test('a conversation deleted meanwhile does not retry D1 forever', async () => {
	const stub = env.CONVERSATION.getByName('cnv_deleted')
	await stub.open({ conversationId: 'cnv_deleted', projectId: 'prj_deleted' })
	expect(
		await stub.postMessage(hello('m1'), {
			kind: 'session',
			id: 'usr_1',
			userId: 'usr_1',
			name: 'One',
		}),
	).toMatchObject({ ok: true })
	const items = () =>
		runInDurableObject(stub, (_object, state) =>
			state.storage.sql.exec<{ id: number }>('SELECT id FROM outbox').toArray(),
		)
	await until(async () => {
		const page = (await stub.messages({ limit: 2 })) as MessagePage | null
		return page?.activeRun === null && (await items()).length === 0 ? true : undefined
	}, 'an empty outbox')
})

test('"always in this project" is listed, spares the next approval, and can be revoked', async () => {
	const { client, projectId } = await roomWith([])
	const path = `/api/projects/${projectId}`
	const asks = () => askedConversation(client, projectId)
	const grants = async () =>
		GrantList.parse(await (await client.call('GET', `${path}/grants`)).json()).grants
	const first = await asks()
	// A newly read list shows which conversation waits for an answer.
	await until(async () => {
		const list = ConversationList.parse(
			await (await client.call('GET', `${path}/conversations`)).json(),
		)
		return list.conversations[0]?.lastRun?.state === 'waiting_approval' ? true : undefined
	}, 'a list that says so')
	const answer = (body: unknown) =>
		client.call('POST', `/api/conversations/${first.id}/approvals/${first.approvalId}`, body)
	expect((await answer({ approved: false, scope: 'project' })).status).toBe(400)
	expect((await answer({ approved: true, scope: 'project' })).status).toBe(204)
	const grant = await until(async () => (await grants())[0], 'the grant')
	expect(grant).toMatchObject({ tool: 'unity_play', action: 'enter' })
	expect((await asks()).approvalId).toBe('')
	expect((await client.call('DELETE', `${path}/grants/${grant.id}`)).status).toBe(204)
	expect((await client.call('DELETE', `${path}/grants/${grant.id}`)).status).toBe(404)
	expect(await grants()).toEqual([])
	expect((await asks()).approvalId).not.toBe('')
})
