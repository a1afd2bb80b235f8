/** The protocol's own conformance suite against the Worker; what cannot pass is listed with its reason. */
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedApiToken } from '@fairlead/protocol/api-tokens'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/paths.ts'
import type { Stack } from '../../scripts/stack.ts'
import { asOwner, editorReady, ownStack } from './stack-kit.ts'

const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const EXPECTED = join(import.meta.dirname, 'mcp-conformance.yml')

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

/** The suite sends no credential: this adds one. Host and Origin stay as they came. */
async function authorized(token: string): Promise<{ url: string; close: () => void }> {
	const server = createServer(async (request, answer) => {
		const body: Buffer[] = []
		for await (const chunk of request) body.push(chunk as Buffer)
		const headers = new Headers()
		for (const name of ['content-type', 'accept', 'mcp-protocol-version', 'origin'] as const) {
			const value = request.headers[name]
			if (typeof value === 'string') headers.set(name, value)
		}
		// Its own page is the server's own.
		if (/^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(headers.get('origin') ?? '')) {
			headers.set('origin', `http://${new URL(stack.origin).host}`)
		}
		headers.set('authorization', `Bearer ${token}`)
		const from = await fetch(`${stack.origin}/mcp/${stack.projectId}`, {
			method: request.method ?? 'GET',
			headers,
			...(body.length === 0 ? {} : { body: Buffer.concat(body) }),
		})
		answer.writeHead(from.status, Object.fromEntries(from.headers))
		for await (const chunk of from.body ?? []) answer.write(chunk)
		answer.end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() }
}

test('passes, but for what it asks of a server made for it', async () => {
	const body = { label: 'conformance', scopes: ['editor:read', 'editor:call'], expiresInDays: 1 }
	const made = await asOwner(stack, 'POST', '/api/tokens', body)
	const { token } = (await made.json()) as CreatedApiToken
	const { url, close } = await authorized(token)
	const output = await mkdtemp(join(tmpdir(), 'fairlead-conformance-'))
	const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
		const args = [SUITE, 'server', '--url', url, '--expected-failures', EXPECTED, '-o', output]
		execFile(process.execPath, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
			resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
		})
	})
	close()
	expect(code, text.slice(-4_000)).toBe(0)
})
