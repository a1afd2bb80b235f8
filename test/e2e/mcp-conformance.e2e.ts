/** The protocol's own conformance suite against the Worker; what cannot pass is listed with its reason. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedApiToken } from '@fairlead/protocol/api-tokens'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/paths.ts'
import type { Stack } from '../../scripts/stack.ts'
import { asOwner, editorReady, ownStack } from './stack-kit.ts'

const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

/**
 * The suite sends no credential: this adds one. Everything else stays as it came, but for the suite's own address,
 * which becomes the server's.
 */
async function authorized(token: string): Promise<{ url: string; close: () => void }> {
	const { hostname, port: serverPort, host } = new URL(stack.origin)
	const proxy = createServer((incoming, answer) => {
		const { host: asked = '', origin, ...headers } = incoming.headers
		const outgoing = request(
			{
				...{ hostname, port: serverPort, method: incoming.method },
				path: `/mcp/${stack.projectId}`,
				headers: {
					...headers,
					host: LOCAL.test(asked) ? host : asked,
					...(origin === undefined ? {} : { origin: originFor(origin, host) }),
					authorization: `Bearer ${token}`,
				},
			},
			(from) => {
				answer.writeHead(from.statusCode ?? 502, from.headers)
				from.pipe(answer)
			},
		)
		outgoing.on('error', () => answer.destroy())
		answer.on('close', () => outgoing.destroy())
		incoming.pipe(outgoing)
	})
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
	const { port } = proxy.address() as AddressInfo
	return { url: `http://127.0.0.1:${port}/mcp`, close: () => proxy.close() }
}

const LOCAL = /^(?:localhost|127\.0\.0\.1)(?::|$)/
const originFor = (origin: string, host: string): string =>
	LOCAL.test(new URL(origin).host) ? `http://${host}` : origin

const LISTED = [
	['2025-06-18 and 2025-11-25', [], 'mcp-conformance.yml'],
	['2026-07-28', ['--requirements', '2026-07-28'], 'mcp-conformance-2026.yml'],
] as const

test.each(LISTED)('%s: passes, but for what the list says', async (_revision, options, list) => {
	const body = { label: 'conformance', scopes: ['editor:read', 'editor:call'], expiresInDays: 1 }
	const made = await asOwner(stack, 'POST', '/api/tokens', body)
	const { token } = (await made.json()) as CreatedApiToken
	const { url, close } = await authorized(token)
	const output = await mkdtemp(join(tmpdir(), 'fairlead-conformance-'))
	const expected = join(import.meta.dirname, list)
	const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
		const args = [SUITE, 'server', '--url', url, '--expected-failures', expected, '-o', output]
		execFile(process.execPath, [...args, ...options], { maxBuffer: 1 << 26 }, (error, out, err) => {
			resolve({ code: error ? Number(error.code) : 0, text: out + err })
		})
	})
	close()
	await rm(output, { recursive: true })
	expect(code, text.slice(-4_000)).toBe(0)
})
