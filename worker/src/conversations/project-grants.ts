/** What is always allowed in a project, as D1 has it now: a grant that was revoked ends at once. */
import { permissionKey } from '@fairlead/protocol/tools'
import type { Grants } from '../agent/policy/approvals.ts'
import { database } from '../db/client.ts'
import { everGranted } from '../db/grants.ts'

/** A database that takes longer is as good as down: then a person is asked. */
const TIMEOUT_MS = 3_000

export async function projectGrants(d1: D1Database, projectId: string): Promise<Grants> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('D1 does not answer.')), TIMEOUT_MS)
	})
	try {
		const rows = await Promise.race([everGranted(database(d1), projectId), late])
		const inForce = rows.filter(({ revokedAt }) => revokedAt === null)
		const revoked = new Set(rows.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : id)))
		return {
			allowed: new Set(inForce.map(({ permission }) => permissionKey(permission))),
			holds: (grantId) => !revoked.has(grantId),
		}
	} finally {
		clearTimeout(timer)
	}
}
