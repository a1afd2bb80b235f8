/** The recorded authors: in messages, in D1, in usage. */
import { env } from 'cloudflare:workers'
import { ChangeList } from '@fairlead/protocol/projects/project'
import { expect, test } from 'vitest'
import { Client, KEY_A, ORIGIN, roomWith, seat, until } from '../../test/double/harness.ts'
import { startSession } from '../accounts/sessions.ts'
import { users } from '../accounts/store/schema.ts'
import { database } from '../db/client.ts'
import { members } from '../db/schema.ts'
import { newId } from '../ids.ts'

interface Page {
	messages: {
		role: string
		parts: { type: string; id?: string; data?: unknown }[]
		metadata?: { by?: unknown; stoppedBy?: unknown; state?: string }
	}[]
	activeRun: { state: string } | null
}

const said = (id: string) => ({
	message: { id, role: 'user', parts: [{ type: 'text', text: 'create a cube named Box' }] },
})

test('messages, steering, a stop, usage and settings record their author', async () => {
	const { client: owner, projectId } = await roomWith([seat(KEY_A, 'compiling')])
	const db = database(env.DB)
	const ada = { id: newId('usr'), name: 'Ada', role: 'member' as const, createdAt: 1 }
	await db.insert(users).values(ada)
	await db.insert(members).values({ projectId, userId: ada.id, role: 'editor', createdAt: 1 })
	const cookie = await startSession(db, new Request(ORIGIN), ada.id, Date.now())
	const mate = new Client(cookie.split(';')[0] ?? '')
	const byAda = { kind: 'session', id: ada.id, userId: ada.id, name: 'Ada' }

	const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id } = (await created.json()) as { id: string }
	const path = `/api/conversations/${id}`
	const read = async (): Promise<Page> =>
		(await (await owner.call('GET', `${path}/messages`)).json()) as Page
	await mate.call('PATCH', path, { mode: 'auto', title: 'Boxes' })
	await owner.call('POST', `${path}/messages`, said('m1'))
	await until(
		async () => (await read()).activeRun?.state === 'waiting_editor' || undefined,
		'the run to wait',
	)
	await mate.call('POST', `${path}/messages`, { ...said('m2'), steer: 'interrupt' })
	await until(
		async () =>
			(await (await owner.call('GET', `${path}/queue`)).text()) === '{"queued":[]}' || undefined,
		'the message to enter',
	)
	await mate.call('POST', `${path}/stop`, {})
	const { messages } = await read()
	expect(messages[0]?.metadata?.by).toMatchObject({ kind: 'session', name: 'Owner' })
	const answer = messages[1]
	expect(answer?.metadata).toMatchObject({ state: 'cancelled', stoppedBy: byAda })
	expect(answer?.parts).toContainEqual({ type: 'data-author', id: 'm2', data: byAda })

	const rows = (query: string) => env.DB.prepare(query).bind(id).all()
	await until(async () => {
		const { results } = await rows(
			'select 1 from usage join runs on runs.id = run_id where runs.conversation_id = ?',
		)
		return results.length > 0 || undefined
	}, 'D1 to know')
	const stored = await rows(
		"select id, author_name as name from messages where conversation_id = ? and role = 'user' order by id",
	)
	expect(stored.results).toEqual([
		{ id: 'm1', name: 'Owner' },
		{ id: 'm2', name: 'Ada' },
	])
	const runs = await rows('select author_name as name from runs where conversation_id = ?')
	expect(runs.results).toEqual([{ name: 'Owner' }])

	const listed = await owner.call('GET', `/api/projects/${projectId}/changes`)
	expect(ChangeList.parse(await listed.json()).changes).toMatchObject([
		{ what: 'title', after: 'Boxes', by: { name: 'Ada' }, conversationId: id },
	])
})

test('messages that a removed member left in the queue begin no run, and the conversation says so', async () => {
	const { client: owner, projectId } = await roomWith([seat(KEY_A, 'compiling')])
	const db = database(env.DB)
	const ada = { id: newId('usr'), name: 'Ada', role: 'member' as const, createdAt: 1 }
	await db.insert(users).values(ada)
	await db.insert(members).values({ projectId, userId: ada.id, role: 'editor', createdAt: 1 })
	const cookie = await startSession(db, new Request(ORIGIN), ada.id, Date.now())
	const mate = new Client(cookie.split(';')[0] ?? '')
	const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id } = (await created.json()) as { id: string }
	const path = `/api/conversations/${id}`
	const read = async (): Promise<Page> =>
		(await (await owner.call('GET', `${path}/messages`)).json()) as Page
	await owner.call('POST', `${path}/messages`, said('m1'))
	await until(
		async () => (await read()).activeRun?.state === 'waiting_editor' || undefined,
		'the run to wait',
	)
	expect((await mate.call('POST', `${path}/messages`, said('m2'))).status).toBe(202)
	const removed = await owner.call('DELETE', `/api/projects/${projectId}/members/${ada.id}`)
	expect(removed.status).toBe(204)
	await owner.call('POST', `${path}/stop`, {})
	const notice = await until(async () => {
		const { messages } = await read()
		return messages.at(-1)?.parts.find((part) => part.type === 'data-notice')
	}, 'the notice')
	expect(notice).toMatchObject({
		data: { code: 'message_withdrawn', text: expect.stringContaining('Ada can no longer write') },
	})
	const { messages, activeRun } = await read()
	expect(messages).toHaveLength(2)
	expect(activeRun).toBeNull()
})
