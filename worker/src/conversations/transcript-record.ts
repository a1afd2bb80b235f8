/** Keeps D1's record of the transcript complete: every message of the object, once, in order; before it, its pictures. */
import type { Database } from '../db/client.ts'
import { type RecordedMessage, recordedUpTo, recordMessage } from '../db/transcript.ts'
import { searchText } from '../ports/message-text.ts'
import type { PictureRecord } from './picture-record.ts'

/** Limits of one batch; a message has at most 1.8 MB. */
const PAGE_BYTES = 4 * 1024 * 1024
const PAGE_ROWS = 50
/** A D1 row holds 2 MB: the page's message, the model's copy, and its searchable text. */
const MAX_ROW_BYTES = 1_900_000

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).byteLength

export interface TranscriptSource {
	/** The messages after a place, in order: at most this many, and this many bytes, but at least one. */
	transcriptFrom(
		afterSeq: number,
		limit: number,
		maxBytes: number,
	): readonly (RecordedMessage & { readonly model: string })[]
}

export class TranscriptRecord {
	readonly #db: Database
	readonly #conversationId: () => string
	readonly #source: () => TranscriptSource
	readonly #pictures: PictureRecord
	/** Null: D1 was not asked yet. */
	#upTo: number | null = null

	constructor(
		db: Database,
		conversationId: () => string,
		source: () => TranscriptSource,
		pictures: PictureRecord,
	) {
		this.#db = db
		this.#conversationId = conversationId
		this.#source = source
		this.#pictures = pictures
	}

	/** Writes everything D1 does not have; retried after an error. */
	async complete(): Promise<void> {
		const conversationId = this.#conversationId()
		let upTo = this.#upTo ?? (await recordedUpTo(this.#db, conversationId))
		for (;;) {
			const page = this.#source().transcriptFrom(upTo, PAGE_ROWS, PAGE_BYTES)
			const [first, ...others] = page.map((message) => this.#statement(conversationId, message))
			if (!first) break
			await this.#pictures.add(
				conversationId,
				page.map(({ ui }) => ui),
			)
			await this.#db.batch([first, ...others])
			upTo = page.at(-1)?.seq ?? upTo
		}
		this.#upTo = upTo
	}

	/** The record is about to be deleted: nothing is written from here on. */
	async forget(): Promise<void> {
		this.#upTo = null
		await this.#pictures.settled()
	}

	#statement(conversationId: string, message: RecordedMessage & { model: string }) {
		const text = searchText(message.ui)
		const fits = [message.ui, message.model, text].reduce((sum, t) => sum + bytesOf(t), 0)
		const model = fits <= MAX_ROW_BYTES ? message.model : null
		return recordMessage(this.#db, conversationId, { ...message, model }, text)
	}
}
