/** Names that servers give: one that leads inside is not asked, and an answer that names it is not followed there. */
import { expect, test } from 'vitest'
import { ruleOf } from '../platform/addresses.ts'
import { AddressRefused, guardedFetch } from './guarded-fetch.ts'

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
	'public.example': ['93.184.216.34'],
	'inside.example': ['93.184.216.34', '::ffff:169.254.169.254'],
}
const rule = ruleOf({}, 'https://fairlead.example', async (name) => ADDRESSES[name] ?? [])

test('the name is resolved before each request, and only a public one is asked', async () => {
	const asked: string[] = []
	const ask = guardedFetch(rule, undefined, async (input) => {
		asked.push(String(input))
		return new Response('ok')
	})
	expect(await (await ask('https://public.example/a')).text()).toBe('ok')
	for (const host of ['inside.example', 'unknown.example']) {
		await expect(ask(`https://${host}/latest/meta-data/`)).rejects.toThrow(AddressRefused)
	}
	expect(asked).toEqual(['https://public.example/a'])
})

test('a redirect to a name that leads inside stays an answer', async () => {
	const ask = guardedFetch(rule, undefined, async (_, init) => {
		expect(init?.redirect).toBe('manual')
		return new Response(null, { status: 302, headers: { location: 'https://inside.example/' } })
	})
	const answer = await ask('https://public.example/a')
	expect(answer.status).toBe(302)
	await expect(ask(answer.headers.get('location') ?? '')).rejects.toThrow(AddressRefused)
})
