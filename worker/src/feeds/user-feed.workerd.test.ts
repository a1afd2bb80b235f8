/** A person hears in every open page, over all their projects, what begins and stops to wait for them. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { SessionList } from '@fairlead/protocol/people/session'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, ringAt } from '../../test/clock.ts'
import { type Client, fetchApp, ORIGIN, Peer, roomWith, until } from '../../test/double/harness.ts'
import { askedConversation, join, newMember, signInAs } from '../../test/people/people-kit.ts'
import { sessions } from '../accounts/store/schema.ts'
import { database } from '../db/client.ts'

const db = database(env.DB)

const openFeed = async (client: Client): Promise<Peer> =>
	new Peer(
		await fetchApp('/api/feed', {
			headers: {
				upgrade: 'websocket',
				cookie: client.cookie,
				origin: ORIGIN,
				'sec-websocket-protocol': FEED_LINK.subprotocol,
			},
		}),
	)

/** In the projects of this test: the owner is one person in all of them. */
const listed = async (client: Client) => {
	const answer = await client.call('GET', '/api/needs-you')
	const { conversations } = NeedsYou.parse(await answer.json())
	return conversations.filter(({ projectId }) => projectId === one || projectId === two)
}

const waitingFor = async (client: Client): Promise<string[]> =>
	(await listed(client)).map((row) => row.conversationId)

/** The state of a page that reads once it is connected and after each hint, and only then. */
async function openPage(client: Client) {
	const feed = await openFeed(client)
	let shown = await waitingFor(client)
	let heard = 0
	return {
		feed,
		hints: () => feed.frames.length,
		shows: (...ids: string[]) =>
			until(
				async () => {
					if (feed.frames.length > heard) {
						heard = feed.frames.length
						shown = await waitingFor(client)
					}
					return JSON.stringify([...shown].sort()) === JSON.stringify([...ids].sort()) || undefined
				},
				`a page that shows ${ids.join(', ') || 'nothing'}`,
			),
	}
}

const meOf = async (client: Client): Promise<string> =>
	((await (await client.call('GET', '/api/me')).json()) as { userId: string }).userId

const approve = (client: Client, asked: { id: string; approvalId: string }) =>
	client.call('POST', `/api/conversations/${asked.id}/approvals/${asked.approvalId}`, {
		approved: true,
	})

let owner: Client
let one: string
let two: string

beforeEach(async () => {
	;({ client: owner, projectId: one } = await roomWith([]))
	two = (await owner.newProject('Second')).id
})

test('a question in any project reaches every page of who may answer it, and its answer too', async () => {
	const mate = await newMember(one, 'editor')
	const phone = await openPage(await signInAs(await meOf(owner)))
	const desk = await openPage(owner)
	const mates = await openPage(mate.client)
	const [first, second] = [await askedConversation(owner, one), await askedConversation(owner, two)]
	await Promise.all([phone.shows(first.id, second.id), desk.shows(first.id, second.id)])
	await mates.shows(first.id)
	expect((await approve(mate.client, first)).status).toBe(204)
	await Promise.all([phone.shows(second.id), desk.shows(second.id), mates.shows()])
	expect(await listed(owner)).toMatchObject([
		{ projectId: two, projectName: 'Second', title: 'press play' },
	])
})

test('viewers are not told what they cannot answer', async () => {
	const viewer = await newMember(one, 'viewer')
	const theirs = await openPage(viewer.client)
	const desk = await openPage(owner)
	const asked = await askedConversation(owner, one)
	await desk.shows(asked.id)
	// The same person, where they may answer: what comes to them after all this is about that.
	await join(two, viewer.userId, 'editor')
	const other = await askedConversation(owner, two)
	await theirs.shows(other.id)
	expect(theirs.hints()).toBe(1)
	const list = await viewer.client.call('GET', '/api/projects')
	const listed = ProjectList.parse(await list.json()).projects.map((p) => [
		p.id,
		[p.needsYouCount, p.role],
	])
	expect(Object.fromEntries(listed)).toEqual({ [one]: [0, 'viewer'], [two]: [1, 'editor'] })
	const read = await viewer.client.call('GET', `/api/projects/${one}`)
	expect(await read.json()).toMatchObject({ needsYouCount: 0, role: 'viewer' })
})

test('a change of role is heard at once, and a person who was taken out hears no more of the project', async () => {
	const mate = await newMember(one, 'viewer')
	const theirs = await openPage(mate.client)
	const asked = await askedConversation(owner, one)
	const path = `/api/projects/${one}/members/${mate.userId}`
	await until(async () => ((await waitingFor(owner)).length === 1 ? true : undefined), 'D1')
	await owner.call('PATCH', path, { role: 'editor' })
	await theirs.shows(asked.id)
	await owner.call('DELETE', path)
	await theirs.shows()
	const heard = theirs.hints()
	const desk = await openPage(owner)
	const again = await askedConversation(owner, one)
	await desk.shows(asked.id, again.id)
	expect(theirs.hints()).toBe(heard)
	expect(theirs.feed.closed).toBeNull()
})

test.each<[string, (asked: { id: string }) => Promise<Response>]>([
	['stopped', ({ id }) => owner.call('POST', `/api/conversations/${id}/stop`, {})],
	['deleted with its conversation', ({ id }) => owner.call('DELETE', `/api/conversations/${id}`)],
	['deleted with its project', () => owner.call('DELETE', `/api/projects/${one}`)],
])('a run that is %s asks nobody any more', async (_how, end) => {
	const desk = await openPage(owner)
	const asked = await askedConversation(owner, one)
	await desk.shows(asked.id)
	expect((await end(asked)).ok).toBe(true)
	await desk.shows()
})

test('a question that came while no page was open is there when one opens', async () => {
	const asked = await askedConversation(owner, one)
	await until(async () => ((await waitingFor(owner)).length === 1 ? true : undefined), 'D1')
	const desk = await openPage(owner)
	await desk.shows(asked.id)
	expect(desk.hints()).toBe(0)
})

describe.each([
	['awake', async (): Promise<void> => undefined],
	['after hibernation', async (): Promise<void> => evictDurableObject(await ownFeed())],
] as const)('an open feed, %s', (_state, sleep) => {
	test('hears, and answers pings', async () => {
		const desk = await openPage(owner)
		await sleep()
		desk.feed.raw('ping')
		await until(() => (desk.feed.texts.includes('pong') ? true : undefined), 'a pong')
		const asked = await askedConversation(owner, one)
		await desk.shows(asked.id)
	})

	test.each<[string, (client: Client) => Promise<Response>]>([
		['signing out', (client) => client.call('POST', '/api/auth/sign-out')],
		[
			'being ended from another browser',
			async (client) => {
				const answer = await client.call('GET', '/api/sessions')
				const { sessions: all } = SessionList.parse(await answer.json())
				const id = all.find((session) => session.current)?.id
				return owner.call('DELETE', `/api/sessions/${id}`)
			},
		],
	])('is closed by %s; the other browsers keep theirs', async (_what, end) => {
		const phone = await signInAs(await meOf(owner))
		const [theirs, desk] = [await openFeed(phone), await openFeed(owner)]
		await sleep()
		expect((await end(phone)).status).toBe(204)
		expect((await theirs.waitClosed()).code).toBe(CLOSE.unauthorized)
		await expect(openFeed(phone)).rejects.toThrow('401')
		expect(desk.closed).toBeNull()
	})

	test('is closed when its session’s time is over', async () => {
		const phone = await signInAs(await meOf(owner))
		const end = Date.now() + HOUR_MS
		const { sessions: all } = SessionList.parse(
			await (await phone.call('GET', '/api/sessions')).json(),
		)
		const id = all.find((session) => session.current)?.id ?? ''
		await db.update(sessions).set({ expiresAt: end }).where(eq(sessions.id, id))
		const theirs = await openFeed(phone)
		await sleep()
		await ringAt(await ownFeed(), end)
		expect((await theirs.waitClosed()).code).toBe(CLOSE.unauthorized)
	})
})

async function ownFeed() {
	return env.USER_FEED.getByName(await meOf(owner))
}

test('a sleeping feed is woken by nothing but the end of a session', async () => {
	await openFeed(owner)
	const [row] = await db
		.select()
		.from(sessions)
		.where(eq(sessions.userId, await meOf(owner)))
	const at = await runInDurableObject(await ownFeed(), (_, state) => state.storage.getAlarm())
	expect(at).toBeLessThanOrEqual(row?.expiresAt ?? 0)
	expect(at).toBeGreaterThan(Date.now() + 3_600_000)
})

test('a message to a feed closes it: it takes pings only', async () => {
	const feed = await openFeed(owner)
	feed.raw('{"jsonrpc":"2.0","method":"needs_you.changed"}')
	expect((await feed.waitClosed()).code).toBe(CLOSE.protocolError)
})

test('a session of someone else cannot be ended', async () => {
	const mate = await newMember(one, 'editor')
	const answer = await mate.client.call('GET', '/api/sessions')
	const [session] = SessionList.parse(await answer.json()).sessions
	expect((await owner.call('DELETE', `/api/sessions/${session?.id}`)).status).toBe(404)
	expect((await mate.client.call('GET', '/api/me')).status).toBe(200)
})
