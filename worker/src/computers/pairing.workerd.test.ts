import { env } from 'cloudflare:workers'
import {
	DEVICE_CODE_GRANT,
	DeviceAuthorization,
	DeviceToken,
	DeviceTokenError,
	OwnRelayToken,
	Pairing,
	plainUserCode,
	RELAY_CLIENT_ID,
} from '@fairlead/protocol/computers/pairing'
import { RelayToken, RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { authorOf } from '../access/author.ts'
import { signInFailures } from '../accounts/store/schema.ts'
import { database } from '../db/client.ts'
import { pairings } from '../db/schema.ts'
import { mintSecret } from '../platform/secrets.ts'
import { changeMembership } from '../projects/membership.ts'
import { openPairing, PAIRING_LIFE_MS, redeem, requestPairing } from './pairing.ts'

useApi()
const db = database(env.DB)
const NOW = 1_800_000_000_000
const HERE = { address: '192.0.2.7', place: 'Vienna, AT' }

beforeEach(async () => {
	await db.delete(pairings)
	await db.delete(signInFailures)
})

const post = (path: string, form: Record<string, string>, headers = {}): Promise<Response> =>
	fetchApp(path, { method: 'POST', body: new URLSearchParams(form), headers })

const computer = { client_id: RELAY_CLIENT_ID, host: 'studio', platform: 'darwin', folder: 'Racer' }

async function requested(): Promise<DeviceAuthorization> {
	const answer = await post('/api/device/authorize', computer)
	expect(answer.status).toBe(200)
	expect(answer.headers.get('cache-control')).toBe('no-store')
	return DeviceAuthorization.parse(await answer.json())
}

const poll = (device_code: string): Promise<Response> =>
	post('/api/device/token', {
		grant_type: DEVICE_CODE_GRANT,
		client_id: RELAY_CLIENT_ID,
		device_code,
	})
const errorOf = async (answer: Response) => {
	expect(answer.status).toBe(400)
	return DeviceTokenError.parse(await answer.json()).error
}
const approve = (
	code: string,
	projectId = api.projectId,
	client = api.owner,
	named: object | undefined = undefined,
) => client.call('POST', `/api/projects/${projectId}/pairings/${code}`, named)
const tokens = async () =>
	RelayTokenList.parse(
		await (await api.owner.call('GET', `/api/projects/${api.projectId}/relay-tokens`)).json(),
	).tokens

describe('a computer is paired', () => {
	test('by its code: it gets one relay token, however often it asks, and the token works', async () => {
		const { device_code, user_code, verification_uri_complete } = await requested()
		expect(verification_uri_complete).toBe(`${ORIGIN}/pair?code=${user_code}`)
		expect(await errorOf(await poll(device_code))).toBe('authorization_pending')
		const seen = await api.owner.call('GET', `/api/pairings/${user_code.toLowerCase()}`)
		expect(Pairing.parse(await seen.json())).toMatchObject({
			host: 'studio',
			platform: 'darwin',
			folder: 'Racer',
			state: 'pending',
		})
		expect((await approve(user_code)).status).toBe(204)
		const [first, second] = await Promise.all([poll(device_code), poll(device_code)])
		const token = DeviceToken.parse(await first.json())
		expect(token).toMatchObject({ project_id: api.projectId, project_name: 'Mine' })
		expect(DeviceToken.parse(await second.json())).toEqual(token)
		expect((await tokens()).filter(({ label }) => label === 'studio')).toHaveLength(1)

		const own = `/api/projects/${api.projectId}/relay-token`
		const headers = { authorization: `Bearer ${token.access_token}` }
		const mine = OwnRelayToken.parse(await (await fetchApp(own, { headers })).json())
		expect(mine).toMatchObject({ label: 'studio', projectName: 'Mine' })
		expect((await fetchApp(own, { headers, method: 'DELETE' })).status).toBe(204)
		expect((await fetchApp(own, { headers })).status).toBe(401)
		// A late poll does not bring a revoked token back.
		await poll(device_code)
		expect((await fetchApp(own, { headers })).status).toBe(401)
	})

	test('under the name that the person gives it, and renames it to', async () => {
		const { user_code, device_code } = await requested()
		const named = (name: string) => approve(user_code, api.projectId, api.owner, { name })
		expect((await named(' ')).status).toBe(400)
		expect((await named('Studio desktop')).status).toBe(204)
		const seen = await api.owner.call('GET', `/api/pairings/${user_code}`)
		expect(Pairing.parse(await seen.json())).toMatchObject({ host: 'Studio desktop' })
		expect((await poll(device_code)).status).toBe(200)
		const made = (await tokens()).find(({ label }) => label === 'Studio desktop')
		const path = `/api/projects/${api.projectId}/relay-tokens/${made?.id}`
		const renamed = await api.owner.call('PATCH', path, { label: 'Attic' })
		expect(RelayToken.parse(await renamed.json())).toEqual({ ...made, label: 'Attic' })
		expect(await tokens()).toContainEqual({ ...made, label: 'Attic' })
		const viewer = await newMember(api.projectId, 'viewer')
		expect((await viewer.client.call('PATCH', path, { label: 'Cellar' })).status).toBe(403)
		await api.owner.call('DELETE', path)
	})

	test('only into a project in which the person may', async () => {
		const { user_code, device_code } = await requested()
		expect((await approve(user_code, api.projectId, api.stranger)).status).toBe(404)
		const viewer = await newMember(api.projectId, 'viewer')
		expect((await approve(user_code, api.projectId, viewer.client)).status).toBe(403)
		expect(await errorOf(await poll(device_code))).toBe('authorization_pending')
	})

	test('not if the person who approved it was removed before it asked', async () => {
		const { user_code, device_code } = await requested()
		const editor = await newMember(api.projectId, 'editor')
		expect((await approve(user_code, api.projectId, editor.client)).status).toBe(204)
		const member = { projectId: api.projectId, userId: editor.userId }
		await changeMembership(env, db, member, null, authorOf({ kind: 'system' }), Date.now())
		expect(await errorOf(await poll(device_code))).toBe('access_denied')
	})

	test('not after it was denied, and the answer stays as it is', async () => {
		const { user_code, device_code } = await requested()
		const path = `/api/pairings/${user_code}`
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		expect(await errorOf(await poll(device_code))).toBe('access_denied')
		expect((await problemOf(await approve(user_code))).code).toBe('conflict')
	})

	test('not by a foreign page, and not by JSON', async () => {
		const foreign = await post('/api/device/authorize', computer, {
			origin: 'https://evil.example',
		})
		expect(foreign.status).toBe(403)
		const json = await fetchApp('/api/device/authorize', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(computer),
		})
		expect((await problemOf(json)).title).toBe('The request body must be a form.')
	})
})

describe('guessing', () => {
	const begun = async (now = NOW) => {
		const made = await requestPairing(db, { ...computer, client_id: RELAY_CLIENT_ID }, HERE, now)
		if (!made) throw new Error('Too many requests are open.')
		return made
	}

	test('a command that polls too often is slowed down, more each time', async () => {
		const { deviceCode } = await begun()
		const at = async (ms: number) => {
			const answer = await redeem(db, deviceCode, '', NOW + ms)
			return answer !== 'too_many_tries' && 'error' in answer ? answer.error : 'token'
		}
		expect(await at(0)).toBe('authorization_pending')
		expect(await at(4_999)).toBe('slow_down')
		// Ten seconds now.
		expect(await at(14_998)).toBe('slow_down')
		expect(await at(29_998)).toBe('authorization_pending')
	})

	describe('guessed over HTTP', () => {
		const from = (address: string) => ({ 'cf-connecting-ip': address })
		const guess = (device_code: string, address: string): Promise<Response> =>
			post(
				'/api/device/token',
				{ grant_type: DEVICE_CODE_GRANT, client_id: RELAY_CLIENT_ID, device_code },
				from(address),
			)

		test('thirty unknown codes of an address are answered, also at once; then it waits, others do not', async () => {
			const { device_code } = await requested()
			const answers = await Promise.all(
				Array.from({ length: 60 }, () => guess(mintSecret(), '203.0.113.9')),
			)
			const statuses = answers.map(({ status }) => status).sort()
			expect(statuses).toEqual([...Array(30).fill(400), ...Array(30).fill(429)])
			const limited = await guess(mintSecret(), '203.0.113.9')
			expect(limited.headers.get('retry-after')).toBe('600')
			expect((await problemOf(limited)).code).toBe('rate_limited')
			expect(await errorOf(await guess(mintSecret(), '198.51.100.1'))).toBe('invalid_grant')
			// A person with a right code is not kept out by a guesser at the same address.
			expect(await errorOf(await guess(device_code, '203.0.113.9'))).toBe('authorization_pending')
			expect(await tokens()).toEqual([])
		})

		test('polling without a pause is slowed down each time, and gains nothing when a person approves', async () => {
			const { device_code, user_code, interval } = await requested()
			// The clock of the requests stands still: none of them waits.
			vi.spyOn(Date, 'now').mockReturnValue(Date.now())
			try {
				expect(await errorOf(await poll(device_code))).toBe('authorization_pending')
				for (let n = 1; n <= 20; n++) {
					const answer = await poll(device_code)
					expect(answer.status).toBe(400)
					const slower = DeviceTokenError.parse(await answer.json())
					expect(slower.error).toBe('slow_down')
					expect(slower.error_description).toContain(`every ${interval + 5 * n} seconds`)
				}
				// One letter beside the right code is none.
				const flipped = device_code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
				expect(await errorOf(await poll(flipped))).toBe('invalid_grant')
				expect((await approve(user_code)).status).toBe(204)
				expect(await errorOf(await poll(flipped))).toBe('invalid_grant')
				expect((await poll(device_code)).status).toBe(200)
			} finally {
				vi.restoreAllMocks()
			}
		})
	})

	test('a code ends after ten minutes, on both sides', async () => {
		const { deviceCode, userCode } = await begun()
		const later = NOW + PAIRING_LIFE_MS
		expect(await redeem(db, deviceCode, '', later)).toMatchObject({ error: 'expired_token' })
		expect(await openPairing(db, userCode, 'usr_1', later)).toBe('unknown')
		expect(await redeem(db, 'guessed', '', NOW)).toMatchObject({ error: 'invalid_grant' })
	})

	test('ten wrong codes, also at once: the person waits, others do not', async () => {
		const { userCode } = await begun()
		const wrong = Array.from({ length: 15 }, () => openPairing(db, 'BBBBBBBB', 'usr_1', NOW))
		const answers = await Promise.all(wrong)
		expect(answers.filter((one) => one === 'unknown')).toHaveLength(10)
		expect(await openPairing(db, userCode, 'usr_1', NOW)).toBe('too_many_tries')
		expect(await openPairing(db, userCode, 'usr_2', NOW)).toMatchObject({ host: 'studio' })
		const waited = NOW + PAIRING_LIFE_MS - 1
		expect(await openPairing(db, userCode, 'usr_1', waited)).toBe('too_many_tries')
	})

	test('one address has ten open requests at most, until they expire', async () => {
		for (let i = 0; i < 10; i++) await begun()
		await expect(begun()).rejects.toThrow('Too many')
		expect((await begun(NOW + PAIRING_LIFE_MS + 1)).userCode).toHaveLength(8)
	})

	test('codes differ, and have only letters that nobody mistakes', async () => {
		const codes = new Set<string>()
		for (let i = 0; i < 50; i++) {
			const now = NOW + i * (PAIRING_LIFE_MS + 1)
			codes.add((await begun(now)).userCode)
		}
		expect(codes.size).toBe(50)
		for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
		expect(plainUserCode(' bcdf-ghjk ')).toBe('BCDFGHJK')
	})
})
