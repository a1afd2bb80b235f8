/** The known state of one session, or of one sub-agent. Plain data. */
import type { AgentStatus } from '@fairlead/protocol/agents/agents'
import { NO_USAGE, type Usage } from './usage.ts'

export interface SessionTool {
	readonly toolId: string
	readonly name: string
	readonly text: string
	readonly state: 'running' | 'done' | 'failed'
	/** When it began or showed progress: silence counts from here. */
	readonly heardAt: number
	/** When it was first seen here. */
	readonly seenAt: number
	/** It ended, and is still shown as running until then. */
	readonly ends: { readonly at: number; readonly state: 'done' | 'failed' } | null
	/** It was handed to a background agent, whose end is told by another record. */
	readonly inBackground: boolean
	/** The question of `AskUserQuestion`. */
	readonly question: string | null
}

/** The state of the turn, by the newest news of it. */
export type Turn =
	| { readonly kind: 'none' }
	| { readonly kind: 'working' }
	/** Text came last: more may follow, or nothing. */
	| { readonly kind: 'text'; readonly at: number }
	| { readonly kind: 'over'; readonly at: number }
	| { readonly kind: 'interrupted'; readonly at: number }
	/** Something else than a tool asks. */
	| { readonly kind: 'asks'; readonly text: string; readonly at: number }

export interface Permission {
	readonly text: string
	readonly at: number
	readonly by: 'hook' | 'registry'
}

export interface BegunAgent {
	readonly id: string
	/** null if it was begun in the background, and works. */
	readonly endedAt: number | null
}

export interface Session {
	readonly title: string | null
	readonly named: string | null
	readonly cwd: string | null
	readonly branch: string | null
	readonly model: string | null
	readonly team: { readonly name: string; readonly member: string | null } | null
	/** `/clear` began it. */
	readonly isCleared: boolean
	readonly turn: Turn
	/** The newest words of the turn. */
	readonly words: string
	/** It set an alarm in this turn, or runs at fixed times. */
	readonly wakes: boolean
	readonly isScheduled: boolean
	/** Oldest first. */
	readonly tools: readonly SessionTool[]
	readonly permission: Permission | null
	/** Claude Code's own last word on whether it works; null: none. */
	readonly registry: 'busy' | 'waiting' | 'idle' | null
	/** Hooks of this session arrive: a permission would have been told. */
	readonly isHooked: boolean
	/** The relay runs it itself: the ends of its turns and of its permissions are told. */
	readonly isOwn: boolean
	/** The name of an agent other than Claude Code. */
	readonly program: string | null
	readonly usage: Usage
	readonly ended: { readonly sure: boolean; readonly at: number } | null
	readonly heardAt: number
	/** Sub-agents of which the session itself said something. */
	readonly agents: readonly BegunAgent[]
	readonly status: AgentStatus
	readonly since: number
}

export const newSession = (now: number, isOwn = false): Session => ({
	title: null,
	named: null,
	cwd: null,
	branch: null,
	model: null,
	team: null,
	isCleared: false,
	turn: { kind: 'none' },
	words: '',
	wakes: false,
	isScheduled: false,
	tools: [],
	permission: null,
	registry: null,
	isHooked: isOwn,
	isOwn,
	program: null,
	usage: NO_USAGE,
	ended: null,
	heardAt: now,
	agents: [],
	status: { kind: 'idle' },
	since: now,
})
