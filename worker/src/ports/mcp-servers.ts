/** The MCP servers of a project as a run uses them. */

import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'

export interface ServerCall {
	/** The name with its prefix. */
	readonly name: string
	readonly params: Readonly<Record<string, unknown>>
	/** once: it must not be sent twice, whatever happens to the connection. */
	readonly replay: 'safe' | 'once'
	readonly timeoutMs: number
	/** Aborted when nobody waits for it. */
	readonly signal: AbortSignal
	/** Takes the server's words while it works. */
	readonly progress: (message: string) => void
}

export interface ServersPort {
	/** The tools of the servers that are switched on, as they were last read. May fail. */
	tools(): Promise<readonly ServerTool[]>
	/** Sends it once. Never rejects: a failure is an outcome. */
	call(call: ServerCall): Promise<CallOutcome>
}
