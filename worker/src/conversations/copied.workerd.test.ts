/** A shared conversation copied into a project of one's own: whole, once, and with nothing that is not theirs. */
import { env } from 'cloudflare:workers'
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import type { Client } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'
import { database } from '../db/client.ts'
import { conversations, messages } from '../db/schema.ts'
import { storedBytes } from '../usage/store/quota-use.ts'

useApi()
const db = database(env.DB)
const PICTURE = new Uint8Array([137, 80, 78, 71])
const ADA = { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' } as const

let original = ''
/** A person with a project of their own, who has opened a link that allows copies. */
let visitor: Client
let own = ''

const put = (seq: number, ui: { role: 'user' | 'assistant' } & object) =>
	db.insert(messages).values({
		id: `msg_${seq}`,
		conversationId: original,
		role: ui.role,
		text: '',
		runId: 'run_1',
		createdAt: seq,
		seq,
		ui: JSON.stringify({ id: `msg_${seq}`, ...ui }),
		model: '[]',
	})

const blobs = (blobId: string): string => `/api/conversations/${original}/blobs/${blobId}`
const attached = (blobId: string) => ({
	name: 'view.png',
	mediaType: 'image/png',
	url: blobs(blobId),
	bytes: 4,
})

beforeAll(async () => {
	const path = `/api/projects/${api.projectId}/conversations`
	const made = await api.owner.call('POST', path, { title: 'A red cube', budget: { costUsd: 7 } })
	original = ((await made.json()) as Conversation).id
	const identity = { conversationId: original, projectId: api.projectId }
	const picture = { mediaType: 'image/png', bytes: PICTURE }
	await env.CONVERSATION.getByName(original).adoptPicture(identity, 'blb_0000000000one', picture)
	await put(1, {
		role: 'user',
		metadata: { createdAt: 1, by: ADA },
		parts: [
			{ type: 'file', mediaType: 'image/png', url: blobs('blb_0000000000one'), filename: 'a.png' },
			{ type: 'text', text: `Like /p/${api.projectId}/c/${original}, but red` },
		],
	} as never)
	await put(2, {
		role: 'assistant',
		metadata: { runId: 'run_1', state: 'completed', costUsd: 0.5, stoppedBy: ADA },
		parts: [
			{
				type: 'tool-unity_screenshot',
				toolCallId: 'c1',
				state: 'output-available',
				input: { path: 'C:\\Users\\ada\\Game\\Assets\\a.png' },
				output: {
					result: { projectPath: '/home/ada/Game' },
					attachments: [attached('blb_0000000000one')],
				},
			},
			{ type: 'reasoning', text: 'secret thoughts' },
			{ type: 'text', text: 'It is red now.' },
		],
	} as never)
	const share = await newShare(api.owner, api.projectId, {
		conversationId: original,
		exports: true,
	})
	own = (await api.stranger.newProject('Mine')).id
	visitor = (await visit(share.token, api.stranger.cookie)).client
})

const copy = (client: Client, projectId: string, conversationId: string, requestId = 'request-1') =>
	client.call('POST', `/api/projects/${projectId}/copies`, { conversationId, requestId })

const pageOf = async (client: Client, id: string): Promise<MessagePage> =>
	(await client.call('GET', `/api/conversations/${id}/messages`)).json()

test('a visitor gets messages, pictures and title, and nothing that leads back', async () => {
	const answer = await copy(visitor, own, original)
	expect(answer.status).toBe(201)
	const made = (await answer.json()) as Conversation
	expect(made).toMatchObject({
		projectId: own,
		title: 'A red cube',
		lastRun: { state: 'completed' },
	})
	expect(made.budget).toBeUndefined()
	const page = await pageOf(api.stranger, made.id)
	expect(page.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
	const text = JSON.stringify(page)
	expect(text).toContain('but red')
	expect(text).toContain('It is red now.')
	expect(text).toContain('copied from a shared conversation')
	expect(text).not.toMatch(/\bAda\b|[_/\\]ada|secret|costUsd|run_1/)
	expect(text).not.toContain(original)
	expect(text).not.toContain(api.projectId)
	expect(text).toContain(`/p/${own}/c/${made.id}`)
	const picture = /\/api\/conversations\/[a-z0-9_]+\/blobs\/[a-z0-9_]+/.exec(text)?.[0] ?? ''
	const shown = await api.stranger.call('GET', picture)
	expect([shown.status, new Uint8Array(await shown.arrayBuffer())]).toEqual([200, PICTURE])
	// Its storage is its new project's: the object with its pictures, not the words alone.
	expect(await storedBytes(db, own)).toBeGreaterThan(20_000)
})

test('the same request makes one copy, also twice at the same moment, and keeps what was added', async () => {
	const both = await Promise.all([
		copy(visitor, own, original, 'request-2'),
		copy(visitor, own, original, 'request-2'),
	])
	const [a, b] = (await Promise.all(both.map((one) => one.json()))) as Conversation[]
	expect(a?.id).toBe(b?.id)
	const id = a?.id ?? ''
	const message = { id: 'mine-1', role: 'user', parts: [{ type: 'text', text: 'and now blue' }] }
	await (await visitor.call('POST', `/api/conversations/${id}/messages`, { message })).text()
	const again = await copy(visitor, own, original, 'request-2')
	expect([again.status, ((await again.json()) as Conversation).id]).toEqual([200, id])
	const page = await pageOf(visitor, id)
	expect(JSON.stringify(page)).toContain('and now blue')
	expect(page.messages.filter(({ role }) => role === 'assistant').length).toBeGreaterThan(2)
	const listed = await visitor.call('GET', `/api/projects/${own}/conversations`)
	const { conversations: all } = (await listed.json()) as { conversations: Conversation[] }
	expect(all.filter((one) => one.id === id)).toHaveLength(1)
})

test('a copy made during a run holds only the finished messages', async () => {
	await put(3, { role: 'user', parts: [{ type: 'text', text: 'not answered yet' }] } as never)
	await db
		.update(conversations)
		.set({ lastRunId: 'run_2', lastRunState: 'running' })
		.where(eq(conversations.id, original))
	const made = (await (await copy(visitor, own, original, 'request-3')).json()) as Conversation
	const text = JSON.stringify(await pageOf(visitor, made.id))
	expect(text).toContain('It is red now.')
	expect(text).not.toContain('not answered yet')
	expect(made.lastRun?.state).toBe('completed')
})

test('a message that is found by its words is found in the copy', async () => {
	const answer = await visitor.call('GET', `/api/projects/${own}/conversations?q=red+now`)
	expect(JSON.stringify(await answer.json())).toContain('A red cube')
})

test('a link that allows no downloads allows no copy, and a conversation without a link is not there', async () => {
	const closed = await newShare(api.owner, api.projectId, { conversationId: original })
	const other = await newMember(own, 'editor')
	const { client } = await visit(closed.token, other.client.cookie)
	expect((await copy(client, own, original)).status).toBe(403)
	expect((await copy(other.client, own, original)).status).toBe(404)
	expect((await copy(visitor, own, api.conversationId)).status).toBe(404)
	expect((await copy(visitor, api.projectId, original)).status).toBe(404)
})

test('a revoked link copies nothing', async () => {
	const share = await newShare(api.owner, api.projectId, {
		conversationId: original,
		exports: true,
	})
	const mate = await newMember(own, 'editor')
	const { client } = await visit(share.token, mate.client.cookie)
	await api.owner.call('DELETE', `/api/projects/${api.projectId}/shares/${share.id}`)
	expect((await copy(client, own, original)).status).toBe(404)
})

test('a conversation without an answer says that there is nothing to copy', async () => {
	const answer = await copy(api.owner, api.projectId, api.conversationId)
	expect(answer.status).toBe(409)
	expect(await answer.text()).toContain('nothing to copy yet')
})

test('a viewer of a project cannot copy a conversation into it', async () => {
	const looker = await newMember(api.projectId, 'viewer')
	expect((await copy(looker.client, api.projectId, original)).status).toBe(403)
})

test('a copy that is shorter than the original says so', async () => {
	const path = `/api/projects/${api.projectId}/conversations`
	const long = ((await (await api.owner.call('POST', path, {})).json()) as Conversation).id
	const words = 'x'.repeat(1_500_000)
	for (const seq of [1, 2, 3, 4]) {
		const role = seq % 2 ? 'user' : 'assistant'
		const parts = [{ type: 'text', text: words }]
		await db.insert(messages).values({
			id: `msg_${seq}`,
			conversationId: long,
			role,
			text: '',
			runId: 'run_1',
			createdAt: seq,
			seq,
			ui: JSON.stringify({ id: `msg_${seq}`, role, parts }),
			model: null,
		})
	}
	const made = (await (await copy(api.owner, api.projectId, long)).json()) as Conversation
	const text = JSON.stringify(await pageOf(api.owner, made.id))
	expect(text).toContain('The end of the original is missing')
})
