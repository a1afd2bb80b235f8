/** Table `message` and what belongs to it: changes of runs (`run_changes`) and notes of reverts. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { ChangedStep } from '../../agent/revert/run-changes.ts'
import type { MessageRow, TranscriptRow } from '../../agent/run/run-store.ts'
import type { SqlDatabase, SqlValue } from '../../platform/sql-database.ts'
import type { RecordedMessage } from '../record/transcript.ts'
import { Table } from './columns.ts'

interface Size {
	readonly seq: number
	readonly bytes: number
}

/** The first rows up to this many bytes together, but at least one. */
function fitting(sizes: readonly Size[], maxBytes: number): readonly Size[] {
	let bytes = 0
	return sizes.filter((row, index) => {
		bytes += row.bytes
		return index === 0 || bytes <= maxBytes
	})
}

/** SQLite in workerd refuses longer patterns. */
const MAX_PATTERN_BYTES = 50

/** Matches as much of the beginning of a word as fits. LIKE would fold only the capitals of ASCII. */
function wordPattern(word: string): string {
	const utf8 = new TextEncoder()
	let pattern = '*'
	for (const letter of word) {
		const upper = letter.toUpperCase()
		const lower = letter.toLowerCase()
		const next = `${pattern}${upper === lower ? letter : `[${lower}${upper}]`}`
		if (utf8.encode(`${next}*`).length > MAX_PATTERN_BYTES) break
		pattern = next
	}
	return `${pattern}*`
}

export function transcriptTables(db: SqlDatabase) {
	const messages = new Table<MessageRow>(
		db,
		'message',
		['id', 'role', 'ui', 'model', 'runId', 'createdAt'],
		{ json: ['ui', 'model'] },
	)
	const olderThan = (beforeId?: string): [string, string[]] =>
		beforeId === undefined
			? ['', []]
			: ['WHERE seq < (SELECT seq FROM message WHERE id = ?)', [beforeId]]

	const rows = (where: string, ...bindings: SqlValue[]): TranscriptRow[] =>
		db
			.all<{ seq: number; role: MessageRow['role']; model: string }>(
				`SELECT seq, role, model FROM message ${where}`,
				...bindings,
			)
			.map(({ seq, role, model }) => ({
				seq,
				row: { role, model: JSON.parse(model) as MessageRow['model'] },
			}))

	return {
		insertMessage: (message: MessageRow) => messages.insert(message),

		hasMessages: (): boolean => db.all('SELECT 1 FROM message LIMIT 1').length > 0,

		message: (id: string): MessageRow | null => messages.first('WHERE id = ?', id),

		completeMessage: (id: string, { ui, model }: Pick<MessageRow, 'ui' | 'model'>): void =>
			messages.update({ ui, model }, 'id = ?', id),

		newestMessages(limit: number, beforeId?: string): readonly MessageRow[] {
			const [where, bindings] = olderThan(beforeId)
			return messages.all(`${where} ORDER BY seq DESC LIMIT ?`, ...bindings, limit)
		},

		/**
		 * The newest messages first, only the part the page shows, and at most this many bytes of it (one
		 * message at least). `more`: there are older ones.
		 */
		newestPage(
			limit: number,
			maxBytes: number,
			beforeId?: string,
		): { readonly messages: readonly StoredMessage[]; readonly more: boolean } {
			const [where, bindings] = olderThan(beforeId)
			const sizes = db.all<Size>(
				`SELECT seq, octet_length(ui) AS bytes FROM message ${where} ORDER BY seq DESC LIMIT ?`,
				...bindings,
				limit + 1,
			)
			const taken = fitting(sizes.slice(0, limit), maxBytes)
			const newest = taken[0]?.seq
			const oldest = taken.at(-1)?.seq
			if (newest === undefined || oldest === undefined) return { messages: [], more: false }
			const rows = db.all<{ ui: string }>(
				'SELECT ui FROM message WHERE seq BETWEEN ? AND ? ORDER BY seq DESC',
				oldest,
				newest,
			)
			return {
				messages: rows.map(({ ui }) => JSON.parse(ui) as StoredMessage),
				more: sizes.length > taken.length,
			}
		},

		messagesFrom: (seq: number): readonly TranscriptRow[] =>
			rows('WHERE seq >= ? ORDER BY seq', seq),

		messageAt: (seq: number): TranscriptRow | null => rows('WHERE seq = ?', seq)[0] ?? null,

		messageWith: (word: string, beforeSeq: number): TranscriptRow | null =>
			rows(
				'WHERE seq < ? AND model GLOB ? ORDER BY seq DESC LIMIT 1',
				beforeSeq,
				wordPattern(word),
			)[0] ?? null,

		/** Messages for D1's record, `ui` and `model` as stored: at most `maxBytes`, but at least one message. */
		transcriptFrom(
			afterSeq: number,
			limit: number,
			maxBytes: number,
		): readonly (RecordedMessage & { readonly model: string })[] {
			const sizes = db.all<Size>(
				`SELECT seq, octet_length(ui) + octet_length(model) AS bytes FROM message
				WHERE seq > ? ORDER BY seq LIMIT ?`,
				afterSeq,
				limit,
			)
			return db.all(
				`SELECT seq, id, role, ui, model, run_id AS runId, created_at AS createdAt FROM message
				WHERE seq > ? AND seq <= ? ORDER BY seq`,
				afterSeq,
				fitting(sizes, maxBytes).at(-1)?.seq ?? afterSeq,
			)
		},

		/** One message in the form of {@link transcriptFrom}. */
		messageToRecord: (id: string): (RecordedMessage & { readonly model: string }) | null =>
			db.all<RecordedMessage & { readonly model: string }>(
				`SELECT seq, id, role, ui, model, run_id AS runId, created_at AS createdAt FROM message
				WHERE id = ?`,
				id,
			)[0] ?? null,

		/** Puts a message of the record back in its place. */
		restoreMessage({ seq, id, role, ui, model, runId, createdAt }: RecordedMessage): void {
			db.all(
				`INSERT INTO message (seq, id, role, ui, model, run_id, created_at)
				VALUES (?, ?, ?, ?, ?, ?, ?)`,
				seq,
				id,
				role,
				ui,
				model ?? '[]',
				runId,
				createdAt,
			)
		},

		/** Clears the remains of an interrupted restoration. */
		clearTranscript(): void {
			for (const table of ['message', 'run', 'known_message']) db.all(`DELETE FROM ${table}`)
		},

		putChanges(runId: string, steps: readonly ChangedStep[]): void {
			db.all(
				'INSERT OR REPLACE INTO run_changes (run_id, steps) VALUES (?, ?)',
				runId,
				JSON.stringify(steps),
			)
		},

		/** Empty for a run that has not ended. */
		changes(runId: string): readonly ChangedStep[] {
			const query = 'SELECT steps FROM run_changes WHERE run_id = ?'
			return JSON.parse(db.all<{ steps: string }>(query, runId)[0]?.steps ?? '[]') as ChangedStep[]
		},

		revertNotes: (fromSeq: number): readonly { afterSeq: number; text: string }[] =>
			db.all(
				`SELECT note_after AS afterSeq, note AS text FROM revert
				WHERE note IS NOT NULL AND note_after >= ? ORDER BY seq`,
				fromSeq,
			),
	}
}
