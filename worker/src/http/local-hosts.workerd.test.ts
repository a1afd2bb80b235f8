/** A server of one machine answers to that machine's names: no other site's name may lead to it. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, problemOf } from '../../test/api-kit.ts'
import { SETUP_TOKEN } from '../../test/double/harness.ts'
import { createApp } from './app.ts'

const app = createApp()

async function ask(vars: object, origin: string, host?: string): Promise<Response> {
	const ctx = createExecutionContext()
	const request = new Request(`${origin}/api/auth/setup`, {
		method: 'POST',
		headers: { origin, ...JSON_TYPE, ...(host === undefined ? {} : { host }) },
		body: JSON.stringify({ token: SETUP_TOKEN }),
	})
	const answer = await app.fetch(request, { ...env, ...vars }, ctx)
	await waitOnExecutionContext(ctx)
	return answer
}

const LOCAL = { LOCAL_PORT: '8787' }
const status = async (...args: Parameters<typeof ask>) => (await ask(...args)).status

describe('a local server', () => {
	test.each([
		'http://localhost:8787',
		'http://127.0.0.1:8787',
		'http://[::1]:8787',
		'http://fairlead.localhost:8787',
	])('answers at %s', async (origin) => {
		expect(await status(LOCAL, origin)).toBe(200)
	})

	test.each(['http://evil.example:8787', 'http://localhost.evil.example', 'http://notlocalhost'])(
		'refuses %s before anything is tried',
		async (origin) => {
			const answer = await ask(LOCAL, origin)
			expect(answer.status).toBe(403)
			expect((await problemOf(answer)).detail).toContain('PUBLIC_URL')
			expect(answer.headers.get('set-cookie')).toBeNull()
		},
	)

	test('answers at the address that its operator has set, and judges the header as well', async () => {
		const behind = { ...LOCAL, PUBLIC_URL: 'https://fairlead.example' }
		expect(await status(behind, 'http://fairlead.example')).toBe(200)
		expect(await status(behind, 'http://evil.example')).toBe(403)
		expect(await status(LOCAL, 'http://localhost:8787', 'evil.example:8787')).toBe(403)
	})
})

test('a server that is deployed answers at every host that leads to it', async () => {
	expect(await status({}, 'https://fairlead.team.workers.dev')).toBe(200)
})
