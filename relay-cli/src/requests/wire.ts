/**
 * `fairlead mcp` ↔ relay: one connection on the relay's port, on which the MCP client's own messages travel
 * after both ends have proved that they know the token of relay.json (`token-proof.ts` of the protocol).
 *
 * GET /mcp, `Upgrade: fairlead-mcp`, `Fairlead-Nonce: <client's>`
 *   → 101, `Fairlead-Nonce: <relay's>`, `Fairlead-Proof: <HMAC>`
 *   → one line of JSON, {@link McpHello} ← one line of JSON, {@link McpWelcome}
 *   ↔ MCP as over stdio: one JSON-RPC message per line
 */

export const MCP_WIRE = {
	version: 1,
	path: '/mcp',
	upgrade: 'fairlead-mcp',
	helloTimeoutMs: 5_000,
	/** The first line. A path has at most 4,096 characters. */
	maxHelloBytes: 16_384,
	/** One message, either way. The SDK's limit for stdio. */
	maxLineBytes: 10 * 1024 * 1024,
} as const

/**
 * Where a command has the relay prove itself: GET with `Fairlead-Nonce` → 204 with `Fairlead-Nonce` and `Fairlead-Proof`. The
 * request with the token follows on the same connection.
 */
export const RELAY_PROOF_PATH = '/proof'

/** The variable that tells an MCP server which agent uses it, if that agent was started from the page. */
export const AGENT_VARIABLE = 'FAIRLEAD_AGENT'

/** Decides which calls run, ask, or are refused. */
export type McpMode = 'ask' | 'auto' | 'read-only'
/** Risks that need no question in this connection. */
export type AllowedRisk = 'write' | 'destructive' | 'execute'

export interface McpHello {
	readonly version: number
	readonly proof: string
	/** One per `fairlead mcp` process; stays the same when it connects again. */
	readonly session: string
	/** The Unity project's folder; null: the only editor that is open. */
	readonly folder: string | null
	readonly mode: McpMode
	readonly allow: readonly AllowedRisk[]
	/** Changes run through the project that the folder is linked to, which shows them on its page. */
	readonly page?: boolean | undefined
	/** The linked project hears nothing of changes: it is not asked, and nothing is reported. */
	readonly local?: boolean | undefined
	/** The agent that uses this client, if it was started from the page. */
	readonly agent?: string | undefined
	readonly pid: number
}

/** A client's introduction, without the members that the wire adds. */
export type Introduction = Omit<McpHello, 'version' | 'proof'>

export type McpWelcome =
	| {
			readonly ok: true
			readonly version: number
			readonly relayVersion: string
			/** It lives in another client's process, and ends with that client. */
			readonly alone: boolean
	  }
	| { readonly ok: false; readonly error: string }
