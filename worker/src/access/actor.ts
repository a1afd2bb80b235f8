/** The caller of a request or socket. Resolved once; `can.ts` decides what it may do. */
import type { LimitName, PlanName } from '@fairlead/protocol/people/quotas'
import type { MemberRole } from '@fairlead/protocol/people/roles'

export type { MemberRole }

/** The role of a person in this installation, not in a project. trial: has no account yet. */
export type Standing = 'owner' | 'member' | 'trial'

/** The operator's decisions about a person or a project. */
export interface Allowance {
	/** The plan that the operator chose; null if the installation's applies. */
	readonly plan: PlanName | null
	/** Limits that replace the plan's; null: no limit. */
	readonly limits: Readonly<Partial<Record<LimitName, number | null>>> | null
	/** Unix milliseconds; null: not suspended. */
	readonly suspendedAt: number | null
	readonly suspendedFor: string | null
}

/** A request without credentials. */
export interface Nobody {
	readonly kind: 'nobody'
}

/** A signed-in person's browser. */
export interface SessionActor {
	readonly kind: 'session'
	/** The session's id. */
	readonly id: string
	readonly userId: string
	readonly name: string
	readonly standing: Standing
	/** Unix milliseconds. */
	readonly expiresAt: number
	/** Missing if the operator has decided nothing. */
	readonly allowance?: Allowance
}

export interface RelayActor {
	readonly kind: 'relay'
	/** The id of its relay token. */
	readonly id: string
	readonly projectId: string
	readonly name: string
}

/** A script with an API token: its person's rights, limited to the token's scopes. */
export interface ApiTokenActor {
	readonly kind: 'token'
	readonly id: string
	readonly userId: string
	readonly name: string
	/** The standing of the token's person. */
	readonly standing: Standing
	/** Permissions, by name. */
	readonly scopes: readonly string[]
	/** Unix milliseconds; null: until it is revoked. */
	readonly expiresAt: number | null
	/** The allowance of the token's person. */
	readonly allowance?: Allowance
}

/** A share link's rights beyond its role. */
export type ShareExtra = 'scene' | 'exports'

/** A visitor with a share link. */
export interface ShareActor {
	readonly kind: 'share'
	/** The link's id. */
	readonly id: string
	/** The visitor's name. */
	readonly name: string
	readonly projectId: string
	/** The only conversation that the link covers; null if it covers the whole project. */
	readonly conversationId: string | null
	readonly role: Exclude<MemberRole, 'owner'>
	readonly extras: readonly ShareExtra[]
	/** The visitor's session, if the link needs one: its end is the visit's end. */
	readonly sessionId: string | null
	/** Unix milliseconds; null: never. */
	readonly expiresAt: number | null
}

/** A webhook or a schedule of a project. */
export interface AutomationActor {
	readonly kind: 'webhook' | 'schedule'
	readonly id: string
	readonly name: string
	readonly projectId: string
	/** The person who pressed the button or replays a delivery: what follows is their usage. */
	readonly askedBy?: string | null
}

/** A coding agent that uses a project's editor through MCP, for a person who connected it. */
export interface McpActor {
	readonly kind: 'mcp'
	/** The connection's id. */
	readonly id: string
	readonly userId: string
	readonly name: string
	/** The client's name, to which the person agreed. */
	readonly clientName: string
	readonly projectId: string
	/** The standing of the person who connected it. */
	readonly standing: Standing
	/** Permissions, by name. */
	readonly scopes: readonly string[]
	/** The access token's expiry, Unix milliseconds. */
	readonly expiresAt: number
	/** The allowance of the person who connected it. */
	readonly allowance?: Allowance
}

/** The installation itself. */
export interface SystemActor {
	readonly kind: 'system'
}

/** The operator of the installation, with its secret: sees no content of projects, and can limit or suspend. */
export interface OperatorActor {
	readonly kind: 'operator'
}

export type Actor =
	| Nobody
	| SessionActor
	| RelayActor
	| ApiTokenActor
	| ShareActor
	| AutomationActor
	| McpActor
	| SystemActor
	| OperatorActor

export type ActorKind = Actor['kind']
export type ActorOf<K extends ActorKind> = Extract<Actor, { kind: K }>
/** An actor with a person behind it, whose role in a project counts. */
export type PersonActor = SessionActor | ApiTokenActor
