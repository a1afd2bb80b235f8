/** MCP clients that people connect to a project by OAuth: what is asked on the page, and the list of them. */
import * as z from 'zod/mini'
import { McpScope } from './api-tokens.ts'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

/** The parameters with which a client sends its user to `/connect` (OAuth 2.1, RFC 8707). */
export const ConnectionRequest = z.object({
	response_type: z.literal('code'),
	client_id: text(2_000),
	redirect_uri: text(2_000),
	/** PKCE. */
	code_challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
	code_challenge_method: z.literal('S256'),
	/** The address of the MCP server: which project. */
	resource: text(2_000),
	state: z.optional(z.string().check(z.maxLength(2_000))),
	scope: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ConnectionRequest = z.infer<typeof ConnectionRequest>

/** The question to the person. */
export const ConnectionQuestion = z.object({
	/** The name that the client gives itself. */
	clientName: z.string(),
	/** The host that vouches for the name; null: nobody does. */
	clientHost: z.nullable(z.string()),
	/** The address of the client's metadata document; null: it has none. */
	clientDocument: z.nullable(z.string()),
	/** The target to which the browser takes the code. */
	returnsTo: z.discriminatedUnion('kind', [
		z.object({ kind: z.literal('site'), host: z.string() }),
		/** An app, by a scheme of its own, with the colon. */
		z.object({ kind: z.literal('app'), scheme: z.string() }),
		/** A port of this computer. */
		z.object({ kind: z.literal('computer') }),
	]),
	project: z.object({ id: z.string(), name: z.string() }),
	scopes: z.array(McpScope),
})
export type ConnectionQuestion = z.infer<typeof ConnectionQuestion>

export const ConnectionAnswer = z.object({
	request: ConnectionRequest,
	/** Empty: denied. */
	scopes: z.array(McpScope).check(z.maxLength(McpScope.options.length)),
})
export type ConnectionAnswer = z.infer<typeof ConnectionAnswer>

/** The address of the client that the browser opens next. */
export const ConnectionAnswered = z.object({ redirect: z.string() })
export type ConnectionAnswered = z.infer<typeof ConnectionAnswered>

export const Connection = z.object({
	id: z.string(),
	/** The client's name. */
	label: z.string(),
	clientId: z.string(),
	projectId: z.string(),
	projectName: z.string(),
	scopes: z.array(z.string()),
	createdAt: z.int(),
	/** Moved by each use. */
	expiresAt: z.int(),
	lastUsedAt: z.nullable(z.int()),
})
export type Connection = z.infer<typeof Connection>
export const ConnectionList = z.object({ tokens: z.array(Connection) })
export type ConnectionList = z.infer<typeof ConnectionList>
