/** A project's grants, as D1 has them now: a revoked grant ends at once. */
import { permissionKey } from '@fairlead/protocol/tools'
import type { Grants } from '../../agent/policy/approvals.ts'
import { database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import { everGranted } from '../../projects/store/grants.ts'

/** Throws if D1 does not answer in time: then a person is asked. */
export async function projectGrants(d1: D1Database, projectId: string): Promise<Grants> {
	const rows = await inTime(everGranted(database(d1), projectId))
	const inForce = rows.filter(({ revokedAt }) => revokedAt === null)
	const revoked = new Set(rows.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : id)))
	return {
		allowed: new Set(inForce.map(({ permission }) => permissionKey(permission))),
		holds: (grantId) => !revoked.has(grantId),
	}
}
