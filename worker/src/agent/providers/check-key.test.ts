/** A wrong key is refused when it is entered, not in the middle of a run; and no key goes astray. */
import { SERVICE_NAMES } from '@fairlead/protocol/services'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listen } from '../../../test/listen.ts'
import { checkKey } from './check-key.ts'

const servers: Listening[] = []
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** A provider on loopback that answers everything in this way. */
async function provider(answer: () => Response) {
	const asked: Request[] = []
	const server = await listen(async (request) => {
		asked.push(request)
		return answer()
	})
	servers.push(server)
	return { url: `${server.origin}/v1`, asked }
}

const json = (body: unknown, status = 200) => Response.json(body, { status })

test.each(SERVICE_NAMES)(
	'%s: a key that it takes is accepted, by a question that costs nothing',
	async (service) => {
		const { url, asked } = await provider(() => json({ data: [] }))
		expect(await checkKey(service, url, 'sk-the-key')).toBe('accepted')
		expect(asked).toHaveLength(1)
		expect(asked[0]?.method).toBe('GET')
		const { headers } = asked[0] as Request
		expect([headers.get('x-api-key'), headers.get('authorization')]).toContain(
			service === 'anthropic' ? 'sk-the-key' : 'Bearer sk-the-key',
		)
		// Also an address that ends in a slash, as Gemini's does.
		expect(await checkKey(service, `${url}/`, 'sk-the-key')).toBe('accepted')
		expect(asked[1]?.url).toBe(asked[0]?.url)
	},
)

test.each([
	['refused', 401, { error: { type: 'authentication_error', message: 'invalid x-api-key' } }],
	['refused', 403, { error: { message: 'Your key was disabled.' } }],
	['refused', 400, { error: { message: 'API key not valid. Please pass a valid API key.' } }],
	['no_credit', 402, { error: { message: 'Insufficient Balance' } }],
	['no_credit', 429, { error: { code: 'insufficient_quota', message: 'Check your billing.' } }],
	['busy', 429, { error: { message: 'Too many requests.' } }],
	['busy', 503, { error: { message: 'Overloaded.' } }],
	['unexpected', 404, { error: { message: 'Not found.' } }],
])('a check says %s of an answer with %i', async (verdict, status, body) => {
	const { url } = await provider(() => json(body, status))
	for (const service of SERVICE_NAMES)
		expect(await checkKey(service, url, 'sk-the-key')).toBe(verdict)
})

test('a key of OpenRouter has no credit once it is spent, and any if it is not limited', async () => {
	const left = (limit_remaining: number | null) =>
		provider(() => json({ data: { limit_remaining } }))
	expect(await checkKey('openrouter', (await left(0)).url, 'sk-or')).toBe('no_credit')
	expect(await checkKey('openrouter', (await left(2.5)).url, 'sk-or')).toBe('accepted')
	expect(await checkKey('openrouter', (await left(null)).url, 'sk-or')).toBe('accepted')
})

test('a page instead of an answer, a redirect, and nobody there accept no key', async () => {
	const page = await provider(() => new Response('<html>Welcome</html>'))
	expect(await checkKey('openai', page.url, 'sk-the-key')).toBe('unexpected')
	const elsewhere = await provider(() => json({}))
	const away = await provider(() => Response.redirect(`${elsewhere.url}/models`, 307))
	expect(await checkKey('openai', away.url, 'sk-the-key')).toBe('unexpected')
	// The key did not go along.
	expect(elsewhere.asked).toEqual([])
	await servers.at(-1)?.close()
	expect(await checkKey('openai', away.url, 'sk-the-key')).toBe('unreachable')
})

test('an answer without an end to a check is read only in its beginning', async () => {
	const endless = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(new TextEncoder().encode(`{${' '.repeat(10_000)}`)),
	})
	const { url } = await provider(() => new Response(endless))
	expect(await checkKey('deepseek', url, 'sk-the-key')).toBe('accepted')
})
