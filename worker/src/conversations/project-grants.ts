/** What is always allowed in a project, as D1 has it now: a grant that was revoked ends at once. */
import { permissionKey } from '@fairlead/protocol/tools'
import { database } from '../db/client.ts'
import { grantedActions } from '../db/grants.ts'

/** A database that takes longer is as good as down: then a person is asked. */
const TIMEOUT_MS = 3_000

/** Keys as `permissionKey` makes them. */
export async function projectGrants(
	d1: D1Database,
	projectId: string,
): Promise<ReadonlySet<string>> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('D1 does not answer.')), TIMEOUT_MS)
	})
	try {
		const rows = await Promise.race([grantedActions(database(d1), projectId), late])
		return new Set(rows.map(permissionKey))
	} finally {
		clearTimeout(timer)
	}
}
