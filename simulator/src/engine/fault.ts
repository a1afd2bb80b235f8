/** The engine's own exception: caught at the border and turned into a failed outcome. */
import type { CallError, CallErrorCode } from '@fairlead/protocol/wire/calls'

export class Fault extends Error {
	readonly code: CallErrorCode
	readonly hint: string | undefined
	readonly data: unknown

	/** `message` is a sentence for the user; `hint` says what to do next. */
	constructor(code: CallErrorCode, message: string, more: { hint?: string; data?: unknown } = {}) {
		super(message)
		this.name = 'Fault'
		this.code = code
		this.hint = more.hint
		this.data = more.data
	}

	toCallError(): CallError {
		return {
			code: this.code,
			message: this.message,
			...(this.hint === undefined ? {} : { hint: this.hint }),
			...(this.data === undefined ? {} : { data: this.data }),
		}
	}
}
