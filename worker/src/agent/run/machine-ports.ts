/** The ports of a run's state machine. */

import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Effort } from '@fairlead/protocol/models/models'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { MadeKind } from '@fairlead/protocol/packs/kind'
import type { Author } from '@fairlead/protocol/people/author'
import type { SkillLine } from '@fairlead/protocol/projects/project-context'
import type { ModelFacts } from '@fairlead/protocol/services/model-row'
import type { BudgetFigures, DollarsSpent } from '../../access/dollar-budgets.ts'
import type { ServersPort } from '../../ports/mcp-servers.ts'
import type { PackToolsPort } from '../../ports/pack-tools.ts'
import type { RoomPort } from '../../ports/room.ts'
import type { SearchPort } from '../../ports/web-search.ts'
import type { ModelSettings } from '../model/registry/facts.ts'
import type { ChatProvider } from '../model/types.ts'
import type { Grants } from '../policy/approvals.ts'
import type { WritePermission } from '../source/run-source.ts'
import type { ChunkSink } from '../stream/chunk-log.ts'
import type { SubAgentsPort } from '../sub-agents/sub-agent.ts'
import type { Run, ToolCall } from './run-state.ts'
import type { RunStore } from './run-store.ts'

/**
 * no_model: there is no such provider · no_key: nobody's key would pay · key_locked: the payer's key was stored under
 * another SECRETS_KEY.
 */
export type NoAccess = 'no_model' | 'no_key' | 'key_locked'

export interface ModelAccess {
	readonly provider: ChatProvider
	/** The payer; null if the model costs nothing. */
	readonly paidBy: 'person' | 'server' | null
	/** A person's own server for which no key is stored. */
	readonly keyless?: true
	/** Shown once in the run: a limit of the payer is near. */
	readonly warning?: NoticePart
	/** Counts what the request has cost towards the limits of the payer. May fail. */
	readonly charge?: (usage: Usage) => Promise<void>
	/** The provider's own model id. */
	readonly modelId: string
	readonly facts: ModelFacts
	/** The provider's own search. */
	readonly webSearch: boolean
	/** The provider offers no search, and the payer has a key of a search service: see `SearchPort`. */
	readonly ownSearch?: true
	/** How long to think; absent: the model decides. */
	readonly effort?: Effort
}

export interface ModelOutline {
	/** The context window; null if unknown. */
	readonly windowTokens: number | null
	/** See `ChatProvider`. */
	readonly summarizes: boolean
}

/** Skills of the person whose run it is. An author without an account has none. */
export interface SkillsPort {
	/** Sorted by name. May fail. */
	list(author: Author): Promise<readonly SkillLine[]>
	/** The instructions; null: there is no such skill. May fail. */
	load(author: Author, name: string): Promise<string | null>
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
	readonly search: SearchPort
	readonly packs: PackToolsPort
	/** The kind that the project was made as; null: it has the kind of its folder. May fail. */
	readonly madeKind: () => Promise<MadeKind | null>
	readonly agents: SubAgentsPort
	readonly skills: SkillsPort
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
	/** Whether visitors of a share link see the whole call, and so may decide about it. */
	readonly isSharedWhole: (call: Pick<ToolCall, 'name' | 'params'>) => boolean
	/** Whether this author may still write in the conversation: words, or a client's call. May fail: then their messages wait. */
	readonly mayWrite: (author: Author, permission: WritePermission) => Promise<boolean>
	/**
	 * Tells what a run under way has spent, and returns the budgets in dollars that count it. May fail: then those known
	 * last count.
	 */
	readonly budgets: (run: Pick<Run, 'id' | 'author'>, own: DollarsSpent) => Promise<BudgetFigures>
	/** One model call in US dollars; null if its price is not known. `paidBy` missing: the payer when the run began. */
	readonly costOf: (
		model: string,
		usage: Usage,
		settings?: ModelSettings,
		paidBy?: ModelCall['paidBy'],
	) => number | null
	/** Facts about a model that need no key. */
	readonly outline: (model: string, settings?: ModelSettings) => ModelOutline
	/** Asked before each request, so that a key that was removed is not used again. May fail: then it is tried again. */
	readonly model: (
		name: string,
		author: Author,
		settings?: ModelSettings,
	) => Promise<ModelAccess | { refused: NoAccess | NoticePart }>
	/** State was committed: set the alarm, drain the outbox. Must not throw. */
	readonly committed: () => void
	readonly log: (entry: LogEntry) => void
}
