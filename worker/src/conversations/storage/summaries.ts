/** Table `summary`: what stands for the beginning of the transcript in the model's view. */
import type { Author } from '@fairlead/protocol/people/author'
import type { Summary, SummaryStore } from '../../agent/context/summary.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { Table } from './columns.ts'

const NEWEST = 'ORDER BY seq DESC'

type Row = Omit<Summary, 'seq'>

export function summaryTable(db: SqlDatabase): SummaryStore {
	const fields = ['runId', 'until', 'text', 'edited', 'editedBy', 'editedAt'] as const
	const more = ['replacedTokens', 'createdAt', 'shown'] as const
	const kinds = { json: ['until', 'editedBy'], flag: ['shown'] } as const
	const written = new Table<Row>(db, 'summary', [...fields, ...more], kinds)
	const read = new Table<Summary>(db, 'summary', ['seq', ...fields, ...more], kinds)

	return {
		insertSummary: (summary: Row) => written.insert(summary),

		newestSummary: () => read.first(NEWEST),

		summaries: (limit: number) => read.all(`${NEWEST} LIMIT ?`, limit),

		summariesToShow: () => read.all('WHERE shown = 0 ORDER BY seq'),

		markShown: (seq: number) => written.update({ shown: true }, 'seq = ?', seq),

		editSummary(seq: number, text: string, by: Author, at: number): boolean {
			if (read.first(NEWEST)?.seq !== seq) return false
			written.update({ edited: text, editedBy: by, editedAt: at }, 'seq = ?', seq)
			return true
		},
	}
}
