/** A conversation that a person deleted by mistake, or meant to be gone and is not; and the order of a long list. */
import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Conversation, ConversationList } from '@fairlead/protocol/conversations/conversation'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { newShare, visit } from '../../../test/people/share-kit.ts'
import { TRASH_MS } from '../record/conversations.ts'

useApi()

const listPath = () => `/api/projects/${api.projectId}/conversations`
const trashPath = (id: string) => `/api/projects/${api.projectId}/trash/${id}`

async function made(title: string): Promise<string> {
	const answer = await api.owner.call('POST', listPath(), { title })
	return Conversation.parse(await answer.json()).id
}

const change = async (id: string, to: object) =>
	Conversation.parse(await (await api.owner.call('PATCH', `/api/conversations/${id}`, to)).json())

const page = async (query: string) =>
	ConversationList.parse(await (await api.owner.call('GET', `${listPath()}?${query}`)).json())

const titles = async (query: string) =>
	(await page(query)).conversations.map(({ title }) => title).filter((title) => /^t\d/.test(title))

const toTrash = async (id: string) =>
	(await api.owner.call('POST', `/api/conversations/${id}/trash`)).status

test('pinned conversations stand first, over all pages; archived ones only in the archive', async () => {
	const ids: string[] = []
	for (const n of [1, 2, 3, 4, 5]) ids.push(await made(`t${n}`))
	const [first = '', second = '', third = ''] = ids
	const before = await change(first, { mode: 'ask' })
	expect(await change(first, { pinned: true })).toMatchObject({
		pinned: true,
		updatedAt: before.updatedAt,
	})
	await change(second, { pinned: true })
	await change(third, { archived: true, folder: 'Level 1' })
	// The first is also the one that was changed last.
	const all = ['t1', 't2', 't5', 't4']
	expect(await titles('')).toEqual(all)
	const paged: string[] = []
	for (let cursor: string | null = ''; cursor !== null && paged.length < 20; ) {
		const { conversations, nextCursor } = await page(`limit=1${cursor && `&cursor=${cursor}`}`)
		paged.push(...conversations.map(({ title }) => title))
		cursor = nextCursor
	}
	expect(paged.filter((title) => /^t\d/.test(title))).toEqual(all)
	expect((await page('in=archive')).conversations).toMatchObject([
		{ title: 't3', archived: true, folder: 'Level 1' },
	])
	expect(await titles('in=archive&folder=Level+1')).toEqual(['t3'])
	expect(await titles('in=archive&folder=Level')).toEqual([])
	const folders = await api.owner.call('GET', `/api/projects/${api.projectId}/folders`)
	expect(await folders.json()).toEqual({ folders: [{ name: 'Level 1', conversations: 1 }] })
	// The conversation that a person looks for may be archived.
	expect(await titles('q=t3')).toEqual(['t3'])
	await change(third, { archived: false, folder: null })
	expect((await page('q=t3')).conversations[0]).not.toHaveProperty('folder')
	await Promise.all(ids.map(toTrash))
})

test('a deleted conversation is nowhere but in the trash, and comes back whole', async () => {
	const id = await made('Precious')
	await change(id, { pinned: true, folder: 'Kept' })
	const share = await newShare(api.owner, api.projectId, { conversationId: id })
	const { client: visitor } = await visit(share.token)
	expect((await visitor.call('GET', `/api/conversations/${id}`)).status).toBe(200)

	expect(await toTrash(id)).toBe(204)
	const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] }
	for (const [method, path, body] of [
		['GET', '', undefined],
		['GET', '/messages', undefined],
		['PATCH', '', { title: 'Other' }],
		['POST', '/messages', { message }],
		['POST', '/trash', undefined],
	] as const) {
		const answer = await api.owner.call(method, `/api/conversations/${id}${path}`, body)
		expect([method, path, answer.status]).toEqual([method, path, 404])
	}
	expect((await visitor.call('GET', `/api/conversations/${id}`)).status).not.toBe(200)
	expect((await page('')).conversations.map((one) => one.id)).not.toContain(id)
	expect((await page('q=precious')).conversations).toEqual([])
	const [trashed] = (await page('in=trash')).conversations.filter((one) => one.id === id)
	expect(trashed?.erasedAt).toBeGreaterThan(Date.now() + TRASH_MS - 60_000)

	const answer = await api.owner.call('POST', `${trashPath(id)}/restore`)
	const restored = Conversation.parse(await answer.json())
	expect(restored).toMatchObject({ id, title: 'Precious', pinned: true, folder: 'Kept' })
	expect(restored).not.toHaveProperty('erasedAt')
	expect((await visitor.call('GET', `/api/conversations/${id}`)).status).toBe(200)
	expect((await api.owner.call('POST', `${trashPath(id)}/restore`)).status).toBe(404)
})

test('members who may not delete may not restore, and another project cannot', async () => {
	const id = await made('Ours')
	await toTrash(id)
	const viewer = await newMember(api.projectId, 'viewer')
	expect((await viewer.client.call('POST', `${trashPath(id)}/restore`)).status).toBe(403)
	expect((await viewer.client.call('DELETE', trashPath(id))).status).toBe(403)
	const other = (await api.owner.newProject('Another')).id
	const foreign = `/api/projects/${other}/trash/${id}`
	expect((await api.owner.call('POST', `${foreign}/restore`)).status).toBe(404)
	expect((await api.owner.call('DELETE', foreign)).status).toBe(404)
})

test('the trash is emptied of what has been there for a week, and of nothing else', async () => {
	const [old, young, now] = [await made('Old'), await made('Young'), await made('Now')]
	for (const id of [old, young, now]) await toTrash(id)
	const age = 'UPDATE conversations SET deleted_at = deleted_at - ? WHERE id = ?'
	await env.DB.prepare(age).bind(TRASH_MS, old).run()
	await env.DB.prepare(age)
		.bind(TRASH_MS - 60_000, young)
		.run()
	expect((await api.owner.call('DELETE', trashPath(now))).status).toBe(204)
	expect(await runDurableObjectAlarm(env.TRASH.getByName(api.projectId))).toBe(true)
	const { results } = await env.DB.prepare('SELECT id FROM conversations').all<{ id: string }>()
	const left = results.map(({ id }) => id)
	expect(left).toContain(young)
	expect(left).not.toContain(old)
	expect(left).not.toContain(now)
	// It looks again for the young one.
	expect(await runDurableObjectAlarm(env.TRASH.getByName(api.projectId))).toBe(true)
})
