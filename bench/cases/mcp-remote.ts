/** A cheap call of a remote MCP client: through the Worker, the room and the relay to the simulated editor and back. */
import { rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import type { Stack } from '../../scripts/stack/stack.ts'
import { asOwner, editorReady } from '../../test/e2e/stack-kit.ts'
import type { Row, Section } from '../report.ts'
import { spread } from '../stats.ts'

const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
/** The headers of the revision that sends them with each request. */
const MODERN = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
	'io.modelcontextprotocol/clientCapabilities': {},
}

async function newToken(stack: Stack): Promise<string> {
	const body = { label: 'bench', scopes: ['editor:read'], expiresInDays: 1 }
	const answer = await asOwner(stack, 'POST', '/api/tokens', body)
	return ((await answer.json()) as { token: string }).token
}

/** Microseconds of each request; the first ones, with which the library is loaded, do not count. */
async function timesOf(
	ask: () => Promise<Response>,
	count: number,
	warm: number,
): Promise<number[]> {
	const times: number[] = []
	for (let n = 0; n < count + warm; n++) {
		const began = performance.now()
		const answer = await ask()
		const text = await answer.text()
		if (!answer.ok || text.includes('"isError":true')) throw new Error(text.slice(0, 300))
		if (n >= warm) times.push((performance.now() - began) * 1_000)
	}
	return times
}

export async function mcpRemote(stack: Stack, quick: boolean): Promise<Section> {
	await editorReady(stack)
	const token = await newToken(stack)
	const [count, warm] = quick ? [150, 20] : [1_500, 100]
	const asked = (method: string, params: object) => () =>
		fetch(`${stack.origin}/mcp/${stack.projectId}`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${token}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				'mcp-method': method,
				'mcp-protocol-version': '2026-07-28',
				...('name' in params ? { 'mcp-name': String(params.name) } : {}),
			},
			body: rpcRequest(1, method, { ...params, _meta: MODERN }),
		})
	const row = (what: string, times: readonly number[]): Row => {
		const { p50, p99, count: n } = spread(times)
		return { what, value: Math.round(p50), p99: Math.round(p99), unit: 'µs', note: `n=${n}` }
	}
	const calls = await timesOf(asked('tools/call', LOOK), count, warm)
	const lists = await timesOf(asked('prompts/list', {}), count, warm)
	const health = await timesOf(() => fetch(`${stack.origin}/api/health`), count, warm)
	return {
		title: 'MCP through the Worker (2026-07-28, one request after the other, local workerd)',
		rows: [
			row('a cheap call, to the editor and back', calls),
			row('a list, which asks no editor: HTTP, the token, the library', lists),
			row('the same Worker without any of it (/api/health)', health),
		],
	}
}
