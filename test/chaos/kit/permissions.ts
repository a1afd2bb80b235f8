/** What is always allowed in the project, as the settings page shows it and takes it back. */
import { database } from '../../../worker/src/db/client.ts'
import { listGrants, revokeGrant } from '../../../worker/src/db/grants.ts'
import type { Client } from './client.ts'
import type { FakeD1 } from './d1.ts'

export class Permissions {
	/** When the user was told that it is taken back, by the permission's id. Milliseconds since the begin. */
	readonly revokedAt = new Map<string, number>()
	/** When they began to. */
	readonly begunAt = new Map<string, number>()
	readonly #client: Client
	readonly #d1: FakeD1
	readonly #projectId: string

	constructor(client: Client, d1: FakeD1, projectId: string) {
		this.#client = client
		this.#d1 = d1
		this.#projectId = projectId
	}

	/** Every permission for this tool and action that is in the list now. */
	async revoke(key: string): Promise<void> {
		const { scheduler } = this.#client.world
		const db = database(this.#d1 as never)
		const listed = await this.#client.until(() => listGrants(db, this.#projectId))
		for (const { id, tool, action, subject } of listed) {
			if ([tool, action, ...(subject ? [subject] : [])].join(' ') !== key) continue
			this.begunAt.set(id, scheduler.elapsed)
			await this.#client.until(() => revokeGrant(db, this.#projectId, id, Date.now()))
			this.revokedAt.set(id, scheduler.elapsed)
		}
	}
}
