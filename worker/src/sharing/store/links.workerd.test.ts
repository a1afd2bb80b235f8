import { env } from 'cloudflare:workers'
import { ShareList } from '@fairlead/protocol/people/shares'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { Client, fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { suspend } from '../../../test/people/operator-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { connectVisitor, newShare, openLink, visit } from '../../../test/people/share-kit.ts'
import { database } from '../../db/client.ts'
import { routes } from '../../http/routes.ts'
import { mintSecret } from '../../platform/secrets.ts'
import { shares, shareVisits } from './schema.ts'

useApi()
const db = database(env.DB)
const path = () => `/api/conversations/${api.conversationId}`
const ofConversation = () => ({ conversationId: api.conversationId })

describe('opening a link', () => {
	test('shows the conversation to a browser without an account, and stores no secret', async () => {
		const { token } = await newShare(api.owner, api.projectId, ofConversation())
		const { client, opened } = await visit(token)
		expect(opened).toMatchObject({ role: 'viewer', member: false, name: 'Guest 1' })
		expect((await client.call('GET', path())).status).toBe(200)
		expect((await client.call('GET', `${path()}/messages`)).status).toBe(200)
		const stored = JSON.stringify([
			await db.select().from(shares),
			await db.select().from(shareVisits),
		])
		expect(stored).not.toContain(token)
		expect(stored).not.toContain(client.cookie.split('=')[1])
	})

	test('again in the same browser is the same visit, in another one another guest', async () => {
		const { token, id } = await newShare(api.owner, api.projectId, ofConversation())
		const { client } = await visit(token)
		expect((await visit(token, client.cookie)).opened.name).toBe('Guest 1')
		expect((await visit(token)).opened.name).toBe('Guest 2')
		const list = ShareList.parse(
			await (await api.owner.call('GET', `/api/projects/${api.projectId}/shares`)).json(),
		)
		const listed = list.shares.find((share) => share.id === id)
		expect(listed).toMatchObject({ visits: 2, revokedAt: null })
		expect(listed?.lastUsedAt).not.toBeNull()
		expect(JSON.stringify(list)).not.toContain(token)
	})

	test('the cookie is for this host, hidden from scripts, and bound to TLS where there is TLS', async () => {
		const { token } = await newShare(api.owner, api.projectId, ofConversation())
		const answer = await fetchApp(`/api/shares/${token}`, {
			method: 'POST',
			headers: { origin: 'https://localhost', 'x-forwarded-proto': 'https' },
		})
		const [cookie] = answer.headers.getSetCookie()
		expect(cookie).toMatch(
			/^__Host-fairlead-share-shr_\w+=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
		)
		expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	})

	test('two browsers that race for the last use: one gets in', async () => {
		const { token } = await newShare(api.owner, api.projectId, { ...ofConversation(), uses: 2 })
		const { client } = await visit(token)
		const answers = await Promise.all(Array.from({ length: 8 }, () => openLink(token)))
		expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
		// The browser that has opened it stays in.
		expect((await visit(token, client.cookie)).opened.name).toBe('Guest 1')
		expect((await client.call('GET', path())).status).toBe(200)
	})

	test('for signed-in people refuses a guest, and signing out ends the visit', async () => {
		const { token } = await newShare(api.owner, api.projectId, {
			...ofConversation(),
			signInRequired: true,
		})
		const refused = await openLink(token)
		expect(refused.status).toBe(401)
		expect((await problemOf(refused)).detail).toBe('Sign in, then open it again.')
		const other = (await newMember((await api.stranger.newProject()).id, 'viewer')).client
		const { client, opened } = await visit(token, other.cookie)
		expect(opened.name).toBe('Mate')
		expect((await client.call('GET', path())).status).toBe(200)
		const share = client.cookie.split('; ').at(-1) ?? ''
		expect((await new Client(share).call('GET', path())).status).toBe(401)
		const viewer = await connectVisitor(client, api.conversationId)
		await viewer.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		await other.call('POST', '/api/auth/sign-out')
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect((await client.call('GET', path())).status).toBe(401)
	})

	test('a member acts as the member: the link takes and gives nothing', async () => {
		const { token } = await newShare(api.owner, api.projectId, { role: 'editor', uses: 1 })
		const mate = await newMember(api.projectId, 'viewer')
		const { client, opened } = await visit(token, mate.client.cookie)
		expect(opened).toMatchObject({ member: true, name: 'Mate' })
		expect(client.cookie).toBe(mate.client.cookie)
		// A visitor who becomes a member: the member's role counts, not the link's.
		const outsider = await visit(token)
		const both = new Client(`${mate.client.cookie}; ${outsider.client.cookie}`)
		expect((await both.call('POST', `${path()}/stop`, {})).status).toBe(403)
		expect((await outsider.client.call('POST', `${path()}/stop`, {})).status).toBe(200)
	})

	test('a hundred random tokens open nothing and leave no cookie, nor do broken ones', async () => {
		await newShare(api.owner, api.projectId, ofConversation())
		const random = () => `fls_${mintSecret()}`
		const answers = await Promise.all(Array.from({ length: 100 }, () => openLink(random())))
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
		expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
		for (const text of ['fls_', 'fls_x', '%00', `${random()}x`, random().slice(4)]) {
			expect((await openLink(text)).status).toBe(404)
		}
	})

	test('another site can neither open a link for a visitor nor act with the visit', async () => {
		const { token } = await newShare(api.owner, api.projectId, {
			...ofConversation(),
			role: 'editor',
		})
		const foreign = { origin: 'https://evil.example' }
		const opened = await fetchApp(`/api/shares/${token}`, { method: 'POST', headers: foreign })
		expect(opened.status).toBe(403)
		expect(opened.headers.getSetCookie()).toEqual([])
		const { client } = await visit(token)
		const stop = await fetchApp(`${path()}/stop`, {
			method: 'POST',
			headers: { ...foreign, cookie: client.cookie, 'content-type': 'application/json' },
			body: '{}',
		})
		expect(stop.status).toBe(403)
		const socket = await fetchApp(`${path()}/room`, {
			headers: {
				...foreign,
				cookie: client.cookie,
				upgrade: 'websocket',
				'sec-websocket-protocol': VIEWER_LINK.subprotocol,
			},
		})
		expect(socket.status).toBe(403)
	})
})

describe('making links', () => {
	test.each([
		['viewer', 403],
		['editor', 201],
	] as const)('a member with the role %s: %i', async (role, status) => {
		const mate = await newMember(api.projectId, role)
		const made = await mate.client.call('POST', `/api/projects/${api.projectId}/shares`, {})
		expect(made.status).toBe(status)
	})

	test('a conversation of another project cannot be shared', async () => {
		const { id } = await api.owner.newProject('Other')
		const made = await api.owner.call('POST', `/api/projects/${id}/shares`, ofConversation())
		expect(made.status).toBe(404)
	})

	test('a visitor cannot pass a link on by making another one', async () => {
		const { token } = await newShare(api.owner, api.projectId, { role: 'editor' })
		const { client } = await visit(token)
		const made = await client.call('POST', `/api/projects/${api.projectId}/shares`, {})
		expect(made.status).toBe(401)
	})
})

describe('a link to one conversation', () => {
	const fill = (path: string, conversationId: string): string =>
		path
			.replace(':projectId', api.projectId)
			.replace(':conversationId', conversationId)
			.replace(':chatId', 'chat')
			.replace(':blobId', 'blb_0000000000known')
			.replace(/:[a-z]+Id/i, 'xxx_0000000000none')
			.replace(':userCode', 'BCDFGHJK')

	const other = async (): Promise<string> => {
		const made = await api.owner.call('POST', `/api/projects/${api.projectId}/conversations`, {
			title: 'The other one',
		})
		return ((await made.json()) as { id: string }).id
	}

	test('reaches nothing else of the project on any route', async () => {
		const { token } = await newShare(api.owner, api.projectId, {
			...ofConversation(),
			role: 'editor',
			scene: true,
			exports: true,
		})
		const { client } = await visit(token)
		const foreign = await other()
		const reached: string[] = []
		for (const { method, path: template, access, operationId } of routes) {
			if (access.by.includes('nobody')) continue
			const answer = await fetchApp(fill(template, foreign), {
				method: method.toUpperCase(),
				headers: {
					cookie: client.cookie,
					origin: ORIGIN,
					'content-type': 'application/json',
					...(method === 'get' ? { upgrade: 'websocket' } : {}),
				},
				...(method === 'get' ? {} : { body: '{}' }),
			})
			const expected = access.by.includes('share') ? 404 : 401
			if (answer.status !== expected) reached.push(`${operationId}: ${answer.status}`)
		}
		expect(reached).toEqual([])
	})

	test('the routes that take a visit are these', () => {
		const open = routes.filter(({ access }) => access.by.includes('share'))
		expect(open.map(({ operationId }) => operationId).sort()).toEqual([
			'answerApproval',
			'exportConversationAsHtml',
			'exportConversationAsJson',
			'exportConversationAsMarkdown',
			'followRun',
			'followRunAsChat',
			'getConversation',
			'listConversations',
			'listMessages',
			'listQueue',
			'postMessage',
			'readBlob',
			'stopRun',
			'watchConversation',
			'withdrawMessage',
		])
	})
})

describe('a link to the project', () => {
	test('shows its conversations to read, and nothing of its members, limits and desk', async () => {
		const { token } = await newShare(api.owner, api.projectId)
		const { client } = await visit(token)
		const list = await client.call('GET', `/api/projects/${api.projectId}/conversations`)
		expect(list.status).toBe(200)
		expect(await list.text()).toContain(api.conversationId)
		// Words that a visitor is not shown must not be found one after the other.
		const { id, projectId } = { id: api.conversationId, projectId: api.projectId }
		const said =
			"INSERT INTO messages (id, conversation_id, role, text, created_at) VALUES (?, ?, 'user', ?, 1)"
		await env.DB.prepare(said).bind('m_search', id, 'in /home/ada/Secret').run()
		const search = `/api/projects/${projectId}/conversations?q=ada%2Fsecret`
		expect(await (await client.call('GET', search)).json()).toMatchObject({ conversations: [] })
		const { conversations } = (await (await api.owner.call('GET', search)).json()) as {
			conversations: object[]
		}
		expect(conversations).toMatchObject([{ id, found: { messageId: 'm_search', role: 'user' } }])
		for (const what of [
			'members',
			'changes',
			'seats',
			'grants',
			'relay-tokens',
			'shares',
			'room',
		]) {
			const answer = await client.call('GET', `/api/projects/${api.projectId}/${what}`)
			expect(answer.status, what).toBe(401)
		}
	})
})

describe('a link counts while its maker may make it:', () => {
	const setRole = (userId: string, role: string) =>
		api.owner.call('PATCH', `/api/projects/${api.projectId}/members/${userId}`, { role })
	const ways: readonly [string, (userId: string) => Promise<Response>][] = [
		['demoted', (userId) => setRole(userId, 'approver')],
		[
			'removed',
			(userId) => api.owner.call('DELETE', `/api/projects/${api.projectId}/members/${userId}`),
		],
		['suspended', (userId) => suspend(`/people/${userId}`)],
	]
	test.each(ways)(
		'%s, what is open through it is closed, and it opens nothing more',
		async (_, end) => {
			const mate = await newMember(api.projectId, 'editor')
			const { id: ended, token } = await newShare(mate.client, api.projectId, {
				...ofConversation(),
				role: 'editor',
			})
			const { id: stays, token: kept } = await newShare(api.owner, api.projectId, ofConversation())
			const { client } = await visit(token)
			const other = await visit(kept)
			const socket = await connectVisitor(client, api.conversationId)
			await socket.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
			const staying = await connectVisitor(other.client, api.conversationId)
			await staying.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
			expect((await end(mate.userId)).status).toBeLessThan(300)
			expect((await socket.waitClosed()).code).toBe(CLOSE.unauthorized)
			expect((await client.call('GET', path())).status).toBe(401)
			expect((await openLink(token)).status).toBe(404)
			expect((await fetchApp(`/s/${token}`)).status).toBe(404)
			const listed = await api.owner.call('GET', `/api/projects/${api.projectId}/shares`)
			const { shares } = ShareList.parse(await listed.json())
			const live = (id: string) => shares.find((one) => one.id === id)?.makerMayShare
			expect([live(ended), live(stays)]).toEqual([false, true])
			const said = { message: { id: 'm', role: 'user', parts: [{ type: 'text', text: 'hello' }] } }
			expect((await client.call('POST', `${path()}/messages`, said)).status).toBe(401)
			// Others' links stay.
			expect((await other.client.call('GET', path())).status).toBe(200)
			expect(
				await staying.request('viewer.hello', { protocolVersion: VIEWER_LINK.version }),
			).toBeDefined()
		},
	)

	test('made an owner, it stays open', async () => {
		const mate = await newMember(api.projectId, 'editor')
		const { token } = await newShare(mate.client, api.projectId, ofConversation())
		const { client } = await visit(token)
		expect((await setRole(mate.userId, 'owner')).status).toBe(204)
		expect((await client.call('GET', path())).status).toBe(200)
	})
})
