/** The relay closes: what is asked of it now is for the next one. */
export class RelayClosingError extends Error {
	constructor() {
		super('The relay is closing.')
		this.name = 'RelayClosingError'
	}
}
