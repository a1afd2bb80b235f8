/** A person away from the page hears that a coding agent waits, if they asked for it and may see agents, and nobody else does. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { PushState, WaitingAgents } from '@fairlead/protocol/people/push'
import { MemberRole } from '@fairlead/protocol/people/roles'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, arrived, useReceivers } from '../../test/automations/report-kit.ts'
import { clockAt, ringAt } from '../../test/clock.ts'
import {
	type Client,
	connectRelay,
	KEY_A,
	roomWith,
	seat,
	until,
} from '../../test/double/harness.ts'
import { askedConversation, join, newMember, signInAs } from '../../test/people/people-kit.ts'

const NEWS_MS = 300_000

let room: Awaited<ReturnType<typeof roomWith>>
let ada: Client
let adaId: string

useReceivers()
beforeEach(async () => {
	room = await roomWith([seat(KEY_A, 'gone')])
	;({ client: ada, userId: adaId } = await newMember(room.projectId, 'editor'))
})

const endpointOf = (device: string): string => `https://push.example.com/send/${device}`
const pushOf = async (client: Client): Promise<PushState> =>
	PushState.parse(await (await client.call('GET', '/api/push')).json())
async function subscribe(client: Client, device: string, agents?: boolean): Promise<void> {
	await pushOf(client)
	const body = { endpoint: endpointOf(device), ...(agents === undefined ? {} : { agents }) }
	expect((await client.call('PUT', '/api/push', body)).status).toBe(204)
}
const waitingFor = async (client: Client): Promise<WaitingAgents['projects']> =>
	WaitingAgents.parse(await (await client.call('GET', '/api/push/agents')).json()).projects

const begins = () => room.relay.notify('agents.waits', { editorKey: KEY_A })
const reached = (): string[] => arrived.map(({ url }) => url).sort()
const pushes = (count: number) =>
	until(() => (arrived.length >= count ? true : undefined), `${count} pushes`)
const feedOf = (userId: string) => env.USER_FEED.getByName(userId)
const keptOf = (userId: string) =>
	runInDurableObject(feedOf(userId), async (_, { storage }) => [...(await storage.list()).keys()])
const kept = (...keys: string[]) =>
	until(
		async () => (JSON.stringify(await keptOf(adaId)) === JSON.stringify(keys) ? true : undefined),
		`${keys.join(', ') || 'nothing'} to be kept`,
	)
/** A time in the past: with a future one, the test would wait for its alarm. */
const aMinuteAgo = (): number => Date.now() - 60_000

describe('an agent that begins to wait', () => {
	test('is pushed to each browser that wants it, and the push says nothing of it', async () => {
		await subscribe(ada, 'desk', true)
		await subscribe(await signInAs(adaId), 'phone', true)
		await subscribe(await signInAs(adaId), 'tablet')
		begins()
		await pushes(2)
		await kept('agent_waits')
		expect(reached()).toEqual([endpointOf('desk'), endpointOf('phone')])
		for (const { body, headers } of arrived) {
			expect(body).toBe('')
			expect(Object.fromEntries(headers)).toMatchObject({ topic: 'agents', ttl: '300' })
		}
		expect(await pushOf(ada)).toMatchObject({ agents: true })
	})

	test('is told only to people who may see agents', async () => {
		const members = []
		for (const role of MemberRole.options) {
			const member = await newMember(room.projectId, role)
			await subscribe(member.client, role, true)
			members.push({ role, ...member })
		}
		begins()
		await pushes(2)
		expect(reached()).toEqual([endpointOf('editor'), endpointOf('owner')])
		for (const { role, userId, client } of members) {
			if (role === 'editor' || role === 'owner') continue
			expect(await keptOf(userId)).toEqual([])
			expect(await waitingFor(client)).toEqual([])
		}
	})

	test('is not told to those who did not ask for it, to people of other projects, or when it is a question', async () => {
		await subscribe(ada, 'desk')
		const stranger = await newMember((await roomWith([])).projectId, 'editor')
		await subscribe(stranger.client, 'elsewhere', true)
		const mate = await newMember(room.projectId, 'owner')
		await subscribe(mate.client, 'mate', true)
		begins()
		await pushes(1)
		for (const { userId } of [{ userId: adaId }, stranger]) expect(await keptOf(userId)).toEqual([])
		await askedConversation(ada, room.projectId)
		await pushes(3)
		const topics = arrived.map(({ url, headers }) => [url, headers.get('topic')])
		expect(topics[0]).toEqual([endpointOf('mate'), 'agents'])
		expect(topics.slice(1).sort()).toEqual([
			[endpointOf('desk'), 'needs-you'],
			[endpointOf('mate'), 'needs-you'],
		])
	})

	test('in a folder of another relay, or in words of a newer one, is not told', async () => {
		await subscribe(ada, 'desk', true)
		const other = await connectRelay(room.projectId, room.token)
		await other.hello({ relayId: 'relay-2' })
		other.notify('agents.waits', { editorKey: KEY_A })
		room.relay.notify('agents.waits', { editorKey: 5 })
		await other.ping()
		await room.relay.ping()
		expect(await keptOf(adaId)).toEqual([])
		begins()
		await pushes(1)
	})

	test('is one push with those that begin so soon after it, and later another', async () => {
		await subscribe(ada, 'desk', true)
		const now = aMinuteAgo()
		clockAt(now)
		begins()
		begins()
		await pushes(1)
		clockAt(now + 4_999)
		begins()
		await room.relay.ping()
		clockAt(now + 5_000)
		begins()
		await pushes(2)
		await kept('agent_waits')
		expect(arrived).toHaveLength(2)
	})
})

describe('what a browser reads', () => {
	test('is the project and the time, while it is news, and then nothing is kept', async () => {
		await subscribe(ada, 'desk', true)
		const now = Date.now()
		clockAt(now)
		begins()
		await pushes(1)
		await kept('agent_waits')
		const read = await waitingFor(ada)
		expect(read).toEqual([{ projectId: room.projectId, projectName: expect.any(String), at: now }])
		clockAt(now + NEWS_MS)
		expect(await waitingFor(ada)).toEqual([])
		await ringAt(feedOf(adaId), now + NEWS_MS)
		expect(await keptOf(adaId)).toEqual([])
	})

	test('is nothing for a browser that did not ask for it, and nothing of a project that the person left', async () => {
		await subscribe(ada, 'desk', true)
		const phone = await signInAs(adaId)
		await subscribe(phone, 'phone')
		begins()
		await pushes(1)
		await kept('agent_waits')
		expect(await waitingFor(ada)).toHaveLength(1)
		expect(await waitingFor(phone)).toEqual([])
		const path = `/api/projects/${room.projectId}/members/${adaId}`
		expect((await room.client.call('PATCH', path, { role: 'viewer' })).ok).toBe(true)
		expect(await waitingFor(ada)).toEqual([])
	})

	test('is the newest time of each project, the newest project first', async () => {
		await subscribe(ada, 'desk', true)
		const other = await roomWith([seat(KEY_A, 'gone')])
		await join(other.projectId, adaId, 'owner')
		const now = aMinuteAgo()
		for (const [index, { relay }] of [room, other, room].entries()) {
			clockAt(now + index * 10_000)
			relay.notify('agents.waits', { editorKey: KEY_A })
			await pushes(index + 1)
			await kept('agent_waits')
		}
		expect((await waitingFor(ada)).map(({ projectId, at }) => [projectId, at - now])).toEqual([
			[room.projectId, 20_000],
			[other.projectId, 10_000],
		])
	})
})

describe('a push that its push service could not take', () => {
	test('is sent again while it is news', async () => {
		await subscribe(ada, 'desk', true)
		const now = Date.now()
		clockAt(now)
		answers.push({ status: 503 })
		begins()
		await pushes(1)
		await kept('agent_push', 'agent_waits')
		await ringAt(feedOf(adaId), now + NEWS_MS - 1)
		await pushes(2)
		await kept('agent_waits')
	})

	test('is given up when it is news no more', async () => {
		await subscribe(ada, 'desk', true)
		const now = Date.now()
		clockAt(now)
		answers.push({ status: 503 })
		begins()
		await pushes(1)
		await kept('agent_push', 'agent_waits')
		await ringAt(feedOf(adaId), now + NEWS_MS)
		expect(await keptOf(adaId)).toEqual([])
		expect(arrived).toHaveLength(1)
	})
})

test('a room tells its relay that it takes the news of an agent that waits', async () => {
	const relay = await connectRelay(room.projectId, room.token)
	expect((await relay.hello({ relayId: 'relay-3' })).result).toMatchObject({ agentWaits: true })
})
