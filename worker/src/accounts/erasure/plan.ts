import type { DeletionPlan } from '@fairlead/protocol/people/account'
import { projectsOfPerson } from '../../db/account-erasure.ts'
import type { Database } from '../../db/client.ts'

/** The effect of the account's deletion on each of the person's projects. */
export async function planDeletion(db: Database, userId: string): Promise<DeletionPlan> {
	const all = await projectsOfPerson(db, userId)
	const named = (of: typeof all) =>
		of.map(({ id, name, conversations }) => ({ id, name, conversations }))
	return {
		deletes: named(all.filter(({ others }) => others === 0)),
		leaves: named(all.filter(({ otherOwners }) => otherOwners > 0)),
		blocked: named(all.filter(({ others, otherOwners }) => others > 0 && otherOwners === 0)),
	}
}
