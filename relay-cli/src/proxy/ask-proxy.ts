/** Asks a proxy for a tunnel, to find out what it answers: `fetch` only says that it failed. */
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { decoded } from './proxy-environment.ts'

const ANSWER_TIMEOUT_MS = 5_000

export type ProxyAnswer =
	| { readonly kind: 'tunnel' }
	| { readonly kind: 'refused'; readonly status: number }
	| { readonly kind: 'unreachable'; readonly why: string }

/** `proxy`: as the environment has it, with a user name and password, if any. */
export function askProxy(proxy: string, target: string): Promise<ProxyAnswer> {
	const url = new URL(proxy)
	const { protocol } = url
	const ask = protocol === 'https:' ? secureRequest : request
	return new Promise((resolve) => {
		const asked = ask({
			host: url.hostname.replace(/^\[|\]$/g, ''),
			port: url.port || (protocol === 'https:' ? 443 : 80),
			method: 'CONNECT',
			path: target,
			headers: { host: target, ...authorization(url) },
			agent: false,
			timeout: ANSWER_TIMEOUT_MS,
		})
		asked.on('connect', ({ statusCode = 0 }, socket) => {
			socket.destroy()
			resolve(statusCode === 200 ? { kind: 'tunnel' } : { kind: 'refused', status: statusCode })
		})
		asked.on('response', (response) => {
			response.destroy()
			resolve({ kind: 'refused', status: response.statusCode ?? 0 })
		})
		asked.on('timeout', () => asked.destroy(new Error('it does not respond')))
		asked.on('error', (error: Error & { code?: string }) =>
			resolve({ kind: 'unreachable', why: error.code ?? error.message }),
		)
		asked.end()
	})
}

function authorization({ username, password }: URL): Record<string, string> {
	if (username === '') return {}
	const both = `${decoded(username)}:${decoded(password)}`
	return { 'proxy-authorization': `Basic ${Buffer.from(both).toString('base64')}` }
}
