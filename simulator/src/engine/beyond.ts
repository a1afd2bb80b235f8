/** What the simulated editor cannot do by its nature. It stands in place of a function, and says no to every call. */
import { Fault } from './fault.ts'

export class Beyond {
	readonly message: string
	/** Where it can be done. */
	readonly hint: string

	constructor(message: string, hint: string) {
		this.message = message
		this.hint = hint
	}

	get fault(): Fault {
		return new Fault('unsupported', this.message, { hint: this.hint })
	}
}
