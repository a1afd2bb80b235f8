/** An address at which something else answers: a web server, or a proxy that wants a person to sign in. */
import { expect, it } from 'vitest'
import { modelOf, providerAt, WIRES } from '../../../test/provider-wires.ts'
import { collect, request } from './anthropic/test-kit.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const ANSWERS = [
	[200, HTML, 'web_page', false],
	[404, HTML, 'web_page', false],
	[302, { location: 'https://proxy.example/sign-in' }, 'web_page', false],
	// A proxy's page about its server: the status says what is wrong.
	[502, HTML, 'server_error', true],
	[401, HTML, 'key', false],
	[429, HTML, 'rate_limit', true],
] as const

it.each(WIRES.flatMap((name) => ANSWERS.map((answer) => [name, ...answer] as const)))(
	'%s: %i %o is %s',
	async (name, status, headers, kind, retryable) => {
		const fetch = async () => new Response('<!doctype html><h1>Hello</h1>', { status, headers })
		const at = { apiKey: 'test', baseURL: 'http://127.0.0.1:1/v1', fetch }
		const asked = request({ model: modelOf(name) })
		const events = await collect(providerAt(name, at).stream(asked, new AbortController().signal))
		expect(events).toMatchObject([{ type: 'error', error: { class: kind, retryable } }])
	},
)
