/** A report cannot make the server contact addresses that only its operator reaches. */
import { describe, expect, test } from 'vitest'
import { checkAddress, ruleOf } from './addresses.ts'

const HOSTED = ruleOf({}, 'https://fairlead.example')
const ok = (address: string, rule = HOSTED): boolean => checkAddress(address, rule).ok

test('public names and addresses over https are allowed', () => {
	for (const address of [
		'https://hooks.slack.com/services/T/B/x',
		'https://example.com:8443/hook?a=b',
		'https://8.8.8.8/',
		'https://100.128.0.1/',
		'https://[2606:4700::1111]/',
		'https://172.32.0.1/',
		// Real names that contain or resemble private ones.
		'https://docker.com/',
		'https://svc.example.com/',
		'https://mylocal.net/',
		'https://a.box/',
		'https://consul.io/',
		'https://home.pl/',
		'https://notfritz.box/',
		'https://x.global/',
	]) {
		expect(ok(address), address).toBe(true)
	}
})

test.each([
	'http://example.com/',
	'ftp://example.com/',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'',
	'/hook',
	'https://user:pass@example.com/',
	'https://localhost/',
	'https://a.localhost/',
	'https://LOCALHOST./',
	'https://intranet/',
	'https://db.internal/',
	'https://printer.local/',
	'https://1.0.0.127.in-addr.arpa/',
	'https://localhost.localdomain/',
	'https://printer.localdomain./',
	'https://kubernetes.default.svc/',
	'https://kubernetes.default/',
	'https://db.prod.svc.cluster.local/',
	'https://api.svc.cluster/',
	'https://host.docker/',
	'https://vault.service.consul/',
	'https://nas.home.arpa/',
	'https://mail.corp/',
	'https://x.onion/',
	'https://fritz.box/',
	'https://nas.fritz.box/',
	'https://desk.mshome.net/',
	// Every notation of an address that parsers know.
	'https://127.0.0.1/',
	'https://127.1/',
	'https://2130706433/',
	'https://0x7f.0.0.1/',
	'https://0177.0.0.1/',
	'https://127.0.0.1./',
	'https://１２７.0.0.1/',
	'https://0/',
	'https://0.0.0.0/',
	'https://10.1.2.3/',
	'https://172.16.0.1/',
	'https://172.31.255.255/',
	'https://192.168.1.1/',
	'https://169.254.169.254/latest/meta-data',
	'https://100.64.0.1/',
	'https://192.0.0.8/',
	'https://198.18.0.1/',
	'https://224.0.0.1/',
	'https://255.255.255.255/',
	'https://203.0.113.1/',
	'https://198.51.100.1/',
	'https://[::1]/',
	'https://[::]/',
	'https://[::ffff:127.0.0.1]/',
	'https://[::ffff:a00:1]/',
	'https://[::7f00:1]/',
	'https://[fc00::1]/',
	'https://[fd12:3456::1]/',
	'https://[fe80::1]/',
	'https://[ff02::1]/',
	'https://[64:ff9b::7f00:1]/',
	'https://[2002:7f00:1::]/',
	'https://[2001:0:1::]/',
	'https://[2001:db8::1]/',
])('%s is not allowed', (address) => {
	expect(ok(address)).toBe(false)
})

describe('addresses that are allowed besides', () => {
	test('this machine, if the server is only reached on it', () => {
		const local = ruleOf({}, 'http://localhost:8787')
		expect(ok('http://127.0.0.1:9000/hook', local)).toBe(true)
		expect(ok('http://[::1]:9000/hook', local)).toBe(true)
		expect(ok('http://192.168.1.1/hook', local)).toBe(false)
		expect(ok('http://example.com/', local)).toBe(false)
		expect(ok('http://localhost/', ruleOf({}, ''))).toBe(false)
		expect(ok('http://localhost/', ruleOf({}, 'https://localhost.evil.example'))).toBe(false)
	})

	test('hosts that the operator lists, with their port if one is given, and nothing like them', () => {
		const rule = ruleOf(
			{ OUTGOING_HOSTS: 'chat.internal, 10.0.0.5:8065' },
			'https://fairlead.example',
		)
		for (const address of [
			'http://chat.internal/x',
			'https://CHAT.internal:8443/',
			'http://10.0.0.5:8065/',
		]) {
			expect(ok(address, rule), address).toBe(true)
		}
		for (const address of [
			'http://10.0.0.5/',
			'http://10.0.0.5:80650/',
			'http://a.chat.internal/',
			'http://chat.internal.example/',
			'http://x@chat.internal/',
			'ftp://chat.internal/',
			'http://example.com/',
		]) {
			expect(ok(address, rule), address).toBe(false)
		}
	})
})

test('a refusal says what to do', () => {
	expect(checkAddress('https://10.0.0.1/', HOSTED)).toMatchObject({
		reason: expect.stringContaining('OUTGOING_HOSTS'),
	})
})
