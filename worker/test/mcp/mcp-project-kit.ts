/** A project with an MCP server on loopback, in Node: what a conversation and a person see of it. */
import type { ServerRisk } from '@fairlead/protocol/projects/mcp-servers'
import { afterEach } from 'vitest'
import { projects } from '../../src/db/schema.ts'
import type { Env } from '../../src/env.ts'
import { ProjectServers } from '../../src/mcp-client/project-servers.ts'
import { readServer } from '../../src/mcp-client/read-server.ts'
import { keepHeaders } from '../../src/mcp-client/server-request.ts'
import { findMcpServer, insertMcpServer, type McpServerRow } from '../../src/mcp-client/store.ts'
import { type Listening, listen } from '../listen.ts'
import { sqliteD1 } from '../storage/sqlite-d1.ts'
import type { Handler } from './mcp-server-kit.ts'

export const PROJECT = 'prj_1'
export const env = { SECRETS_KEY: 'a key of this test', OUTGOING_HOSTS: '127.0.0.1' } as Env
const opened: Listening[] = []
/** Sets up a test file: its servers end after each test. */
export const endServers = (): void =>
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((one) => one.close()))
	})

interface Options {
	readonly headers?: Record<string, string>
	readonly risk?: ServerRisk
	readonly tools?: McpServerRow['toolRisks']
	readonly env?: Env
	/** The server has ended before it is read. */
	readonly gone?: boolean
}

/** A project with this server, whose tools were read. */
export async function projectWith(handler: Handler, options: Options = {}) {
	const { db } = sqliteD1()
	const server = await listen(handler)
	if (options.gone) await server.close()
	else opened.push(server)
	await db.insert(projects).values({ id: PROJECT, name: 'P', createdAt: 1, updatedAt: 1 })
	const row: McpServerRow = {
		id: 'mcs_1',
		projectId: PROJECT,
		name: 'tracker',
		url: `${server.origin}/mcp`,
		...(await keepHeaders(env, 'mcs_1', options.headers ?? {})),
		risk: options.risk ?? 'write',
		toolRisks: options.tools ?? {},
		enabled: true,
		state: 'new',
		error: null,
		revision: null,
		tools: [],
		leftOut: [],
		readAt: null,
		auth: null,
		refreshingUntil: null,
		origin: '',
		createdAt: 1,
		updatedAt: 1,
	}
	await insertMcpServer(db, row, 20)
	const used = options.env ?? env
	const read = async () => {
		const before = await findMcpServer(db, row)
		return before && readServer(used, db, before, Date.now())
	}
	await read()
	const servers = new ProjectServers(used, db, PROJECT)
	const call = (tool: string, params = {}, more: { timeoutMs?: number; replay?: 'safe' } = {}) =>
		servers.call({
			name: `tracker__${tool}`,
			params,
			replay: 'once',
			timeoutMs: 10_000,
			signal: AbortSignal.timeout(20_000),
			progress: () => undefined,
			...more,
		})
	return { db, origin: server.origin, read, servers, call, row: () => findMcpServer(db, row) }
}
