/** The relay's identity: its id, the secret that proves it, and the number of each connection. */
import { createHmac } from 'node:crypto'
import { type Database, unlessDiskFull } from '../platform/database.ts'

/** The store behind {@link RelayIdentity}: names and texts. */
export class RelayIdentity {
	readonly #db: Database
	/** Numbers by room, in memory too: a full disk stores none. */
	readonly #connSeqs = new Map<string, number>()

	constructor(database: Database) {
		this.#db = database
	}

	/** Minted once per home folder by `mint`. */
	relayId(mint: () => string): string {
		const known = this.#get('relayId')
		if (known !== null) return known
		const minted = mint()
		this.#set('relayId', minted)
		return minted
	}

	/**
	 * Proves to a project's room that this is the relay with this id. Different for each project: a
	 * server that gets one cannot use it to impersonate this relay elsewhere. `mint`: the
	 * secret behind it, once per home folder.
	 */
	secretFor(projectId: string, mint: () => string): string {
		const known = this.#get('relaySecret')
		const secret = known ?? mint()
		if (known === null) this.#set('relaySecret', secret)
		return createHmac('sha256', secret).update(projectId).digest('base64url')
	}

	/**
	 * Higher than every number used before for this room. The clock is the minimum, so
	 * that it also grows after the home folder was deleted or restored from a backup.
	 */
	nextConnSeq(room: string, now: number): number {
		const name = `connSeq ${room}`
		const last = Math.max(Number(this.#get(name) ?? 0), this.#connSeqs.get(room) ?? 0)
		const next = Math.max(last + 1, Math.floor(now / 1000))
		this.#connSeqs.set(room, next)
		unlessDiskFull(() => this.#set(name, String(next)))
		return next
	}

	#get(name: string): string | null {
		const row = this.#db.prepare('SELECT value FROM meta WHERE name = ?').get(name)
		return row === undefined ? null : String(row['value'])
	}

	#set(name: string, value: string): void {
		this.#db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value)
	}
}
