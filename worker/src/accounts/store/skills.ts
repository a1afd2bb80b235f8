/** Skills of people. */
import type { Author } from '@fairlead/protocol/people/author'
import { PROJECT_CONTEXT, type SkillLine } from '@fairlead/protocol/projects/project-context'
import { and, asc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { personNow } from './merged-trials.ts'
import { accountSkills, users } from './schema.ts'

export type AccountSkillRow = typeof accountSkills.$inferSelect
type Key = Pick<AccountSkillRow, 'userId' | 'name'>

const named = ({ userId, name }: Key): SQL | undefined =>
	and(eq(accountSkills.userId, userId), eq(accountSkills.name, name))

/** Sorted by name, without their instructions. */
export async function listAccountSkills(
	db: Database,
	userId: string,
): Promise<Omit<AccountSkillRow, 'instructions'>[]> {
	const { instructions: _, ...columns } = getTableColumns(accountSkills)
	return db
		.select(columns)
		.from(accountSkills)
		.where(eq(accountSkills.userId, userId))
		.orderBy(asc(accountSkills.name))
}

export const findAccountSkill = (db: Database, key: Key): Promise<AccountSkillRow | undefined> =>
	db.select().from(accountSkills).where(named(key)).get()

/** Replaces a skill of the same name. */
export async function putAccountSkill(db: Database, row: AccountSkillRow): Promise<void> {
	const { userId: _, name: __, ...set } = row
	await db
		.insert(accountSkills)
		.values(row)
		.onConflictDoUpdate({ target: [accountSkills.userId, accountSkills.name], set })
}

/** False if there was none. */
export async function deleteAccountSkill(db: Database, key: Key): Promise<boolean> {
	const gone = await db
		.delete(accountSkills)
		.where(named(key))
		.returning({ name: accountSkills.name })
	return gone.length > 0
}

/** An account that is being deleted offers none. */
const byAuthor = (userId: string): SQL | undefined =>
	and(eq(accountSkills.userId, personNow(userId)), isNull(users.deletedAt))

/** The skills that this author's runs are offered. */
export async function authorsSkills(db: Database, { userId }: Author): Promise<SkillLine[]> {
	if (userId === null) return []
	const rows = await db
		.select({ name: accountSkills.name, description: accountSkills.description })
		.from(accountSkills)
		.innerJoin(users, eq(users.id, accountSkills.userId))
		.where(byAuthor(userId))
		.orderBy(asc(accountSkills.name))
	return rows.map(({ name, description }) => ({
		name,
		description: description.slice(0, PROJECT_CONTEXT.descriptionChars),
	}))
}

/** Its instructions; null: this author has no such skill. */
export async function authorsSkill(
	db: Database,
	{ userId }: Author,
	name: string,
): Promise<string | null> {
	if (userId === null) return null
	const row = await db
		.select({ instructions: accountSkills.instructions })
		.from(accountSkills)
		.innerJoin(users, eq(users.id, accountSkills.userId))
		.where(and(byAuthor(userId), eq(accountSkills.name, name)))
		.get()
	return row?.instructions ?? null
}
