/** Table `relay_secret`: the hash of the secret that each relay of this room sent in its first hello. */

export class RelaySecrets {
	readonly #sql: SqlStorage
	readonly #hash: (text: string) => string

	constructor(sql: SqlStorage, hash: (text: string) => string) {
		this.#sql = sql
		this.#hash = hash
	}

	/** False unless it is the relay that first said hello with this id. */
	admits(relayId: string, secret: string): boolean {
		const hash = this.#hash(secret)
		this.#sql.exec(
			'insert into relay_secret (relay_id, hash) values (?, ?) on conflict do nothing',
			relayId,
			hash,
		)
		const query = 'select hash from relay_secret where relay_id = ?'
		// Comparing hashes of unguessable secrets leaks nothing.
		return this.#sql.exec<{ hash: string }>(query, relayId).one().hash === hash
	}

	/** The relay is gone for good: the next one with this id is accepted. */
	forget(relayId: string): void {
		this.#sql.exec('delete from relay_secret where relay_id = ?', relayId)
	}
}
