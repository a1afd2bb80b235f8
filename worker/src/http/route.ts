/**
 * A route of the API: path, who may call it, what goes in and out. Everything is declared in
 * one value, from which come the checks, the handler's types and the OpenAPI document; there is
 * no way to add a route without saying who may call it.
 */
import type { Context } from 'hono'
import type * as z from 'zod'
import type { RelayPrincipal, SessionPrincipal } from '../accounts/principal.ts'
import type { Database } from '../db/client.ts'
import type { ConversationRow } from '../db/conversations.ts'
import type { MemberRole, ProjectRow } from '../db/projects.ts'
import type { Env } from '../env.ts'

export type AppContext = Context<{ Bindings: Env }>

/**
 * public: anybody · session: whoever is signed in · project: members of the project `:projectId` ·
 * conversation: members of the project of `:conversationId` · relay: a relay with a token of the
 * project `:projectId`. `role` is the least a member needs.
 */
export type Access =
	| { readonly kind: 'public' }
	| { readonly kind: 'session' }
	| { readonly kind: 'project'; readonly role: MemberRole }
	| { readonly kind: 'conversation'; readonly role: MemberRole }
	| { readonly kind: 'relay' }

/** What an access check found, by the kind of access. */
export interface Granted {
	public: { readonly kind: 'public' }
	session: { readonly kind: 'session'; readonly principal: SessionPrincipal }
	project: {
		readonly kind: 'project'
		readonly principal: SessionPrincipal
		readonly project: ProjectRow
		readonly role: MemberRole
	}
	conversation: {
		readonly kind: 'conversation'
		readonly principal: SessionPrincipal
		readonly project: ProjectRow
		readonly conversation: ConversationRow
		readonly role: MemberRole
	}
	relay: { readonly kind: 'relay'; readonly principal: RelayPrincipal }
}

export interface Input<K extends Access['kind'], B, Q> {
	readonly c: AppContext
	readonly env: Env
	readonly db: Database
	/** Unix milliseconds at which the request came. */
	readonly now: number
	readonly granted: Granted[K]
	readonly body: B
	readonly query: Q
	/** A path parameter of this route. */
	param(name: string): string
}

/** What a route answers when all went well. */
export type Answer =
	| { readonly status: 200 | 201 | 202; readonly schema: z.ZodType; readonly description: string }
	| { readonly status: 204 | 101; readonly description: string }
	| { readonly status: 200; readonly mediaType: string; readonly description: string }

export type Method = 'get' | 'post' | 'patch' | 'delete'

export interface RouteSpec<
	K extends Access['kind'],
	B extends z.ZodType | undefined,
	Q extends z.ZodType | undefined,
> {
	readonly method: Method
	/** Hono's syntax: `/api/projects/:projectId`. */
	readonly path: `/${string}`
	/** One line for the OpenAPI document; also makes the operation's name. */
	readonly summary: string
	readonly access: Extract<Access, { kind: K }>
	readonly body?: B
	/** Default: 64 KiB. */
	readonly maxBodyBytes?: number
	readonly query?: Q
	readonly answers: readonly Answer[]
	handle(
		input: Input<
			K,
			B extends z.ZodType ? z.output<B> : undefined,
			Q extends z.ZodType ? z.output<Q> : undefined
		>,
	): Promise<Response> | Response
}

/** A route whose types were forgotten: what the table holds. */
export interface Route
	extends Omit<RouteSpec<Access['kind'], z.ZodType | undefined, z.ZodType | undefined>, 'handle'> {
	handle(input: Input<Access['kind'], unknown, unknown>): Promise<Response> | Response
}

/** Declares a route. The handler's input follows from `access`, `body` and `query`. */
export function route<
	K extends Access['kind'],
	B extends z.ZodType | undefined = undefined,
	Q extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<K, B, Q>): Route {
	// Sound because `app.ts` calls `handle` only with what the checks of this very spec returned.
	return spec as unknown as Route
}

export const json = (value: unknown, status: 200 | 201 | 202 = 200): Response =>
	Response.json(value, { status })
export const noContent = (headers?: Record<string, string>): Response =>
	new Response(null, { status: 204, ...(headers ? { headers } : {}) })
