/** Without these, a self-hosted server could be asked without end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCAL_LIMITS, LocalLimit } from './local-limits.ts'

let now = 60_000
const limit = (most: number, maxKeys = 100) =>
	new LocalLimit({ limit: most, periodMs: 60_000, maxKeys, clock: () => now })

test('a key has so many requests in a window, whatever others use; the next window begins anew', async () => {
	const two = limit(2)
	const ask = async (key: string) => (await two.limit({ key })).success
	expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([
		true,
		true,
		false,
		true,
	])
	now += 59_999
	expect(await ask('a')).toBe(false)
	now += 1
	expect(await ask('a')).toBe(true)
})

test('more keys than are counted one by one share what one may: memory is bounded, nobody is free', async () => {
	const two = limit(2, 10)
	for (let i = 0; i < 10; i++) expect((await two.limit({ key: `k${i}` })).success).toBe(true)
	const rest = []
	for (let i = 10; i < 1_000; i++) rest.push((await two.limit({ key: `k${i}` })).success)
	expect(rest.filter(Boolean)).toHaveLength(2)
	// Those that were counted before keep their own.
	expect((await two.limit({ key: 'k0' })).success).toBe(true)
})

test('the numbers are those of the platform’s bindings', async () => {
	const toml = readFileSync(join(import.meta.dirname, '..', '..', '..', 'wrangler.toml'), 'utf8')
	const wanted = [...toml.matchAll(/name = "RATE_OF_(\w+)"[^[]*?limit = (\d+), period = 60/g)]
	const bindings = wanted.map(([, name, count]) => [name?.toLowerCase(), Number(count)])
	expect(bindings).toEqual(Object.entries(LOCAL_LIMITS))
})
