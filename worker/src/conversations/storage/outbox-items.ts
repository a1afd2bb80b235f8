/** Table `outbox`: records that D1 does not have yet. */
import type { OutboxItem, OutboxPayload } from '../../agent/run/run-store.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function outboxTable(db: SqlDatabase) {
	const items = new Table<OutboxItem>(db, 'outbox', ['id', 'payload', 'attempts', 'nextAt'], {
		json: ['payload'],
	})

	return {
		enqueue(payload: OutboxPayload, now: number): void {
			db.all(
				'INSERT INTO outbox (payload, attempts, next_at) VALUES (?, 0, ?)',
				JSON.stringify(payload),
				now,
			)
		},

		/** The two oldest items, whether due or not: items go out in order. */
		firstOutboxItems: () => items.all('WHERE late = 0 ORDER BY id LIMIT 2'),

		/** The late item (overtaken by others) that is due first. */
		firstLateOutboxItem: () => items.first('WHERE late = 1 ORDER BY next_at, id'),

		/** Marks it as late: from now on the others go first. */
		setOutboxItemLate(id: number): void {
			db.all('UPDATE outbox SET late = 1 WHERE id = ?', id)
		},

		deleteOutboxItem(id: number): void {
			db.all('DELETE FROM outbox WHERE id = ?', id)
		},

		delayOutboxItem(id: number, nextAt: number, error: string): void {
			db.all(
				'UPDATE outbox SET attempts = attempts + 1, next_at = ?, last_error = ? WHERE id = ?',
				nextAt,
				error,
				id,
			)
		},
	}
}
