/** Takes a deleted person out of everything that a Conversation object stores. */
import { withoutPerson } from '../../access/former-person.ts'
import type { SqlDatabase, SqlValue } from '../../platform/sql-database.ts'

/** Tables whose columns hold authors, with what tells their rows apart. */
const COLUMNS: readonly (readonly [table: string, key: string, column: string])[] = [
	['message', 'seq', 'ui'],
	['message', 'seq', 'model'],
	['run', 'seq', 'author'],
	['run', 'seq', 'stopped_by'],
	['run', 'seq', 'decisions'],
	['tool_call', 'call_id', 'outcome'],
	['inbox', 'seq', 'ui'],
	['inbox', 'seq', 'model'],
	['inbox', 'seq', 'options'],
	['known_message', 'id', 'withdrawn_by'],
	['late_notice', "message_id || ' ' || id", 'data'],
	['revert', 'seq', 'body'],
	['summary', 'seq', 'edited_by'],
	['sub_agent', 'call_id', 'start'],
	['outbox', 'id', 'payload'],
	// Whose budgets were read last.
	['setting', 'key', 'value'],
]

/** In one transaction, a row at a time: a message may have over a megabyte. */
export function forgetPerson(db: SqlDatabase, userId: string): void {
	db.transaction(() => {
		for (const [table, key, column] of COLUMNS) {
			const keys = db.all<{ key: SqlValue }>(
				`SELECT ${key} AS key FROM ${table} WHERE instr(${column}, ?) > 0`,
				userId,
			)
			for (const row of keys) {
				const [found] = db.all<{ text: string }>(
					`SELECT ${column} AS text FROM ${table} WHERE ${key} = ?`,
					row.key,
				)
				db.all(
					`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`,
					withoutPerson(found?.text ?? '', userId),
					row.key,
				)
			}
		}
		// The stream of a run that has ended: its answer is a message, which returning viewers read instead.
		const [streamed] = db.all('SELECT 1 FROM chunk_block WHERE instr(body, ?) > 0 LIMIT 1', userId)
		if (streamed) db.all('DELETE FROM chunk_block')
	})
}
