/** Sockets of the room that are open when a right ends. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, ringAt } from '../../test/clock.ts'
import {
	type Client,
	connectRelay,
	connectViewer,
	fetchApp,
	KEY_A,
	KEY_B,
	type Peer,
	roomWith,
	seat,
	watch,
} from '../../test/double/harness.ts'
import { suspend } from '../../test/people/operator-kit.ts'
import { newMember, signInAs } from '../../test/people/people-kit.ts'
import type { MemberRole } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { database } from '../db/client.ts'
import { changeMembership } from '../projects/membership.ts'
import { endSession } from './end-rights.ts'
import { sessions } from './store/schema.ts'
import { sessionsOfUser } from './store/sessions.ts'

const db = database(env.DB)
const readFile = { method: 'read_file', params: { path: 'Assets/Secret.cs' } }

type Room = Awaited<ReturnType<typeof roomWith>>
let room: Room

const member = (role: MemberRole) => newMember(room.projectId, role)

/** Whether a socket still gets through to the editor's machine. */
async function reachesDesk(viewer: Peer): Promise<boolean> {
	const before = room.relay.calls().length
	try {
		viewer.raw(JSON.stringify({ jsonrpc: '2.0', id: 'r', method: 'room.read', params: readFile }))
		viewer.raw(
			JSON.stringify({
				jsonrpc: '2.0',
				id: 't',
				method: 'room.setTarget',
				params: { editorKey: KEY_B },
			}),
		)
	} catch {
		// Closed.
	}
	// Everything those sockets requested reached the relay before this.
	const { viewer: other } = await watch(room.client, room.projectId)
	// This relay answers no read: that it arrives is enough.
	other
		.request('room.read', { method: 'unity_query', params: { action: 'selection' } })
		.catch(() => undefined)
	await room.relay.wait(
		(frame) => frame.method === 'call' && frame.params?.['method'] === 'unity_query',
		'a later read',
	)
	other.close()
	const asked = room.relay
		.calls()
		.slice(before)
		.map((call) => call.method)
	const { target } = await room.room.listSeats()
	return asked.includes('read_file') || target === KEY_B
}

beforeEach(async () => {
	room = await roomWith([seat(KEY_A), seat(KEY_B)])
	const { viewer } = await watch(room.client, room.projectId)
	await viewer.request('room.setTarget', { editorKey: KEY_A })
	viewer.close()
})

const ENDINGS: readonly [
	string,
	(mate: { client: Client; userId: string }) => Promise<Response>,
][] = [
	['signing out', ({ client }) => client.call('POST', '/api/auth/sign-out')],
	[
		'ending all sessions elsewhere',
		async ({ userId }) => (await signInAs(userId)).call('POST', '/api/auth/sign-out-everywhere'),
	],
	[
		'being taken out of the project',
		({ userId }) => room.client.call('DELETE', `/api/projects/${room.projectId}/members/${userId}`),
	],
]

describe.each([
	['awake', async (): Promise<void> => undefined],
	['after hibernation', (): Promise<void> => evictDurableObject(room.room)],
] as const)('an open socket, %s', (_state, sleep) => {
	test.each(ENDINGS)(
		'is closed by %s: it reads no file and moves no target any more',
		async (_what, end) => {
			const mate = await member('editor')
			const { viewer } = await watch(mate.client, room.projectId)
			await sleep()
			expect((await end(mate)).status).toBe(204)
			expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
			expect(await reachesDesk(viewer)).toBe(false)
			await expect(connectViewer(mate.client, room.projectId)).rejects.toThrow(/401|404/)
		},
	)

	test('is closed when its session’s time is over', async () => {
		const mate = await member('editor')
		const end = Date.now() + HOUR_MS
		await db.update(sessions).set({ expiresAt: end })
		const { viewer } = await watch(mate.client, room.projectId)
		await sleep()
		await ringAt(room.room, end)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
	})

	test('wakes the room at the end of its session, even without traffic', async () => {
		const mate = await member('editor')
		const end = Date.now() + HOUR_MS
		await db.update(sessions).set({ expiresAt: end })
		await watch(mate.client, room.projectId)
		await sleep()
		const at = await runInDurableObject(room.room, (_, state) => state.storage.getAlarm())
		expect(at).not.toBeNull()
		expect((at ?? 0) - end).toBeLessThanOrEqual(1_000)
	})

	test('comes back with the rights of a lower role', async () => {
		const mate = await member('editor')
		const { viewer } = await watch(mate.client, room.projectId)
		await sleep()
		const path = `/api/projects/${room.projectId}/members/${mate.userId}`
		expect((await room.client.call('PATCH', path, { role: 'viewer' })).status).toBe(204)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.restarting)
		const again = await watch(mate.client, room.projectId)
		expect(await reachesDesk(again.viewer)).toBe(false)
		expect(again.viewer.closed).toBeNull()
	})

	test.each([
		['removed', 'DELETE', undefined],
		['demoted', 'PATCH', { role: 'approver' }],
	] as const)(
		'of a %s member’s relay closes, and its token opens nothing more',
		async (_, method, body) => {
			const room = await roomWith([seat(KEY_A)])
			const mate = await newMember(room.projectId, 'editor')
			const { token } = await mate.client.newRelayToken(room.projectId)
			const relay = await connectRelay(room.projectId, token)
			await relay.hello({ relayId: 'relay-2' })
			const path = `/api/projects/${room.projectId}/members/${mate.userId}`
			expect((await room.client.call(method, path, body)).status).toBe(204)
			expect((await relay.waitClosed()).code).toBe(CLOSE.unauthorized)
			const again = await fetchApp(`/api/projects/${room.projectId}/relay-token`, {
				headers: { authorization: `Bearer ${token}` },
			})
			expect(again.status).toBe(401)
			expect(room.relay.closed).toBeNull()
		},
	)

	test('of a suspended person’s relay closes', async () => {
		const room = await roomWith([seat(KEY_A)])
		const mate = await newMember(room.projectId, 'editor')
		const { token } = await mate.client.newRelayToken(room.projectId)
		const relay = await connectRelay(room.projectId, token)
		await relay.hello({ relayId: 'relay-2' })
		expect((await suspend(`/people/${mate.userId}`)).status).toBeLessThan(300)
		expect((await relay.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect(room.relay.closed).toBeNull()
	})

	test('of a relay stays open where its last owner’s removal is refused', async () => {
		const room = await roomWith([seat(KEY_A)])
		const left = await room.client.call('POST', `/api/projects/${room.projectId}/leave`)
		expect(left.status).toBe(409)
		expect(room.relay.closed).toBeNull()
	})

	test('of a relay closes when its token is revoked', async () => {
		const { id, token } = await room.client.newRelayToken(room.projectId)
		const relay = await connectRelay(room.projectId, token)
		await relay.hello({ relayId: 'relay-2' })
		await sleep()
		const path = `/api/projects/${room.projectId}/relay-tokens/${id}`
		expect((await room.client.call('DELETE', path)).status).toBe(204)
		expect((await relay.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect(room.relay.closed).toBeNull()
	})
})

describe('D1 ends a right, and its answer is lost', () => {
	/** Happens after the right was looked up, right before it ends. */
	let meanwhile = async (): Promise<void> => undefined
	/** Executes the statement, then reports a failure. */
	const lossy = new Proxy(env.DB, {
		get(target, name) {
			if (name !== 'batch') return Reflect.get(target, name).bind(target)
			return async (statements: D1PreparedStatement[]) => {
				await meanwhile()
				await target.batch(statements)
				throw new Error('D1_ERROR: network connection lost')
			}
		},
	})

	test.each<[string, (userId: string) => Promise<void>]>([
		[
			'a session',
			async (userId) => {
				const [id] = await sessionsOfUser(db, userId)
				await endSession(env, database(lossy), { id: id ?? '', userId }, Date.now())
			},
		],
		[
			'a membership',
			async (userId) => {
				const member = { projectId: room.projectId, userId }
				const author = authorOf({ kind: 'system' })
				await changeMembership(env, database(lossy), member, null, author, Date.now())
			},
		],
	])('%s: what was open is closed all the same', async (_, end) => {
		const mate = await member('editor')
		const { viewer } = await watch(mate.client, room.projectId)
		meanwhile = async () => undefined
		await expect(end(mate.userId)).rejects.toThrow('D1_ERROR')
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect(await reachesDesk(viewer)).toBe(false)
	})

	test('a socket that was opened in the same moment is closed, too', async () => {
		const mate = await member('editor')
		let late: Peer | undefined
		meanwhile = async () => {
			late = (await watch(mate.client, room.projectId)).viewer
		}
		const [id] = await sessionsOfUser(db, mate.userId)
		const ending = endSession(env, database(lossy), { id: id ?? '', ...mate }, Date.now())
		await expect(ending).rejects.toThrow('D1_ERROR')
		expect((await late?.waitClosed())?.code).toBe(CLOSE.unauthorized)
	})
})

test('others keep the sockets that they have open', async () => {
	const mate = await member('editor')
	const elsewhere = await signInAs(mate.userId)
	const { viewer: theirs } = await watch(mate.client, room.projectId)
	const { viewer: other } = await watch(elsewhere, room.projectId)
	const { viewer: owners } = await watch(room.client, room.projectId)
	await mate.client.call('POST', '/api/auth/sign-out')
	await theirs.waitClosed()
	expect(other.closed).toBeNull()
	expect(owners.closed).toBeNull()
	expect((await elsewhere.call('GET', '/api/me')).status).toBe(200)
})
