/** The list of evolutions, and their owners. */
import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { members } from '../../db/schema.ts'
import type { MemberKey } from '../../projects/store/members.ts'
import { areSuspended } from '../../usage/store/allowances.ts'
import { evolutions } from './schema.ts'

export type EvolutionRow = typeof evolutions.$inferSelect

/** The most that run at once on the server: each computes for minutes, and projects are free. */
export const MAX_RUNNING = 16

/** More evolutions than a person looks through. */
const MAX_LISTED = 100

const isOf = ({ projectId, userId }: MemberKey): SQL | undefined =>
	and(eq(evolutions.projectId, projectId), eq(evolutions.userId, userId))

/** False if this person has one running in this project already, or too many run on the server. */
export async function beginEvolution(
	db: Database,
	{ id, projectId, userId, startedAt }: Omit<EvolutionRow, 'endedAt'>,
): Promise<boolean> {
	const begun = await db
		.insert(evolutions)
		.select(
			sql`select ${id}, ${projectId}, ${userId}, ${startedAt}, null
				where (select count(*) from ${evolutions} where ended_at is null) < ${MAX_RUNNING}`,
		)
		.onConflictDoUpdate({
			target: [evolutions.projectId, evolutions.userId],
			set: { id, startedAt, endedAt: null },
			setWhere: isNotNull(evolutions.endedAt),
		})
		.returning({ id: evolutions.id })
	return begun.length > 0
}

export const evolutionOf = (db: Database, member: MemberKey): Promise<EvolutionRow | undefined> =>
	db.select().from(evolutions).where(isOf(member)).get()

/** A row with the name of its person. */
export type ListedEvolution = EvolutionRow & { readonly name: string }

const listed = (db: Database, where: SQL | undefined) =>
	db
		.select({ ...getTableColumns(evolutions), name: users.name })
		.from(evolutions)
		.innerJoin(users, eq(users.id, evolutions.userId))
		.where(where)

/** The newest first. A member has one at most. */
export const listEvolutions = (db: Database, projectId: string): Promise<ListedEvolution[]> =>
	listed(db, eq(evolutions.projectId, projectId))
		.orderBy(desc(evolutions.startedAt), desc(evolutions.id))
		.limit(MAX_LISTED)

export const findEvolution = (
	db: Database,
	projectId: string,
	id: string,
): Promise<ListedEvolution | undefined> =>
	listed(db, and(eq(evolutions.id, id), eq(evolutions.projectId, projectId))).get()

/** Ids of the evolutions of a project, of a person, or of a person in a project. */
export async function evolutionIds(db: Database, of: Partial<MemberKey>): Promise<string[]> {
	const rows = await db
		.select({ id: evolutions.id })
		.from(evolutions)
		.where(
			and(
				of.projectId === undefined ? undefined : eq(evolutions.projectId, of.projectId),
				of.userId === undefined ? undefined : eq(evolutions.userId, of.userId),
			),
		)
	return rows.map(({ id }) => id)
}

export async function endEvolution(db: Database, id: string, now: number): Promise<void> {
	await db
		.update(evolutions)
		.set({ endedAt: now })
		.where(and(eq(evolutions.id, id), isNull(evolutions.endedAt)))
}

/** A statement for a batch. If the account has an evolution in the project, the trial's stays behind and ends with it. */
export const moveEvolutions = (db: Database, trialId: string, userId: string) =>
	db
		.update(evolutions)
		.set({ userId })
		.where(
			and(
				eq(evolutions.userId, trialId),
				sql`not exists (select 1 from ${evolutions} as own
					where own.project_id = ${evolutions.projectId} and own.user_id = ${userId})`,
			),
		)

export async function deleteEvolution(db: Database, id: string): Promise<void> {
	await db.delete(evolutions).where(eq(evolutions.id, id))
}

/** `gone`: it was deleted, or another one took its place. `barred`: its person may no longer use the project. */
export async function standingOfEvolution(
	db: Database,
	id: string,
): Promise<'running' | 'ended' | 'barred' | 'gone'> {
	const row = await db
		.select({
			endedAt: evolutions.endedAt,
			role: members.role,
			deletedAt: users.deletedAt,
			suspended: sql<number>`${areSuspended(sql`${evolutions.projectId}`, sql`${evolutions.userId}`)}`,
		})
		.from(evolutions)
		.innerJoin(users, eq(users.id, evolutions.userId))
		.leftJoin(
			members,
			and(eq(members.projectId, evolutions.projectId), eq(members.userId, evolutions.userId)),
		)
		.where(eq(evolutions.id, id))
		.get()
	if (!row) return 'gone'
	if (row.endedAt !== null) return 'ended'
	return row.role === null || row.deletedAt !== null || row.suspended === 1 ? 'barred' : 'running'
}
