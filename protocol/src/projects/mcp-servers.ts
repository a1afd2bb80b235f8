/** MCP servers that a project's agent may use. Bodies of `/api/projects/:id/mcp-servers`. */
import * as z from 'zod/mini'
import { DeskServer } from '../computers/local-mcp-servers.ts'
import { Id } from '../http/id.ts'

/** The most servers of one project. */
export const MAX_MCP_SERVERS = 20
/** The most tools of one server; further ones are left out. */
export const MAX_SERVER_TOOLS = 128
const MAX_HEADERS = 10

/** Between the server's name and the tool's: `linear__create_issue`. */
const SEPARATOR = '__'
/** The longest name of a tool that model providers take. */
export const MAX_TOOL_NAME = 64

/** The prefix of its tools: it has no underscore, so that it ends at the first one. */
export const McpServerName = z
	.string()
	.check(
		z.regex(
			/^[a-z][a-z0-9-]{0,23}$/,
			'Use up to 24 lower-case letters, digits and hyphens, beginning with a letter.',
		),
	)

export const serverToolName = (server: string, tool: string): string => server + SEPARATOR + tool

/** The two names in the name of a server's tool; null: it is the name of another tool. */
export function serverToolParts(
	name: string,
): { readonly server: string; readonly tool: string } | null {
	const [, server, tool] = /^([a-z][a-z0-9-]{0,23})__(.+)$/s.exec(name) ?? []
	return server === undefined || tool === undefined ? null : { server, tool }
}

/** read: runs without a question, and again if its answer was lost · write: like other changes · destructive: always asks. */
export const ServerRisk = z.enum(['read', 'write', 'destructive'])
export type ServerRisk = z.infer<typeof ServerRisk>

/** A tool of a server as the agent gets it. */
export interface ServerTool {
	/** {@link serverToolName}. */
	readonly name: string
	readonly description: string
	/** JSON Schema of an object, rebuilt from what the server sent. */
	readonly inputSchema: Record<string, unknown>
	readonly risk: ServerRisk
}

const header = z
	.string()
	.check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'This is not a header name.'))
const headerValue = z
	.string()
	.check(
		z.minLength(1),
		z.maxLength(4_000),
		z.regex(/^[\x20-\x7e]*$/, 'A header has printable ASCII characters only.'),
	)
/** Sent with every request, such as `authorization`. Write-only. */
const Headers = z
	.record(header, headerValue)
	.check(z.refine((all) => Object.keys(all).length <= MAX_HEADERS, `At most ${MAX_HEADERS}.`))

const url = z.url().check(z.maxLength(2_000))

export const CreateMcpServer = z.object({
	name: McpServerName,
	/** Streamable HTTP. */
	url,
	headers: z._default(Headers, {}),
	risk: z._default(ServerRisk, 'write'),
	enabled: z._default(z.boolean(), true),
})
export type CreateMcpServer = z.infer<typeof CreateMcpServer>

/**
 * Without `headers`, those that are kept stay; with another `url` they are forgotten.
 * `toolRisks`: by the tool's name without prefix; null: that of the server.
 */
export const UpdateMcpServer = z.partial(
	z.object({
		name: McpServerName,
		url,
		headers: Headers,
		risk: ServerRisk,
		toolRisks: z
			.record(z.string().check(z.maxLength(MAX_TOOL_NAME)), z.nullable(ServerRisk))
			.check(z.refine((all) => Object.keys(all).length <= MAX_SERVER_TOOLS, 'There are too many.')),
		enabled: z.boolean(),
	}),
)
export type UpdateMcpServer = z.infer<typeof UpdateMcpServer>

/**
 * new: never reached · ready: the tools were read · sign_in: it refuses Fairlead's credentials, or has none of it ·
 * failed: it could not be reached, or did not answer as it must.
 */
export const McpServerState = z.enum(['new', 'ready', 'sign_in', 'failed'])
export type McpServerState = z.infer<typeof McpServerState>

export const McpServerTool = z.object({
	/** Without the prefix. */
	name: z.string(),
	title: z.string(),
	description: z.string(),
	risk: ServerRisk,
	/** The project chose a risk for this tool. */
	chosen: z.boolean(),
	/** The server's own hint, which decides nothing. Null if it gives none. */
	hint: z.nullable(z.enum(['read', 'destructive'])),
})
export type McpServerTool = z.infer<typeof McpServerTool>

export const McpServer = z.object({
	id: Id,
	name: z.string(),
	url: z.string(),
	/** Names of its headers, whose values are never shown. */
	headerNames: z.array(z.string()),
	/** Somebody signed in there by OAuth, for the whole project. */
	signedIn: z.boolean(),
	risk: ServerRisk,
	enabled: z.boolean(),
	state: McpServerState,
	/** The last failure; null: there was none since it worked. */
	error: z.nullable(z.object({ at: z.int(), reason: z.string() })),
	/** The protocol's revision that it spoke last. */
	revision: z.nullable(z.string()),
	tools: z.array(McpServerTool),
	/** Tools that the agent does not get. */
	leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
	/** When the tools were read. */
	readAt: z.nullable(z.int()),
	createdAt: z.int(),
	updatedAt: z.int(),
})
export type McpServer = z.infer<typeof McpServer>
/** `desk`: those that a computer adds to this project, by a command; they are changed there only. */
export const McpServerList = z.object({
	servers: z.array(McpServer),
	desk: z._default(z.array(DeskServer), []),
})
export type McpServerList = z.infer<typeof McpServerList>

/** `url`: the page at which a person signs in. Null if the server wants no sign-in, or could not be asked; see its state. */
export const BegunMcpSignIn = z.object({ url: z.nullable(z.string()), server: McpServer })
export type BegunMcpSignIn = z.infer<typeof BegunMcpSignIn>

/** Problems that the address of the page names after a sign-in. */
export const MCP_SIGN_IN_PROBLEMS = ['stale', 'denied', 'failed'] as const

/** Client ID Metadata Document: what authorization servers read of Fairlead. */
export const McpClientDocument = z.object({
	client_id: z.string(),
	client_name: z.string(),
	client_uri: z.string(),
	redirect_uris: z.array(z.string()),
	grant_types: z.array(z.string()),
	response_types: z.array(z.string()),
	token_endpoint_auth_method: z.literal('none'),
})
export type McpClientDocument = z.infer<typeof McpClientDocument>
