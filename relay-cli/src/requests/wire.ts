/**
 * `fairlead mcp` ↔ relay: one connection on the relay's port, on which the MCP client's own messages travel
 * after both ends have proved that they know the token of relay.json. The token itself is never sent: the
 * process id in a stale file may belong to another program by now, and so may the port.
 *
 * GET /mcp, `Upgrade: fairlead-mcp`, `Fairlead-Nonce: <client's>`
 *   → 101, `Fairlead-Nonce: <relay's>`, `Fairlead-Proof: <HMAC>`
 *   → one line of JSON, {@link McpHello} ← one line of JSON, {@link McpWelcome}
 *   ↔ MCP as over stdio: one JSON-RPC message per line
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const MCP_WIRE = {
	version: 1,
	path: '/mcp',
	upgrade: 'fairlead-mcp',
	nonceHeader: 'fairlead-nonce',
	proofHeader: 'fairlead-proof',
	helloTimeoutMs: 5_000,
	/** The first line. A path has at most 4,096 characters. */
	maxHelloBytes: 16_384,
	/** One message, either way. The SDK's limit for stdio. */
	maxLineBytes: 10 * 1024 * 1024,
} as const

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

const NONCE_BYTES = 24

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url')
export const isNonce = (text: unknown): text is string =>
	typeof text === 'string' && /^[A-Za-z0-9_-]{32}$/.test(text)

/** The proof of one end. `who` keeps one end's proof from being the other's. */
export const proofOf = (
	who: 'relay' | 'client',
	token: string,
	clientNonce: string,
	relayNonce: string,
): string =>
	createHmac('sha256', token).update(`${who}\n${clientNonce}\n${relayNonce}`).digest('base64url')

export function isProof(given: unknown, expected: string): boolean {
	if (typeof given !== 'string') return false
	const [a, b] = [Buffer.from(given), Buffer.from(expected)]
	return a.length === b.length && timingSafeEqual(a, b)
}
