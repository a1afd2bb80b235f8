/**
 * The changes that each call made to each path. One counter numbers both recordings of a path,
 * before and after, so that it shows which came first.
 */
import { callIdIn } from '@fairlead/protocol/tools'
import { type Database, inTransaction } from '../platform/database.ts'
import { DESK_ROOM } from '../platform/desk-room.ts'
import { KEEP_MS } from './image-store.ts'
import type { PathState } from './path-state.ts'

export interface Change {
	readonly callId: string
	/** Relative to the project's real folder, forward slashes. */
	readonly path: string
	/** A `.meta` whose asset has its own change: it follows that. */
	readonly companion: boolean
	readonly before: PathState
	readonly beforeNo: number
	/** null until the call has ended. */
	readonly after: PathState | null
	readonly afterNo: number | null
}

interface Row {
	call_id: string
	path: string
	companion: number
	before: string
	before_no: number
	after: string | null
	after_no: number | null
}

const changeOf = (row: Row): Change => ({
	callId: row.call_id,
	path: row.path,
	companion: row.companion === 1,
	before: JSON.parse(row.before) as PathState,
	beforeNo: row.before_no,
	after: row.after === null ? null : (JSON.parse(row.after) as PathState),
	afterNo: row.after_no,
})

/** A step that copied a folder may have changed thousands of files; nobody reads so many names. */
const MAX_OF_STEP = 200

const COLUMNS = 'call_id, path, companion, before, before_no, after, after_no'

export class ChangeLog {
	readonly #database: Database
	readonly #statements
	#count: number

	constructor(database: Database) {
		this.#database = database
		this.#statements = {
			last: database.prepare(
				'SELECT max(coalesce(max(before_no), 0), coalesce(max(after_no), 0)) AS n FROM changes',
			),
			put: database.prepare(
				`INSERT INTO changes (room, call_id, path, editor_key, companion, before, before_no, at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, call_id, path)
				DO UPDATE SET before = excluded.before, before_no = excluded.before_no, after = NULL, after_no = NULL`,
			),
			settle: database.prepare(
				'UPDATE changes SET after = ?, after_no = ? WHERE room = ? AND call_id = ? AND path = ?',
			),
			drop: database.prepare('DELETE FROM changes WHERE room = ? AND call_id = ? AND path = ?'),
			ofCall: database.prepare(
				`SELECT ${COLUMNS} FROM changes WHERE editor_key = ?1 AND call_id = ?2 AND (room = ?3 OR room = '${DESK_ROOM}'
				AND EXISTS (SELECT 1 FROM reported_calls WHERE call_id = ?2 AND room = ?3)) ORDER BY before_no`,
			),
			ofStep: database.prepare(
				`SELECT ${COLUMNS} FROM changes WHERE room = ? AND call_id > ? AND call_id < ? AND editor_key = ?
				ORDER BY before_no LIMIT ?`,
			),
			newestAt: database.prepare(
				`SELECT ${COLUMNS} FROM changes WHERE editor_key = ? AND path = ? ORDER BY before_no DESC LIMIT 1`,
			),
			old: database.prepare('DELETE FROM changes WHERE at < ?'),
		}
		this.#count = (this.#statements.last.get() as { n: number }).n
	}

	/** Records a path before the call begins; replaces an earlier recording for the same call. */
	before(
		at: { room: string; editorKey: string; callId: string; now: number },
		change: { path: string; companion: boolean; state: PathState },
	): void {
		this.#statements.put.run(
			at.room,
			at.callId,
			change.path,
			at.editorKey,
			change.companion ? 1 : 0,
			JSON.stringify(change.state),
			++this.#count,
			at.now,
		)
	}

	after(room: string, callId: string, path: string, state: PathState): void {
		this.#statements.settle.run(JSON.stringify(state), ++this.#count, room, callId, path)
	}

	drop(room: string, callId: string, path: string): void {
		this.#statements.drop.run(room, callId, path)
	}

	/** A desk client's call counts as the room's, too, if it was reported to that room. */
	ofCall(room: string, editorKey: string, callId: string): Change[] {
		const rows = this.#statements.ofCall.all(editorKey, callId, room) as unknown as Row[]
		return rows.map(changeOf)
	}

	/** The changes by the calls of an agent step, the first {@link MAX_OF_STEP}. */
	ofStep(room: string, editorKey: string, groupId: string): Change[] {
		// The range of all ids that begin with the prefix: U+FFFF follows every index.
		const [from, to] = [callIdIn(groupId, ''), callIdIn(groupId, '\uffff')]
		const rows = this.#statements.ofStep.all(room, from, to, editorKey, MAX_OF_STEP)
		return (rows as unknown as Row[]).map(changeOf)
	}

	/** The newest change of a path by any call of any room. */
	newestAt(editorKey: string, path: string): Change | null {
		const row = this.#statements.newestAt.get(editorKey, path) as unknown as Row | undefined
		return row === undefined ? null : changeOf(row)
	}

	prune(now: number): void {
		this.#statements.old.run(now - KEEP_MS)
	}

	/** Like {@link inTransaction}, and on disk when it returns, like the journal before a change begins. */
	durably<T>(work: () => T): T {
		this.#database.exec('PRAGMA synchronous = FULL')
		try {
			return this.inTransaction(work)
		} finally {
			this.#database.exec('PRAGMA synchronous = NORMAL')
		}
	}

	inTransaction<T>(work: () => T): T {
		return inTransaction(this.#database, work)
	}
}
