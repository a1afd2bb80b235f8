/** Table `relay_secret`: what each relay of this room proved itself by at its first hello, as a hash. */

export class RelaySecrets {
	readonly #sql: SqlStorage
	readonly #hash: (text: string) => string

	constructor(sql: SqlStorage, hash: (text: string) => string) {
		this.#sql = sql
		this.#hash = hash
	}

	/** False for another relay than the one that said hello under this id first. */
	admits(relayId: string, secret: string): boolean {
		const hash = this.#hash(secret)
		this.#sql.exec(
			'insert into relay_secret (relay_id, hash) values (?, ?) on conflict do nothing',
			relayId,
			hash,
		)
		const query = 'select hash from relay_secret where relay_id = ?'
		// Of hashes of what cannot be guessed, a comparison tells nothing.
		return this.#sql.exec<{ hash: string }>(query, relayId).one().hash === hash
	}

	/** The relay is gone for good: whoever comes next under this id is it. */
	forget(relayId: string): void {
		this.#sql.exec('delete from relay_secret where relay_id = ?', relayId)
	}
}
