/** What the relay must remember about itself: its id, and the number of each connection. */
import { type Database, ifThereIsRoom } from './calls/database.ts'

/** The store behind {@link RelayIdentity}: names and texts. */
export class RelayIdentity {
	readonly #db: Database
	/** By room: also while the disk is full. */
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
	 * Higher than every number used before for this room. The clock is the floor, so
	 * that it also grows after the home folder was deleted or restored from a backup.
	 */
	nextConnSeq(room: string, now: number): number {
		const name = `connSeq ${room}`
		const last = Math.max(Number(this.#get(name) ?? 0), this.#connSeqs.get(room) ?? 0)
		const next = Math.max(last + 1, Math.floor(now / 1000))
		this.#connSeqs.set(room, next)
		ifThereIsRoom(() => this.#set(name, String(next)))
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
