/** A deleted person's traces in D1: found, counted, and removed. */
import {
	and,
	asc,
	count,
	eq,
	exists,
	gt,
	isNotNull,
	isNull,
	ne,
	notExists,
	or,
	sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { FORMER_ID, FORMER_NAME, withoutPerson } from '../access/former-person.ts'
import { audit, invitations, invitationUses } from '../accounts/store/people-schema.ts'
import {
	accountSkills,
	identities,
	passkeys,
	savedPrompts,
	signInFailures,
	signInTickets,
	users,
} from '../accounts/store/schema.ts'
import { leaveArena } from '../arena/store/players.ts'
import { arenaPlayers, liveArenas } from '../arena/store/schema.ts'
import { automations, deliveries } from '../automations/store/schema.ts'
import {
	favouriteModels,
	listedModels,
	modelEndpoints,
	modelFacts,
	modelKeys,
} from '../models/store/schema.ts'
import { serverKeyUse } from '../models/store/server-key-schema.ts'
import { shares } from '../sharing/store/schema.ts'
import { dollarBudgets, runningSpend } from '../usage/store/dollar-budget-schema.ts'
import { allowances, quotaUse } from '../usage/store/fair-use-schema.ts'
import { moveTotals } from '../usage/store/usage.ts'
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

export interface ProjectOfPerson {
	readonly id: string
	readonly name: string
	readonly conversations: number
	/** Other members. */
	readonly others: number
	/** Owners among them. */
	readonly otherOwners: number
}

/** The projects of this person. */
export async function projectsOfPerson(db: Database, userId: string): Promise<ProjectOfPerson[]> {
	const other = alias(members, 'other')
	return db
		.select({
			id: projects.id,
			name: projects.name,
			conversations: sql<number>`(select count(*) from ${conversations} where ${conversations.projectId} = ${projects.id})`,
			others: count(other.userId),
			otherOwners: sql<number>`total(${other.role} = 'owner')`,
		})
		.from(members)
		.innerJoin(projects, eq(projects.id, members.projectId))
		.leftJoin(other, and(eq(other.projectId, members.projectId), ne(other.userId, userId)))
		.where(eq(members.userId, userId))
		.groupBy(projects.id)
		.orderBy(asc(projects.name), asc(projects.id))
}

/**
 * Begins the deletion of an account, in one transaction: from then on, nobody signs in as this person. False if they own the
 * installation, or are the only owner of a project with other members.
 */
export async function markDeleted(db: Database, userId: string, now: number): Promise<boolean> {
	const other = alias(members, 'other')
	const otherOwner = alias(members, 'other_owner')
	const alone = db
		.select({ one: sql`1` })
		.from(members)
		.innerJoin(other, and(eq(other.projectId, members.projectId), ne(other.userId, userId)))
		.where(
			and(
				eq(members.userId, userId),
				notExists(
					db
						.select({ one: sql`1` })
						.from(otherOwner)
						.where(
							and(
								eq(otherOwner.projectId, members.projectId),
								ne(otherOwner.userId, userId),
								eq(otherOwner.role, 'owner'),
							),
						),
				),
			),
		)
	const isMarked = exists(
		db
			.select({ one: sql`1` })
			.from(users)
			.where(and(eq(users.id, userId), isNotNull(users.deletedAt))),
	)
	const [marked] = await db.batch([
		db
			.update(users)
			.set({ deletedAt: now, name: FORMER_NAME, email: null })
			.where(
				and(
					eq(users.id, userId),
					eq(users.role, 'member'),
					isNull(users.deletedAt),
					notExists(alone),
				),
			)
			.returning({ id: users.id }),
		// The same account at a service, or the same address, may make a new account here at once.
		db.delete(identities).where(and(eq(identities.userId, userId), isMarked)),
		db.delete(passkeys).where(and(eq(passkeys.userId, userId), isMarked)),
		db.delete(modelKeys).where(and(eq(modelKeys.userId, userId), isMarked)),
		db.delete(modelEndpoints).where(and(eq(modelEndpoints.userId, userId), isMarked)),
		db.delete(liveArenas).where(and(eq(liveArenas.userId, userId), isMarked)),
		db.delete(listedModels).where(and(eq(listedModels.userId, userId), isMarked)),
		db.delete(favouriteModels).where(and(eq(favouriteModels.userId, userId), isMarked)),
		db.delete(modelFacts).where(and(eq(modelFacts.userId, userId), isMarked)),
		db.delete(accountSkills).where(and(eq(accountSkills.userId, userId), isMarked)),
		db.delete(savedPrompts).where(and(eq(savedPrompts.userId, userId), isMarked)),
		// At once: names and sources in the arena are public.
		...leaveArena(db, sql`${eq(arenaPlayers.userId, userId)} and ${isMarked}`, now),
	])
	return marked.length > 0
}

/** Conversations in which the person wrote, branches that began with words of theirs, and those of these projects: the next ones after an id. */
export async function conversationsNaming(
	db: Database,
	userId: string,
	projectIds: readonly string[],
	afterId: string,
	limit: number,
): Promise<string[]> {
	const list = sql`(select value from json_each(${JSON.stringify(projectIds)}))`
	const rows = await db
		.select({ id: conversations.id })
		.from(conversations)
		.where(
			and(
				gt(conversations.id, afterId),
				sql`${conversations.id} in (
					select id from ${conversations} where project_id in ${list}
					union select conversation_id from ${messages} where author_id = ${userId} and author_id is not null
					union select conversation_id from ${runs} where user_id = ${userId}
					union select conversation_id from ${branchPeople} where user_id = ${userId}
				)`,
			),
		)
		.orderBy(asc(conversations.id))
		.limit(limit)
	return rows.map(({ id }) => id)
}

/** A row at a time: each may have two megabytes. */
export async function forgetInMessages(
	db: Database,
	userId: string,
	conversationId: string,
): Promise<void> {
	const inRow = and(
		eq(messages.conversationId, conversationId),
		sql`(instr(${messages.ui}, ${userId}) > 0 or instr(${messages.model}, ${userId}) > 0 or instr(${messages.text}, ${userId}) > 0)`,
	)
	const ids = await db.select({ id: messages.id }).from(messages).where(inRow)
	for (const { id } of ids) {
		const one = and(eq(messages.conversationId, conversationId), eq(messages.id, id))
		const row = await db.select().from(messages).where(one).get()
		if (!row) continue
		const cleaned = (text: string | null) => text && withoutPerson(text, userId)
		const { ui, model, text } = row
		await db
			.update(messages)
			.set({ ui: cleaned(ui), model: cleaned(model), text: text.replaceAll(userId, FORMER_ID) })
			.where(one)
	}
}

/** Also the sums: after the project, nobody may read them. */
export async function deleteUsageOf(db: Database, projectId: string): Promise<void> {
	await db.batch([
		db.delete(usage).where(eq(usage.projectId, projectId)),
		db.delete(usageTotals).where(eq(usageTotals.projectId, projectId)),
	])
}

/**
 * Takes the person out of every table, and deletes their row, with everything that refers to it. A table that names
 * people must be here or refer to `users` with `on delete cascade`: a test walks all tables.
 */
export async function forgetInTables(
	db: Database,
	user: { readonly id: string; readonly email: string | null },
): Promise<void> {
	const { id } = user
	const former = sql`case when author_id = ${id} then ${FORMER_ID} else author_id end`
	/** Actions of their tokens carry the person's name, too. */
	const theirs = sql`select author_id from ${runs} where user_id = ${id} and author_kind in ('token', 'mcp')`
	const began = sql`(select ${runs.userId} from ${runs} where ${runs.conversationId} = ${conversations.id} order by ${runs.startedAt} limit 1)`
	await db.batch([
		// What they did by hand stands in conversations with their name (`clientTitle`), which they began.
		db
			.update(conversations)
			.set({
				title: sql`${FORMER_NAME} || substr(${conversations.title}, -20)`,
			})
			.where(
				and(
					sql`${conversations.id} in (select conversation_id from ${runs} where user_id = ${id})`,
					sql`substr(${conversations.title}, -20) like ' by hand, ____-__-__'`,
					sql`${began} = ${id}`,
				),
			),
		db
			.update(messages)
			.set({ authorName: FORMER_NAME })
			.where(and(isNotNull(messages.authorId), sql`${messages.authorId} in (${theirs})`)),
		db
			.update(messages)
			.set({ authorId: FORMER_ID, authorName: FORMER_NAME })
			.where(and(isNotNull(messages.authorId), eq(messages.authorId, id))),
		db
			.update(runs)
			.set({ userId: '', authorId: former, authorName: FORMER_NAME })
			.where(eq(runs.userId, id)),
		db.update(usage).set({ userId: '', authorId: former }).where(eq(usage.userId, id)),
		...moveTotals(db, id, ''),
		db
			.update(changes)
			.set({ authorId: FORMER_ID, authorName: FORMER_NAME })
			.where(eq(changes.authorId, id)),
		db.update(changes).set({ subject: FORMER_ID }).where(eq(changes.subject, id)),
		db.update(grants).set({ createdBy: FORMER_ID }).where(eq(grants.createdBy, id)),
		db.update(shares).set({ createdBy: FORMER_ID }).where(eq(shares.createdBy, id)),
		// Nobody's, not unknown: they stay cut.
		db.update(relayTokens).set({ createdBy: FORMER_ID }).where(eq(relayTokens.createdBy, id)),
		db.update(automations).set({ createdBy: FORMER_ID }).where(eq(automations.createdBy, id)),
		db.update(deliveries).set({ askedBy: FORMER_ID }).where(eq(deliveries.askedBy, id)),
		db
			.update(invitationUses)
			.set({ userId: sql`${FORMER_ID} || ':' || id` })
			.where(eq(invitationUses.userId, id)),
		// An account's own events are the person's alone; in a project's, their address is personal.
		db.delete(audit).where(and(eq(audit.userId, id), isNull(audit.projectId))),
		db
			.update(audit)
			.set({ userId: null, authorId: former, authorName: FORMER_NAME, address: '' })
			.where(or(eq(audit.userId, id), eq(audit.authorId, id))),
		db.update(audit).set({ subject: FORMER_ID }).where(eq(audit.subject, id)),
		db
			.update(audit)
			.set({ detail: sql`replace(${audit.detail}, ${id}, ${FORMER_ID})` })
			.where(sql`instr(${audit.detail}, ${id}) > 0`),
		db.delete(openConnections).where(eq(openConnections.userId, id)),
		db.delete(allowances).where(eq(allowances.subject, id)),
		db.delete(serverKeyUse).where(eq(serverKeyUse.userId, id)),
		db.delete(quotaUse).where(eq(quotaUse.subject, id)),
		db.delete(dollarBudgets).where(eq(dollarBudgets.subject, id)),
		db.delete(runningSpend).where(eq(runningSpend.userId, id)),
		db.delete(signInFailures).where(sql`instr(${signInFailures.client}, ${id}) > 0`),
		db
			.delete(signInTickets)
			.where(
				sql`instr(${signInTickets.ticket}, ${id}) > 0 or json_extract(${signInTickets.ticket}, '$.email') = ${user.email}`,
			),
		db.delete(invitations).where(eq(invitations.email, user.email ?? '')),
		db.delete(users).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
	])
}
