/** Signing in at an MCP server by OAuth, so that the project's agent may use it. */
import { BegunMcpSignIn, McpClientDocument } from '@fairlead/protocol/projects/mcp-servers'
import * as z from 'zod'
import { can } from '../../access/can.ts'
import { configured } from '../../accounts/routes/sign-in.ts'
import { publicOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { findProject } from '../../projects/store/projects.ts'
import { failureOf } from '../failure.ts'
import { noteFailure, readServer } from '../read-server.ts'
import { MANAGES_SERVERS, readAgain, requireServer } from '../routes.ts'
import { describeMcpServer, updateMcpServer } from '../store.ts'
import { beginSignIn, finishSignIn } from './sign-in.ts'
import { clientMetadata, documentUrl } from './stored-oauth.ts'

/** The answer of an authorization server's page; the values are anybody's. */
const Answer = z.object({
	state: z.string().max(200).optional(),
	code: z.string().max(4_000).optional(),
	iss: z.string().max(2_000).optional(),
	error: z.string().max(1_000).optional(),
})

export const mcpSignInRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/projects/:projectId/mcp-servers/:serverId/sign-in',
		operationId: 'signInAtMcpServer',
		summary: 'Begin to sign in at an MCP server, for the whole project',
		access: MANAGES_SERVERS,
		answers: [{ status: 200, schema: BegunMcpSignIn, description: 'Where the browser goes next.' }],
		async handle({ c, env, db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('serverId') }
			await requireServer(db, key)
			const origin = configured(() => publicOrigin(env, c.req.raw))
			// The sign-in comes back to it.
			const row = await updateMcpServer(db, key, { origin })
			if (!row) throw notFound('MCP server')
			try {
				const url = await beginSignIn(env, db, row, granted.actor.id, now)
				const server = url === null ? await readAgain(env, db, row, now) : describeMcpServer(row)
				return json({ url, server } satisfies BegunMcpSignIn)
			} catch (error) {
				const failed = await noteFailure(db, row, await failureOf(error, false), now)
				if (!failed) throw notFound('MCP server')
				return json({ url: null, server: describeMcpServer(failed) } satisfies BegunMcpSignIn)
			}
		},
	}),
	route({
		method: 'get',
		path: '/api/mcp-servers/callback',
		operationId: 'finishMcpSignIn',
		summary: 'Come back from the sign-in at an MCP server',
		access: { by: ['session'], on: 'account', needs: 'account.change', origin: 'any' },
		audit: 'recorded',
		query: Answer,
		answers: [{ status: 303, description: 'To the MCP servers of the project.' }],
		async handle({ env, db, query, granted, now, note }) {
			const { actor } = granted
			const { state = '', code, iss } = query
			const signedIn = await finishSignIn(
				env,
				db,
				{ state, code, iss },
				actor.id,
				async (projectId) => {
					const found = await findProject(db, projectId, actor.userId)
					if (!found) return false
					const { role, allowance } = found
					const project = { kind: 'project', projectId, role, allowance } as const
					return can(actor, 'mcp_servers.manage', project) === 'allowed'
				},
				now,
			)
			const { server } = signedIn
			if (server) note({ projectId: server.projectId, subject: server.id })
			if (signedIn.ok) await readServer(env, db, signedIn.server, now)
			const about = new URLSearchParams(
				signedIn.ok ? { connected: signedIn.server.id } : { problem: signedIn.why },
			)
			const to = server ? `/p/${server.projectId}/settings?${about}#mcp-servers` : `/?${about}`
			return new Response(null, { status: 303, headers: { location: to } })
		},
	}),
	route({
		method: 'get',
		path: '/oauth/mcp-client.json',
		operationId: 'getMcpClientDocument',
		summary: 'What authorization servers of MCP servers read of Fairlead',
		access: { by: ['nobody'], on: 'installation', needs: 'service.read', origin: 'any' },
		answers: [
			{ status: 200, schema: McpClientDocument, description: 'A Client ID Metadata Document.' },
		],
		handle({ c, env }) {
			const origin = configured(() => publicOrigin(env, c.req.raw))
			return json({
				client_id: documentUrl(origin),
				...clientMetadata(origin),
			} satisfies McpClientDocument)
		},
	}),
]
