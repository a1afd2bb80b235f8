/** The table of {@link DeskReports} in `relay.db`. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { fitResult } from '@fairlead/protocol/wire/fit-result'
import type { DeskReport } from '@fairlead/protocol/wire/relay-link'
import type { Database } from '../../platform/database.ts'

/** The oldest are dropped first: by number, by size, and by age. */
export const MAX_REPORTS = 1_000
const MAX_BYTES = 32 * 1024 * 1024
const KEEP_MS = 30 * 24 * 60 * 60_000
/** A call reported on its last day is reverted as long as its files are kept after that. */
const KEEP_REPORTED_MS = 2 * KEEP_MS
/** The page shows no more of a result. */
const MAX_RESULT_CHARS = 64_000
/** A server takes no longer arguments: such a call is reported without the long ones. */
const MAX_PARAMS_CHARS = 500_000

/** The longest text that is still told of such arguments, for instance a path. */
const MAX_KEPT_CHARS = 1_000
const MAX_KEPT = 20

const SCHEMA = `
CREATE TABLE IF NOT EXISTS mcp_reports (
	call_id TEXT PRIMARY KEY,
	room TEXT NOT NULL,
	report TEXT NOT NULL,
	outcome TEXT,
	ended_no INTEGER,
	bytes INTEGER NOT NULL,
	at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS mcp_reports_by_end ON mcp_reports (room, ended_no);
`

type Begun = Omit<DeskReport, 'outcome'>

export class ReportTable {
	readonly #statements

	constructor(database: Database) {
		database.exec(SCHEMA)
		this.#statements = {
			begin: database.prepare(
				'INSERT OR IGNORE INTO mcp_reports (call_id, room, report, bytes, at) VALUES (?, ?, ?, ?, ?)',
			),
			end: database.prepare(
				`UPDATE mcp_reports SET outcome = ?, bytes = bytes + ?,
				ended_no = (SELECT coalesce(max(ended_no), 0) + 1 FROM mcp_reports)
				WHERE call_id = ? AND outcome IS NULL RETURNING room`,
			),
			next: database.prepare(
				'SELECT report, outcome FROM mcp_reports WHERE room = ? AND ended_no IS NOT NULL ORDER BY ended_no LIMIT 1',
			),
			drop: database.prepare('DELETE FROM mcp_reports WHERE call_id = ?'),
			unfinished: database.prepare(
				'SELECT call_id FROM mcp_reports WHERE outcome IS NULL AND at < ?',
			),
			sent: database.prepare(
				'INSERT OR REPLACE INTO reported_calls (call_id, room, at) VALUES (?, ?, ?)',
			),
			sentLongAgo: database.prepare('DELETE FROM reported_calls WHERE at < ?'),
			old: database.prepare('DELETE FROM mcp_reports WHERE at < ?'),
			surplus: database.prepare(
				`DELETE FROM mcp_reports WHERE call_id IN (SELECT call_id FROM (
					SELECT call_id, row_number() OVER newest AS n, sum(bytes) OVER newest AS total
					FROM mcp_reports WINDOW newest AS (ORDER BY at DESC, rowid DESC)
				) WHERE n > ${MAX_REPORTS} OR total > ${MAX_BYTES})`,
			),
		}
	}

	begin(room: string, report: Begun): void {
		const isLong = JSON.stringify(report.params).length > MAX_PARAMS_CHARS
		const text = JSON.stringify(isLong ? { ...report, params: withoutLong(report.params) } : report)
		this.#statements.begin.run(report.callId, room, text, Buffer.byteLength(text), report.at)
	}

	/** Its room; null: it is not known, or has ended before. */
	end(callId: string, outcome: CallOutcome): string | null {
		const text = JSON.stringify(shortened(outcome))
		const row = this.#statements.end.get(text, Buffer.byteLength(text), callId)
		return row ? String(row['room']) : null
	}

	/** The one that ended first. */
	next(room: string): DeskReport | null {
		const row = this.#statements.next.get(room)
		if (!row) return null
		const outcome = JSON.parse(String(row['outcome'])) as CallOutcome
		return { ...(JSON.parse(String(row['report'])) as Begun), outcome }
	}

	/** From now on the room may revert the call's files. Also if its answer is lost: it may have stored the call. */
	sent(room: string, callId: string, now: number): void {
		this.#statements.sent.run(callId, room, now)
	}

	drop(callId: string): void {
		this.#statements.drop.run(callId)
	}

	/** Calls that began before this time (Unix milliseconds), and whose end nobody has told. */
	unfinishedBefore(at: number): string[] {
		return this.#statements.unfinished.all(at).map((row) => String(row['call_id']))
	}

	prune(now: number): void {
		this.#statements.old.run(now - KEEP_MS)
		this.#statements.sentLongAgo.run(now - KEEP_REPORTED_MS)
		this.#statements.surplus.run()
	}
}

/** So that the page still says what was changed, and how much is left out. */
function withoutLong(params: Record<string, unknown>): Record<string, unknown> {
	const told = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
		const { length } = JSON.stringify(value) ?? ''
		if (length <= MAX_KEPT_CHARS) return [[name, value]]
		return typeof value === 'string' ? [[name, `(${value.length} characters, left out)`]] : []
	})
	return Object.fromEntries(told.slice(0, MAX_KEPT))
}

function shortened(outcome: CallOutcome): CallOutcome {
	if (outcome.status === 'error') {
		const { data, ...error } = outcome.error
		const isShort = data !== undefined && JSON.stringify(data).length <= MAX_RESULT_CHARS
		return { status: 'error', error: isShort ? { ...error, data } : error }
	}
	return { status: 'ok', result: fitResult(outcome.result, MAX_RESULT_CHARS).value }
}
