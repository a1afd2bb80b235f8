/**
 * A route of the arena's API: path, who may call it, how often, what goes in and out. The checks, the handler's
 * types and the arena's OpenAPI document follow from this one value.
 */
import type { ArenaPageQuery } from '@fairlead/protocol/arena/arena'
import type * as z from 'zod'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import type { ArenaPlayerRow } from '../store/players.ts'

export type Caller = 'anyone' | 'player'

/** `often`: 300 a minute per address and path; `seldom`: 100, for what stores a player or costs seconds of CPU. */
export type Rate = 'often' | 'seldom'

export interface Input<By extends Caller, B, Q> {
	readonly env: Env
	readonly db: Database
	/** Unix milliseconds at which the request came. */
	readonly now: number
	/** The model whose agent sends it, as the ladder calls it; null: nobody's agent. */
	readonly writer: string | null
	readonly player: By extends 'player' ? ArenaPlayerRow : null
	readonly body: B
	readonly query: Q
	/** The id in the path. */
	readonly id: number
}

export interface Answer {
	readonly status: 200 | 201 | 202
	readonly value: unknown
}

export interface ArenaRouteSpec<
	By extends Caller,
	B extends z.core.$ZodType | undefined,
	Q extends z.core.$ZodType | undefined,
> {
	readonly method: 'get' | 'post'
	/** Below `/arena/api`; `:id` is a number. */
	readonly path: `/${string}`
	readonly operationId: string
	readonly summary: string
	readonly by: By
	readonly rate: Rate
	readonly body?: B
	readonly query?: Q
	readonly answers: readonly {
		readonly status: 200 | 201 | 202
		readonly schema: z.core.$ZodType
		readonly description: string
	}[]
	handle(
		input: Input<
			By,
			B extends z.core.$ZodType ? z.output<B> : undefined,
			Q extends z.core.$ZodType ? z.output<Q> : undefined
		>,
	): Promise<Answer>
}

/** A route with erased types, as the table holds it. */
export interface ArenaRoute
	extends Omit<
		ArenaRouteSpec<Caller, z.core.$ZodType | undefined, z.core.$ZodType | undefined>,
		'handle'
	> {
	handle(input: Input<Caller, unknown, unknown>): Promise<Answer>
}

export function arenaRoute<
	By extends Caller,
	B extends z.core.$ZodType | undefined = undefined,
	Q extends z.core.$ZodType | undefined = undefined,
>(spec: ArenaRouteSpec<By, B, Q>): ArenaRoute {
	// Sound because `app.ts` calls `handle` only with the results of this spec's own checks.
	return spec as unknown as ArenaRoute
}

export const ok = (value: unknown): Answer => ({ status: 200, value })
export const created = (value: unknown): Answer => ({ status: 201, value })
export const accepted = (value: unknown): Answer => ({ status: 202, value })

/** Only so many fit an answer whose page nobody asked for. */
const DEFAULT_PER_PAGE = 20

export interface PageOf {
	readonly page: number
	readonly perPage: number
	readonly offset: number
	readonly limit: number
}

export function pageOf(query: ArenaPageQuery): PageOf {
	const page = query.page ?? 1
	const perPage = query.per_page ?? DEFAULT_PER_PAGE
	return { page, perPage, offset: (page - 1) * perPage, limit: perPage }
}

export const pagination = ({ page, perPage }: PageOf, total: number) => ({
	page,
	per_page: perPage,
	total,
	total_pages: Math.ceil(total / perPage),
})

export const isoTime = (ms: number): string => new Date(ms).toISOString()
