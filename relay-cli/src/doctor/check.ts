/** Makes checks. Texts are cut to what the protocol allows. */
import type { Check, CheckName, CheckStatus } from '@fairlead/protocol/editors/diagnosis'

const MAX_TEXT = 600
const MAX_SUBJECT = 300

/** A check that is about one thing, such as a server. */
export class Checker {
	readonly #name: CheckName
	readonly #subject: string | null

	constructor(name: CheckName, subject: string | null = null) {
		this.#name = name
		this.#subject = subject
	}

	ok(found: string): Check {
		return this.#make('ok', found, null)
	}

	/** It works, with a drawback. */
	warning(found: string, fix: string): Check {
		return this.#make('warning', found, fix)
	}

	failed(found: string, fix: string): Check {
		return this.#make('failed', found, fix)
	}

	/** Could not be checked. */
	skipped(found: string): Check {
		return this.#make('skipped', found, null)
	}

	#make(status: CheckStatus, found: string, fix: string | null): Check {
		return {
			name: this.#name,
			subject: this.#subject?.slice(0, MAX_SUBJECT) ?? null,
			status,
			found: found.slice(0, MAX_TEXT),
			fix: fix?.slice(0, MAX_TEXT) ?? null,
		}
	}
}
