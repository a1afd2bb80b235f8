/** A person away from the page is notified by their browser of what needs them, on every device that wants it, and only there. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { PushState } from '@fairlead/protocol/people/push'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Arrived, answers, arrived, useReceivers } from '../../test/automations/report-kit.ts'
import { HOUR_MS, ringAt } from '../../test/clock.ts'
import { type Client, roomWith, until } from '../../test/double/harness.ts'
import { askedConversation, newMember, signInAs } from '../../test/people/people-kit.ts'
import { needsYou } from '../conversations/record/needs-you.ts'
import { database } from '../db/client.ts'
import { findOpenPushKey, publicPushKey } from './push-key.ts'

const db = database(env.DB)
let ada: Client
let adaId: string
let project: string

useReceivers()
beforeEach(async () => {
	project = (await roomWith([])).projectId
	// The owner is one person in all tests; she is in this one alone.
	;({ client: ada, userId: adaId } = await newMember(project, 'editor'))
})

const endpointOf = (device: string): string => `https://push.example.com/send/${device}`
const pushOf = async (client: Client): Promise<PushState> =>
	PushState.parse(await (await client.call('GET', '/api/push')).json())
/** Subscribes as a page does, with the server's key. */
async function subscribe(client: Client, device: string): Promise<Response> {
	await pushOf(client)
	return client.call('PUT', '/api/push', { endpoint: endpointOf(device) })
}
const reached = (): string[] => arrived.map(({ url }) => url).sort()
const pushes = (count: number) =>
	until(() => (arrived.length >= count ? true : undefined), `${count} pushes`)
const feed = () => env.USER_FEED.getByName(adaId)
/** Until the object of Ada has done what it can do now. */
const settled = (left: 'nothing' | 'a retry') =>
	until(
		() =>
			runInDurableObject(feed(), async (_, { storage }) => {
				const push = await storage.get<{ attempts: number }>('push')
				const found = push === undefined ? 'nothing' : push.attempts > 0 ? 'a retry' : 'a push'
				return found === left ? true : undefined
			}),
		`${left} to be left`,
	)
const answer = (asked: { id: string; approvalId: string }) =>
	ada.call('POST', `/api/conversations/${asked.id}/approvals/${asked.approvalId}`, {
		approved: false,
	})

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
		sign.charCodeAt(0),
	)

/** Checks the signature as a push service does (RFC 8292). */
async function claimsOf({ headers }: Arrived): Promise<Record<string, unknown>> {
	const [, token = '', publicKey = ''] =
		/^vapid t=([^,]+), k=(.+)$/.exec(headers.get('authorization') ?? '') ?? []
	const [head = '', claims = '', signature = ''] = token.split('.')
	const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
	const key = await crypto.subtle.importKey('raw', bytes(publicKey), algorithm, false, ['verify'])
	const signed = new TextEncoder().encode(`${head}.${claims}`)
	expect(await crypto.subtle.verify(algorithm, key, bytes(signature), signed)).toBe(true)
	expect((await pushOf(ada)).publicKey).toBe(publicKey)
	return JSON.parse(new TextDecoder().decode(bytes(claims)))
}

describe('a question', () => {
	test('reaches each browser that subscribed, signed for its push service, and says nothing of what is asked', async () => {
		const phone = await signInAs(adaId)
		expect((await subscribe(phone, 'phone')).status).toBe(204)
		expect((await subscribe(ada, 'desk')).status).toBe(204)
		await signInAs(adaId)
		await askedConversation(ada, project)
		await pushes(2)
		await settled('nothing')
		expect(reached()).toEqual([endpointOf('desk'), endpointOf('phone')])
		for (const push of arrived) {
			expect(push).toMatchObject({ method: 'POST', body: '' })
			expect(Object.fromEntries(push.headers)).toMatchObject({ ttl: '86400', urgency: 'high' })
			const { aud, exp, sub } = await claimsOf(push)
			expect(aud).toBe('https://push.example.com')
			expect(sub).toMatch(/^(mailto|https):/)
			expect(Number(exp)).toBeGreaterThan(Date.now() / 1_000)
			expect(Number(exp)).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400)
		}
	})

	test('is pushed to those who may answer, and its answer to nobody', async () => {
		const viewer = await newMember(project, 'viewer')
		const mate = await newMember(project, 'editor')
		await subscribe(viewer.client, 'viewer')
		await subscribe(mate.client, 'mate')
		await subscribe(ada, 'desk')
		const asked = await askedConversation(ada, project)
		await pushes(2)
		expect((await answer(asked)).status).toBe(204)
		await askedConversation(ada, project)
		await pushes(4)
		const [desk, mates] = [endpointOf('desk'), endpointOf('mate')]
		expect(reached()).toEqual([desk, desk, mates, mates])
	})

	test('that a push service could not take is pushed again, to that browser alone', async () => {
		const phone = await signInAs(adaId)
		await subscribe(phone, 'phone')
		await subscribe(ada, 'desk')
		answers.push({ status: 503 })
		await askedConversation(ada, project)
		await settled('a retry')
		const [first] = arrived
		await ringAt(feed(), Date.now() + HOUR_MS / 2)
		await settled('nothing')
		expect(arrived.map(({ url }) => url).slice(2)).toEqual([first?.url])
	})

	test('that was answered before is not pushed again', async () => {
		await subscribe(ada, 'desk')
		answers.push({ error: 'connection refused' })
		const asked = await askedConversation(ada, project)
		await settled('a retry')
		expect((await answer(asked)).status).toBe(204)
		await until(
			async () => ((await needsYou(db, adaId)).conversations.length === 0 ? true : undefined),
			'D1 to know the answer',
		)
		await ringAt(feed(), Date.now() + HOUR_MS / 2)
		await settled('nothing')
		expect(arrived).toHaveLength(1)
	})
})

describe('a subscription', () => {
	test.each([404, 410, 403])(
		'that its push service answers %s for is forgotten',
		async (status) => {
			await subscribe(ada, 'desk')
			answers.push({ status })
			await askedConversation(ada, project)
			await pushes(1)
			await settled('nothing')
			expect((await pushOf(ada)).endpoint).toBeNull()
			await subscribe(ada, 'anew')
			await askedConversation(ada, project)
			await pushes(2)
			expect(reached()).toEqual([endpointOf('anew'), endpointOf('desk')])
		},
	)

	test('is its session’s own, and ends with it', async () => {
		const phone = await signInAs(adaId)
		await subscribe(phone, 'phone')
		await subscribe(ada, 'desk')
		expect((await pushOf(phone)).endpoint).toBe(endpointOf('phone'))
		expect((await phone.call('POST', '/api/auth/sign-out')).ok).toBe(true)
		await askedConversation(ada, project)
		await pushes(1)
		await settled('nothing')
		expect(reached()).toEqual([endpointOf('desk')])
		await ada.call('DELETE', '/api/push')
		expect((await pushOf(ada)).endpoint).toBeNull()
	})

	test('moves to the person who subscribes the same browser next', async () => {
		const mate = await newMember(project, 'editor')
		await subscribe(ada, 'shared')
		await subscribe(mate.client, 'shared')
		expect((await pushOf(ada)).endpoint).toBeNull()
		await askedConversation(ada, project)
		await pushes(1)
		expect((await pushOf(mate.client)).endpoint).toBe(endpointOf('shared'))
		expect(reached()).toEqual([endpointOf('shared')])
	})

	test.each([
		'https://10.0.0.1/send',
		'https://intranet/send',
		'http://push.example.com/send',
		'nonsense',
		'',
	])('at %j is refused with the reason', async (endpoint) => {
		const refused = await ada.call('PUT', '/api/push', { endpoint })
		expect(refused.status).toBe(400)
		expect(await refused.json()).toMatchObject({ code: 'invalid_request' })
		expect((await pushOf(ada)).endpoint).toBeNull()
	})
})

describe('the key', () => {
	test('is one, however many ask first', async () => {
		const keys = { SECRETS_KEY: 'test-secrets-key-of-this-server' }
		const all = await Promise.all([1, 2, 3].map(() => publicPushKey(keys, db, Date.now())))
		expect(new Set(all).size).toBe(1)
		expect(bytes(all[0] ?? '')).toHaveLength(65)
	})

	test('that can no longer be opened is replaced when a page asks, not when a push is sent', async () => {
		const before = (await pushOf(ada)).publicKey
		await subscribe(ada, 'desk')
		const others = { SECRETS_KEY: 'another key' }
		await expect(findOpenPushKey(others, db)).rejects.toThrow('SECRETS_KEY')
		expect(await pushOf(ada)).toEqual({
			publicKey: before,
			endpoint: endpointOf('desk'),
			agents: false,
		})
		const after = await publicPushKey(others, db, Date.now())
		expect(after).not.toBe(before)
		expect((await findOpenPushKey(others, db))?.publicKey).toBe(after)
		// Nothing is pushed any more to what was subscribed to the key before it.
		expect((await pushOf(ada)).endpoint).toBeNull()
	})
})
