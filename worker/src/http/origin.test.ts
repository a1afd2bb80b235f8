import { describe, expect, test } from 'vitest'
import { checkOrigin, type OriginRule } from './origin.ts'

const passes = (rule: OriginRule, request: Request): boolean => {
	try {
		checkOrigin(rule, request)
		return true
	} catch {
		return false
	}
}

// Node's Request drops `Origin`, which a browser would set itself.
const request = (url: string, method: string, headers: Record<string, string>): Request =>
	({ url, method, headers: new Headers(headers) }) as Request

describe('a change with a cookie', () => {
	test.each([
		['https://a.example/x', 'https://a.example', true],
		['https://a.example/x', 'http://a.example', false],
		['https://a.example/x', 'https://b.a.example', false],
		['https://a.example/x', 'https://a.example.evil', false],
		['https://a.example/x', 'null', false],
		['https://a.example/x', 'nonsense', false],
		// TLS ended at a proxy in front.
		['http://a.example/x', 'https://a.example', true],
		['http://localhost:8787/x', 'http://localhost:5173', false],
	])('to %s from %s: %s', (url, origin, ok) => {
		expect(passes('own-to-change', request(url, 'POST', { origin }))).toBe(ok)
		expect(passes('own', request(url, 'GET', { origin }))).toBe(ok)
		expect(passes('not-foreign', request(url, 'POST', { origin }))).toBe(ok)
	})
})

test('reading needs no origin, a WebSocket does', () => {
	const get = request('https://a.example/x', 'GET', {})
	expect(passes('own-to-change', get)).toBe(true)
	expect(passes('own', get)).toBe(false)
	expect(passes('own-to-change', request('https://a.example/x', 'POST', {}))).toBe(false)
	expect(passes('not-foreign', request('https://a.example/x', 'POST', {}))).toBe(true)
})
