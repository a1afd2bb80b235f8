/** Decides what a screen shows of a terminal's output when parts come twice, late or not at all. Pure. */
import type { OutputPart, TerminalSize } from '@fairlead/protocol/agents/terminals'

export type Step =
	/** Empties the screen and the lines above it. */
	| { readonly do: 'reset' }
	| { readonly do: 'resize'; readonly size: TerminalSize }
	/** `to`: what is shown once this is written. */
	| { readonly do: 'write'; readonly data: string; readonly to: number }
	/** Asks for the output from there on; undefined: for the screen as it is. */
	| { readonly do: 'follow'; readonly from: number | undefined }

export class Following {
	/** The position up to which output is on screen, or on its way there; undefined if there is none. */
	#at: number | undefined
	/** Parts that come while an answer to `follow` is awaited; null: none is. */
	#held: OutputPart[] | null = []

	/** Begins to follow, on a new connection from where it was. */
	begin(): Step[] {
		return this.#ask([])
	}

	#ask(held: OutputPart[]): Step[] {
		this.#held = held
		return [{ do: 'follow', from: this.#at }]
	}

	/** @param part of the answer to `follow` */
	answered(part: OutputPart): Step[] {
		const held = this.#held ?? []
		this.#held = null
		if (part.snapshot || this.#at === undefined) {
			return [...this.#whole(part), ...held.flatMap((one) => this.heard(one))]
		}
		// The gap is not kept any more: after all that was held, only the whole screen helps.
		if (part.from > this.#at) {
			this.#at = undefined
			return this.begin()
		}
		return [part, ...held].flatMap((one) => this.heard(one))
	}

	/** @param part that was sent without being asked for */
	heard(part: OutputPart): Step[] {
		if (this.#held) {
			this.#held.push(part)
			return []
		}
		const at = this.#at ?? 0
		if (part.to < at) return []
		if (part.snapshot) return this.#whole(part)
		if (part.from > at) return this.#ask([part])
		// A size holds from its part's beginning: one that comes with output we have is known.
		if (part.to === at && part.from < at) return []
		const data = part.data.slice(at - part.from)
		this.#at = part.to
		return [...sizeOf(part), ...(data === '' ? [] : [write(data, part.to)])]
	}

	#whole(part: OutputPart): Step[] {
		this.#at = part.to
		return [{ do: 'reset' }, ...sizeOf(part), write(part.data, part.to)]
	}
}

const write = (data: string, to: number): Step => ({ do: 'write', data, to })
const sizeOf = ({ size }: OutputPart): Step[] => (size ? [{ do: 'resize', size }] : [])
