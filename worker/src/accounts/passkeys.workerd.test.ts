import { env } from 'cloudflare:workers'
import { MAX_PASSKEYS, type PasskeyAssertion, PasskeyList } from '@fairlead/protocol/people/account'
import { Me } from '@fairlead/protocol/people/session'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { Client, fetchApp, ORIGIN } from '../../test/double/harness.ts'
import {
	beginRegistration,
	beginSignIn,
	newPasskey,
	optionsOf,
	Passkey,
	post,
} from '../../test/people/passkey-kit.ts'
import { signInAs } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { mintSecret } from '../platform/secrets.ts'
import { CHALLENGE_LIFE_MS, signInOptions, signInWithPasskey } from './passkeys.ts'
import { endOfChallenge, signedChallenge } from './signed-challenge.ts'
import { passkeyChallenges, passkeys, sessions, signInFailures } from './store/schema.ts'

useApi()
const db = database(env.DB)
beforeEach(async () => {
	await db.delete(passkeys)
	await db.delete(passkeyChallenges)
	await db.delete(signInFailures)
})

const codeOf = async (answer: Response): Promise<string> => (await problemOf(answer)).code
const me = async (client: Client): Promise<Me> =>
	Me.parse(await (await client.call('GET', '/api/me')).json())
const listed = async (client: Client) =>
	PasskeyList.parse(await (await client.call('GET', '/api/passkeys')).json()).passkeys
const expireChallenges = () => db.update(passkeyChallenges).set({ expiresAt: Date.now() - 1 })

describe('signing in with a passkey', () => {
	test('begins a session of the person who registered it, and is noted', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const answer = await post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		expect(answer.status).toBe(200)
		const cookie = answer.headers.get('set-cookie') ?? ''
		expect(cookie).toMatch(/^fairlead=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
		const entered = new Client(cookie.split(';')[0] ?? '')
		expect(entered.cookie).not.toBe(api.stranger.cookie)
		expect(await me(entered)).toEqual(await me(api.stranger))
		expect((await listed(entered))[0]?.lastUsedAt).not.toBeNull()
	})

	test('asks for nobody’s name: the options say nothing about any person', async () => {
		await newPasskey(api.stranger)
		const options = await beginSignIn()
		expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
		expect(JSON.stringify(options)).not.toContain('allowCredentials":[{')
	})

	test('works once with one challenge', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const signed = await passkey.get(await beginSignIn())
		const both = await Promise.all([
			post('/api/auth/passkey', signed),
			post('/api/auth/passkey', signed),
		])
		expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
		expect(await codeOf(await post('/api/auth/passkey', signed))).toBe('passkey_invalid')
	})

	test.each([
		['an invented challenge', async () => ({ challenge: mintSecret(), rpId: 'localhost' })],
		[
			'a challenge that is five minutes old',
			async () => {
				const then = Date.now() - CHALLENGE_LIFE_MS - 1
				const site = { origin: ORIGIN, host: 'localhost' }
				const made = await signInOptions(env, db, site, 'local', then)
				if (made.kind !== 'options') throw new Error(made.kind)
				return made.options
			},
		],
		[
			'a challenge for registering',
			async () => ({
				...(await optionsOf(await beginRegistration(api.stranger))),
				rpId: 'localhost',
			}),
		],
	])('is refused for %s', async (_, options) => {
		const { passkey } = await newPasskey(api.stranger)
		const answer = await post('/api/auth/passkey', await passkey.get(await options()))
		expect(await codeOf(answer)).toBe('passkey_invalid')
		expect(answer.headers.get('set-cookie')).toBeNull()
	})

	test.each([
		['on another site', { origin: 'https://evil.example' }],
		['on another port', { origin: 'http://localhost:9999' }],
		['for another host', { rpId: 'evil.example' }],
		['without recognising the person', { verified: false }],
	])('is refused if it was signed %s', async (_, how) => {
		const { passkey } = await newPasskey(api.stranger)
		const answer = await post('/api/auth/passkey', await passkey.get(await beginSignIn(), how))
		expect(await codeOf(answer)).toBe('passkey_invalid')
	})

	test.each(['/api/auth/passkey/options', '/api/auth/passkey'])(
		'%s serves only our own page',
		async (path) => {
			const { passkey } = await newPasskey(api.stranger)
			const body = await passkey.get(await beginSignIn())
			const foreign = await post(path, body, { origin: 'https://evil.example' })
			expect(foreign.status).toBe(403)
			const none = await fetchApp(path, { method: 'POST' })
			expect(none.status).toBe(403)
		},
	)

	test('is refused with another person’s signature under a known credential', async () => {
		const { passkey: own } = await newPasskey(api.stranger)
		const other = await Passkey.make()
		other.userHandle = own.userHandle
		const signed = { ...(await other.get(await beginSignIn())), id: own.id, rawId: own.id }
		expect(await codeOf(await post('/api/auth/passkey', signed))).toBe('passkey_invalid')
	})

	test('is refused where the passkey names another person than ours', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const { passkey: owners } = await newPasskey(api.owner)
		passkey.userHandle = owners.userHandle
		const answer = await post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		expect(await codeOf(answer)).toBe('passkey_invalid')
	})

	test('is refused when the counter does not rise, also for two at once, and says what to do', async () => {
		const { passkey } = await newPasskey(api.stranger)
		passkey.counter = 7
		const enter = async () => post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		const both = await Promise.all([enter(), enter()])
		expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
		passkey.counter = 6
		const problem = await problemOf(await enter())
		expect(problem.code).toBe('passkey_invalid')
		expect(problem.detail).toContain('counter went back')
		passkey.counter = 8
		expect((await enter()).status).toBe(200)
	})

	test('needs a host name: the refusal at an address names the way', async () => {
		const { exports } = await import('cloudflare:workers')
		const answer = await exports.default.fetch('http://127.0.0.1:8787/api/auth/passkey/options', {
			method: 'POST',
			headers: { origin: 'http://127.0.0.1:8787' },
		})
		expect((await problemOf(answer)).detail).toContain('localhost')
	})
})

describe('guessing', () => {
	const site = { origin: ORIGIN, host: 'localhost' }

	test('failed tries end in a pause for guesses; a right passkey signs in all the same', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const wrong = await Passkey.make()
		const tries = Array.from({ length: 15 }, async () =>
			post('/api/auth/passkey', await wrong.get(await beginSignIn())),
		)
		const statuses = (await Promise.all(tries)).map(({ status }) => status)
		expect(statuses.filter((status) => status === 401)).toHaveLength(10)
		expect(statuses.filter((status) => status === 429)).toHaveLength(5)
		const answer = await post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		expect(answer.status).toBe(200)
	})

	test('1,000 random credentials: each is refused, and after the first ones none costs a write', async () => {
		await newPasskey(api.stranger)
		const wrong = await Passkey.make()
		const like = await wrong.get({ challenge: mintSecret(), rpId: 'localhost' })
		const kinds = new Map<string, number>()
		const ROUND = 100
		const ROUNDS = 10
		for (let round = 0; round < ROUNDS; round++) {
			const answers = await Promise.all(
				Array.from({ length: ROUND }, () => {
					const id = mintSecret()
					const given = { ...like, id, rawId: id } as PasskeyAssertion
					return signInWithPasskey(env, db, site, given, '203.0.113.9', Date.now())
				}),
			)
			for (const { kind } of answers) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
		}
		expect(kinds.get('invalid')).toBe(10)
		expect(kinds.get('too_many_tries')).toBe(990)
		const [counted] = await db
			.select()
			.from(signInFailures)
			.where(eq(signInFailures.client, 'passkey:203.0.113.9'))
		// In a flood, only those that came together with the tenth were written.
		expect(counted?.count).toBeLessThanOrEqual(ROUND)
	})

	test('one address asks for any number of challenges: none is stored, and a right passkey signs in', async () => {
		const { passkey } = await newPasskey(api.stranger)
		for (let i = 0; i < 60; i++) {
			const { kind } = await signInOptions(env, db, site, '203.0.113.7', Date.now())
			expect(kind).toBe('options')
		}
		expect(await db.select().from(passkeyChallenges)).toEqual([])
		const signed = await passkey.get(await beginSignIn({ 'cf-connecting-ip': '203.0.113.7' }))
		expect((await post('/api/auth/passkey', signed)).status).toBe(200)
		// What was used is kept for as long as it could be sent again.
		expect(await db.select().from(passkeyChallenges)).toHaveLength(1)
	})

	test('a challenge that another server signed, or that was changed, is none', async () => {
		const now = Date.now()
		const challenge = await signedChallenge('a key', now + 1)
		expect(await endOfChallenge('a key', challenge, now)).toBe(now + 1)
		expect(await endOfChallenge('a key', challenge, now + 1)).toBeNull()
		expect(await endOfChallenge('another key', challenge, now)).toBeNull()
		expect(await endOfChallenge('a key', `9${challenge}`, now)).toBeNull()
	})

	test('without a SECRETS_KEY challenges are stored: one address cannot fill their table', async () => {
		const now = Date.now()
		const kinds: string[] = []
		for (let i = 0; i < 60; i++)
			kinds.push((await signInOptions({}, db, site, '203.0.113.7', now)).kind)
		expect(kinds.filter((kind) => kind === 'options')).toHaveLength(50)
		expect((await signInOptions({}, db, site, '203.0.113.8', now)).kind).toBe('options')
		const later = now + CHALLENGE_LIFE_MS + 1
		expect((await signInOptions({}, db, site, '203.0.113.7', later)).kind).toBe('options')
		// Expired ones are gone.
		expect(await db.select().from(passkeyChallenges)).toHaveLength(1)
	})

	test('without a SECRETS_KEY a passkey signs in once with one challenge', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const made = await signInOptions({}, db, site, 'local', Date.now())
		if (made.kind !== 'options') throw new Error(made.kind)
		const signed = (await passkey.get(made.options)) as PasskeyAssertion
		const tries = [1, 2].map(() => signInWithPasskey({}, db, site, signed, 'local', Date.now()))
		const kinds = (await Promise.all(tries)).map(({ kind }) => kind)
		expect(kinds.sort()).toEqual(['invalid', 'signed_in'])
	})
})

describe('registering a passkey', () => {
	const add = (client: Client, made: unknown) => client.call('POST', '/api/passkeys', made)

	test('needs a session, and stores neither a secret nor the challenge', async () => {
		expect((await post('/api/passkeys/registration')).status).toBe(401)
		const options = await optionsOf(await beginRegistration(api.stranger))
		const rows = await db.select().from(passkeyChallenges)
		expect(JSON.stringify(rows)).not.toContain(options.challenge)
	})

	test('is refused with the challenge of another session, even of the same person', async () => {
		const { userId } = await me(api.stranger)
		const other = await signInAs(userId)
		const passkey = await Passkey.make()
		const made = await passkey.create(await optionsOf(await beginRegistration(other)))
		expect(await codeOf(await add(api.stranger, made))).toBe('passkey_invalid')
		expect(await codeOf(await add(api.owner, made))).toBe('passkey_invalid')
		expect((await add(other, made)).status).toBe(201)
	})

	test('is refused for a used or old challenge, another site, and an unrecognised person', async () => {
		const passkey = await Passkey.make()
		const begun = async () => optionsOf(await beginRegistration(api.stranger))
		const made = await passkey.create(await begun())
		expect((await add(api.stranger, made)).status).toBe(201)
		expect(await codeOf(await add(api.stranger, made))).toBe('passkey_invalid')
		const next = await Passkey.make()
		for (const how of [
			{ origin: 'https://evil.example' },
			{ rpId: 'evil.example' },
			{ verified: false },
		]) {
			expect(await codeOf(await add(api.stranger, await next.create(await begun(), how)))).toBe(
				'passkey_invalid',
			)
		}
		const late = await next.create(await begun())
		await expireChallenges()
		expect(await codeOf(await add(api.stranger, late))).toBe('passkey_invalid')
		expect(await listed(api.stranger)).toHaveLength(1)
	})

	test('a challenge dies with its session', async () => {
		const { userId } = await me(api.stranger)
		const other = await signInAs(userId)
		await beginRegistration(other)
		await other.call('POST', '/api/auth/sign-out')
		expect(await db.select().from(passkeyChallenges)).toEqual([])
	})

	test('a credential that somebody has is not given to a second person', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const stolen = await passkey.create(await optionsOf(await beginRegistration(api.owner)))
		expect(await codeOf(await add(api.owner, stolen))).toBe('conflict')
		expect(await listed(api.owner)).toEqual([])
	})

	test('ends at twenty, also for several at once', async () => {
		const { passkey } = await newPasskey(api.stranger)
		const [row] = await db.select().from(passkeys)
		if (!row) throw new Error('no passkey')
		const more = Array.from({ length: MAX_PASSKEYS - 2 }, (_, i) => ({
			...row,
			id: `${row.id}${i}`,
			credentialId: `${passkey.id}${i}`,
		}))
		for (const one of more) await db.insert(passkeys).values(one)
		const made = await Promise.all(
			Array.from({ length: 3 }, async () =>
				(await Passkey.make()).create(await optionsOf(await beginRegistration(api.stranger))),
			),
		)
		const answers = await Promise.all(made.map((one) => add(api.stranger, one)))
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
		expect(await codeOf(await beginRegistration(api.stranger))).toBe('conflict')
	})
})

describe('a person’s passkeys', () => {
	test('are renamed and removed by that person only', async () => {
		const { id } = await newPasskey(api.owner)
		const path = `/api/passkeys/${id}`
		expect((await api.stranger.call('PATCH', path, { name: 'Mine' })).status).toBe(404)
		expect((await api.stranger.call('DELETE', path)).status).toBe(404)
		expect((await api.owner.call('PATCH', path, { name: ' Laptop ' })).status).toBe(200)
		expect((await listed(api.owner)).map(({ name }) => name)).toEqual(['Laptop'])
		// The setup token still signs the owner in.
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		expect(await listed(api.owner)).toEqual([])
	})

	test('the last way in is removed only by a person who has been told', async () => {
		const { id, passkey } = await newPasskey(api.stranger)
		const path = `/api/passkeys/${id}`
		expect(await codeOf(await api.stranger.call('DELETE', path))).toBe('last_way_in')
		expect((await api.stranger.call('DELETE', `${path}?lastWayIn=remove`)).status).toBe(204)
		const answer = await post('/api/auth/passkey', await passkey.get(await beginSignIn()))
		expect(answer.status).toBe(401)
		// Open sockets and runs continue.
		expect((await me(api.stranger)).role).toBe('member')
		expect((await db.select().from(sessions)).length).toBeGreaterThan(0)
	})
})
