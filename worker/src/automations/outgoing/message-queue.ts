/**
 * Messages of a project's reports inside its Outgoing object: `awaiting` (the end of a run) `→ due → done`. Each
 * message keeps its id whatever happens, so that receivers can ignore a second one.
 */
import type { ReportAttempt, ReportOutcome } from '@fairlead/protocol/automations/reports'
import { type Migrations, migrate } from '../../platform/migrate.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import type { ReportContent } from './report-content.ts'

/** An entry never changes; a change is a new one. */
const MIGRATIONS: Migrations = [
	[
		`CREATE TABLE message (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			id TEXT NOT NULL UNIQUE,
			report_id TEXT NOT NULL,
			automation_id TEXT NOT NULL,
			delivery_id TEXT NOT NULL,
			-- begun or ended: each is told once.
			phase TEXT NOT NULL,
			step TEXT NOT NULL,
			conversation_id TEXT,
			run_id TEXT,
			outcome TEXT,
			-- JSON of ReportContent; null once it is done.
			told TEXT,
			-- The value of the report's path in the payload.
			ref TEXT,
			attempts INTEGER NOT NULL DEFAULT 0,
			first_at INTEGER NOT NULL,
			next_at INTEGER NOT NULL,
			UNIQUE (report_id, delivery_id, phase)
		)`,
		`CREATE INDEX message_open ON message (step, next_at) WHERE step <> 'done'`,
		`CREATE INDEX message_report ON message (report_id) WHERE step <> 'done'`,
		`CREATE INDEX message_conversation ON message (conversation_id) WHERE step = 'awaiting'`,
		`CREATE INDEX message_done ON message (first_at) WHERE step = 'done'`,
		// Failures of one kind in a row, since when, and until when nothing is sent.
		`CREATE TABLE standing (
			report_id TEXT PRIMARY KEY,
			kind TEXT NOT NULL,
			failures INTEGER NOT NULL,
			failing_since INTEGER,
			until INTEGER NOT NULL
		)`,
		`CREATE TABLE attempt (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			report_id TEXT NOT NULL,
			attempt TEXT NOT NULL
		)`,
		'CREATE INDEX attempt_report ON attempt (report_id, seq)',
	],
]

/** The most waiting messages of one report; newer ones are not sent. */
export const MAX_WAITING = 1_000
/** Attempts that the log keeps of a report. */
export const MAX_ATTEMPTS = 50
/** A known message is not told again. Longer than a delivery is logged again after a failure. */
const KNOWN_MS = 7 * 24 * 3_600_000

export interface NewMessage {
	readonly id: string
	readonly reportId: string
	readonly automationId: string
	readonly deliveryId: string
	readonly phase: 'begun' | 'ended'
	/** The outcome; null while the message waits for the end of this run. */
	readonly outcome: ReportOutcome | null
	readonly conversationId: string | null
	readonly runId: string | null
	readonly told: ReportContent
	readonly ref: string | null
}

export interface Message extends NewMessage {
	/** Failed attempts. */
	readonly attempts: number
	/** The time of the first planned attempt. */
	readonly firstAt: number
}

/** retry: no answer, or one that may change · refused: the receiver answers, and does not take messages. */
export type Failing = 'retry' | 'refused'

export interface Standing {
	readonly failures: number
	/** When the first of them failed; null: the last message arrived. */
	readonly failingSince: number | null
}

const GOOD: Standing = { failures: 0, failingSince: null }

interface Row extends Omit<Message, 'told'> {
	readonly told: string
}

const COLUMNS = `m.id, m.report_id AS reportId, m.automation_id AS automationId, m.delivery_id AS deliveryId, m.phase,
	m.outcome, m.conversation_id AS conversationId, m.run_id AS runId, m.told, m.ref, m.attempts, m.first_at AS firstAt`

const read = (row: Row): Message => ({ ...row, told: JSON.parse(row.told) as ReportContent })

export class MessageQueue {
	readonly #db: SqlDatabase

	constructor(db: SqlDatabase) {
		this.#db = db
		migrate(db, MIGRATIONS)
	}

	/** False if its report has too many messages. A known message stays as it is. */
	add(message: NewMessage, now: number): boolean {
		const { id, reportId, automationId, deliveryId, phase, outcome } = message
		if (this.waiting(reportId) >= MAX_WAITING) return false
		this.#db.all(
			`INSERT OR IGNORE INTO message (id, report_id, automation_id, delivery_id, phase, step, conversation_id, run_id,
				outcome, told, ref, first_at, next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id,
			reportId,
			automationId,
			deliveryId,
			phase,
			outcome === null ? 'awaiting' : 'due',
			message.conversationId,
			message.runId,
			outcome,
			JSON.stringify(message.told),
			message.ref,
			now,
			now,
		)
		return true
	}

	waiting(reportId: string): number {
		const [row] = this.#db.all<{ n: number }>(
			"SELECT count(*) AS n FROM message WHERE report_id = ? AND step <> 'done'",
			reportId,
		)
		return row?.n ?? 0
	}

	/** A message that waits for the end of a run, once it is time to look. */
	awaiting(now: number): Message | undefined {
		const [row] = this.#db.all<Row>(
			`SELECT ${COLUMNS} FROM message m WHERE step = 'awaiting' AND next_at <= ? ORDER BY next_at, seq LIMIT 1`,
			now,
		)
		return row && read(row)
	}

	/** Looks soon at messages of this conversation, whose runs may have ended. */
	wake(conversationId: string, now: number): void {
		this.#db.all(
			"UPDATE message SET next_at = ? WHERE conversation_id = ? AND step = 'awaiting'",
			now,
			conversationId,
		)
	}

	/** The message's run continues, or could not be asked for. */
	lookAgain(id: string, at: number): void {
		this.#db.all(
			"UPDATE message SET attempts = attempts + 1, next_at = ? WHERE id = ? AND step = 'awaiting'",
			at,
			id,
		)
	}

	/** The run has ended. A message about its beginning that has not arrived yet is now useless. */
	ended({ id, reportId, deliveryId }: Message, told: ReportContent, now: number): void {
		this.#db.transaction(() => {
			this.#db.all(
				`UPDATE message SET step = 'due', outcome = ?, told = ?, attempts = 0, first_at = ?, next_at = ?
					WHERE id = ? AND step = 'awaiting'`,
				told.outcome,
				JSON.stringify(told),
				now,
				now,
				id,
			)
			this.#db.all(
				`UPDATE message SET step = 'done', told = NULL
					WHERE report_id = ? AND delivery_id = ? AND phase = 'begun' AND step = 'due'`,
				reportId,
				deliveryId,
			)
		})
	}

	/** The next message to send, of a report that is not `busy` and does not pause. */
	due(now: number, busy: readonly string[]): Message | undefined {
		const [row] = this.#db.all<Row>(
			`SELECT ${COLUMNS} FROM message m LEFT JOIN standing USING (report_id)
				WHERE step = 'due' AND next_at <= ? AND coalesce(until, 0) <= ?
				AND report_id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at, seq LIMIT 1`,
			now,
			now,
			JSON.stringify(busy),
		)
		return row && read(row)
	}

	/** Other messages of this report that could be sent now, the oldest first. */
	others({ id, reportId }: Message, now: number, limit: number): Message[] {
		return this.#db
			.all<Row>(
				`SELECT ${COLUMNS} FROM message m WHERE report_id = ? AND step = 'due' AND next_at <= ? AND id <> ?
					ORDER BY seq LIMIT ?`,
				reportId,
				now,
				id,
				limit,
			)
			.map(read)
	}

	/** The time at which there is something to do; null: nothing waits. */
	nextAt(): number | null {
		const [row] = this.#db.all<{ at: number | null }>(
			`SELECT min(CASE step WHEN 'due' THEN max(next_at, coalesce(until, 0)) ELSE next_at END) AS at
				FROM message LEFT JOIN standing USING (report_id) WHERE step <> 'done'`,
		)
		return row?.at ?? null
	}

	/** The message is not sent again. */
	done(id: string): void {
		this.#db.all("UPDATE message SET step = 'done', told = NULL WHERE id = ?", id)
	}

	again(id: string, at: number): void {
		this.#db.all(
			"UPDATE message SET attempts = attempts + 1, next_at = ? WHERE id = ? AND step = 'due'",
			at,
			id,
		)
	}

	/** The report's failures of this kind; others do not count. */
	standing(reportId: string, kind: Failing): Standing {
		const [row] = this.#db.all<Standing>(
			'SELECT failures, failing_since AS failingSince FROM standing WHERE report_id = ? AND kind = ?',
			reportId,
			kind,
		)
		return row ?? GOOD
	}

	/** A message failed: nothing is sent to this report before `until`. */
	failed(reportId: string, kind: Failing, now: number, until: number): void {
		const { failures, failingSince } = this.standing(reportId, kind)
		this.#db.all(
			'INSERT OR REPLACE INTO standing (report_id, kind, failures, failing_since, until) VALUES (?, ?, ?, ?, ?)',
			reportId,
			kind,
			failures + 1,
			failingSince ?? now,
			until,
		)
	}

	/** A message has arrived; the next one may be sent at `next`. */
	arrived(reportId: string, next: number): void {
		this.#db.all(
			"INSERT OR REPLACE INTO standing (report_id, kind, failures, until) VALUES (?, 'retry', 0, ?)",
			reportId,
			next,
		)
	}

	/** A person has switched the report on, or changed it. */
	recovered(reportId: string): void {
		this.#db.all('DELETE FROM standing WHERE report_id = ?', reportId)
	}

	/** The report is switched off: its waiting messages are not sent. */
	drop(reportId: string): void {
		this.#db.all(
			"UPDATE message SET step = 'done', told = NULL WHERE report_id = ? AND step <> 'done'",
			reportId,
		)
		this.recovered(reportId)
	}

	/** The report is deleted: its log goes, too. */
	forget(reportId: string): void {
		this.drop(reportId)
		this.#db.all('DELETE FROM attempt WHERE report_id = ?', reportId)
	}

	noteAttempt(reportId: string, attempt: ReportAttempt): void {
		this.#db.all(
			'INSERT INTO attempt (report_id, attempt) VALUES (?, ?)',
			reportId,
			JSON.stringify(attempt),
		)
		this.#db.all(
			`DELETE FROM attempt WHERE report_id = ? AND seq <= (SELECT seq FROM attempt WHERE report_id = ?
				ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
			reportId,
			reportId,
			MAX_ATTEMPTS,
		)
	}

	/** Newest first. */
	attempts(reportId: string): ReportAttempt[] {
		return this.#db
			.all<{ attempt: string }>(
				'SELECT attempt FROM attempt WHERE report_id = ? ORDER BY seq DESC',
				reportId,
			)
			.map(({ attempt }) => JSON.parse(attempt) as ReportAttempt)
	}

	forgetOld(now: number): void {
		this.#db.all("DELETE FROM message WHERE step = 'done' AND first_at < ?", now - KNOWN_MS)
	}
}
