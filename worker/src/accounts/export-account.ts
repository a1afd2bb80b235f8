/** Everything that is stored about a person, as one JSON document that is written while it is read. */

import {
	conversationsToExport,
	listsOf,
	messagesElsewhere,
	messagesToExport,
} from '../db/account-export.ts'
import type { Database } from '../db/client.ts'

/** Pieces are joined up to this size: a piece for each row would cost more than the row. */
const PIECE_CHARS = 64 * 1024

async function* listOf(items: AsyncIterable<string>): AsyncGenerator<string> {
	let separator = '\n'
	yield '['
	for await (const item of items) {
		yield separator + item
		separator = ',\n'
	}
	yield ']'
}

async function* texts(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
	for await (const row of rows) yield JSON.stringify(row)
}

async function* messagesOf(db: Database, conversationId: string): AsyncGenerator<string> {
	for await (const { ui, ...row } of messagesToExport(db, conversationId)) {
		// Stored as JSON already.
		yield `${JSON.stringify(row).slice(0, -1)},"message":${ui ?? 'null'}}`
	}
}

async function* document(
	db: Database,
	person: { readonly id: string; readonly email: string | null },
	now: number,
): AsyncGenerator<string> {
	yield `{"exportedAt":${JSON.stringify(new Date(now).toISOString())}`
	for (const [name, rows] of Object.entries(listsOf(db, person))) {
		yield `,\n"${name}":`
		yield* listOf(texts(rows))
	}
	yield ',\n"conversations":['
	let separator = '\n'
	for await (const row of conversationsToExport(db, person.id)) {
		yield `${separator}${JSON.stringify(row).slice(0, -1)},"messages":`
		yield* listOf(messagesOf(db, String(row['id'])))
		yield '}'
		separator = ',\n'
	}
	yield '],\n"messagesElsewhere":'
	yield* listOf(texts(messagesElsewhere(db, person.id)))
	// A download that was cut off lacks it.
	yield ',\n"complete":true}\n'
}

/** Nothing is read before the client takes it. */
export function exportAccount(
	db: Database,
	person: { readonly id: string; readonly email: string | null },
	now: number,
): ReadableStream<Uint8Array> {
	const pieces = document(db, person, now)
	const encoder = new TextEncoder()
	return new ReadableStream(
		{
			async pull(controller) {
				let piece = ''
				while (piece.length < PIECE_CHARS) {
					const { value, done } = await pieces.next()
					if (done) {
						if (piece !== '') controller.enqueue(encoder.encode(piece))
						controller.close()
						return
					}
					piece += value
				}
				controller.enqueue(encoder.encode(piece))
			},
			async cancel() {
				await pieces.return(undefined)
			},
		},
		{ highWaterMark: 0 },
	)
}
