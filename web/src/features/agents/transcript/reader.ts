/** Reads parts of one transcript: its end or another place, what borders on it, and again what could not be read. */
import { type TranscriptEntry, TranscriptPart } from '@fairlead/protocol/agents/agents'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'

/** Entries kept on screen; of more, those at the far end are read again when they are wanted. */
const MAX_SHOWN = 2_000
const UNREADABLE =
	'The relay told of the transcript in a way that this page cannot read. Update both.'

export interface ShownTranscript {
	readonly sessionId: string
	readonly entries: readonly TranscriptEntry[]
	/** 0: nothing is before the first entry. */
	readonly from: number
	readonly to: number
	readonly size: number
	/** The transcript's path on the computer, if that is told. */
	readonly file?: string | undefined
}

export interface Failure {
	/** A sentence for people. */
	readonly message: string
	/** The relay knows of no transcript: there is none yet, or it is gone. */
	readonly missing: boolean
}

export type Read = { readonly part: TranscriptPart } | { readonly failure: Failure }

export function partOf(outcome: CallOutcome): Read {
	if (outcome.status !== 'ok') {
		const { code, message } = outcome.error
		return { failure: { message, missing: code === 'not_found' } }
	}
	const part = TranscriptPart.safeParse(outcome.result)
	return part.success ? { part: part.data } : { failure: { message: UNREADABLE, missing: false } }
}

/** Returns null if the part is of another session, or does not border on what is shown. */
export function joined(
	shown: ShownTranscript,
	part: TranscriptPart,
	where: 'before' | 'after',
): ShownTranscript | null {
	if (part.sessionId !== shown.sessionId || part.size < shown.to) return null
	const { size } = part
	if (where === 'before') {
		if (part.to !== shown.from) return null
		const entries = [...part.entries, ...shown.entries]
		const kept = entries.slice(0, MAX_SHOWN)
		return { ...shown, size, entries: kept, from: part.from, to: endOf(entries, kept, shown.to) }
	}
	if (part.from !== shown.to) return null
	const entries = [...shown.entries, ...part.entries]
	const kept = entries.slice(-MAX_SHOWN)
	const from = kept.length === entries.length ? shown.from : (kept[0]?.byte ?? shown.from)
	return { ...shown, size, entries: kept, from, to: part.to }
}

/** The byte from which to read on below: that of the first entry left out at the end, or `to`. */
const endOf = (
	entries: readonly TranscriptEntry[],
	kept: readonly TranscriptEntry[],
	to: number,
): number => entries[kept.length]?.byte ?? to

export interface Reading {
	/** Stays while a later part cannot be read. */
	readonly shown: ShownTranscript | null
	/** Failure of the last read. */
	readonly failure: Failure | null
}

export interface ReaderPorts {
	readonly ask: (where: { before?: number; after?: number }) => Promise<CallOutcome>
	readonly onChange: (reading: Reading) => void
}

export class TranscriptReader {
	readonly #ports: ReaderPorts
	#reading: Reading = { shown: null, failure: null }
	/** Counts the places: an answer for an earlier one is dropped. */
	#place = 0
	#asks = 0
	#readsOn = false
	#healsAgain = false

	constructor(ports: ReaderPorts) {
		this.#ports = ports
	}

	/** Shows another place: from `byte` on, or the end. */
	async show(byte?: number): Promise<void> {
		this.#place++
		const read = await this.#ask(byte === undefined ? {} : { after: byte })
		if (!read) return
		if ('failure' in read) this.#failed(read.failure)
		else this.#set({ shown: read.part, failure: null })
	}

	/** Reads what borders on what is shown. */
	async readOn(where: 'before' | 'after'): Promise<void> {
		const { shown } = this.#reading
		if (!shown || this.#readsOn) return
		this.#readsOn = true
		const read = await this.#ask(where === 'before' ? { before: shown.from } : { after: shown.to })
		this.#readsOn = false
		if (!read) return
		if ('failure' in read) {
			this.#failed(read.failure)
			return
		}
		const next = joined(shown, read.part, where)
		this.#set({ shown: next ?? shown, failure: null })
		// The part does not join: the file was written anew.
		if (!next) await this.show()
	}

	/** Reads again what could not be read: something has changed at the other end. */
	heal(): void {
		if (this.#reading.failure) void this.show()
		// The answer on its way may still be the old one.
		else if (this.#asks > 0) this.#healsAgain = true
	}

	/** The answers on their way are dropped. */
	leave(): void {
		this.#place++
	}

	async #ask(where: { before?: number; after?: number }): Promise<Read | null> {
		const now = this.#place
		this.#asks++
		const outcome = await this.#ports.ask(where)
		this.#asks--
		return now === this.#place ? partOf(outcome) : null
	}

	#failed(failure: Failure): void {
		this.#set({ ...this.#reading, failure })
		if (this.#healsAgain) void this.show()
		this.#healsAgain = false
	}

	#set(reading: Reading): void {
		this.#reading = reading
		if (!reading.failure) this.#healsAgain = false
		this.#ports.onChange(reading)
	}
}
