/** The end of what another program said, for an error that people and models read. */
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

/** Read besides what is shown, so that the line at the cut is whole: half a secret is not recognized. */
const MARGIN_CHARS = 8_000

export class LastWords {
	readonly #chars: number
	#said = ''
	#cut = false

	/** @param chars shown at most */
	constructor(chars: number) {
		this.#chars = chars
	}

	add(text: string): void {
		const all = this.#said + text
		this.#said = all.slice(-(this.#chars + MARGIN_CHARS))
		this.#cut ||= this.#said.length < all.length
	}

	/** Without secrets. Of what is too long, whole lines are left out, if there are any. */
	get text(): string {
		const from = this.#cut ? this.#said.indexOf('\n') + 1 : 0
		const whole = this.#cut && from === 0 ? '' : this.#said.slice(from)
		const shown = withoutSecrets(whole).trim()
		if (shown.length <= this.#chars) return shown
		const end = shown.slice(-this.#chars)
		return end.slice(end.indexOf('\n') + 1)
	}

	get lastLine(): string {
		return this.text.split('\n').at(-1) ?? ''
	}
}
