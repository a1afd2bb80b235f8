/** The seats on disk, so that a restarted relay knows which editors were connected and waits for them. */
import { EditorSeat } from '@fairlead/protocol/editors/editors'
import * as z from 'zod'
import { type Database, unlessDiskFull } from '../platform/database.ts'

const StoredSeat = z.object({ seat: EditorSeat, expected: z.boolean() })
/** `expected`: its editor was connected, or about to come back. */
export type StoredSeat = z.infer<typeof StoredSeat>

export class SeatStore {
	readonly #db: Database

	constructor(database: Database) {
		this.#db = database
	}

	/** Skips unreadable ones: a running editor says hello anyway. */
	all(): StoredSeat[] {
		return this.#db
			.prepare('SELECT body FROM seats')
			.all()
			.flatMap((row) => seatIn(String(row['body'])))
	}

	/** Without its commands, which end with the relay. */
	save({ seat: { backgroundCommands: _, ...seat }, expected }: StoredSeat): void {
		unlessDiskFull(() =>
			this.#db
				.prepare('INSERT OR REPLACE INTO seats (editor_key, body) VALUES (?, ?)')
				.run(seat.editorKey, JSON.stringify({ seat, expected })),
		)
	}

	remove(editorKey: string): void {
		unlessDiskFull(() => this.#db.prepare('DELETE FROM seats WHERE editor_key = ?').run(editorKey))
	}
}

function seatIn(body: string): StoredSeat[] {
	try {
		return [StoredSeat.parse(JSON.parse(body))]
	} catch {
		return []
	}
}
