import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { mintSecret } from '../platform/secrets.ts'
import { FAILURE_WINDOW_MS, signInOwner } from './owner-sign-in.ts'
import { signInFailures } from './store/schema.ts'

const db = database(env.DB)
const LONG = mintSecret()
const SHORT = 'from-a-script'
const NOW = 1_800_000_000_000

const tryOnce = async (given: string, expected: string, client: string, now = NOW) =>
	(await signInOwner(db, given, expected, client, now)).kind

beforeEach(async () => {
	await db.delete(signInFailures)
})

describe('the limit on sign-ins', () => {
	test('holds where every try comes from another address', async () => {
		const tries = Array.from({ length: 130 }, (_, i) =>
			tryOnce(`wrong-${i}`, LONG, `2001:db8::${i}`),
		)
		const answers = await Promise.all(tries)
		expect(answers.filter((kind) => kind === 'wrong_token')).toHaveLength(100)
		expect(answers.filter((kind) => kind === 'too_many_tries')).toHaveLength(30)
	})

	test('never keeps out an owner whose token cannot be guessed', async () => {
		for (let i = 0; i < 20; i++) await tryOnce(`wrong-${i}`, LONG, 'local')
		expect(await tryOnce('wrong', LONG, 'local')).toBe('too_many_tries')
		expect(await tryOnce(LONG, LONG, 'local')).toBe('signed_in')
	})

	test('with a short token keeps everybody out until the time is over', async () => {
		for (let i = 0; i < 10; i++) await tryOnce(`wrong-${i}`, SHORT, 'local')
		expect(await tryOnce(SHORT, SHORT, 'local')).toBe('too_many_tries')
		expect(await tryOnce(SHORT, SHORT, 'local', NOW + FAILURE_WINDOW_MS + 1)).toBe('signed_in')
	})

	test('does not count a correct token', async () => {
		for (let i = 0; i < 30; i++) expect(await tryOnce(SHORT, SHORT, 'local')).toBe('signed_in')
	})
})
