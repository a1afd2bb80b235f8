/** Whoever does something. Resolved once per request or socket; what it may do, `can.ts` says. */

export type MemberRole = 'viewer' | 'editor' | 'owner'

/** A request without credentials. */
export interface Nobody {
	readonly kind: 'nobody'
}

/** A browser of a person who is signed in. */
export interface SessionActor {
	readonly kind: 'session'
	/** Of the session. */
	readonly id: string
	readonly userId: string
	readonly name: string
	/** In this installation, not in a project. */
	readonly standing: 'owner' | 'member'
	/** Unix milliseconds. */
	readonly expiresAt: number
}

export interface RelayActor {
	readonly kind: 'relay'
	/** Of its token. */
	readonly id: string
	readonly projectId: string
	readonly name: string
}

/** A script with an API token: as much as its person, but only what the token is for. */
export interface ApiTokenActor {
	readonly kind: 'token'
	readonly id: string
	readonly userId: string
	readonly name: string
	/** Permissions, by name. */
	readonly scopes: readonly string[]
}

/** Whoever came by a link. */
export interface ShareActor {
	readonly kind: 'share'
	readonly id: string
	readonly name: string
	readonly projectId: string
	/** Null: the whole project. */
	readonly conversationId: string | null
	readonly role: Exclude<MemberRole, 'owner'>
}

/** A webhook or a schedule of a project. */
export interface AutomationActor {
	readonly kind: 'webhook' | 'schedule'
	readonly id: string
	readonly name: string
	readonly projectId: string
}

/** A coding agent that uses a project's editor through MCP, for a person. */
export interface McpActor {
	readonly kind: 'mcp'
	readonly id: string
	readonly userId: string
	readonly name: string
	readonly projectId: string
}

/** The installation itself. */
export interface SystemActor {
	readonly kind: 'system'
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

export type ActorKind = Actor['kind']
export type ActorOf<K extends ActorKind> = Extract<Actor, { kind: K }>
