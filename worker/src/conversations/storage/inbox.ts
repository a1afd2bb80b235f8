/** Tables `inbox` and `known_message`: messages that wait or entered the newest run, and every id that was ever accepted. */
import type { Author } from '@fairlead/protocol/people/author'
import type { InboxMessage } from '../../agent/run/queue/inbox.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

export function inboxTables(db: SqlDatabase) {
	const inbox = new Table<InboxMessage>(
		db,
		'inbox',
		['id', 'steer', 'ui', 'model', 'options', 'createdAt', 'runId', 'stepSeq'],
		{ json: ['ui', 'model', 'options'] },
	)

	return {
		inbox: () => inbox.all('WHERE run_id IS NULL ORDER BY seq'),

		entered: (runId: string) => inbox.all('WHERE run_id = ? ORDER BY seq', runId),

		insertInbox: (message: InboxMessage) => inbox.insert(message),

		enterInbox: (id: string, runId: string, stepSeq: number) =>
			inbox.update({ runId, stepSeq }, 'id = ?', id),

		deleteInbox(id: string): void {
			db.all('DELETE FROM inbox WHERE id = ?', id)
		},

		rememberMessage(id: string, runId: string | null, withdrawnBy: Author | null = null): void {
			db.all(
				'INSERT INTO known_message (id, run_id, withdrawn_by) VALUES (?, ?, ?)',
				id,
				runId,
				withdrawnBy && JSON.stringify(withdrawnBy),
			)
		},

		knownMessage(id: string): { runId: string | null } | null {
			const [row] = db.all<{ runId: string | null }>(
				`SELECT id, run_id AS runId FROM inbox WHERE id = ? AND run_id IS NOT NULL
				UNION ALL SELECT id, run_id FROM known_message WHERE id = ?
				UNION ALL SELECT id, run_id FROM message WHERE id = ?`,
				id,
				id,
				id,
			)
			return row ? { runId: row.runId } : null
		},
	}
}
