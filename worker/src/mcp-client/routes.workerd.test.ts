/** Adding, changing and removing MCP servers: secrets never come out, and private addresses are not asked. */
import { env } from 'cloudflare:workers'
import { McpServer, McpServerList } from '@fairlead/protocol/projects/mcp-servers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../test/double/harness.ts'
import { newTracker, olderTracker, type Tracker } from '../../test/mcp/mcp-server-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'

const URL_OF = 'https://tracker.example/mcp'
let tracker: Tracker
const asked: Request[] = []

beforeEach(() => {
	tracker = newTracker()
	asked.length = 0
	vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
		const request = new Request(input, init)
		asked.push(request.clone())
		return tracker.handler(request)
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

async function newProject() {
	const client = await Client.signIn()
	const { id } = await client.newProject('Servers')
	const path = `/api/projects/${id}/mcp-servers`
	const add = (body: object) => client.call('POST', path, { name: 'tracker', url: URL_OF, ...body })
	const added = async (body: object = {}) => McpServer.parse(await (await add(body)).json())
	return { client, id, path, add, added }
}

test.each([
	['2026-07-28', newTracker],
	['2025-11-25', olderTracker],
])(
	'a server of %s is added with its tools; its headers are sent, and never shown',
	async (revision, make) => {
		tracker = make()
		const { client, id, path, added } = await newProject()
		const server = await added({ headers: { authorization: 'Bearer hidden-value' } })
		expect(server).toMatchObject({
			name: 'tracker',
			state: 'ready',
			risk: 'write',
			headerNames: ['authorization'],
			revision,
		})
		expect(server.tools.slice(0, 2)).toMatchObject([
			{ name: 'create_issue', risk: 'write', chosen: false },
			{ name: 'list_issues' },
		])
		expect(
			asked.every(({ headers }) => headers.get('authorization') === 'Bearer hidden-value'),
		).toBe(true)
		const listed = await (await client.call('GET', path)).text()
		expect(McpServerList.parse(JSON.parse(listed)).servers).toHaveLength(1)
		expect(listed).not.toContain('hidden-value')
		const log = await (await client.call('GET', `/api/projects/${id}/audit`)).text()
		expect(log).toContain('addMcpServer')
		expect(log).not.toContain('hidden-value')
	},
)

test('a new address forgets the secrets: nobody has them sent to a server of their own', async () => {
	const { client, path, added } = await newProject()
	const { id } = await added({ headers: { authorization: 'Bearer hidden-value' } })
	asked.length = 0
	const moved = await client.call('PATCH', `${path}/${id}`, { url: 'https://other.example/mcp' })
	expect(await moved.json()).toMatchObject({ headerNames: [], url: 'https://other.example/mcp' })
	expect(asked.length).toBeGreaterThan(0)
	expect(asked.some(({ headers }) => headers.has('authorization'))).toBe(false)
})

test('a risk is chosen for a tool that there is, and taken back', async () => {
	const { client, path, added } = await newProject()
	const { id } = await added()
	const patch = async (toolRisks: object) => client.call('PATCH', `${path}/${id}`, { toolRisks })
	expect(await (await patch({ list_issues: 'read' })).json()).toMatchObject({
		tools: [{ chosen: false }, { name: 'list_issues', risk: 'read', chosen: true }, {}],
	})
	expect(await (await patch({ list_issues: null })).json()).toMatchObject({
		tools: [{}, { risk: 'write', chosen: false }, {}],
	})
	expect((await patch({ nothing: 'read' })).status).toBe(400)
})

test.each([
	'http://tracker.example/mcp',
	'https://10.0.0.1/mcp',
	'https://intranet/mcp',
	'https://[fd00::1]/mcp',
	'https://user:pass@tracker.example/mcp',
	'file:///etc/passwd',
])('%s is refused, and nothing is asked', async (url) => {
	const { add } = await newProject()
	expect((await add({ url })).status).toBe(400)
	expect(asked).toEqual([])
})

test('names of servers are prefixes: one each, without what tools are told apart by', async () => {
	const { client, path, add, added } = await newProject()
	const { id } = await added()
	expect((await add({})).status).toBe(409)
	for (const name of ['a__b', 'A', '1a', 'a b', '']) expect((await add({ name })).status).toBe(400)
	await added({ name: 'other' })
	expect((await client.call('PATCH', `${path}/${id}`, { name: 'other' })).status).toBe(409)
})

test('20 of 25 servers that are added at once stay', async () => {
	const { client, path, add } = await newProject()
	const answers = await Promise.all(
		Array.from({ length: 25 }, (_, i) => add({ name: `server-${i}` })),
	)
	expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
	const { servers } = McpServerList.parse(await (await client.call('GET', path)).json())
	expect(servers).toHaveLength(20)
})

test('a removed server is gone with its secrets; approvers and viewers see nothing of it', async () => {
	const { client, id: projectId, path, added } = await newProject()
	const { id } = await added({ headers: { authorization: 'Bearer hidden-value' } })
	for (const role of ['viewer', 'approver'] as const) {
		const { client: other } = await newMember(projectId, role)
		expect((await other.call('GET', path)).status).toBe(403)
		expect((await other.call('DELETE', `${path}/${id}`)).status).toBe(403)
	}
	expect((await client.call('DELETE', `${path}/${id}`)).status).toBe(204)
	expect((await client.call('POST', `${path}/${id}/read`)).status).toBe(404)
	const { results } = await env.DB.prepare('select * from mcp_servers').all()
	expect(JSON.stringify(results)).not.toContain(id)
})
