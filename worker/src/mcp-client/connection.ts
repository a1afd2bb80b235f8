/** A connection to an MCP server by Streamable HTTP, through the official client, which is loaded with the first of them. */
import { walkList } from '@fairlead/protocol/mcp-tools/walk-list'
import type { AuthProvider, Client, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { AddressRule } from '../platform/addresses.ts'
import { guardedFetch } from './guarded-fetch.ts'

/** Timeout until the server has said which revision it speaks. */
const CONNECT_MS = 15_000
/** Timeout for the DELETE of a session, which servers of 2025 keep. */
const FAREWELL_MS = 3_000
/** Pages of a list that the client reads by itself. */
const MAX_PAGES = 10
const CLIENT_INFO = { name: 'Fairlead', version: '1' } as const

export interface Reached {
	readonly url: string
	readonly headers: Readonly<Record<string, string>>
	readonly rule: AddressRule
	/** The OAuth credentials; null if the server is reached with its headers alone. */
	readonly auth: AuthProvider | OAuthClientProvider | null
	/** The revision that the server spoke last, which saves a question. */
	readonly revision: string | null
}

export interface Connection {
	readonly client: Client
	readonly revision: string | null
	/** Why a request failed: what broke the connection, if it was not the request itself. */
	causeOf(error: unknown): unknown
	/** Never rejects. */
	close(): Promise<void>
}

/** The newest revision is the one without sessions; all others begin with a handshake. */
const isStateless = (revision: string): boolean => revision >= '2026'

export async function connect(
	{ url, headers, rule, auth, revision }: Reached,
	signal: AbortSignal,
	ask?: typeof fetch,
): Promise<Connection> {
	const sdk = await import('@modelcontextprotocol/client')
	let brokenBy: unknown = null
	const broken = (error: unknown): void => {
		brokenBy ??= error
		// Ends the requests that wait for the answer.
		void client.close().catch(() => undefined)
	}
	const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
		requestInit: { headers: { ...headers } },
		fetch: onlyAt(new URL(url).origin, headers, guardedFetch(rule, broken, ask)),
		// An answer that breaks off is not asked for again: the call may have run.
		reconnectionOptions: {
			maxRetries: 0,
			initialReconnectionDelay: 1_000,
			maxReconnectionDelay: 1_000,
			reconnectionDelayGrowFactor: 1,
		},
		...(auth ? { authProvider: auth } : {}),
	})
	const client = new sdk.Client(CLIENT_INFO, {
		versionNegotiation: { mode: 'auto' },
		// The client lists by itself when a server says that its tools have changed.
		listMaxPages: MAX_PAGES,
	})
	const legacy = revision !== null && !isStateless(revision)
	const options = { signal, timeout: CONNECT_MS, maxTotalTimeout: CONNECT_MS }
	try {
		await client.connect(transport, legacy ? { ...options, prior: { kind: 'legacy' } } : options)
	} catch (error) {
		await client.close().catch(() => undefined)
		throw brokenBy ?? error
	}
	return {
		client,
		revision: client.getNegotiatedProtocolVersion() ?? null,
		causeOf: (error) => brokenBy ?? error,
		async close() {
			if (transport.sessionId !== undefined) {
				let timer: ReturnType<typeof setTimeout> | undefined
				const late = new Promise((resolve) => {
					timer = setTimeout(resolve, FAREWELL_MS)
				})
				await Promise.race([transport.terminateSession(), late]).catch(() => undefined)
				// A timer that is left running would keep the object awake.
				clearTimeout(timer)
			}
			await client.close().catch(() => undefined)
		},
	}
}

/** The official client sends the server's headers to authorization servers, too: others must not get its secrets. */
const onlyAt =
	(origin: string, headers: Reached['headers'], ask: typeof fetch): typeof fetch =>
	(input, init) => {
		const { url } = input instanceof Request ? input : { url: String(input) }
		if (new URL(url).origin === origin) return ask(input, init)
		const sent = new Headers(init?.headers)
		for (const name of Object.keys(headers)) sent.delete(name)
		return ask(input, { ...init, headers: sent })
	}

/** The tools as the server describes them. */
export async function listTools(
	{ client }: Connection,
	maxTools: number,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<unknown[]> {
	if (!client.getServerCapabilities()?.tools) return []
	const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs }
	return walkList((cursor) => {
		const params = cursor === undefined ? {} : { cursor }
		return client.request({ method: 'tools/list', params }, options)
	}, maxTools)
}
