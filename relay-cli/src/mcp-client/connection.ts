/** A connection to a server that the relay starts, through the official client. */

import { MAX_DESK_TOOLS } from '@fairlead/protocol/computers/local-mcp-servers'
import { outcomeOf, said } from '@fairlead/protocol/mcp-tools/outcome'
import { walkList } from '@fairlead/protocol/mcp-tools/walk-list'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { Client } from '@modelcontextprotocol/client'
import { RELAY_VERSION } from '../platform/version.ts'
import { ChildEnded, type ChildOptions, ChildTransport } from './child-transport.ts'

const CLIENT_INFO = { name: 'Fairlead', version: RELAY_VERSION } as const
/** Older servers do not answer the question of the newest revision. */
const PROBE_MS = 3_000
const LIST_MS = 20_000
/** The longest that a timer takes; the relay's clock ends a start that takes too long. */
const NEVER_MS = 2 ** 31 - 1
const INVALID_PARAMS = -32_602

export interface Connection {
	readonly client: Client
	readonly transport: ChildTransport
}

export type Started = Omit<ChildOptions, 'parse'>

/** @throws {ChildEnded} also if it does not say in time what it speaks. */
export async function connect(options: Started, startMs: number): Promise<Connection> {
	const sdk = await import('@modelcontextprotocol/client')
	// Some older servers end themselves over a question that they do not know.
	for (const prior of [undefined, { kind: 'legacy' } as const]) {
		const transport = new ChildTransport({ ...options, parse: sdk.parseJSONRPCMessage })
		const client = new sdk.Client(CLIENT_INFO, {
			versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
		})
		const cancelLimit = options.clock.after(startMs, () => void transport.close())
		try {
			await client.connect(transport, { timeout: NEVER_MS, ...(prior ? { prior } : {}) })
			return { client, transport }
		} catch {
			// A server that did not answer in time was closed.
			const ended = transport.ended?.fault === 'closed' ? null : transport.ended
			await transport.close()
			if (prior !== undefined || ended?.fault !== 'ended') throw ended ?? late(startMs)
		} finally {
			cancelLimit()
		}
	}
	throw late(startMs)
}

const late = (startMs: number): ChildEnded =>
	new ChildEnded('ended', `It was not ready within ${Math.round(startMs / 1_000)} s.`)

export async function listTools({ client }: Connection): Promise<unknown[]> {
	if (!client.getServerCapabilities()?.tools) return []
	const options = { timeout: LIST_MS, maxTotalTimeout: LIST_MS }
	return walkList((cursor) => {
		const params = cursor === undefined ? {} : { cursor }
		return client.request({ method: 'tools/list', params }, options)
	}, MAX_DESK_TOOLS)
}

export interface ServerCall {
	/** Name of the server, for sentences. */
	readonly server: string
	/** The tool's name on the server. */
	readonly tool: string
	readonly params: Readonly<Record<string, unknown>>
	/** once: without an answer its effect is unknown. */
	readonly replay: 'safe' | 'once'
	readonly timeoutMs: number
	readonly signal: AbortSignal
}

/** Never rejects. `answered`: the server gave an answer, if only an error. */
export async function callTool(
	{ client, transport }: Connection,
	{ server, tool, params, replay, timeoutMs, signal }: ServerCall,
): Promise<{ readonly outcome: CallOutcome; readonly answered: boolean }> {
	const sdk = await import('@modelcontextprotocol/client')
	try {
		const answer = await client.callTool(
			{ name: tool, arguments: { ...params } },
			{ signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs },
		)
		return { outcome: outcomeOf(server, answer), answered: true }
	} catch (error) {
		if (transport.ended === null && error instanceof sdk.ProtocolError) {
			const { code, message } = error
			const what = code === INVALID_PARAMS ? 'invalid_arguments' : 'unsupported'
			const hint = 'The tool may have changed: ask find_tools for it again.'
			return {
				outcome: failed(what, `${server} refused the call.`, { hint, data: said(message) }),
				answered: true,
			}
		}
		const why =
			transport.ended?.message ?? 'It did not answer as the protocol wants it, or not in time.'
		return { outcome: unanswered(server, why, replay), answered: false }
	}
}

function unanswered(server: string, why: string, replay: 'safe' | 'once'): CallOutcome {
	const message = `The MCP server ${server} on the user's computer: ${why}`
	return replay === 'once'
		? failed('effect_unknown', `${message} The call may have taken effect.`, {
				hint: 'Look at what the server shows before you repeat the call.',
			})
		: failed('unsupported', message)
}
