/** Names that lead to private networks: none is asked, however the resolver spells the address. */
import { describe, expect, test } from 'vitest'
import { isPrivateAddress, type Resolve, ruleOf } from './addresses.ts'
import { checkReachable } from './reachable.ts'

const ORIGIN = 'https://fairlead.example'
const asked: string[] = []

function leadingTo(...addresses: readonly string[]): Resolve {
	asked.length = 0
	return async (name) => {
		asked.push(name)
		return addresses
	}
}

const reach = (addresses: readonly string[], url = 'https://llm.example/v1') =>
	checkReachable(url, ruleOf({}, ORIGIN, leadingTo(...addresses)))

describe('a name is refused if it leads to', () => {
	test.each([
		['loopback', '127.0.0.1'],
		['loopback, another', '127.8.9.1'],
		['this host', '0.0.0.0'],
		['10/8', '10.0.0.1'],
		['172.16/12', '172.31.255.255'],
		['192.168/16', '192.168.1.1'],
		['carrier-grade NAT, and the metadata of Alibaba', '100.100.100.200'],
		['link-local, and the metadata of most clouds', '169.254.169.254'],
		['the metadata of Oracle', '192.0.0.192'],
		['the host of a machine on Azure', '168.63.129.16'],
		['benchmarks', '198.18.0.1'],
		['multicast', '224.0.0.1'],
		['broadcast', '255.255.255.255'],
		['IPv6 loopback', '::1'],
		['IPv6 loopback, written out', '0:0:0:0:0:0:0:1'],
		['IPv6 unspecified', '::'],
		['IPv6 link-local', 'fe80::1'],
		['IPv6 unique-local', 'fd12:3456:789a::1'],
		['the metadata of AWS over IPv6', 'fd00:ec2::254'],
		['IPv6 site-local of old', 'fec0::1'],
		['IPv6 multicast', 'ff02::1'],
		['IPv4 in IPv6, dotted', '::ffff:10.0.0.1'],
		['IPv4 in IPv6, in hexadecimal', '::ffff:a9fe:a9fe'],
		['IPv4 in IPv6, compatible', '::127.0.0.1'],
		['NAT64', '64:ff9b::10.0.0.1'],
		['6to4 of a private address', '2002:0a00:0001::1'],
		['Teredo', '2001:0:4136:e378::1'],
		['documentation', '2001:db8::1'],
		['an address with a zone', 'fe80::1%eth0'],
		['no address at all', 'alias.example'],
	])('%s', async (_, address) => {
		expect(isPrivateAddress(address)).toBe(true)
		for (const addresses of [[address], ['93.184.216.34', address]]) {
			expect(await reach(addresses)).toEqual({
				ok: false,
				lasting: true,
				reason: expect.stringMatching(
					/^llm\.example leads to a private network\. .*OUTGOING_HOSTS/,
				),
			})
		}
	})
})

test.each([
	['93.184.216.34'],
	['172.32.0.1'],
	['168.63.129.17'],
	['2606:4700:4700::1111'],
	['2001:4860:4860::8888'],
])('a name that leads to the public address %s is used', async (address) => {
	expect(await reach([address])).toMatchObject({ ok: true })
	expect(asked).toEqual(['llm.example'])
})

test('a name without an address, or that cannot be looked up, is refused for now, with what to do', async () => {
	expect(await reach([])).toEqual({
		ok: false,
		lasting: false,
		reason: expect.stringMatching(/no address in the public DNS.*OUTGOING_HOSTS/),
	})
	const down: Resolve = () => Promise.reject(new Error('EBADQUERY'))
	expect(await checkReachable('https://llm.example/', ruleOf({}, ORIGIN, down))).toEqual({
		ok: false,
		lasting: false,
		reason: expect.stringMatching(/could not be looked up, so nothing was sent.*OUTGOING_HOSTS/),
	})
})

test('a host that is refused as written is not looked up; nor is an IP address, or a host that the operator lists', async () => {
	const inside = leadingTo('10.0.0.1')
	const rule = ruleOf({ OUTGOING_HOSTS: 'llm.corp.example, plain.example:8443' }, ORIGIN, inside)
	const isOk = async (url: string) => (await checkReachable(url, rule)).ok
	expect(await isOk('http://llm.example/')).toBe(false)
	expect(await isOk('https://10.0.0.1/')).toBe(false)
	expect(await isOk('https://93.184.216.34/')).toBe(true)
	expect(await isOk('https://[2606:4700:4700::1111]/')).toBe(true)
	expect(await isOk('https://llm.corp.example/')).toBe(true)
	expect(await isOk('https://plain.example:8443/')).toBe(true)
	expect(asked).toEqual([])
	expect(await isOk('https://plain.example/')).toBe(false)
	expect(await isOk('https://llm.example./')).toBe(false)
	expect(asked).toEqual(['plain.example', 'llm.example'])
})

test('names are not looked up on one’s own machine, nor where the operator has switched that off', async () => {
	const inside = leadingTo('10.0.0.1')
	for (const rule of [
		ruleOf({}, 'http://localhost:8787', inside),
		ruleOf({ OUTGOING_DNS: 'off' }, ORIGIN, inside),
	]) {
		expect(await checkReachable('https://llm.example/', rule)).toMatchObject({ ok: true })
		expect(await checkReachable('https://10.0.0.1/', rule)).toMatchObject({ ok: false })
	}
	expect(asked).toEqual([])
	// The page's address may be unknown.
	expect(await checkReachable('https://llm.example/', ruleOf({}, '', inside))).toMatchObject({
		ok: false,
	})
})

test('an address entered under a loopback name has the rule of a server that others reach, with PUBLIC_URL', async () => {
	const inside = leadingTo('10.0.0.1')
	const claimed = 'http://localhost:8787'
	const rule = (PUBLIC_URL: string) => ruleOf({ PUBLIC_URL }, claimed, inside)
	const isOk = async (url: string, at: string) => (await checkReachable(url, rule(at))).ok
	expect(await isOk('http://127.0.0.1:11434/', 'https://fairlead.example')).toBe(false)
	expect(await isOk('https://llm.example/', 'https://fairlead.example')).toBe(false)
	expect(await isOk('http://127.0.0.1:11434/', 'http://localhost:8787')).toBe(true)
	expect(await isOk('http://127.0.0.1:11434/', '')).toBe(true)
})
