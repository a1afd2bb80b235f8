/** An action that the simulated editor cannot perform. Replaces a function, and refuses every call. */
import { Fault } from './fault.ts'

export class Unsupported {
	readonly message: string
	/** Tells where the action is possible. */
	readonly hint: string

	constructor(message: string, hint: string) {
		this.message = message
		this.hint = hint
	}

	get fault(): Fault {
		return new Fault('unsupported', this.message, { hint: this.hint })
	}
}
