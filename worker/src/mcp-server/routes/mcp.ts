import * as z from 'zod'
import { knownOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { readBytes } from '../../http/body.ts'
import { checkOrigin } from '../../http/origin.ts'
import { HttpProblem } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { isTooDeep, MAX_JSON_DEPTH } from '../../json-depth.ts'
import { joinRoom } from '../../rooms/routes/join-room.ts'
import { shownName } from '../client-name.ts'

/** A script of some thousand lines, as a tool's argument. */
const MAX_MCP_BYTES = 1024 * 1024

/** Returns undefined if the text is not JSON, which the server of the protocol answers in its own form. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** A client's own name, before it is asked anything; not proven. */
const Named = z.object({
	params: z.object({
		clientInfo: z.object({ name: z.string() }).optional(),
		_meta: z
			.object({ 'io.modelcontextprotocol/clientInfo': z.object({ name: z.string() }).optional() })
			.optional(),
	}),
})

function clientNameIn(body: unknown): string | null {
	const { data } = Named.safeParse(body)
	const info = data?.params.clientInfo ?? data?.params._meta?.['io.modelcontextprotocol/clientInfo']
	return info ? shownName(info.name) : null
}

/** Many calls in one request would pass the limit of requests as one. No revision that is served here has them. */
const noBatches = (): Response =>
	Response.json(
		{
			jsonrpc: '2.0',
			id: null,
			error: { code: -32_600, message: 'Batches are not taken. Send one message a request.' },
		},
		{ status: 400 },
	)

export const mcpRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/mcp/:projectId',
		operationId: 'mcp',
		summary: 'Use the project from an MCP client (Streamable HTTP, both revisions)',
		access: { by: ['mcp', 'token'], on: 'project', needs: 'mcp.connect', origin: 'not-foreign' },
		audit: { none: 'Its changes stand in a conversation, with their author.' },
		answers: [
			{
				status: 200,
				mediaType: '*/*',
				description: 'JSON-RPC: one answer, or a stream of events with progress and the answer.',
			},
			{ status: 202, description: 'A notification was taken.' },
			{ status: 400, mediaType: '*/*', description: 'JSON-RPC error: not a valid request.' },
			{ status: 404, mediaType: '*/*', description: 'JSON-RPC error: there is no such method.' },
			{ status: 406, mediaType: '*/*', description: 'Accept JSON and event streams.' },
			{ status: 415, mediaType: '*/*', description: 'Send JSON.' },
		],
		async handle({ c, env, db, now, granted }) {
			const request = c.req.raw
			// The protocol asks for it, although no other site can borrow a header.
			checkOrigin('not-foreign', request)
			const text = new TextDecoder().decode(await readBytes(request, MAX_MCP_BYTES))
			const body = parsed(text)
			if (isTooDeep(body)) {
				throw new HttpProblem('invalid_request', 'The request is nested too deeply.', {
					detail: `Nest lists and objects at most ${MAX_JSON_DEPTH} levels deep.`,
				})
			}
			if (Array.isArray(body)) return noBatches()
			const { serveMcp } = await import('../serve.ts')
			const { countedArenaTools } = await import('../../arena/tools/pack-tools.ts')
			const { actor, project, role, allowance } = granted
			const { method, headers, url, signal } = request
			// Its body has been read.
			const again = new Request(url, { method, headers, body: text, signal })
			const caller = {
				env,
				actor,
				project,
				role,
				allowance,
				origin: knownOrigin(env, request),
				background: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
				// A person agreed to the name of a connection; no request replaces it.
				clientName:
					actor.kind === 'mcp'
						? (shownName(actor.clientName) ?? 'MCP client')
						: (clientNameIn(body) ?? actor.name),
			}
			return serveMcp(again, body, caller, {
				async watch() {
					const { webSocket } = await joinRoom({ db, env, now, granted }, null)
					if (!webSocket) throw new Error('the room opened no socket')
					return webSocket
				},
				packs: countedArenaTools(env, project.id),
			})
		},
	}),
]
