/** A sub-agent: a run of its own, in a conversation object of its own, that a call of `delegate` starts. */

import type { Budget, ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { Author } from '@fairlead/protocol/people/author'
import type { ModelSettings } from '../model/registry/facts.ts'
import type { ChangedStep } from '../revert/run-changes.ts'
import type { Run } from '../run/run-state.ts'

/** The request that starts it. The same call id always comes with the same. */
export interface SubAgentStart {
	/** The call of `delegate`. */
	readonly callId: string
	/** The context that a sub-agent has to know. */
	readonly briefing: string
	readonly task: string
	/** That of the run that starts it. */
	readonly author: Author
	readonly model: string
	/** Its effort, and what is known of its price: limits in dollars count with it. */
	readonly settings: ModelSettings
	readonly mode: ConversationMode
	readonly budget: Budget
	/** The seat that the starting run is bound to; null: the project's target. */
	readonly editorKey: string | null
	/** The answers to approvals that count in the starting run. */
	readonly decisions: Run['decisions']
	/** Tools that the starting conversation has found. */
	readonly activated: readonly string[]
}

/** How it ended. */
export interface SubAgentReport {
	readonly callId: string
	readonly state: 'completed' | 'failed' | 'cancelled'
	/** The notice at its end; null: it was done. */
	readonly notice: { readonly code: string; readonly text: string } | null
	readonly answer: string
	/** Model calls that it began. */
	readonly steps: number
	readonly calls: readonly ModelCall[]
	readonly changes: readonly ChangedStep[]
	/** The seat that it worked on. */
	readonly editorKey: string | null
	/** Bytes that its object stores. Absent in reports of instances from before it was told. */
	readonly bytes?: number
}

export type SubAgentStanding =
	/** Why it waits for the editor; null: it does not. */
	| { readonly waiting: string | null }
	/** It had begun, and its object has lost its storage. */
	| { readonly lost: true }

/** The sub-agents of a conversation. */
export interface SubAgentsPort {
	/**
	 * Durable when it returns; a repeated call id is the same sub-agent. Its end comes back as a {@link SubAgentReport}.
	 * `begun`: it is known to have begun, so it must not begin anew. May fail.
	 */
	start(start: SubAgentStart, begun: boolean): Promise<SubAgentStanding>
	/**
	 * Ends them; one whose start arrives later never begins. Returns those that are not over yet, or could not be
	 * reached. Never rejects.
	 */
	stop(callIds: readonly string[]): Promise<readonly string[]>
}

/** A row of the conversation that started it. */
export interface SubAgent {
	readonly callId: string
	readonly runId: string
	/** The model's own id of the call: what the page knows it by. */
	readonly toolCallId: string
	/** The tools step of the call. */
	readonly stepSeq: number
	readonly start: SubAgentStart
	/** That of the call: with the model's id, its name on the page. */
	readonly createdAt: number
	/** Unix ms of its report; null: it has not ended. */
	readonly endedAt: number | null
	/** Its changes, which are reverted with its run. */
	readonly changes: readonly ChangedStep[]
	/** Bytes that its object stores when it has ended: counted with the conversation. */
	readonly bytes: number
}

export type SubAgentEnd = Pick<SubAgent, 'endedAt' | 'changes' | 'bytes'>

export interface SubAgentStore {
	insertSubAgent(agent: SubAgent): void
	subAgent(callId: string): SubAgent | null
	subAgentsOf(runId: string): readonly SubAgent[]
	endSubAgent(callId: string, end: SubAgentEnd): void
}
