/** Everything that D1 stores about a person, a page at a time, for the export of an account; without secrets and their hashes. */
import { and, asc, eq, getTableColumns, gt, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { audit, invitations, invitationUses } from '../accounts/store/people-schema.ts'
import {
	accountSkills,
	apiTokens,
	identities,
	mergedTrials,
	passkeys,
	savedPrompts,
	sessions,
	users,
} from '../accounts/store/schema.ts'
import {
	arenaPlayers,
	arenaRatings,
	arenaSides,
	arenaSources,
	arenaWarriors,
	evolutions,
	liveArenas,
} from '../arena/store/schema.ts'
import { reports } from '../automations/outgoing/schema.ts'
import { automations, deliveries } from '../automations/store/schema.ts'
import { mcpCodes, mcpConnections } from '../mcp-server/oauth/schema.ts'
import {
	favouriteModels,
	listedModels,
	modelEndpoints,
	modelFacts,
	modelKeys,
} from '../models/store/schema.ts'
import { serverKeyUse } from '../models/store/server-key-schema.ts'
import { pushSubscriptions } from '../push/schema.ts'
import { shares, shareVisits } from '../sharing/store/schema.ts'
import { dollarBudgets, runningSpend } from '../usage/store/dollar-budget-schema.ts'
import { allowances, quotaUse } from '../usage/store/fair-use-schema.ts'
import type { Database } from './client.ts'
import {
	branchPeople,
	changes,
	conversations,
	grants,
	members,
	messages,
	openConnections,
	projects,
	relayTokens,
	runs,
	usage,
	usageTotals,
} from './schema.ts'

const PAGE_ROWS = 100
/** A message has up to two megabytes. */
const PAGE_MESSAGES = 4
/** A source has up to 64 KiB. */
const PAGE_SOURCES = 16

const BY_NUMBER = { first: 0 } as const

type Row = Record<string, unknown>

interface PagesOf {
	/** Rows of a page. */
	readonly rows?: number
	/** Less than every key: 0 for numbers, as no text is less than a number. */
	readonly first?: '' | 0
}

/** All rows that fit the condition, by their key. */
async function* pages(
	db: Database,
	table: SQLiteTable,
	/** Unique among the rows: pages are told apart by it. */
	key: SQLiteColumn | SQL,
	where: SQL | undefined,
	secret: readonly string[] = [],
	{ rows: limit = PAGE_ROWS, first = '' }: PagesOf = {},
): AsyncGenerator<Row> {
	const columns = Object.fromEntries(
		Object.entries(getTableColumns(table)).filter(([name]) => !secret.includes(name)),
	)
	const at = sql`${key}`
	for (let after: unknown = first; ; ) {
		const rows: Row[] = await db
			.select({ ...columns, exportKey: at })
			.from(table)
			.where(and(where, gt(at, after)))
			.orderBy(asc(at))
			.limit(limit)
		for (const { exportKey: _, ...row } of rows) yield row
		if (rows.length < limit) return
		after = rows.at(-1)?.['exportKey']
	}
}

/** Every list of the export, by its name there. */
export function listsOf(
	db: Database,
	{ id, email }: { readonly id: string; readonly email: string | null },
): Readonly<Record<string, AsyncGenerator<Row>>> {
	const ofOwnPlayer = (playerId: SQLiteColumn) =>
		sql`${playerId} is not null and ${playerId} in (select id from ${arenaPlayers} where user_id = ${id})`
	const ofProjects = sql`${projects.id} in (select project_id from ${members} where user_id = ${id})`
	return {
		account: pages(db, users, users.id, eq(users.id, id)),
		identities: pages(
			db,
			identities,
			sql`${identities.provider} || ' ' || ${identities.subject}`,
			eq(identities.userId, id),
		),
		mergedTrials: pages(db, mergedTrials, mergedTrials.trialId, eq(mergedTrials.userId, id)),
		sessions: pages(db, sessions, sessions.id, eq(sessions.userId, id), ['tokenHash']),
		pushSubscriptions: pages(
			db,
			pushSubscriptions,
			pushSubscriptions.sessionId,
			sql`${pushSubscriptions.sessionId} in (select id from ${sessions} where user_id = ${id})`,
			['endpoint'],
		),
		openPlaces: pages(
			db,
			openConnections,
			sql`${openConnections.actorId} || ' ' || ${openConnections.projectId} || ' ' || ${openConnections.place}`,
			eq(openConnections.userId, id),
		),
		passkeys: pages(db, passkeys, passkeys.id, eq(passkeys.userId, id), ['publicKey']),
		apiTokens: pages(db, apiTokens, apiTokens.id, eq(apiTokens.userId, id), ['tokenHash']),
		modelKeys: pages(db, modelKeys, modelKeys.provider, eq(modelKeys.userId, id), ['sealed']),
		modelEndpoints: pages(db, modelEndpoints, modelEndpoints.name, eq(modelEndpoints.userId, id), [
			'sealed',
		]),
		listedModels: pages(db, listedModels, listedModels.provider, eq(listedModels.userId, id)),
		favouriteModels: pages(
			db,
			favouriteModels,
			favouriteModels.name,
			eq(favouriteModels.userId, id),
		),
		modelFacts: pages(db, modelFacts, modelFacts.name, eq(modelFacts.userId, id)),
		accountSkills: pages(db, accountSkills, accountSkills.name, eq(accountSkills.userId, id)),
		savedPrompts: pages(db, savedPrompts, savedPrompts.id, eq(savedPrompts.userId, id)),
		mcpCodes: pages(db, mcpCodes, mcpCodes.codeHash, eq(mcpCodes.userId, id), [
			'codeHash',
			'challenge',
		]),
		mcpConnections: pages(db, mcpConnections, mcpConnections.id, eq(mcpConnections.userId, id), [
			'accessHash',
			'refreshHash',
			'usedRefreshHash',
			'familyHash',
		]),
		memberships: pages(db, members, members.projectId, eq(members.userId, id)),
		projects: pages(db, projects, projects.id, ofProjects),
		invitations: pages(
			db,
			invitations,
			invitations.id,
			or(eq(invitations.invitedBy, id), eq(invitations.email, email ?? '')),
			['tokenHash'],
		),
		invitationUses: pages(db, invitationUses, invitationUses.id, eq(invitationUses.userId, id)),
		relayTokens: pages(db, relayTokens, relayTokens.id, eq(relayTokens.createdBy, id), [
			'tokenHash',
		]),
		shares: pages(db, shares, shares.id, eq(shares.createdBy, id), ['tokenHash']),
		shareVisits: pages(db, shareVisits, shareVisits.id, eq(shareVisits.userId, id), ['secretHash']),
		automations: pages(db, automations, automations.id, eq(automations.createdBy, id), ['secret']),
		reports: pages(db, reports, reports.id, eq(reports.userId, id), ['secret']),
		deliveries: pages(db, deliveries, deliveries.id, eq(deliveries.askedBy, id)),
		grants: pages(db, grants, grants.id, eq(grants.createdBy, id)),
		changes: pages(db, changes, changes.id, or(eq(changes.authorId, id), eq(changes.subject, id))),
		runs: pages(db, runs, runs.id, eq(runs.userId, id)),
		branchPeople: pages(db, branchPeople, branchPeople.conversationId, eq(branchPeople.userId, id)),
		usage: pages(db, usage, usage.runId, eq(usage.userId, id)),
		usageTotals: pages(db, usageTotals, usageTotals.projectId, eq(usageTotals.userId, id)),
		allowances: pages(db, allowances, allowances.subject, eq(allowances.subject, id)),
		dollarBudgets: pages(db, dollarBudgets, dollarBudgets.subject, eq(dollarBudgets.subject, id)),
		runningSpend: pages(db, runningSpend, runningSpend.runId, eq(runningSpend.userId, id)),
		quotaUse: pages(db, quotaUse, quotaUse.period, eq(quotaUse.subject, id)),
		serverKeyUse: pages(db, serverKeyUse, serverKeyUse.period, eq(serverKeyUse.userId, id)),
		evolutions: pages(db, evolutions, evolutions.id, eq(evolutions.userId, id)),
		liveArenas: pages(db, liveArenas, liveArenas.userId, eq(liveArenas.userId, id), ['sealed']),
		arenaPlayers: pages(
			...([db, arenaPlayers, arenaPlayers.id, eq(arenaPlayers.userId, id)] as const),
			...([['keyHash'], BY_NUMBER] as const),
		),
		arenaWarriors: pages(
			...([db, arenaWarriors, arenaWarriors.id, ofOwnPlayer(arenaWarriors.playerId)] as const),
			...([[], BY_NUMBER] as const),
		),
		arenaRatings: pages(db, arenaRatings, arenaRatings.mode, ofOwnPlayer(arenaRatings.playerId)),
		// A player has one side of a battle.
		arenaSides: pages(
			...([db, arenaSides, arenaSides.battleId, ofOwnPlayer(arenaSides.playerId)] as const),
			...([[], BY_NUMBER] as const),
		),
		// The sources that the two above name by hash, each once.
		arenaSources: pages(
			db,
			arenaSources,
			arenaSources.hash,
			sql`${arenaSources.hash} in (
				select source_hash from ${arenaWarriors} where ${ofOwnPlayer(arenaWarriors.playerId)}
				union select source_hash from ${arenaSides} where ${ofOwnPlayer(arenaSides.playerId)})`,
			[],
			{ rows: PAGE_SOURCES },
		),
		audit: pages(db, audit, audit.id, or(eq(audit.userId, id), eq(audit.authorId, id))),
	}
}

/** Conversations that this person may read, and has written in or owns the project of. */
export const conversationsToExport = (db: Database, userId: string): AsyncGenerator<Row> =>
	pages(
		db,
		conversations,
		conversations.id,
		sql`${conversations.projectId} in (select project_id from ${members} where user_id = ${userId})
			and (${conversations.projectId} in (select project_id from ${members} where user_id = ${userId} and role = 'owner')
			or ${conversations.id} in (select conversation_id from ${messages} where author_id = ${userId} and author_id is not null
				union select conversation_id from ${runs} where user_id = ${userId}
				union select conversation_id from ${branchPeople} where user_id = ${userId}))`,
	)

/** Whole messages of a conversation, with what is stored of them for the page. */
export async function* messagesToExport(
	db: Database,
	conversationId: string,
): AsyncGenerator<Row & { readonly ui: string | null }> {
	const { model: _, ...columns } = getTableColumns(messages)
	for (let after = ''; ; ) {
		const rows = await db
			.select(columns)
			.from(messages)
			.where(and(eq(messages.conversationId, conversationId), gt(messages.id, after)))
			.orderBy(asc(messages.id))
			.limit(PAGE_MESSAGES)
		yield* rows
		if (rows.length < PAGE_MESSAGES) return
		after = rows.at(-1)?.id ?? ''
	}
}

/** The person's messages in projects where they are no longer a member. */
export const messagesElsewhere = (db: Database, userId: string): AsyncGenerator<Row> =>
	pages(
		db,
		messages,
		sql`${messages.conversationId} || ' ' || ${messages.id}`,
		sql`${messages.authorId} = ${userId} and ${messages.authorId} is not null and ${messages.conversationId} not in (
			select id from ${conversations} where project_id in (select project_id from ${members} where user_id = ${userId}))`,
		['ui', 'model'],
	)
