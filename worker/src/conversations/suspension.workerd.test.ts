/** The operator suspends people and projects whose runs are active, with the real objects. */
import { env } from 'cloudflare:workers'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { Suspended } from '@fairlead/protocol/people/operator'
import { Me } from '@fairlead/protocol/people/session'
import { Project } from '@fairlead/protocol/projects/project'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import {
	type Client,
	connectRelay,
	fetchApp,
	KEY_A,
	roomWith,
	seat,
	until,
	watch,
} from '../../test/double/harness.ts'
import { operate, suspend } from '../../test/people/operator-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { setSuspension } from '../usage/store/allowances.ts'

const db = database(env.DB)
const say = (client: Client, path: string, id = 'm1', text = 'press play') =>
	client.call('POST', `${path}/messages`, {
		message: { id, role: 'user', parts: [{ type: 'text', text }] },
	})
const pageOf = async (client: Client, path: string): Promise<MessagePage> =>
	MessagePage.parse(await (await client.call('GET', `${path}/messages`)).json())
const inState = (client: Client, path: string, state: string | null) =>
	until(async () => {
		const { activeRun } = await pageOf(client, path)
		return (activeRun?.state ?? null) === state ? true : undefined
	}, `a run ${state}`)

/** A member's run that waits for an answer. */
async function asking() {
	const room = await roomWith([seat(KEY_A, 'ready')])
	const mate = await newMember(room.projectId, 'editor')
	const made = await mate.client.call('POST', `/api/projects/${room.projectId}/conversations`, {
		mode: 'ask',
	})
	const path = `/api/conversations/${((await made.json()) as { id: string }).id}`
	await (await say(mate.client, path)).text()
	await inState(mate.client, path, 'waiting_approval')
	return { ...room, mate, path }
}

describe('a suspended person', () => {
	test('is cut off at once: sockets closed, the run stopped, everything refused with the reason', async () => {
		const { client, projectId, mate, path } = await asking()
		const made = await mate.client.call('POST', '/api/tokens', {
			label: 'script',
			scopes: ['projects:read'],
			expiresInDays: null,
		})
		const { token } = CreatedApiToken.parse(await made.json())
		const { viewer } = await watch(mate.client, projectId)
		const { viewer: other } = await watch(client, projectId)
		const answer = await suspend(`/people/${mate.userId}`)
		expect(Suspended.parse(await answer.json())).toEqual({ stoppedRuns: 1 })
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		await inState(client, path, null)

		const refused = await mate.client.call('GET', '/api/projects')
		expect(refused.status).toBe(403)
		expect(await problemOf(refused)).toMatchObject({
			code: 'suspended',
			title: 'Your account is suspended.',
			detail: expect.stringContaining('Mining coins.'),
		})
		expect((await say(mate.client, path, 'm2')).status).toBe(403)
		const script = await fetchApp('/api/projects', {
			headers: { authorization: `Bearer ${token}` },
		})
		expect(script.status).toBe(403)
		// They see why, and may take their data along.
		const me = Me.parse(await (await mate.client.call('GET', '/api/me')).json())
		expect(me).toMatchObject({ suspended: 'Mining coins.' })
		expect((await mate.client.call('GET', '/api/account/export')).status).toBe(200)
		// The others go on.
		expect(other.closed).toBeNull()
		expect((await client.call('GET', `/api/projects/${projectId}`)).status).toBe(200)

		expect((await operate('DELETE', `/people/${mate.userId}/suspension`)).status).toBe(204)
		expect((await mate.client.call('GET', '/api/projects')).status).toBe(200)
		const again = Me.parse(await (await mate.client.call('GET', '/api/me')).json())
		expect(again.suspended).toBeUndefined()
	})

	test('begins no run with a message that waited for the next one', async () => {
		const { client, mate, path } = await asking()
		expect((await say(mate.client, path, 'm2', 'and then this')).status).toBe(202)
		await suspend(`/people/${mate.userId}`)
		await until(async () => {
			const { activeRun, queued } = await pageOf(client, path)
			return activeRun === null && queued?.length === 0 ? true : undefined
		}, 'the queue to be empty')
		const { messages } = await pageOf(client, path)
		expect(messages.map(({ id }) => id)).not.toContain('m2')
	})

	test('has a run that begins in the same moment stopped when D1 hears of it', async () => {
		const { projectId, client } = await roomWith([seat(KEY_A, 'ready')])
		const mate = await newMember(projectId, 'editor')
		const made = await mate.client.call('POST', `/api/projects/${projectId}/conversations`, {})
		const { id } = (await made.json()) as { id: string }
		// The request was admitted before, so only the object is left to ask.
		await setSuspension(db, mate.userId, 'Spam.', Date.now())
		const author = { kind: 'session', id: mate.userId, userId: mate.userId, name: 'Mate' } as const
		const stub = env.CONVERSATION.getByName(id)
		await stub.open({ conversationId: id, projectId })
		await stub.postMessage(
			{
				message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'press play' }] },
				mode: 'ask',
			},
			author,
		)
		await inState(client, `/api/conversations/${id}`, null)
		await until(async () => {
			const row = await env.DB.prepare('select state from runs where conversation_id = ?')
				.bind(id)
				.first<{ state: string }>()
			return row?.state === 'cancelled' ? true : undefined
		}, 'the run to be stopped in D1')
	})
})

describe('a suspended project', () => {
	test('is closed for all: members, relays, links; it comes back as it was', async () => {
		const { client, projectId, mate, path, relay } = await asking()
		const made = await client.call('POST', `/api/projects/${projectId}/shares`, {
			label: 'L',
			role: 'viewer',
			signInRequired: false,
			scene: false,
			exports: false,
		})
		const link = new URL(((await made.json()) as { url: string }).url).pathname
		expect((await fetchApp(link)).status).toBe(200)
		const { token } = await client.newRelayToken(projectId)
		const { viewer } = await watch(client, projectId)

		const answer = await suspend(`/projects/${projectId}`, 'Copyright claim 12.')
		expect(Suspended.parse(await answer.json())).toEqual({ stoppedRuns: 1 })
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		// Not as a revoked token: the relay keeps trying, and comes back by itself.
		expect((await relay.waitClosed()).code).toBe(CLOSE.restarting)
		await expect(connectRelay(projectId, token)).rejects.toThrow('403')
		expect((await fetchApp(link)).status).toBe(404)
		for (const one of [client, mate.client]) {
			const refused = await one.call('GET', `${path}/messages`)
			expect(await problemOf(refused)).toMatchObject({
				code: 'suspended',
				title: 'This project is suspended.',
				detail: expect.stringContaining('Copyright claim 12.'),
			})
		}
		const shown = await (await client.call('GET', `/api/projects/${projectId}`)).json()
		expect(Project.parse(shown).suspended).toBe('Copyright claim 12.')
		// Elsewhere the same people work on.
		expect((await client.call('POST', '/api/projects', { name: 'Other' })).status).toBe(201)

		expect((await operate('DELETE', `/projects/${projectId}/suspension`)).status).toBe(204)
		await watch(client, projectId)
		await connectRelay(projectId, token)
		expect((await fetchApp(link)).status).toBe(200)
		expect((await pageOf(client, path)).activeRun).toBeNull()
	})
})
