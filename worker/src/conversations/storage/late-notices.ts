/** Table `late_notice`: notices added to an answer after it was stored. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { Notice } from '../../agent/run/queue/withdrawals.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'

export function noticeTable(db: SqlDatabase) {
	return {
		addNotice(messageId: string, { id, data }: Notice): void {
			db.all(
				'INSERT OR IGNORE INTO late_notice (message_id, id, data) VALUES (?, ?, ?)',
				messageId,
				id,
				JSON.stringify(data),
			)
		},

		/** Adds its late notices to each message. */
		withNotices: (messages: readonly StoredMessage[]): StoredMessage[] =>
			messages.map((message) => {
				const rows =
					message.role === 'assistant'
						? db.all<{ id: string; data: string }>(
								'SELECT id, data FROM late_notice WHERE message_id = ? ORDER BY id',
								message.id,
							)
						: []
				const parts = rows.map(({ id, data }) => ({
					type: 'data-notice',
					id,
					data: JSON.parse(data),
				}))
				return parts.length === 0 ? message : { ...message, parts: [...message.parts, ...parts] }
			}),
	}
}
