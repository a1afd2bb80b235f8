/** A branch: what was said before a message, in a conversation of its own; the original stays as it is. */
import { env } from 'cloudflare:workers'
import { BranchList } from '@fairlead/protocol/conversations/branches'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { askedConversation, newMember } from '../../test/people/people-kit.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'
import { loseStorage } from '../../test/storage/lose-storage.ts'
import { conversationsNaming } from '../db/account-erasure.ts'
import { database } from '../db/client.ts'
import { conversations, messages, usage } from '../db/schema.ts'
import { setQuota } from '../usage/store/allowances.ts'
import { conversationSizes } from '../usage/store/fair-use-schema.ts'
import { storedBytes } from '../usage/store/quota-use.ts'

useApi()
const db = database(env.DB)
const PICTURE = new Uint8Array([137, 80, 78, 71])
const PIXEL = `data:image/png;base64,${btoa(String.fromCharCode(...PICTURE))}`

/** A conversation with two answered questions, m1 and m2; the first has a picture. */
let origin = ''
let answers: string[] = []

const text = (words: string) => ({ type: 'text', text: words })
const say = async (client: Client, id: string, messageId: string, ...parts: object[]) =>
	(
		await client.call('POST', `/api/conversations/${id}/messages`, {
			message: { id: messageId, role: 'user', parts },
		})
	).text()
const pageOf = async (client: Client, id: string): Promise<MessagePage> =>
	(await client.call('GET', `/api/conversations/${id}/messages`)).json()
const wordsOf = (page: MessagePage): string => JSON.stringify(page.messages)
const noted = /The branch begins here/

const branch = (
	client: Client,
	id: string,
	messageId: string,
	requestId: string = crypto.randomUUID(),
) => client.call('POST', `/api/conversations/${id}/branches`, { messageId, requestId })
const branched = async (...of: Parameters<typeof branch>): Promise<Conversation> => {
	const answer = await branch(...of)
	expect(answer.status).toBe(201)
	return Conversation.parse(await answer.json())
}

async function begun(client: Client, projectId: string, settings: object = {}): Promise<string> {
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, settings)
	return Conversation.parse(await made.json()).id
}

/** A conversation that has the title of its first message. */
const titled = (id: string) =>
	until(async () => {
		const now = await api.owner.call('GET', `/api/conversations/${id}`)
		const one = Conversation.parse(await now.json())
		return one.titleSource === 'auto' ? one : undefined
	}, 'its title')

beforeAll(async () => {
	origin = await begun(api.owner, api.projectId, { mode: 'read-only', budget: { steps: 7 } })
	await say(api.owner, origin, 'm1', text('hello Pinocchio'), {
		type: 'file',
		mediaType: 'image/png',
		url: PIXEL,
	})
	await say(api.owner, origin, 'm2', text('and again'))
	const { messages } = await pageOf(api.owner, origin)
	answers = messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)
	expect(answers).toHaveLength(2)
})

test('a branch at a question has everything before it: settings, pictures and words, without runs and costs', async () => {
	const before = await pageOf(api.owner, origin)
	const made = await branched(api.owner, origin, 'm2')
	expect(made).toMatchObject({
		projectId: api.projectId,
		mode: 'read-only',
		budget: { steps: 7 },
		branchedFrom: { conversationId: origin, messageId: 'm2' },
	})
	const page = await pageOf(api.owner, made.id)
	expect(page.messages.map(({ id }) => id).slice(0, 2)).toEqual(['m1', answers[0]])
	expect(page.messages).toHaveLength(3)
	expect(wordsOf({ ...page, messages: page.messages.slice(2) })).toMatch(noted)
	expect(wordsOf(page)).not.toMatch(/"(runId|usage|costUsd|cursor)"/)
	expect(wordsOf(page)).not.toContain(origin)
	const url = /\/api\/conversations\/[a-z0-9_]+\/blobs\/[a-z0-9_]+/.exec(wordsOf(page))?.[0] ?? ''
	expect(url).toContain(made.id)
	const shown = await api.owner.call('GET', url)
	expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PICTURE)
	expect(await pageOf(api.owner, origin)).toEqual(before)
})

test('a branch at an answer has the answer too, and the conversation goes on there, for models as well', async () => {
	const made = await branched(api.owner, origin, answers[0] ?? '')
	await say(api.owner, made.id, 'mine', text('something else'))
	const page = await pageOf(api.owner, made.id)
	expect(page.messages.map(({ role }) => role).join(' ')).toBe(
		'user assistant assistant user assistant',
	)
	expect(wordsOf(page)).not.toContain('and again')
	const rows = await until(async () => {
		const found = await db
			.select()
			.from(messages)
			.where(and(eq(messages.conversationId, made.id), isNotNull(messages.seq)))
			.orderBy(messages.seq)
		return found.length === 5 ? found : undefined
	}, 'the record of the branch')
	expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
	expect(rows[0]?.model).toContain('hello Pinocchio')
	expect(rows[2]?.model).toContain('not set back')
	// The sum of the branch is that of its own calls.
	const counted = await until(async () => {
		const found = await db.select().from(usage).where(eq(usage.conversationId, made.id))
		return found.length > 0 ? found : undefined
	}, 'the usage of its run')
	expect(counted).toHaveLength(1)
	const listed = await api.owner.call(
		'GET',
		`/api/projects/${api.projectId}/conversations?q=Pinocchio`,
	)
	expect(await listed.text()).toContain(made.id)
})

test('a branch at the first message begins empty, and is named for what is said there', async () => {
	const made = await branched(api.owner, origin, 'm1')
	expect(made).toMatchObject({ titleSource: 'default', lastRun: null })
	expect((await pageOf(api.owner, made.id)).messages).toEqual([])
	await say(api.owner, made.id, 'mine', text('count the lamps'))
	const named = await titled(made.id)
	expect(named.title).toContain('count the lamps')
	expect((await pageOf(api.owner, made.id)).messages).toHaveLength(2)
})

test('a person’s title is kept, also by a branch of a branch, which lasts when its origins are gone', async () => {
	const id = await begun(api.owner, api.projectId, { title: 'Harbour' })
	await say(api.owner, id, 'q1', text('hello'), {
		type: 'file',
		mediaType: 'image/png',
		url: PIXEL,
	})
	await say(api.owner, id, 'q2', text('more'))
	const first = await branched(api.owner, id, 'q2')
	await say(api.owner, first.id, 'q3', text('other'))
	const second = await branched(api.owner, first.id, 'q3')
	expect([first.title, second.title]).toEqual(['Harbour', 'Harbour'])
	for (const gone of [id, first.id]) {
		expect((await api.owner.call('DELETE', `/api/conversations/${gone}`)).status).toBe(204)
	}
	await loseStorage(second.id)
	const left = Conversation.parse(
		await (await api.owner.call('GET', `/api/conversations/${second.id}`)).json(),
	)
	expect(left.branchedFrom).toEqual({ conversationId: null, messageId: 'q3' })
	const page = await pageOf(api.owner, second.id)
	expect(wordsOf(page)).toContain('hello')
	const url = /\/api\/conversations\/[a-z0-9_]+\/blobs\/[a-z0-9_]+/.exec(wordsOf(page))?.[0] ?? ''
	expect((await api.owner.call('GET', url)).status).toBe(200)
})

test('a branch of a branch that is made where that begins has one note, also of a copied one', async () => {
	const notes = async (id: string) => wordsOf(await pageOf(api.owner, id)).match(/branch begins/g)
	const first = await branched(api.owner, origin, 'm2')
	await say(api.owner, first.id, 'q1', text('other'))
	const second = await branched(api.owner, first.id, 'q1')
	expect(await notes(second.id)).toHaveLength(1)
	await say(api.owner, first.id, 'q2', text('and more'))
	const third = await branched(api.owner, first.id, 'q2')
	expect(await notes(third.id)).toHaveLength(2)
	await say(api.owner, third.id, 'q3', text('last'))
	const fourth = await branched(api.owner, third.id, 'q1')
	expect(await notes(fourth.id)).toHaveLength(1)
	const { messages: all } = await pageOf(api.owner, fourth.id)
	expect(all.map(({ id }) => id).slice(0, 2)).toEqual(['m1', answers[0]])
	await say(api.owner, fourth.id, 'q4', text('goes on'))
})

test('branches are told apart by a number, unless a person has named the original', async () => {
	const id = await begun(api.owner, api.projectId)
	await say(api.owner, id, 'q1', text('count the lamps of the harbour'))
	await say(api.owner, id, 'q2', text('more'))
	const { title } = await titled(id)
	const first = await branched(api.owner, id, 'q2')
	const second = await branched(api.owner, id, 'q2')
	await say(api.owner, second.id, 'q3', text('other'))
	const third = await branched(api.owner, second.id, 'q3')
	const numbered = [2, 3, 4].map((number) => `${title} (${number})`)
	expect([first, second, third].map((one) => one.title)).toEqual(numbered)
	await api.owner.call('PATCH', `/api/conversations/${third.id}`, { title: 'Mine' })
	expect((await branched(api.owner, third.id, 'q1')).title).toBe('Mine')
})

test('the same request makes one branch, also twice at the same moment, and brings it back from the trash', async () => {
	const both = await Promise.all([
		branch(api.owner, origin, 'm2', 'request-1'),
		branch(api.owner, origin, 'm2', 'request-1'),
	])
	const [a, b] = (await Promise.all(both.map((one) => one.json()))) as Conversation[]
	expect(a?.id).toBe(b?.id)
	await say(api.owner, a?.id ?? '', 'mine', text('now blue'))
	const again = await branch(api.owner, origin, 'm2', 'request-1')
	expect([again.status, ((await again.json()) as Conversation).id]).toEqual([200, a?.id])
	expect(wordsOf(await pageOf(api.owner, a?.id ?? ''))).toContain('now blue')
	const trashed = await api.owner.call('POST', `/api/conversations/${a?.id}/trash`)
	expect(trashed.status).toBeLessThan(300)
	const back = await branch(api.owner, origin, 'm2', 'request-1')
	expect(((await back.json()) as Conversation).id).toBe(a?.id)
	const other = await branched(api.owner, origin, 'm2')
	expect(other.id).not.toBe(a?.id)
})

test('a branch made while a run is active has what was before it; the run goes on, and its answer is refused', async () => {
	const { id } = await askedConversation(api.owner, api.projectId)
	const active = async () => (await pageOf(api.owner, id)).activeRun
	const running = await active()
	expect(running?.state).toBe('waiting_approval')
	const made = await branched(api.owner, id, 'm1')
	expect((await pageOf(api.owner, made.id)).messages).toEqual([])
	const growing = await problemOf(await branch(api.owner, id, running?.messageId ?? ''))
	expect([growing.status, growing.title]).toEqual([
		409,
		'The agent is still working on this answer.',
	])
	await say(api.owner, id, 'm2', text('and then this'))
	const waiting = await problemOf(await branch(api.owner, id, 'm2'))
	expect([waiting.status, waiting.title]).toEqual([
		409,
		'This message is still waiting for the agent.',
	])
	expect((await active())?.messageId).toBe(running?.messageId)
	await api.owner.call('POST', `/api/conversations/${id}/messages`, {
		steer: 'interrupt',
		message: { id: 'm3', role: 'user', parts: [text('hello')] },
	})
	const ended = await until(async () => {
		const now = await pageOf(api.owner, id)
		return now.activeRun === null ? now : undefined
	}, 'the end of the run')
	const entered = await problemOf(await branch(api.owner, id, 'm3'))
	expect([entered.status, entered.title]).toEqual([409, 'This message is part of an answer.'])
	// A message that entered stands in the answer of the branch too, and is found and known there.
	const whole = await branched(api.owner, id, ended.messages.at(-1)?.id ?? '')
	expect(wordsOf(await pageOf(api.owner, whole.id))).toContain('"steering-message"')
	const rows = await db.select().from(messages).where(eq(messages.conversationId, whole.id))
	expect(
		rows
			.filter(({ seq }) => seq === null)
			.map(({ id }) => id)
			.sort(),
	).toEqual(['m2', 'm3'])
})

test('only editors of its project branch a conversation; others see no message of it', async () => {
	const viewer = await newMember(api.projectId, 'viewer')
	expect((await branch(viewer.client, origin, 'm2')).status).toBe(403)
	expect((await branch(api.stranger, origin, 'm2')).status).toBe(404)
	const theirs = await begun(api.stranger, (await api.stranger.newProject('Theirs')).id)
	await say(api.stranger, theirs, 'secret', text('a secret'))
	// A message of another conversation is not found by its id.
	const foreign = await problemOf(await branch(api.owner, origin, 'secret'))
	expect([foreign.status, foreign.code]).toEqual([404, 'not_found'])
	const editor = await newMember(api.projectId, 'editor')
	await branched(editor.client, origin, 'm2', 'request-2')
	// The same request of another person is another branch.
	await branched(api.owner, origin, 'm2', 'request-2')
	const tooShort = await branch(api.owner, origin, 'm2', 'short')
	expect(tooShort.status).toBe(400)
})

test('visitors of a branch do not learn what it is a branch of, and branch nothing', async () => {
	const made = await branched(api.owner, origin, 'm2')
	const share = await newShare(api.owner, api.projectId, {
		conversationId: made.id,
		role: 'editor',
	})
	const { client } = await visit(share.token)
	const seen = await client.call('GET', `/api/conversations/${made.id}`)
	expect(seen.status).toBe(200)
	expect(await seen.text()).not.toContain(origin)
	expect(wordsOf(await pageOf(client, made.id))).not.toContain(origin)
	for (const [method, body] of [
		['POST', { messageId: 'm1', requestId: 'request-3' }],
		['GET', undefined],
	] as const) {
		const refused = await client.call(method, `/api/conversations/${made.id}/branches`, body)
		expect([401, 403, 404]).toContain(refused.status)
	}
})

test('the branches of a conversation are listed with the messages they were made at', async () => {
	const id = await begun(api.owner, api.projectId, { title: 'Trunk' })
	await say(api.owner, id, 'q1', text('hello'))
	const made = await branched(api.owner, id, 'q1')
	const listed = BranchList.parse(
		await (await api.owner.call('GET', `/api/conversations/${id}/branches`)).json(),
	)
	expect(listed.branches).toEqual([
		{ id: made.id, title: 'Trunk', messageId: 'q1', createdAt: made.createdAt },
	])
	expect((await api.stranger.call('GET', `/api/conversations/${id}/branches`)).status).toBe(404)
})

test('the size of a branch counts, and a full project makes none', async () => {
	const project = await api.owner.newProject('Full')
	const id = await begun(api.owner, project.id)
	await say(api.owner, id, 'q1', text('hello'))
	await say(api.owner, id, 'q2', text('more'))
	const made = await branched(api.owner, id, 'q2')
	const [size] = await db
		.select()
		.from(conversationSizes)
		.where(eq(conversationSizes.conversationId, made.id))
	expect(size?.bytes).toBeGreaterThan(100)
	await setQuota(db, project.id, { limits: { storage_mb: 0 } })
	const full = await problemOf(await branch(api.owner, id, 'q2'))
	expect([full.code, full.quota?.limit]).toEqual(['quota_full', 'storage_mb'])
	const kept = await db.select().from(conversations).where(eq(conversations.branchedFrom, id))
	expect(kept).toHaveLength(1)
})

test('the pictures of a branch count, and no longer once it is deleted', async () => {
	const project = await api.owner.newProject('Pictures')
	const id = await begun(api.owner, project.id)
	const picture = new Uint8Array(300_000).fill(7)
	picture.set(PICTURE)
	const bytes = Array.from(picture, (byte) => String.fromCharCode(byte)).join('')
	const url = `data:image/png;base64,${btoa(bytes)}`
	await say(api.owner, id, 'q1', text('hello'), { type: 'file', mediaType: 'image/png', url })
	await say(api.owner, id, 'q2', text('more'))
	const before = await storedBytes(db, project.id)
	const made = await branched(api.owner, id, 'q2')
	expect((await storedBytes(db, project.id)) - before).toBeGreaterThan(picture.byteLength)
	expect((await api.owner.call('DELETE', `/api/conversations/${made.id}`)).status).toBe(204)
	const left = await db
		.select()
		.from(conversationSizes)
		.where(eq(conversationSizes.conversationId, made.id))
	expect(left).toEqual([])
})

test('the deletion of an account finds the branches that begin with its words, also after it left the project', async () => {
	const mate = await newMember(api.projectId, 'editor')
	const id = await begun(api.owner, api.projectId)
	await say(mate.client, id, 'q1', text('hello'))
	await say(mate.client, id, 'q2', text('more'))
	const made = await branched(api.owner, id, 'q2')
	// A row that a token of theirs wrote: it names the token.
	await db
		.update(messages)
		.set({ authorId: 'tok_theirs' })
		.where(and(eq(messages.conversationId, made.id), eq(messages.authorId, mate.userId)))
	expect(await conversationsNaming(db, mate.userId, [], '', 10)).toContain(made.id)
})

test('a stock client that asks for an answer anew is told how, and nothing is run', async () => {
	const before = await pageOf(api.owner, origin)
	const answer = await api.owner.call('POST', `/api/conversations/${origin}/messages`, {
		trigger: 'regenerate-message',
		messageId: answers[1],
		id: origin,
		messages: before.messages.slice(0, -1),
	})
	const problem = await problemOf(answer)
	expect([problem.status, problem.code]).toEqual([400, 'invalid_request'])
	expect(problem.detail).toContain('/branches')
	expect(await pageOf(api.owner, origin)).toEqual(before)
})
