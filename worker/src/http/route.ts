/**
 * A route of the API: path, who may call it, what goes in and out. Everything is declared in
 * one value, from which the checks, the handler's types and the OpenAPI document follow; there is
 * no way to add a route without declaring its access.
 */
import type { Context } from 'hono'
import type * as z from 'zod'
import type { ActorOf, Allowance, MemberRole } from '../access/actor.ts'
import type { PermissionOn, ResourceKind } from '../access/permissions.ts'
import type { ConversationRow } from '../conversations/record/conversations.ts'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import type { ProjectRow } from '../projects/store/projects.ts'
import { onlyKnown } from './only-known.ts'
import type { OriginRule } from './origin.ts'

export interface AppEnv {
	Bindings: Env
	/** Named in the answer and in the installation's log. */
	Variables: { requestId: string }
}
export type AppContext = Context<AppEnv>

/** The actors that use HTTP so far; each has its own credential. */
export type CallerKind = 'nobody' | 'session' | 'token' | 'mcp' | 'relay' | 'share' | 'operator'
export type Caller = ActorOf<CallerKind>

/** The callers of a route, its resource, permission and allowed origins. All are required. */
export type Access<
	By extends CallerKind = CallerKind,
	On extends ResourceKind = ResourceKind,
> = On extends ResourceKind
	? {
			/** Credentials that are looked for, in this order. One counts only where the ones before it see nothing. */
			readonly by: readonly By[]
			/** `project`, `computer` and `conversation`: the one that the path names. `account`: the caller's own. */
			readonly on: On
			readonly needs: PermissionOn<On>
			readonly origin: OriginRule
			/**
			 * `once-proven`: the handler counts the request (`rate-limit.ts`), for the proof is in its body.
			 * `if-refused`: only a refusal is counted, so that nobody at the same address keeps a right one out.
			 */
			readonly counted?: 'once-proven' | 'if-refused'
		}
	: never

/** The result of an access check, by the kind of resource. */
export interface Found {
	installation: object
	account: object
	project: {
		readonly project: ProjectRow
		readonly role: MemberRole | null
		/** The project's. */
		readonly allowance: Allowance | null
	}
	/** Connected. */
	computer: {
		readonly project: ProjectRow
		readonly role: MemberRole | null
		readonly allowance: Allowance | null
	}
	conversation: {
		readonly project: ProjectRow
		readonly conversation: ConversationRow
		readonly role: MemberRole | null
		readonly allowance: Allowance | null
	}
}

export type Granted<By extends CallerKind, On extends ResourceKind> = Found[On] & {
	readonly actor: ActorOf<By>
}

export interface Input<By extends CallerKind, On extends ResourceKind, B, Q> {
	readonly c: AppContext
	readonly env: Env
	readonly db: Database
	/** Unix milliseconds at which the request came. */
	readonly now: number
	readonly granted: Granted<By, On>
	readonly body: B
	readonly query: Q
	/** A path parameter of this route. */
	param(name: string): string
	/** More for the audit log, where the request's path and answer do not say it. */
	note(more: AuditNote): void
}

export interface AuditNote {
	/** Another operation, whose work this request did; recorded even if the route itself is not. */
	readonly event?: string
	readonly projectId?: string
	/** The id of what it was done to. */
	readonly subject?: string
	/** The person in whose own log it stands too, if it is not the one who did it. */
	readonly person?: string
	/** Holds no secret. */
	readonly detail?: unknown
}

export type BodyType = 'json' | 'form'

/** A route's answer; 400: a refusal in a protocol's own form. All other refusals are problems. */
export type Answer =
	| {
			readonly status: 200 | 201 | 202 | 400
			readonly schema: z.core.$ZodType
			readonly description: string
	  }
	| { readonly status: 202 | 204 | 101 | 303; readonly description: string }
	| {
			readonly status: 200 | 400 | 401 | 403 | 404 | 406 | 415
			readonly mediaType: string
			readonly description: string
	  }

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface RouteSpec<
	By extends CallerKind,
	On extends ResourceKind,
	B extends z.core.$ZodType | undefined,
	Q extends z.core.$ZodType | undefined,
> {
	readonly method: Method
	/** Hono's syntax: `/api/projects/:projectId`. */
	readonly path: `/${string}`
	/** The operation's name in the OpenAPI document; clients are generated from it, so it never changes. */
	readonly operationId: string
	/** One line for the OpenAPI document. */
	readonly summary: string
	readonly access: Access<By, On>
	readonly body?: B
	/** Default: JSON. `form`: `application/x-www-form-urlencoded`, as OAuth has it; the schema's values are strings. */
	readonly bodyType?: BodyType
	/**
	 * Why members of a JSON body that the schema does not name are left out, instead of refused: programs of others
	 * send them.
	 */
	readonly othersSendMore?: string
	/** Default: 64 KiB. */
	readonly maxBodyBytes?: number
	readonly query?: Q
	readonly answers: readonly Answer[]
	/** Default: a change is recorded in the audit log under the operation's id, a read is not. `none`: why not. */
	readonly audit?: 'recorded' | { readonly none: string }
	handle(
		input: Input<
			By,
			On,
			B extends z.core.$ZodType ? z.output<B> : undefined,
			Q extends z.core.$ZodType ? z.output<Q> : undefined
		>,
	): Promise<Response> | Response
}

/** A route with erased types, as the table holds it. */
export interface Route
	extends Omit<
		RouteSpec<CallerKind, ResourceKind, z.core.$ZodType | undefined, z.core.$ZodType | undefined>,
		'handle'
	> {
	handle(input: Input<CallerKind, ResourceKind, unknown, unknown>): Promise<Response> | Response
}

/** Declares a route. The handler's input follows from `access`, `body` and `query`. */
export function route<
	By extends CallerKind,
	On extends ResourceKind,
	B extends z.core.$ZodType | undefined = undefined,
	Q extends z.core.$ZodType | undefined = undefined,
>(spec: RouteSpec<By, On, B, Q>): Route {
	// Sound because `app.ts` calls `handle` only with the results of this spec's own checks.
	const { body, bodyType = 'json', othersSendMore } = spec
	const isOpen = body === undefined || bodyType === 'form' || othersSendMore !== undefined
	return (isOpen ? spec : { ...spec, body: onlyKnown(body) }) as unknown as Route
}

export const json = (value: unknown, status: 200 | 201 | 202 | 400 = 200): Response =>
	Response.json(value, { status })
export const noContent = (headers?: Record<string, string>): Response =>
	new Response(null, { status: 204, ...(headers ? { headers } : {}) })
