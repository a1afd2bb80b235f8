/** The MCP servers that a project's agent may use. Secrets go in, and never out. */
import {
	CreateMcpServer,
	MAX_MCP_SERVERS,
	McpServer,
	McpServerList,
	UpdateMcpServer,
} from '@fairlead/protocol/projects/mcp-servers'
import { knownOrigin } from '../accounts/sign-in/configured-methods.ts'
import { isWithin } from '../accounts/sign-in/limits.ts'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { HttpProblem, notFound } from '../http/problem.ts'
import { json, noContent, type Route, route } from '../http/route.ts'
import { newId } from '../ids.ts'
import { ruleOf } from '../platform/addresses.ts'
import { checkReachable } from '../platform/reachable.ts'
import { readServer } from './read-server.ts'
import type { ChosenRisk } from './schema.ts'
import { keepHeaders } from './server-request.ts'
import {
	deleteMcpServer,
	describeMcpServer,
	findMcpServer,
	insertMcpServer,
	listMcpServers,
	type McpServerKey,
	type McpServerRow,
	mcpServerNamed,
	revokeTools,
	updateMcpServer,
} from './store.ts'

/** The most reads in ten minutes: a foreign server is not ours to ask again and again. */
const MAX_READS = 60

export const MANAGES_SERVERS = {
	by: ['session'],
	on: 'project',
	needs: 'mcp_servers.manage',
	origin: 'own-to-change',
} as const

const invalid = (path: string, message: string): HttpProblem =>
	new HttpProblem('invalid_request', 'The MCP server is not valid.', {
		issues: [{ path, message }],
	})

const nameTaken = (name: string): HttpProblem =>
	new HttpProblem('conflict', `This project already has a server named ${name}.`, {
		detail: 'Choose another name: it is the beginning of the names of its tools.',
	})

export async function requireServer(db: Database, key: McpServerKey): Promise<McpServerRow> {
	const row = await findMcpServer(db, key)
	if (!row) throw notFound('MCP server')
	return row
}

/** The address in the URL parser's spelling. @throws {HttpProblem} */
async function usableUrl(env: Env, origin: string, text: string): Promise<string> {
	const checked = await checkReachable(text, ruleOf(env, origin))
	if (!checked.ok) throw invalid('/url', checked.reason)
	if (checked.url.hash !== '') throw invalid('/url', 'Leave out the part after the #.')
	return checked.url.href
}

/** @throws {HttpProblem} if servers of this project were asked too often */
export async function readAgain(
	env: Env,
	db: Database,
	row: McpServerRow,
	now: number,
): Promise<McpServer> {
	if (!(await isWithin(db, { [`mcp-server:${row.projectId}`]: MAX_READS }, now))) {
		throw new HttpProblem('rate_limited', 'The MCP servers of this project were asked too often.', {
			detail: 'Wait ten minutes, then try again.',
		})
	}
	const read = await readServer(env, db, row, now)
	if (!read) throw notFound('MCP server')
	return describeMcpServer(read)
}

/** The chosen risks, each with the hash of the tool that the person looked at. */
function chosenRisks(
	{ tools, toolRisks }: McpServerRow,
	wanted: NonNullable<UpdateMcpServer['toolRisks']>,
): Record<string, ChosenRisk> {
	const hashes = new Map(tools.map(({ name, hash }) => [name, hash]))
	const kept = Object.entries(toolRisks).filter(([name]) => !Object.hasOwn(wanted, name))
	const chosen = Object.entries(wanted).flatMap(([name, risk]) => {
		const hash = hashes.get(name)
		if (hash === undefined) throw invalid(`/toolRisks/${name}`, 'The server has no such tool.')
		return risk === null ? [] : [[name, { risk, hash }] as const]
	})
	return Object.fromEntries([...kept.filter(([name]) => hashes.has(name)), ...chosen])
}

export const mcpServerRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/mcp-servers',
		operationId: 'listMcpServers',
		summary: 'List the MCP servers that the agent may use',
		access: MANAGES_SERVERS,
		answers: [{ status: 200, schema: McpServerList, description: 'Without their secrets.' }],
		async handle({ db, env, granted }) {
			const rows = await listMcpServers(db, granted.project.id)
			const desk = await env.ROOM.getByName(granted.project.id).deskServers()
			return json({ servers: rows.map(describeMcpServer), desk } satisfies McpServerList)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/mcp-servers',
		operationId: 'addMcpServer',
		summary: 'Let the agent use an MCP server',
		access: MANAGES_SERVERS,
		body: CreateMcpServer,
		answers: [
			{
				status: 201,
				schema: McpServer,
				description: 'The server, after it was asked for its tools. A failure is in its state.',
			},
		],
		async handle({ c, env, db, body, granted, now }) {
			const origin = knownOrigin(env, c.req.raw)
			const { name, risk, enabled, headers } = body
			const id = newId('mcs', now)
			const row: McpServerRow = {
				id,
				projectId: granted.project.id,
				name,
				origin,
				risk,
				enabled,
				url: await usableUrl(env, origin, body.url),
				...(await keepHeaders(env, id, headers)),
				auth: null,
				refreshingUntil: null,
				toolRisks: {},
				tools: [],
				leftOut: [],
				state: 'new',
				error: null,
				revision: null,
				readAt: null,
				createdAt: now,
				updatedAt: now,
			}
			const added = await insertMcpServer(db, row, MAX_MCP_SERVERS)
			if (added === 'name_taken') throw nameTaken(name)
			if (added === 'too_many') {
				throw new HttpProblem('conflict', `A project can have ${MAX_MCP_SERVERS} MCP servers.`, {
					detail: 'Remove those that are no longer needed.',
				})
			}
			return json(await readAgain(env, db, row, now), 201)
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId/mcp-servers/:serverId',
		operationId: 'updateMcpServer',
		summary: 'Change an MCP server, the risk of its tools, or switch it on or off',
		access: MANAGES_SERVERS,
		body: UpdateMcpServer,
		answers: [{ status: 200, schema: McpServer, description: 'The changed server.' }],
		async handle({ c, env, db, body, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('serverId') }
			const before = await requireServer(db, key)
			const { name, risk, enabled, headers, toolRisks } = body
			if (name !== undefined && name !== before.name) {
				if (await mcpServerNamed(db, key.projectId, name)) throw nameTaken(name)
				// Calls that are always allowed were allowed under the old name.
				await revokeTools(db, before, before.tools, now)
			}
			const origin = knownOrigin(env, c.req.raw)
			const url = body.url === undefined ? before.url : await usableUrl(env, origin, body.url)
			const moved = url !== before.url
			// Without this, anybody who may change the address could have the secrets sent to a server of their own.
			const given = headers ?? (moved ? {} : undefined)
			const row = await updateMcpServer(db, key, {
				...(name === undefined ? {} : { name }),
				...(risk === undefined ? {} : { risk }),
				...(enabled === undefined ? {} : { enabled }),
				...(given === undefined ? {} : await keepHeaders(env, key.id, given)),
				...(toolRisks === undefined ? {} : { toolRisks: chosenRisks(before, toolRisks) }),
				...(moved ? { url, revision: null, auth: null } : {}),
				origin,
				updatedAt: now,
			})
			if (!row) throw notFound('MCP server')
			const asks = moved || headers !== undefined
			return json(asks ? await readAgain(env, db, row, now) : describeMcpServer(row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/mcp-servers/:serverId',
		operationId: 'removeMcpServer',
		summary: 'Remove an MCP server',
		access: MANAGES_SERVERS,
		answers: [
			{
				status: 204,
				description: 'Removed with its secrets. The next call of a tool of it fails.',
			},
		],
		async handle({ db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('serverId') }
			if (!(await deleteMcpServer(db, key, now))) throw notFound('MCP server')
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/mcp-servers/:serverId/read',
		operationId: 'readMcpServer',
		summary: 'Ask an MCP server for its tools again',
		access: MANAGES_SERVERS,
		answers: [{ status: 200, schema: McpServer, description: 'A failure is in its state.' }],
		async handle({ env, db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('serverId') }
			return json(await readAgain(env, db, await requireServer(db, key), now))
		},
	}),
]
