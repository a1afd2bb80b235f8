/** D1 has every finished message, whole, and an object that lost its storage is restored from it. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ConversationList } from '@fairlead/protocol/conversations/conversation'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { expect, test } from 'vitest'
import { roomWith, until } from '../../test/double/harness.ts'
import { loseStorage } from '../../test/storage/lose-storage.ts'

interface Recorded {
	id: string
	seq: number | null
	text: string
	ui: string | null
	model: string | null
}

async function conversation(mode: 'auto' | 'ask' = 'auto') {
	const { client, projectId } = await roomWith([])
	const list = `/api/projects/${projectId}/conversations`
	const { id } = (await (await client.call('POST', list, { mode })).json()) as { id: string }
	const path = `/api/conversations/${id}`
	const post = (messageId: string, text: string, more: object = {}) =>
		client.call('POST', `${path}/messages`, {
			message: { id: messageId, role: 'user', parts: [{ type: 'text', text }] },
			...more,
		})
	const page = async () =>
		MessagePage.parse(await (await client.call('GET', `${path}/messages`)).json())
	const stub = () => env.CONVERSATION.getByName(id)
	return {
		id,
		post,
		page,
		stub,
		remove: () => client.call('DELETE', path),
		lastRun: async () =>
			ConversationList.parse(await (await client.call('GET', list)).json()).conversations[0]
				?.lastRun,
		search: async (text: string) =>
			ConversationList.parse(
				await (await client.call('GET', `${list}?q=${encodeURIComponent(text)}`)).json(),
			).conversations.map((found) => found.id),
		record: async () =>
			(
				await env.DB.prepare(
					'SELECT id, seq, text, ui, model FROM messages WHERE conversation_id = ? ORDER BY seq',
				)
					.bind(id)
					.all<Recorded>()
			).results,
		loseStorage: () => loseStorage(id),
	}
}

type Conversation = Awaited<ReturnType<typeof conversation>>

const recorded = ({ record }: Conversation, count: number) =>
	until(async () => {
		const rows = (await record()).filter((row) => row.seq !== null)
		return rows.length === count ? rows : undefined
	}, `${count} recorded messages`)

const ended = ({ page }: Conversation, count: number) =>
	until(async () => {
		const now = await page()
		return now.activeRun === null && now.messages.length === count ? now : undefined
	}, `${count} messages and no run`)

test('D1 has each message as the page shows it', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	await (await talk.post('m2', 'and again')).text()
	const { messages } = await ended(talk, 4)
	const rows = await recorded(talk, 4)
	expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4])
	expect(rows.map((row) => JSON.parse(row.ui ?? 'null'))).toEqual(messages)
	expect(rows[0]?.text).toBe('hello there')
	expect(JSON.parse(rows[1]?.model ?? 'null')).toMatchObject([{ role: 'assistant' }])
})

test('conversations are found by their title and their text, and by nothing else', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'Add 50% more gravity to Level_1')).text()
	await ended(talk, 2)
	await recorded(talk, 2)
	await (await talk.post('m2', 'hello Pinocchio')).text()
	await recorded(talk, 4)
	const found = await Promise.all(
		['pinocchio', '50% more', 'LEVEL_1', 'Level-1', '50 less', '5_%', 'nothing like it'].map(
			talk.search,
		),
	)
	expect(found).toEqual([[talk.id], [talk.id], [talk.id], [], [], [], []])
})

test('an object that lost its storage has its messages again, and accepts no message twice', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	const before = await ended(talk, 2)
	await recorded(talk, 2)
	await until(
		async () => ((await talk.lastRun())?.state === 'completed' ? true : undefined),
		'D1 to know the end',
	)
	await talk.loseStorage()
	expect(await talk.page()).toEqual(before)
	// Sent again, it is still the same message.
	await (await talk.post('m1', 'hello there')).text()
	expect(await talk.page()).toEqual(before)
	await (await talk.post('m2', 'go on')).text()
	const after = await ended(talk, 4)
	expect(after.messages.slice(0, 2)).toEqual(before.messages)
	await recorded(talk, 4)
	const asked = await runInDurableObject(talk.stub(), (_object, state) =>
		state.storage.sql.exec<{ model: string }>('SELECT model FROM message ORDER BY seq').toArray(),
	)
	expect(asked[0]?.model).toContain('hello there')
})

test('a message sent to an object that lost its storage follows the earlier messages', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	await ended(talk, 2)
	await recorded(talk, 2)
	await talk.loseStorage()
	await (await talk.post('m2', 'go on')).text()
	const { messages } = await ended(talk, 4)
	expect(messages.map(({ id }) => id).filter((id) => /^m\d$/.test(id))).toEqual(['m1', 'm2'])
})

test('a run that was active when the storage was lost ends, and says so', async () => {
	const talk = await conversation('ask')
	await (await talk.post('m1', 'press play')).text()
	await until(
		async () => ((await talk.lastRun())?.state === 'waiting_approval' ? true : undefined),
		'D1 to know of the question',
	)
	await talk.loseStorage()
	const { messages, activeRun } = await talk.page()
	expect(activeRun).toBeNull()
	expect(messages).toHaveLength(2)
	expect(messages[1]).toMatchObject({
		metadata: { state: 'failed' },
		parts: [{ type: 'data-notice', data: { code: 'storage_lost' } }],
	})
	await until(
		async () => ((await talk.lastRun())?.state === 'failed' ? true : undefined),
		'the list to say so',
	)
})

test('a run whose answer D1 has, but not its end, keeps its answer and ends as it did', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	const before = await ended(talk, 2)
	await recorded(talk, 2)
	await until(
		async () => ((await talk.lastRun())?.state === 'completed' ? true : undefined),
		'D1 to know the end',
	)
	// The state after storage was lost between the two writes of the run's end.
	const running = "state = 'running', finished_at = NULL"
	for (const statement of [
		`UPDATE runs SET ${running} WHERE conversation_id = ?`,
		"UPDATE conversations SET last_run_state = 'running' WHERE id = ?",
	]) {
		await env.DB.prepare(statement).bind(talk.id).run()
	}
	await talk.loseStorage()
	expect(await talk.page()).toEqual(before)
	await until(
		async () => ((await talk.lastRun())?.state === 'completed' ? true : undefined),
		'the list to say how it ended',
	)
	await (await talk.post('m2', 'go on')).text()
	await ended(talk, 4)
})

test('a conversation from before the record existed is recorded at its next run', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	await ended(talk, 2)
	await recorded(talk, 2)
	await env.DB.prepare(
		'UPDATE messages SET seq = NULL, ui = NULL, model = NULL WHERE conversation_id = ?',
	)
		.bind(talk.id)
		.run()
	await abortAllDurableObjects()
	await (await talk.post('m2', 'go on')).text()
	const { messages } = await ended(talk, 4)
	const rows = await recorded(talk, 4)
	expect(rows.map((row) => JSON.parse(row.ui ?? 'null'))).toEqual(messages)
})

test('D1 has everything that the page shows of the longest allowed message', async () => {
	const talk = await conversation()
	// Three bytes a character; the model's copy, the page's and the text would be more than a row holds.
	const text = '漢'.repeat(99_000)
	const parts = [text, text].map((part) => ({ type: 'text', text: part }))
	const answer = await talk.post('m1', 'x', { message: { id: 'm1', role: 'user', parts } })
	await answer.text()
	const { messages } = await ended(talk, 2)
	const [row] = await recorded(talk, 2)
	expect(JSON.parse(row?.ui ?? 'null')).toEqual(messages[0])
})

test('a deleted conversation leaves nothing in D1, and does not come back', async () => {
	const talk = await conversation()
	await (await talk.post('m1', 'hello there')).text()
	await ended(talk, 2)
	await recorded(talk, 2)
	expect((await talk.remove()).status).toBe(204)
	expect(await talk.record()).toEqual([])
	await talk.stub().open({ conversationId: talk.id, projectId: 'prj_gone' })
	expect(await talk.stub().messages({ limit: 5 })).toMatchObject({ messages: [] })
})
