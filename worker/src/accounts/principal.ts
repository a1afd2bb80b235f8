/** Who sends a request. Every route says which of these may. */
import type { User } from '../db/users.ts'

export interface SessionPrincipal {
	readonly kind: 'session'
	readonly sessionId: string
	readonly user: User
}

export interface RelayPrincipal {
	readonly kind: 'relay'
	readonly tokenId: string
	readonly projectId: string
	readonly projectName: string
}
