/** Ways to sign in that are removed: never the last one, also from two tabs at once. */
import { env } from 'cloudflare:workers'
import { Problem } from '@fairlead/protocol/http/problem'
import { Account } from '@fairlead/protocol/people/account'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { Browser, useInternet } from '../../../test/people/sign-in-kit.ts'
import { database } from '../../db/client.ts'
import { identities, passkeys, users } from '../store/schema.ts'

useApi()
useInternet()
const db = database(env.DB)

let userId = ''
let browser: Browser
beforeEach(async () => {
	const person = await newMember(api.projectId, 'viewer')
	userId = person.userId
	browser = new Browser()
	const [name = '', value = ''] = person.client.cookie.split('=')
	browser.cookies.set(name, value)
})

const link = (provider: 'github' | 'google', label = 'ada') =>
	db.insert(identities).values({ provider, subject: userId, userId, label, createdAt: 1 })
const remove = (provider: string, label = 'ada') =>
	browser.fetch(`/api/account/identities/${provider}?label=${label}`, { method: 'DELETE' })
const removeMail = () => browser.fetch('/api/account/mail', { method: 'DELETE' })
const ways = async () =>
	Account.parse(await (await browser.fetch('/api/account')).json()).signInMethods
const codeOf = async (answer: Response) => Problem.parse(await answer.json()).code

test('one of two linked accounts goes; the last one stays, and the answer says so', async () => {
	await link('github')
	await link('google')
	expect((await remove('github')).status).toBe(204)
	expect(await ways()).toEqual([{ kind: 'identity', provider: 'google', label: 'ada' }])
	const last = await remove('google')
	expect([last.status, await codeOf(last)]).toEqual([409, 'last_way_in'])
	expect(await ways()).toHaveLength(1)
})

test('two tabs that remove one each leave one', async () => {
	await link('github')
	await link('google')
	const answers = await Promise.all([remove('github'), remove('google')])
	expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
	expect(await ways()).toHaveLength(1)
})

test('two tabs that remove a passkey each leave one, until the person confirms', async () => {
	const held = ['one', 'two'].map((id) => `${userId}-${id}`)
	const key = { userId, name: 'Laptop', publicKey: '', counter: 0, transports: [], aaguid: '' }
	await db
		.insert(passkeys)
		.values(held.map((id) => ({ ...key, id, credentialId: id, backedUp: false, createdAt: 1 })))
	const removeKey = (id = '', query = '') =>
		browser.fetch(`/api/passkeys/${id}${query}`, { method: 'DELETE' })

	const answers = await Promise.all(held.map((id) => removeKey(id)))
	expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
	expect(await ways()).toEqual([{ kind: 'passkeys', count: 1 }])

	const left = held[answers.findIndex(({ status }) => status === 409)]
	expect(await codeOf(await removeKey(left))).toBe('last_way_in')
	expect((await removeKey(left, '?lastWayIn=remove')).status).toBe(204)
	expect(await codeOf(await removeKey(left))).toBe('not_found')
})

test('the mail address counts, and goes only while something else signs the person in', async () => {
	await link('github')
	await db
		.update(users)
		.set({ email: `${userId}@mail.example` })
		.where(eq(users.id, userId))
	expect((await removeMail()).status).toBe(204)
	expect(await codeOf(await removeMail())).toBe('not_found')
	await db
		.update(users)
		.set({ email: `${userId}@mail.example` })
		.where(eq(users.id, userId))
	expect((await remove('github')).status).toBe(204)
	expect(await codeOf(await removeMail())).toBe('last_way_in')
})

test('a service that is not set up here signs nobody in: it saves no last way', async () => {
	await link('github')
	await link('google')
	browser.env = { ...browser.env, GOOGLE_CLIENT_ID: '' }
	expect(await codeOf(await remove('github'))).toBe('last_way_in')
})

test('neither another person’s account, nor one that is not linked, is found', async () => {
	await link('github')
	await link('google', 'other')
	expect(await codeOf(await remove('github', 'someone'))).toBe('not_found')
	expect(await codeOf(await remove('gitlab'))).toBe('not_found')
	const stranger = await newMember(api.projectId, 'viewer')
	const path = '/api/account/identities/github?label=ada'
	expect((await stranger.client.call('DELETE', path)).status).toBe(404)
	expect(await ways()).toHaveLength(2)
})

test('the owner, whom the setup token signs in, may remove all', async () => {
	const [owner] = await db.select().from(users).where(eq(users.role, 'owner'))
	await db
		.insert(identities)
		.values({ provider: 'github', subject: 'o', userId: owner?.id ?? '', label: 'o', createdAt: 1 })
	const path = '/api/account/identities/github?label=o'
	expect((await api.owner.call('DELETE', path)).status).toBe(204)
})
