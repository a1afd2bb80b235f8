/** The ports of a run's state machine. */
import type { Author } from '@fairlead/protocol/author'
import type { Usage } from '@fairlead/protocol/runs'
import type { NoticePart } from '@fairlead/protocol/stream-parts'
import type { ServersPort } from '../../ports/mcp-servers.ts'
import type { RoomPort } from '../../ports/room.ts'
import type { Effort, ModelFacts } from '../model/registry/facts.ts'
import type { ChatProvider } from '../model/types.ts'
import type { Grants } from '../policy/approvals.ts'
import type { ChunkSink } from '../stream/chunk-log.ts'
import type { RunStore } from './run-store.ts'

/**
 * no_model: there is no such provider · no_key: nobody's key would pay · key_locked: the payer's key was stored under
 * another SECRETS_KEY.
 */
export type NoAccess = 'no_model' | 'no_key' | 'key_locked'

export interface ModelAccess {
	readonly provider: ChatProvider
	/** Whose key pays; null: the model costs nothing. */
	readonly paidBy: 'person' | 'server' | null
	/** Shown once in the run: a limit of the payer is near. */
	readonly warning?: NoticePart
	/** Counts what the request has cost towards the limits of the payer. May fail. */
	readonly charge?: (usage: Usage) => Promise<void>
	/** The provider's own model id. */
	readonly modelId: string
	readonly facts: ModelFacts
	readonly webSearch: boolean
	/** How long to think; absent: as the model does by itself. */
	readonly effort?: Effort
	/** `run`: it reads nothing that was said before its run. Default: the conversation. */
	readonly sees?: 'run'
}

export interface ModelOutline {
	/** Null: unknown. */
	readonly windowTokens: number | null
	/** See `ChatProvider`. */
	readonly summarizes: boolean
}

export interface LogEntry {
	readonly level: 'warn' | 'error'
	readonly event: string
	readonly [fact: string]: unknown
}

export interface MachinePorts {
	readonly conversationId: string
	readonly store: RunStore
	readonly room: RoomPort
	readonly servers: ServersPort
	readonly sink: ChunkSink
	/** Unix milliseconds. */
	readonly clock: () => number
	/** In [0, 1). */
	readonly random: () => number
	readonly newId: (prefix: 'run' | 'msg' | 'grt') => string
	/** SHA-256, lower-case hex. */
	readonly hash: (content: string | Uint8Array) => string
	/** The project's grants. May fail: then a person is asked. */
	readonly grants: () => Promise<Grants>
	/** Whether this author may still write in the conversation: words, or a call of an MCP client. May fail: then their messages wait. */
	readonly mayWrite: (
		author: Author,
		permission: 'run.start' | 'room.make_calls',
	) => Promise<boolean>
	/** One call of a model in US dollars; null if its price is not known. */
	readonly costOf: (model: string, usage: Usage) => number | null
	/** Known without a key. */
	readonly outline: (model: string) => ModelOutline
	/** Asked before each request, so that a key that was removed is not used again. May fail: then it is tried again. */
	readonly model: (
		name: string,
		author: Author,
	) => Promise<ModelAccess | { refused: NoAccess | NoticePart }>
	/** State was committed: set the alarm, drain the outbox. Must not throw. */
	readonly committed: () => void
	readonly log: (entry: LogEntry) => void
}
