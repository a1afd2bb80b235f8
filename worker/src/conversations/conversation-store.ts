/** {@link RunStore} over SQLite: everything a conversation stores, one file per noun in `storage/`. */
import type { RunStore } from '../agent/run/run-store.ts'
import { migrate } from '../platform/migrate.ts'
import type { SqlDatabase } from '../platform/sql-database.ts'
import { blobTable } from './storage/blobs.ts'
import { inboxTables } from './storage/inbox.ts'
import { noticeTable } from './storage/late-notices.ts'
import newTables from './storage/new-tables.json' with { type: 'json' }
import { outboxTable } from './storage/outbox-items.ts'
import { runTables } from './storage/runs.ts'
import { CONVERSATION_TABLES } from './storage/schema.ts'
import { settingTable } from './storage/settings.ts'
import { blockTable } from './storage/stream-blocks.ts'
import { subAgentTable } from './storage/sub-agents.ts'
import { summaryTable } from './storage/summaries.ts'
import { callTable } from './storage/tool-calls.ts'
import { transcriptTables } from './storage/transcript.ts'

export type ConversationStore = ReturnType<typeof conversationStore>

/** Migrates the tables. */
export function conversationStore(db: SqlDatabase) {
	migrate(db, CONVERSATION_TABLES, CONVERSATION_TABLES.length, newTables)
	return {
		transaction: <T>(body: () => T): T => db.transaction(body),
		...runTables(db),
		...callTable(db),
		...blockTable(db),
		...transcriptTables(db),
		...inboxTables(db),
		...noticeTable(db),
		...blobTable(db),
		...outboxTable(db),
		...settingTable(db),
		...summaryTable(db),
		...subAgentTable(db),
	} satisfies RunStore
}
