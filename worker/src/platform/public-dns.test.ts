/** Answers of the Workers runtime's resolver, as addresses: aliases, missing families, failures, silence. */
import { expect, test } from 'vitest'
import { publicDns } from './public-dns.ts'

const error = (code: string) => Object.assign(new Error(code), { code })
const fails = (code: string) => async (): Promise<string[]> => {
	throw error(code)
}

function dns(v4: () => Promise<string[]>, v6: () => Promise<string[]> = fails('ENOTFOUND')) {
	let now = 0
	let asked = 0
	const counted = (family: () => Promise<string[]>) => () => {
		asked++
		return family()
	}
	const resolve = publicDns({
		resolve4: counted(v4),
		resolve6: counted(v6),
		clock: () => now,
		timeoutMs: 20,
	})
	return {
		resolve,
		asked: () => asked,
		wait: (ms: number) => {
			now += ms
		},
	}
}

test('a name has the addresses of both families, without the aliases among them', async () => {
	const { resolve } = dns(
		async () => ['edge.example.', '93.184.216.34'],
		async () => ['edge.example.', '2606:4700::1'],
	)
	expect(await resolve('llm.example')).toEqual(['93.184.216.34', '2606:4700::1'])
})

test('a name with one family has the addresses of that one; a name without any has none', async () => {
	const { resolve } = dns(async () => ['93.184.216.34'])
	expect(await resolve('llm.example')).toEqual(['93.184.216.34'])
	expect(await dns(fails('ENOTFOUND'), fails('ENODATA')).resolve('llm.example')).toEqual([])
	expect(await dns(async () => ['loop.example.']).resolve('llm.example')).toEqual([])
})

test('a name is not known to be public if one family cannot be asked', async () => {
	const one = async () => ['93.184.216.34']
	await expect(dns(one, fails('EBADQUERY')).resolve('llm.example')).rejects.toThrow('EBADQUERY')
	await expect(dns(fails('EBADRESP'), one).resolve('llm.example')).rejects.toThrow('EBADRESP')
	const never = () => new Promise<string[]>(() => undefined)
	await expect(dns(one, never).resolve('llm.example')).rejects.toThrow('does not answer')
})

test.each(['ESERVFAIL', 'ENOTIMP', 'EREFUSED'])(
	'a family that its servers refuse with %s counts as none beside the other’s addresses, and alone as not known',
	async (code) => {
		const one = async () => ['93.184.216.34']
		expect(await dns(one, fails(code)).resolve('llm.example')).toEqual(['93.184.216.34'])
		expect(await dns(fails(code), one).resolve('llm.example')).toEqual(['93.184.216.34'])
		await expect(dns(fails(code), fails(code)).resolve('llm.example')).rejects.toThrow(code)
		await expect(dns(fails('ENODATA'), fails(code)).resolve('llm.example')).rejects.toThrow(code)
	},
)

test('a name is asked about once a minute; one without an address, or that failed, at each use', async () => {
	const found = dns(async () => ['93.184.216.34'])
	await found.resolve('llm.example')
	found.wait(59_000)
	await found.resolve('llm.example')
	expect(found.asked()).toBe(2)
	found.wait(2_000)
	await found.resolve('llm.example')
	expect(found.asked()).toBe(4)
	for (const code of ['ENOTFOUND', 'EBADQUERY']) {
		const missing = dns(fails(code))
		for (let n = 0; n < 2; n++) await missing.resolve('llm.example').catch(() => undefined)
		expect(missing.asked()).toBe(4)
	}
})

test('names that are no longer used make room', async () => {
	const { resolve, asked } = dns(async () => ['93.184.216.34'])
	for (let n = 0; n < 501; n++) await resolve(`host-${n}.example`)
	const before = asked()
	await resolve('host-500.example')
	expect(asked()).toBe(before)
	await resolve('host-0.example')
	expect(asked()).toBe(before + 2)
})
