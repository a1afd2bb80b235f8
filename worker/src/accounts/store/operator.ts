/** The operator's lists of people and projects: names, sums, limits. No content. */
import type { OperatorPerson, OperatorProject } from '@fairlead/protocol/people/operator'
import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/client.ts'
import { byLinkOf } from '../../db/open-connections.ts'
import { conversations, members, openConnections, projects, runs, usage } from '../../db/schema.ts'
import { newId } from '../../ids.ts'
import { mcpConnections } from '../../mcp-server/oauth/schema.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { apiTokens, sessions, users } from './schema.ts'
import { standingOf } from './users.ts'

const DAYS = 30
const DAY_MS = 86_400_000
/** The most runs that one request stops; another request continues. */
const MAX_STOPPED = 500

export interface ListFilter {
	/** Part of the name or the address, or a whole id. */
	readonly search?: string | undefined
	readonly suspended?: boolean | undefined
	/** The last id of the page before. */
	readonly cursor?: string | undefined
	readonly limit: number
}

const like = (column: SQLiteColumn, text: string): SQL =>
	sql`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

const held = (suspended: boolean | undefined): SQL | undefined =>
	suspended === undefined
		? undefined
		: suspended
			? isNotNull(allowances.suspendedAt)
			: isNull(allowances.suspendedAt)

const allowed = {
	plan: allowances.plan,
	limits: allowances.limits,
	suspendedAt: allowances.suspendedAt,
	suspendedFor: allowances.suspendedFor,
}

/** Sums of the last {@link DAYS} days. */
const lately = (whose: SQL) => ({
	runs: sql<number>`(select count(*) from ${usage} where ${whose})`,
	tokens: sql<number>`(select coalesce(sum(input_tokens + output_tokens), 0) from ${usage} where ${whose})`,
	costUsd: sql<number>`(select total(cost_usd) from ${usage} where ${whose})`,
})

type Allowed = Pick<OperatorPerson, 'plan'> & {
	readonly limits: OperatorPerson['limits'] | null
	readonly suspendedAt: number | null
	readonly suspendedFor: string | null
}

const describe = ({ plan, limits, suspendedAt, suspendedFor }: Allowed) => ({
	plan,
	limits: limits ?? {},
	suspended: suspendedAt === null ? null : { since: suspendedAt, reason: suspendedFor ?? '' },
})

/** Newest first. */
export async function listPeople(
	db: Database,
	{ search, suspended, cursor, limit }: ListFilter,
	now: number,
): Promise<OperatorPerson[]> {
	// Ids of runs begin with their time, and the index has them by person.
	const since = newId('run', now - DAYS * DAY_MS).slice(0, 14)
	const { runs: count, tokens, costUsd } = lately(sql`user_id = users.id and run_id >= ${since}`)
	const rows = await db
		.select({
			user: users,
			...allowed,
			count,
			tokens,
			costUsd,
			projects: sql<number>`(select count(*) from ${members} where user_id = users.id)`,
		})
		.from(users)
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(
			and(
				isNull(users.deletedAt),
				cursor === undefined ? undefined : lt(users.id, cursor),
				held(suspended),
				search === undefined
					? undefined
					: or(eq(users.id, search), like(users.name, search), like(users.email, search)),
			),
		)
		.orderBy(desc(users.id))
		.limit(limit)
	return rows.map(({ user, count, tokens, costUsd, projects, ...rest }) => ({
		id: user.id,
		name: user.name,
		email: user.email,
		standing: standingOf(user),
		createdAt: user.createdAt,
		projects,
		lately: { runs: count, tokens, costUsd },
		...describe(rest),
	}))
}

/** Newest first. */
export async function listAllProjects(
	db: Database,
	{ search, suspended, cursor, limit }: ListFilter,
	now: number,
): Promise<OperatorProject[]> {
	const since = now - DAYS * DAY_MS
	const ofProject = sql`usage.project_id = projects.id and usage.created_at >= ${since}`
	const { runs: count, tokens, costUsd } = lately(ofProject)
	const rows = await db
		.select({
			id: projects.id,
			name: projects.name,
			createdAt: projects.createdAt,
			...allowed,
			count,
			tokens,
			costUsd,
			members: sql<number>`(select count(*) from ${members} where project_id = projects.id)`,
			owners: sql<string>`(select coalesce(json_group_array(user_id), '[]') from (
				select user_id from ${members} where project_id = projects.id and role = 'owner' limit 20))`,
			conversations: sql<number>`(select count(*) from ${conversations} where project_id = projects.id)`,
		})
		.from(projects)
		.leftJoin(allowances, eq(allowances.subject, projects.id))
		.where(
			and(
				cursor === undefined ? undefined : lt(projects.id, cursor),
				held(suspended),
				search === undefined ? undefined : or(eq(projects.id, search), like(projects.name, search)),
			),
		)
		.orderBy(desc(projects.id))
		.limit(limit)
	return rows.map(
		({ id, name, createdAt, members, owners, conversations, count, tokens, costUsd, ...rest }) => ({
			id,
			name,
			createdAt,
			members,
			conversations,
			owners: JSON.parse(owners) as string[],
			lately: { runs: count, tokens, costUsd },
			...describe(rest),
		}),
	)
}

export interface ActiveRun {
	readonly runId: string
	readonly conversationId: string
}

/** Runs that have not ended, as D1 knows it: those that a person began, or all of a project. */
export async function activeRuns(
	db: Database,
	of: { readonly userId: string } | { readonly projectId: string },
): Promise<ActiveRun[]> {
	return db
		.select({ runId: runs.id, conversationId: runs.conversationId })
		.from(runs)
		.innerJoin(conversations, eq(conversations.id, runs.conversationId))
		.where(
			and(
				'userId' in of ? eq(runs.userId, of.userId) : eq(conversations.projectId, of.projectId),
				isNull(runs.finishedAt),
			),
		)
		.limit(MAX_STOPPED)
}

const place = {
	actorKind: openConnections.actorKind,
	actorId: openConnections.actorId,
	projectId: openConnections.projectId,
	place: openConnections.place,
}

/** A statement for a batch: places that a person, or a visitor by one of their links, may have open. */
export const placesOfPerson = (db: Database, userId: string) =>
	db
		.select(place)
		.from(openConnections)
		.where(
			or(
				sql`actor_kind = 'session' and actor_id in (select id from ${sessions} where user_id = ${userId})`,
				sql`actor_kind = 'token' and actor_id in (select id from ${apiTokens} where user_id = ${userId})`,
				sql`actor_kind = 'mcp' and actor_id in (select id from ${mcpConnections} where user_id = ${userId})`,
				byLinkOf(userId, sql`(select project_id from ${members} where user_id = ${userId})`),
			),
		)

/** A statement for a batch: places in the project where anybody may have something open. */
export const placesOfProject = (db: Database, projectId: string) =>
	db
		.selectDistinct({ projectId: openConnections.projectId, place: openConnections.place })
		.from(openConnections)
		.where(eq(openConnections.projectId, projectId))
