import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type DeletionPlan, DeletionPlan as PlanSchema } from '@fairlead/protocol/people/account'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { type Client, connectRelay, fetchApp, until, watch } from '../../../test/double/harness.ts'
import { beginSignIn, newPasskey, post } from '../../../test/people/passkey-kit.ts'
import { join, newMember, signInAs } from '../../../test/people/people-kit.ts'
import {
	allTables,
	leaveTraces,
	NAMES_NOBODY,
	type Traces,
} from '../../../test/people/traces-kit.ts'
import { database } from '../../db/client.ts'
import { members, messages, projects, runs, usage } from '../../db/schema.ts'
import { identities, sessions, users } from '../store/schema.ts'

useApi()
const db = database(env.DB)

const plan = async (client: Client): Promise<DeletionPlan> =>
	PlanSchema.parse(await (await client.call('GET', '/api/account/deletion')).json())
const deleting = (client: Client, name = 'Mate') => client.call('DELETE', '/api/account', { name })
const found = (userId: string) => db.select().from(users).where(eq(users.id, userId)).get()
const gone = (userId: string) =>
	until(async () => ((await found(userId)) ? undefined : true), 'the account to be gone')

interface Held {
	posted(): Promise<{ author: { name: string; id: string } } | undefined>
	setMood(mood: string): Promise<void>
}
const held = (conversationId: string) =>
	env.CONVERSATION.getByName(conversationId) as unknown as Held
/** The conversation's object has a message of this person. */
const say = (client: Client, conversationId: string) =>
	client.call('POST', `/api/conversations/${conversationId}/messages`, {
		message: { id: 'm9', role: 'user', parts: [{ type: 'text', text: 'hello' }] },
	})

async function deleteTraces(): Promise<Traces> {
	const ada = await leaveTraces(api.projectId)
	await say(ada.client, ada.own.conversationId)
	await say(ada.client, ada.shared.conversationId)
	return ada
}

describe('a deleted account', () => {
	test('leaves no row that names the person: not in any table', async () => {
		const ada = await deleteTraces()
		const names = (text: string) =>
			[ada.userId, ada.email, ada.name].some((part) => text.includes(part))
		// A new table: give the person a row of it in `leaveTraces`, or list it as one that names nobody.
		const before = await allTables()
		for (const [table, rows] of before) {
			expect(names(rows), `${table} names the person`).toBe(!NAMES_NOBODY.includes(table))
		}
		expect((await deleting(ada.client, ada.name)).status).toBe(204)
		await gone(ada.userId)
		for (const [table, rows] of await allTables()) {
			expect(names(rows), `${table} after the deletion`).toBe(false)
		}
		const left = (await allTables()).get('usage_totals')
		expect(left).not.toContain(ada.own.projectId)
	})

	test('takes what it owned alone with it, objects too; in other projects the messages stay', async () => {
		const ada = await deleteTraces()
		const arrival = JSON.stringify({ source: 'button', askedBy: ada.userId })
		const waiting = <T>(read: (sql: SqlStorage) => T): Promise<T> =>
			runInDurableObject(env.AUTOMATIONS.getByName(api.projectId), (_, { storage }) =>
				read(storage.sql),
			)
		await waiting((sql) => {
			sql.exec(
				"INSERT INTO delivery (id, automation_id, delivery_id, received_at, arrival, step, next_at) VALUES (?, 'a', ?, 1, ?, 'waiting', 9e12)",
				ada.userId.slice(4),
				ada.userId.slice(4),
				arrival,
			)
		})
		await deleting(ada.client, ada.name)
		await gone(ada.userId)
		const left = await waiting((sql) => sql.exec('SELECT arrival FROM delivery').toArray())
		expect(left).toEqual([{ arrival: '{"source":"button","askedBy":null}' }])
		expect(await db.select().from(projects).where(eq(projects.id, ada.own.projectId))).toEqual([])
		expect(await held(ada.own.conversationId).posted()).toBeUndefined()
		expect((await held(ada.shared.conversationId).posted())?.author).toMatchObject({
			id: 'deleted',
			name: 'Deleted user',
		})
		const kept = await db
			.select()
			.from(messages)
			.where(eq(messages.conversationId, ada.shared.conversationId))
		expect(kept.map(({ text, authorName }) => [text, authorName])).toEqual([
			['hello', 'Deleted user'],
			['', null],
		])
		expect(JSON.parse(kept[0]?.ui ?? '').metadata.by.name).toBe('Deleted user')
		const ofShared = eq(runs.conversationId, ada.shared.conversationId)
		expect((await db.select().from(runs).where(ofShared))[0]).toMatchObject({
			userId: '',
			authorId: 'deleted',
			authorName: 'Deleted user',
		})
		// Its cost stays in the project's sum.
		const counted = await db.select().from(usage).where(eq(usage.projectId, api.projectId))
		expect(counted.at(-1)).toMatchObject({ userId: '', inputTokens: 5 })
	})

	test('is signed out everywhere at once; sockets, relays and passkeys are cut', async () => {
		const { client, userId } = await newMember(api.projectId, 'editor')
		const other = await signInAs(userId)
		const { passkey } = await newPasskey(client)
		const { id: own } = await client.newProject('Own')
		const { token } = await client.newRelayToken(own)
		const relay = await connectRelay(own, token)
		await relay.hello({})
		const { viewer } = await watch(client, api.projectId)
		const answer = await deleting(client)
		expect(answer.status).toBe(204)
		expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
		// Before the answer, not when the job is done.
		for (const one of [client, other]) expect((await one.call('GET', '/api/me')).status).toBe(401)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect((await relay.waitClosed()).code).toBe(CLOSE.unlinked)
		await expect(connectRelay(own, token)).rejects.toThrow(/401|404/)
		const entering = await post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		expect(entering.status).toBe(401)
		await gone(userId)
		const list = await api.owner.call('GET', `/api/projects/${api.projectId}/members`)
		expect(await list.text()).not.toContain(userId)
	})

	test('an object that fails delays the rest, and nothing of the person is visible meanwhile', async () => {
		const ada = await deleteTraces()
		await held(ada.shared.conversationId).setMood('declines')
		expect((await deleting(ada.client, ada.name)).status).toBe(204)
		await until(
			async () =>
				(await db.select().from(projects).where(eq(projects.id, ada.own.projectId))).length === 0
					? true
					: undefined,
			'the own project to be gone',
		)
		expect(await found(ada.userId)).toMatchObject({ name: 'Deleted user', email: null })
		// With the same account at a service, the person may begin anew.
		const linked = db.select().from(identities).where(eq(identities.userId, ada.userId))
		expect(await linked).toEqual([])
		const rows = await db.select().from(members).where(eq(members.userId, ada.userId))
		await until(
			async () =>
				(await db.select().from(members).where(eq(members.userId, ada.userId))).length === 0
					? true
					: undefined,
			'the memberships to end',
		)
		expect(rows.every(({ projectId }) => projectId !== ada.own.projectId)).toBe(true)
		await held(ada.shared.conversationId).setMood('takes')
		await gone(ada.userId)
		expect((await held(ada.shared.conversationId).posted())?.author.name).toBe('Deleted user')
	})
})

describe('deleting is refused', () => {
	test('for the owner of the installation, with the reason', async () => {
		const problem = await problemOf(await deleting(api.owner, 'Owner'))
		expect(problem.code).toBe('conflict')
		expect(problem.detail).toContain('setup token')
	})

	test('while a project would be left without an owner: it is named, and nothing has changed', async () => {
		const { client, userId } = await newMember(api.projectId, 'viewer')
		const { id } = await client.newProject('Ours')
		const mate = await newMember(id, 'editor')
		expect(await plan(client)).toEqual({
			deletes: [],
			leaves: [{ id: api.projectId, name: 'Mine', conversations: expect.any(Number) }],
			blocked: [{ id, name: 'Ours', conversations: 0 }],
		})
		const problem = await problemOf(await deleting(client))
		expect(problem.detail).toContain('Ours')
		expect((await client.call('GET', '/api/me')).status).toBe(200)
		expect(await found(userId)).toMatchObject({ name: 'Mate', deletedAt: null })
		await db.update(members).set({ role: 'owner' }).where(eq(members.userId, mate.userId))
		expect((await deleting(client)).status).toBe(204)
		await gone(userId)
		expect(await db.select().from(projects).where(eq(projects.id, id))).toHaveLength(1)
	})

	test('without the name, from another page, and long after signing in', async () => {
		const { client, userId } = await newMember(api.projectId, 'editor')
		await newPasskey(client)
		expect((await problemOf(await deleting(client, 'mate'))).code).toBe('invalid_request')
		for (const origin of ['https://evil.example', 'null']) {
			const foreign = await fetchApp('/api/account', {
				method: 'DELETE',
				headers: { cookie: client.cookie, origin, 'content-type': 'application/json' },
				body: JSON.stringify({ name: 'Mate' }),
			})
			expect(foreign.status).toBe(403)
			expect(await found(userId)).toMatchObject({ name: 'Mate', deletedAt: null })
		}
		await db
			.update(sessions)
			.set({ createdAt: Date.now() - 11 * 60_000 })
			.where(eq(sessions.userId, userId))
		expect((await problemOf(await deleting(client))).code).toBe('fresh_sign_in_needed')
		expect((await deleting(await signInAs(userId))).status).toBe(204)
		await gone(userId)
	})

	test('not for a person without any way in, who could not sign in again', async () => {
		const { client, userId } = await newMember(api.projectId, 'viewer')
		await db.update(sessions).set({ createdAt: 1 }).where(eq(sessions.userId, userId))
		expect((await deleting(client)).status).toBe(204)
		await gone(userId)
	})
})

test('two projects, one of them shared: the plan says before what is deleted', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	const { id } = await client.newProject('Alone')
	const second = await client.newProject('Together')
	await join(second.id, (await newMember(api.projectId, 'viewer')).userId, 'owner')
	const told = await plan(client)
	expect(told.deletes).toEqual([{ id, name: 'Alone', conversations: 0 }])
	expect(told.leaves.map(({ name }) => name).sort()).toEqual(['Mine', 'Together'])
	await deleting(client)
	await gone(userId)
	const left = await db.select({ id: projects.id }).from(projects)
	expect(left.map((one) => one.id)).toContain(second.id)
	expect(left.map((one) => one.id)).not.toContain(id)
})
