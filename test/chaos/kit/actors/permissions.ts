/** The project's grants, as the settings page shows and revokes them. */
import { database } from '../../../../worker/src/db/client.ts'
import { listGrants, revokeGrant } from '../../../../worker/src/projects/store/grants.ts'
import type { FakeD1 } from '../hosts/d1.ts'
import type { Client } from './client.ts'

const LOOK_AGAIN_MS = 200
const MAX_LOOKS = 30

export class Permissions {
	/** When the revocation was confirmed to the user, by the permission's id. Milliseconds since the start. */
	readonly revokedAt = new Map<string, number>()
	/** When they started to revoke it. */
	readonly begunAt = new Map<string, number>()
	readonly #client: Client
	readonly #d1: FakeD1
	readonly #projectId: string

	constructor(client: Client, d1: FakeD1, projectId: string) {
		this.#client = client
		this.#d1 = d1
		this.#projectId = projectId
	}

	/** Checks for a while whether this is allowed, and revokes it as soon as it is. */
	async revokeSoon(key: string): Promise<void> {
		for (let look = 0; look < MAX_LOOKS; look++) {
			if (await this.revoke(key)) return
			await this.#client.world.scheduler.sleep(LOOK_AGAIN_MS)
		}
	}

	/** Revokes every listed permission for this; false if there is none. */
	async revoke(key: string): Promise<boolean> {
		const { scheduler } = this.#client.world
		const db = database(this.#d1 as never)
		const listed = await this.#client.until(() => listGrants(db, this.#projectId))
		let found = false
		for (const { id, tool, action, subject } of listed) {
			if ([tool, action, ...(subject ? [subject] : [])].join(' ') !== key) continue
			this.begunAt.set(id, scheduler.elapsed)
			await this.#client.until(() => revokeGrant(db, this.#projectId, id, Date.now()))
			this.revokedAt.set(id, scheduler.elapsed)
			found = true
		}
		return found
	}
}
