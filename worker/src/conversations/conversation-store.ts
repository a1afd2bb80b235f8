/** {@link RunStore} over SQLite: all that a conversation remembers. */
import type { StoredMessage } from '@fairlead/protocol/http'
import type { ChangedStep } from '../agent/revert/run-changes.ts'
import type { InboxMessage } from '../agent/run/inbox.ts'
import type { Run, Step, ToolCall } from '../agent/run/run-state.ts'
import type {
	ChunkBlock,
	MessageRow,
	OutboxItem,
	OutboxPayload,
	RunStore,
} from '../agent/run/run-store.ts'
import type { RecordedMessage } from '../db/transcript.ts'
import { type Column, columns, fromRow, names, patchOf, placeholders, toSql } from './columns.ts'
import { migrate } from './schema.ts'
import type { SqlDatabase } from './sql-database.ts'

const RUN = columns(
	[
		'id',
		'idemKey',
		'author',
		'messageId',
		'state',
		'model',
		'mode',
		'editorKey',
		'cancelRequested',
		'stoppedBy',
		'nextAt',
		'errorCode',
		'usage',
		'startedAt',
		'finishedAt',
		'costUsd',
		'budget',
		'decisions',
	],
	{ json: ['author', 'stoppedBy', 'usage', 'budget', 'decisions'], flag: ['cancelRequested'] },
)
const STEP = columns(
	['runId', 'seq', 'kind', 'state', 'attempt', 'epoch', 'result', 'startedAt', 'finishedAt'],
	{ json: ['result'] },
)
const CALL = columns(
	[
		'callId',
		'runId',
		'stepSeq',
		'index',
		'toolCallId',
		'name',
		'params',
		'argsHash',
		'risk',
		'replay',
		'runsOn',
		'timeoutMs',
		'state',
		'createdAt',
		'attempts',
		'nextAt',
		'waiting',
		'editorKey',
		'editorName',
		'epoch',
		'outcome',
	],
	{ json: ['params', 'outcome'] },
)
const BLOCK = columns(['block', 'epoch', 'seqFrom', 'seqTo', 'body'])
const MESSAGE = columns(['id', 'role', 'ui', 'model', 'runId', 'createdAt'], {
	json: ['ui', 'model'],
})
const INBOX = columns(['id', 'steer', 'ui', 'model', 'options', 'createdAt', 'runId', 'stepSeq'], {
	json: ['ui', 'model', 'options'],
})
const EPOCH = 'epoch'

export class ConversationStore implements RunStore {
	readonly #db: SqlDatabase

	/** Migrates the tables. */
	constructor(db: SqlDatabase) {
		this.#db = db
		migrate(db)
	}

	transaction<T>(body: () => T): T {
		return this.#db.transaction(body)
	}

	/** Once per object instance: what an older one still writes is refused from now on. */
	beginEpoch(): number {
		const epoch = this.epoch() + 1
		this.setSetting(EPOCH, String(epoch))
		return epoch
	}

	epoch(): number {
		return Number(this.setting(EPOCH) ?? '0')
	}

	latestRun(): Run | null {
		return this.#one(RUN, `SELECT ${names(RUN)} FROM run ORDER BY seq DESC LIMIT 1`)
	}

	runByIdemKey(idemKey: string): Run | null {
		return this.#one(RUN, `SELECT ${names(RUN)} FROM run WHERE idem_key = ?`, idemKey)
	}

	run(id: string): Run | null {
		return this.#one(
			RUN,
			`SELECT ${names(RUN)} FROM run WHERE id = ? ORDER BY seq DESC LIMIT 1`,
			id,
		)
	}

	insertRun(run: Run): void {
		this.#insert('run', RUN, run)
	}

	/** `id` is the newest run's: the only one that changes. */
	updateRun(id: string, patch: Partial<Run>): Run {
		const latest = this.latestRun()
		if (latest?.id !== id) throw new Error(`The run ${id} is not the newest.`)
		const { set, values } = patchOf(RUN, patch)
		this.#db.all(`UPDATE run SET ${set} WHERE seq = (SELECT MAX(seq) FROM run)`, ...values)
		return { ...latest, ...patch }
	}

	clearRuns(): void {
		for (const table of ['step', 'chunk_block']) this.#db.all(`DELETE FROM ${table}`)
		this.#db.all("DELETE FROM tool_call WHERE state <> 'leaving'")
		this.#db.all(
			'INSERT INTO known_message (id, run_id) SELECT id, run_id FROM inbox WHERE run_id IS NOT NULL',
		)
		this.#db.all('DELETE FROM inbox WHERE run_id IS NOT NULL')
	}

	lastStep(runId: string): Step | null {
		return this.#one(
			STEP,
			`SELECT ${names(STEP)} FROM step WHERE run_id = ? ORDER BY seq DESC LIMIT 1`,
			runId,
		)
	}

	steps(runId: string): readonly Step[] {
		return this.#db
			.all<Record<string, unknown>>(
				`SELECT ${names(STEP)} FROM step WHERE run_id = ? ORDER BY seq`,
				runId,
			)
			.map((row) => fromRow<Step>(STEP, row))
	}

	modelSteps(runId: string): number {
		const [row] = this.#db.all<{ n: number }>(
			"SELECT COUNT(*) AS n FROM step WHERE run_id = ? AND kind = 'model'",
			runId,
		)
		return row?.n ?? 0
	}

	insertStep(step: Step): void {
		this.#insert('step', STEP, step)
	}

	updateStep(runId: string, seq: number, patch: Partial<Step>): void {
		const { set, values } = patchOf(STEP, patch)
		this.#db.all(`UPDATE step SET ${set} WHERE run_id = ? AND seq = ?`, ...values, runId, seq)
	}

	call(callId: string): ToolCall | null {
		return this.#one(CALL, `SELECT ${names(CALL)} FROM tool_call WHERE call_id = ?`, callId)
	}

	calls(runId: string, stepSeq?: number): readonly ToolCall[] {
		return stepSeq === undefined
			? this.#callsWhere('run_id = ?', runId)
			: this.#callsWhere('run_id = ? AND step_seq = ?', runId, stepSeq)
	}

	callsFrom(runId: string, stepSeq: number): readonly ToolCall[] {
		return this.#callsWhere('run_id = ? AND step_seq >= ?', runId, stepSeq)
	}

	openCalls(runId: string, stepSeq = -1): readonly ToolCall[] {
		return this.#callsWhere(
			`state NOT IN ('settled', 'leaving') AND run_id = ? AND (step_seq = ? OR ? = -1)`,
			runId,
			stepSeq,
			stepSeq,
		)
	}

	leavingCalls(): readonly ToolCall[] {
		return this.#callsWhere("state = 'leaving'")
	}

	/** The table holds one run's calls: others were cleared when it began. */
	#callsWhere(condition: string, ...bindings: (string | number)[]): readonly ToolCall[] {
		return this.#db
			.all<Record<string, unknown>>(
				`SELECT ${names(CALL)} FROM tool_call WHERE ${condition} ORDER BY run_id, step_seq, idx`,
				...bindings,
			)
			.map((row) => fromRow<ToolCall>(CALL, row))
	}

	insertCall(call: ToolCall): void {
		this.#insert('tool_call', CALL, call)
	}

	updateCall(callId: string, patch: Partial<ToolCall>): ToolCall {
		const { set, values } = patchOf(CALL, patch)
		this.#db.all(`UPDATE tool_call SET ${set} WHERE call_id = ?`, ...values, callId)
		const call = this.call(callId)
		if (!call) throw new Error(`There is no call ${callId}.`)
		return call
	}

	appendBlock(runId: string, block: ChunkBlock): void {
		this.#db.all(
			`INSERT INTO chunk_block (run_id, ${names(BLOCK)}) VALUES (?, ${placeholders(BLOCK)})`,
			runId,
			...BLOCK.map((column) => toSql(column, block[column.field as keyof ChunkBlock])),
		)
	}

	clearBlocks(runId: string): void {
		this.#db.all('DELETE FROM chunk_block WHERE run_id = ?', runId)
	}

	blocks(runId: string): readonly ChunkBlock[] {
		return this.#db
			.all<Record<string, unknown>>(
				`SELECT ${names(BLOCK)} FROM chunk_block WHERE run_id = ? ORDER BY block`,
				runId,
			)
			.map((row) => fromRow<ChunkBlock>(BLOCK, row))
	}

	blockAfter(
		runId: string,
		block: number,
		cursor: { readonly epoch: number; readonly seq: number } | null,
	): ChunkBlock | null {
		const { epoch, seq } = cursor ?? { epoch: 0, seq: 0 }
		return this.#one(
			BLOCK,
			`SELECT ${names(BLOCK)} FROM chunk_block WHERE run_id = ? AND block >= ?
				AND (epoch > ? OR (epoch = ? AND seq_to > ?)) ORDER BY block LIMIT 1`,
			runId,
			block,
			epoch,
			epoch,
			seq,
		)
	}

	insertMessage(message: MessageRow): void {
		this.#insert('message', MESSAGE, message)
	}

	putChanges(runId: string, steps: readonly ChangedStep[]): void {
		this.#db.all(
			'INSERT OR REPLACE INTO run_changes (run_id, steps) VALUES (?, ?)',
			runId,
			JSON.stringify(steps),
		)
	}

	revertNotes(fromSeq: number): readonly { afterSeq: number; text: string }[] {
		return this.#db.all(
			`SELECT note_after AS afterSeq, note AS text FROM revert
			WHERE note IS NOT NULL AND note_after >= ? ORDER BY seq`,
			fromSeq,
		)
	}

	newestMessages(limit: number, beforeId?: string): readonly MessageRow[] {
		const before =
			beforeId === undefined ? '' : 'WHERE seq < (SELECT seq FROM message WHERE id = ?)'
		return this.#db
			.all<Record<string, unknown>>(
				`SELECT ${names(MESSAGE)} FROM message ${before} ORDER BY seq DESC LIMIT ?`,
				...(beforeId === undefined ? [limit] : [beforeId, limit]),
			)
			.map((row) => fromRow<MessageRow>(MESSAGE, row))
	}

	/**
	 * As {@link newestMessages}, but only what the page shows, and at most so many bytes of it (one
	 * message at least). `more`: older ones are left.
	 */
	newestPage(
		limit: number,
		maxBytes: number,
		beforeId?: string,
	): { readonly messages: readonly StoredMessage[]; readonly more: boolean } {
		const before =
			beforeId === undefined ? '' : 'WHERE seq < (SELECT seq FROM message WHERE id = ?)'
		const sizes = this.#db.all<{ seq: number; bytes: number }>(
			`SELECT seq, octet_length(ui) AS bytes FROM message ${before} ORDER BY seq DESC LIMIT ?`,
			...(beforeId === undefined ? [limit + 1] : [beforeId, limit + 1]),
		)
		let bytes = 0
		const fitting = sizes.slice(0, limit).filter((row, index) => {
			bytes += row.bytes
			return index === 0 || bytes <= maxBytes
		})
		const newest = fitting[0]?.seq
		const oldest = fitting.at(-1)?.seq
		if (newest === undefined || oldest === undefined) return { messages: [], more: false }
		const rows = this.#db.all<{ ui: string }>(
			'SELECT ui FROM message WHERE seq BETWEEN ? AND ? ORDER BY seq DESC',
			oldest,
			newest,
		)
		return {
			messages: rows.map(({ ui }) => JSON.parse(ui) as StoredMessage),
			more: sizes.length > fitting.length,
		}
	}

	/** For the record: `ui` and `model` as they are stored; so many bytes of them, but one at least. */
	transcriptFrom(
		afterSeq: number,
		limit: number,
		maxBytes: number,
	): readonly (RecordedMessage & { readonly model: string })[] {
		const sizes = this.#db.all<{ seq: number; bytes: number }>(
			`SELECT seq, octet_length(ui) + octet_length(model) AS bytes FROM message
			WHERE seq > ? ORDER BY seq LIMIT ?`,
			afterSeq,
			limit,
		)
		let bytes = 0
		const last = sizes.filter((row, index) => {
			bytes += row.bytes
			return index === 0 || bytes <= maxBytes
		})
		return this.#db.all(
			`SELECT seq, id, role, ui, model, run_id AS runId, created_at AS createdAt FROM message
			WHERE seq > ? AND seq <= ? ORDER BY seq`,
			afterSeq,
			last.at(-1)?.seq ?? afterSeq,
		)
	}

	/** Puts a message of the record back to its place. */
	restoreMessage(message: RecordedMessage): void {
		const { seq, id, role, ui, model, runId, createdAt } = message
		this.#db.all(
			`INSERT INTO message (seq, id, role, ui, model, run_id, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			...[seq, id, role, ui, model ?? '[]', runId, createdAt],
		)
	}

	/** Of a restoration that did not come to its end. */
	clearTranscript(): void {
		for (const table of ['message', 'run', 'known_message']) this.#db.all(`DELETE FROM ${table}`)
	}

	/** Without what the page shows of them: a model step reads many. */
	messagesFrom(seq: number): readonly { seq: number; row: Pick<MessageRow, 'role' | 'model'> }[] {
		return this.#db
			.all<{ seq: number; role: MessageRow['role']; model: string }>(
				'SELECT seq, role, model FROM message WHERE seq >= ? ORDER BY seq',
				seq,
			)
			.map(({ seq: at, role, model }) => ({
				seq: at,
				row: { role, model: JSON.parse(model) as MessageRow['model'] },
			}))
	}

	hasMessages(): boolean {
		return this.#db.all('SELECT 1 FROM message LIMIT 1').length > 0
	}

	inbox(): readonly InboxMessage[] {
		return this.#inboxWhere('run_id IS NULL')
	}

	entered(runId: string): readonly InboxMessage[] {
		return this.#inboxWhere('run_id = ?', runId)
	}

	#inboxWhere(condition: string, ...bindings: string[]): readonly InboxMessage[] {
		return this.#db
			.all<Record<string, unknown>>(
				`SELECT ${names(INBOX)} FROM inbox WHERE ${condition} ORDER BY seq`,
				...bindings,
			)
			.map((row) => fromRow<InboxMessage>(INBOX, row))
	}

	insertInbox(message: InboxMessage): void {
		this.#insert('inbox', INBOX, message)
	}

	enterInbox(id: string, runId: string, stepSeq: number): void {
		this.#db.all('UPDATE inbox SET run_id = ?, step_seq = ? WHERE id = ?', runId, stepSeq, id)
	}

	deleteInbox(id: string): void {
		this.#db.all('DELETE FROM inbox WHERE id = ?', id)
	}

	rememberMessage(id: string, runId: string | null): void {
		this.#db.all('INSERT INTO known_message (id, run_id) VALUES (?, ?)', id, runId)
	}

	knownMessage(id: string): { runId: string | null } | null {
		const [row] = this.#db.all<{ runId: string | null }>(
			`SELECT id, run_id AS runId FROM inbox WHERE id = ? AND run_id IS NOT NULL
			UNION ALL SELECT id, run_id FROM known_message WHERE id = ?
			UNION ALL SELECT id, run_id FROM message WHERE id = ?`,
			id,
			id,
			id,
		)
		return row ? { runId: row.runId } : null
	}

	deleteBlob(id: string): void {
		this.#db.all(
			`DELETE FROM blob WHERE id = ?1 AND NOT EXISTS (
				SELECT 1 FROM inbox WHERE instr(model, ?1) > 0
				UNION ALL SELECT 1 FROM message WHERE instr(ui, ?1) > 0
				UNION ALL SELECT 1 FROM tool_call WHERE instr(outcome, ?1) > 0)`,
			id,
		)
	}

	putBlob(blob: { id: string; mediaType: string; bytes: Uint8Array }): void {
		this.#db.all(
			'INSERT OR IGNORE INTO blob (id, media_type, bytes) VALUES (?, ?, ?)',
			blob.id,
			blob.mediaType,
			blob.bytes,
		)
	}

	blob(id: string): { mediaType: string; bytes: Uint8Array } | null {
		const [row] = this.#db.all<{ media_type: string; bytes: ArrayBuffer | Uint8Array }>(
			'SELECT media_type, bytes FROM blob WHERE id = ?',
			id,
		)
		if (!row) return null
		return { mediaType: row.media_type, bytes: new Uint8Array(row.bytes) }
	}

	enqueue(payload: OutboxPayload, now: number): void {
		this.#db.all(
			'INSERT INTO outbox (payload, attempts, next_at) VALUES (?, 0, ?)',
			JSON.stringify(payload),
			now,
		)
	}

	/** The two oldest items, whether due or not: items go out in order. */
	firstOutboxItems(): readonly OutboxItem[] {
		return this.#outboxWhere('late = 0 ORDER BY id LIMIT 2')
	}

	/** Of those that others have overtaken, the one that is due first. */
	firstLateOutboxItem(): OutboxItem | null {
		return this.#outboxWhere('late = 1 ORDER BY next_at, id LIMIT 1')[0] ?? null
	}

	#outboxWhere(condition: string): readonly OutboxItem[] {
		return this.#db
			.all<{ id: number; payload: string; attempts: number; next_at: number }>(
				`SELECT id, payload, attempts, next_at FROM outbox WHERE ${condition}`,
			)
			.map(({ id, payload, attempts, next_at }) => ({
				id,
				payload: JSON.parse(payload) as OutboxPayload,
				attempts,
				nextAt: next_at,
			}))
	}

	/** From now on the others go first. */
	setOutboxItemLate(id: number): void {
		this.#db.all('UPDATE outbox SET late = 1 WHERE id = ?', id)
	}

	deleteOutboxItem(id: number): void {
		this.#db.all('DELETE FROM outbox WHERE id = ?', id)
	}

	delayOutboxItem(id: number, nextAt: number, error: string): void {
		this.#db.all(
			'UPDATE outbox SET attempts = attempts + 1, next_at = ?, last_error = ? WHERE id = ?',
			nextAt,
			error,
			id,
		)
	}

	setting(key: string): string | null {
		const [row] = this.#db.all<{ value: string }>('SELECT value FROM setting WHERE key = ?', key)
		return row?.value ?? null
	}

	setSetting(key: string, value: string): void {
		this.#db.all(
			'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
			key,
			value,
		)
	}

	#one<T>(table: readonly Column[], query: string, ...bindings: (string | number)[]): T | null {
		const [row] = this.#db.all<Record<string, unknown>>(query, ...bindings)
		return row ? fromRow<T>(table, row) : null
	}

	#insert(name: string, table: readonly Column[], value: object): void {
		this.#db.all(
			`INSERT INTO ${name} (${names(table)}) VALUES (${placeholders(table)})`,
			...table.map((column) => toSql(column, (value as Record<string, unknown>)[column.field])),
		)
	}
}
