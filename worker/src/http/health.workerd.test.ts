import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

test('health answers before anybody signed in, and says that a sign-in is needed', async () => {
	const answer = await exports.default.fetch('http://localhost/api/health')
	expect(answer.status).toBe(200)
	expect(await answer.json()).toMatchObject({
		ok: true,
		model: { provider: 'demo', demo: true },
		setupNeeded: true,
	})
})
