/** Keeps D1's record of the transcript complete: every message of the object, once, in order; before it, its pictures. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import type { Database } from '../../db/client.ts'
import { pictureIdsIn } from '../../pictures/picture-ids.ts'
import { searchText } from '../../ports/message-text.ts'
import {
	type RecordedMessage,
	recordedUpTo,
	recordLatestPicture,
	recordMessage,
} from '../record/transcript.ts'
import type { PictureRecord } from './picture-record.ts'

/** Limits of one batch; a message has at most 1.8 MB. */
const PAGE_BYTES = 4 * 1024 * 1024
const PAGE_ROWS = 50
/** A D1 row holds 2 MB: the page's message, the model's copy, and its searchable text. */
const MAX_ROW_BYTES = 1_900_000

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).byteLength

type StoredRow = RecordedMessage & { readonly model: string }

export interface TranscriptSource {
	/** The messages after a place, in order: at most this many, and this many bytes, but at least one. */
	transcriptFrom(afterSeq: number, limit: number, maxBytes: number): readonly StoredRow[]
	messageToRecord(id: string): StoredRow | null
}

export class TranscriptRecord {
	readonly #db: Database
	readonly #conversationId: () => string
	readonly #source: () => TranscriptSource
	readonly #pictures: PictureRecord
	readonly #shown: (message: StoredMessage) => StoredMessage
	/** The last recorded position; null until D1 was asked. */
	#upTo: number | null = null

	constructor(
		db: Database,
		conversationId: () => string,
		source: () => TranscriptSource,
		pictures: PictureRecord,
		/** A stored message in the form that people see. */
		shown: (message: StoredMessage) => StoredMessage,
	) {
		this.#db = db
		this.#conversationId = conversationId
		this.#source = source
		this.#pictures = pictures
		this.#shown = shown
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
			await this.#db.batch([first, ...others, ...this.#latestPicture(conversationId, page)])
			upTo = page.at(-1)?.seq ?? upTo
		}
		this.#upTo = upTo
	}

	/** Records an answer anew, with later additions; retried after an error. */
	async again(messageId: string): Promise<void> {
		await this.complete()
		const message = this.#source().messageToRecord(messageId)
		if (message === null) return
		const shown = this.#shown(JSON.parse(message.ui) as StoredMessage)
		const ui = [shown, withoutItems(shown)]
			.map((one) => JSON.stringify(one))
			.find((text) => bytesOf(text) + bytesOf(searchText(text)) <= MAX_ROW_BYTES)
		if (ui === undefined) return
		await this.#db.batch([this.#statement(this.#conversationId(), { ...message, ui })])
	}

	/** The record is about to be deleted: nothing is written from here on. */
	async forget(): Promise<void> {
		this.#upTo = null
		await this.#pictures.settled()
	}

	#latestPicture(conversationId: string, page: readonly StoredRow[]) {
		const shown = page.flatMap(({ role, ui }) =>
			role === 'assistant' ? pictureIdsIn(ui, conversationId) : [],
		)
		const latest = shown.at(-1)
		return latest === undefined ? [] : [recordLatestPicture(this.#db, conversationId, latest)]
	}

	#statement(conversationId: string, message: StoredRow) {
		const text = searchText(message.ui)
		const fits = [message.ui, message.model, text].reduce((sum, t) => sum + bytesOf(t), 0)
		const model = fits <= MAX_ROW_BYTES ? message.model : null
		return recordMessage(this.#db, conversationId, { ...message, model }, text)
	}
}

/** Reverts without their lists, which may be longer than a row; their outcomes stay. */
const withoutItems = (message: StoredMessage): StoredMessage => ({
	...message,
	parts: message.parts.map((part) =>
		part['type'] === 'data-revert'
			? { ...part, data: { ...(part['data'] as RevertPart), items: [], truncated: true } }
			: part,
	),
})
