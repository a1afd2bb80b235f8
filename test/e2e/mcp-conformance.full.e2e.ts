/**
 * The protocol's own conformance suite against the Worker; what cannot pass is listed with its reason, and what has to
 * pass by its name. Its scenarios for tasks get real runs under the names of the suite's tools.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { beforeAll, expect, test } from 'vitest'
import { forOurs, type SuiteMessage } from '../../relay-cli/test/kit/suite-tools.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
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
	const proxy = createServer(async (incoming, answer) => {
		const { host: asked = '', origin, 'content-length': _length, ...headers } = incoming.headers
		const { body, name } = ourBody(await textOf(incoming))
		const outgoing = request(
			{
				hostname,
				port: serverPort,
				method: incoming.method,
				path: `/mcp/${stack.projectId}`,
				headers: {
					...headers,
					host: LOCAL.test(asked) ? host : asked,
					...(origin === undefined ? {} : { origin: originFor(origin, host) }),
					...(name !== null && headers['mcp-name'] !== undefined ? { 'mcp-name': name } : {}),
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
		outgoing.end(body)
	})
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
	const { port } = proxy.address() as AddressInfo
	return { url: `http://127.0.0.1:${port}/mcp`, close: () => proxy.close() }
}

async function textOf(incoming: AsyncIterable<Buffer>): Promise<string> {
	const parts: Buffer[] = []
	for await (const part of incoming) parts.push(part)
	return Buffer.concat(parts).toString('utf8')
}

/** A body that is not JSON is sent as it came. */
function ourBody(text: string): { body: string; name: string | null } {
	let message: SuiteMessage
	try {
		message = JSON.parse(text) as SuiteMessage
	} catch {
		return { body: text, name: null }
	}
	const ours = forOurs(message)
	return { body: ours.name === null ? text : JSON.stringify(ours.message), name: ours.name }
}

const LOCAL = /^(?:localhost|127\.0\.0\.1)(?::|$)/
const originFor = (origin: string, host: string): string =>
	LOCAL.test(new URL(origin).host) ? `http://${host}` : origin

const LISTED = [
	[
		'2025-06-18 and 2025-11-25',
		[],
		'mcp-conformance.yml',
		[
			'server-initialize',
			'ping',
			'tools-list',
			'tools-call-error',
			'resources-list',
			'prompts-list',
		],
	],
	[
		'2026-07-28',
		['--requirements', '2026-07-28'],
		'mcp-conformance-2026.yml',
		[
			'caching',
			'completion-complete',
			'http-header-validation',
			'input-required-result-ignore-extra-params',
			'input-required-result-unsupported-methods',
			'prompts-list',
			'resources-list',
			'sep-2164-resource-not-found',
			'server-sse-multiple-streams',
			'tools-call-error',
			'tools-call-simple-text',
			'tools-list',
		],
	],
] as const

/** With real runs; the suite scores no extension, so each is asked for by name. */
const TASKS = [
	'tasks-capability-negotiation',
	'tasks-wire-fields',
	'tasks-request-state-removal',
	'tasks-dispatch-and-envelope',
] as const

async function suite(...args: readonly string[]): Promise<{ code: number; text: string }> {
	const body = {
		label: 'conformance',
		scopes: ['editor:read', 'editor:call', 'runs:start', 'runs:approve'],
		expiresInDays: 1,
	}
	const made = await asOwner(stack, 'POST', '/api/tokens', body)
	const { token } = (await made.json()) as CreatedApiToken
	const { url, close } = await authorized(token)
	const output = await mkdtemp(join(tmpdir(), 'fairlead-conformance-'))
	const ended = await new Promise<{ code: number; text: string }>((resolve) => {
		const all = [SUITE, 'server', '--url', url, '-o', output, ...args]
		execFile(process.execPath, all, { maxBuffer: 1 << 26 }, (error, out, err) => {
			resolve({ code: error ? Number(error.code) : 0, text: out + err })
		})
	})
	close()
	await rm(output, { recursive: true })
	return ended
}

test.each(LISTED)(
	'%s: passes, but for what the list says',
	async (_name, options, list, passed) => {
		const expected = join(import.meta.dirname, list)
		const { code, text } = await suite('--expected-failures', expected, ...options)
		expect(code, text.slice(-4_000)).toBe(0)
		for (const scenario of passed) expect(text).toContain(`✓ ${scenario}`)
	},
)

test.each(TASKS)('%s passes with runs of the agent', async (scenario) => {
	const { code, text } = await suite('--scenario', scenario)
	expect(code, text.slice(-6_000)).toBe(0)
})
