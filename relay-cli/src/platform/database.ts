/**
 * `relay.db` in the home folder: SQLite from Node itself. One relay holds it
 * at a time; the operating system takes the lock back when the process dies, however it dies.
 */
import { chmodSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { UserError } from './user-error.ts'

export type Database = DatabaseSync

/** Another process has this home's database open. */
export class HomeInUseError extends Error {
	constructor(home: string) {
		super(`Another relay is using ${home}.`)
	}
}

/** Every table and index; run it on an open database. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS seats (editor_key TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS calls (
	room TEXT NOT NULL,
	call_id TEXT NOT NULL,
	args_hash TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('received', 'started', 'done', 'tombstone')),
	editor_key TEXT NOT NULL,
	replay TEXT NOT NULL,
	call TEXT,
	session_id TEXT,
	outcome TEXT,
	bytes INTEGER NOT NULL DEFAULT 0,
	delivered INTEGER NOT NULL DEFAULT 0,
	forgotten INTEGER NOT NULL DEFAULT 0,
	deadline_at INTEGER NOT NULL,
	received_at INTEGER NOT NULL,
	settled_at INTEGER,
	PRIMARY KEY (room, call_id)
) STRICT;
CREATE INDEX IF NOT EXISTS calls_by_state ON calls (state, settled_at);
CREATE TABLE IF NOT EXISTS images (
	sha256 TEXT PRIMARY KEY,
	bytes INTEGER NOT NULL,
	used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS images_by_use ON images (used_at);
CREATE TABLE IF NOT EXISTS changes (
	room TEXT NOT NULL,
	call_id TEXT NOT NULL,
	path TEXT NOT NULL,
	editor_key TEXT NOT NULL,
	companion INTEGER NOT NULL,
	before TEXT NOT NULL,
	before_no INTEGER NOT NULL,
	after TEXT,
	after_no INTEGER,
	at INTEGER NOT NULL,
	PRIMARY KEY (room, call_id, path)
) STRICT;
CREATE INDEX IF NOT EXISTS changes_by_path ON changes (editor_key, path, before_no);
CREATE INDEX IF NOT EXISTS changes_by_age ON changes (at);
CREATE TABLE IF NOT EXISTS reported_calls (call_id TEXT PRIMARY KEY, room TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
`

/** Node 22 warns that SQLite is experimental; that does not concern users of the relay. */
function loadSqlite(): typeof import('node:sqlite') {
	const emitWarning = process.emitWarning
	process.emitWarning = () => undefined
	try {
		return process.getBuiltinModule('node:sqlite')
	} finally {
		process.emitWarning = emitWarning
	}
}

function sqliteCode(error: unknown): number | undefined {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
		? error.errcode & 0xff
		: undefined
}
const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/**
 * A write that only the next start would miss: while the disk is full the relay continues without
 * it. False if it was not done.
 */
export function unlessDiskFull(write: () => void): boolean {
	try {
		write()
		return true
	} catch (error) {
		if (isDiskFull(error)) return false
		throw error
	}
}

/** Error codes of SQLite and the file system for a full disk. */
export function isDiskFull(error: unknown): boolean {
	const code = sqliteCode(error)
	if (code === SQLITE_FULL || code === SQLITE_IOERR) return true
	return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}

export function inTransaction<T>(database: Database, work: () => T): T {
	database.exec('BEGIN')
	try {
		const result = work()
		database.exec('COMMIT')
		return result
	} catch (error) {
		// A full disk ends the transaction by itself.
		if (database.isTransaction) database.exec('ROLLBACK')
		throw error
	}
}

/** Version of {@link SCHEMA}. A newer relay's file is not touched. */
const SCHEMA_VERSION = 1
const FILE_MODE = 0o600
/** Free pages beyond this share of the file are released at the start. */
const MAX_FREE_SHARE = 0.5

/** The file was written by a newer relay. */
export class NewerDatabaseError extends UserError {}

function prepare(database: Database, path: string): void {
	const number = (pragma: string): number =>
		Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0)
	if (number('user_version') > SCHEMA_VERSION) {
		throw new NewerDatabaseError(
			`${path} was written by a newer version of the relay. Update this relay, or set FAIRLEAD_HOME to another folder.`,
		)
	}
	database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
	if (number('freelist_count') > MAX_FREE_SHARE * number('page_count')) {
		unlessDiskFull(() => database.exec('VACUUM'))
	}
}

function open(path: string): Database {
	const { DatabaseSync } = loadSqlite()
	const database = new DatabaseSync(path)
	try {
		// It holds file states and call outcomes. The log beside it gets the same mode.
		if (process.platform !== 'win32') chmodSync(path, FILE_MODE)
		// The first write takes the lock and keeps it, so that only one relay runs.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
		database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000')
		prepare(database, path)
		return database
	} catch (error) {
		database.close()
		throw error
	}
}

/**
 * Opens the database of a home folder and takes its lock. A damaged file is put
 * aside under another name: at worst a call is then reported as `effect_unknown`.
 *
 * @throws {HomeInUseError} when another relay runs with this home.
 */
export function openDatabase(home: string, now: number): Database {
	const path = join(home, 'relay.db')
	try {
		return open(path)
	} catch (error) {
		const code = sqliteCode(error)
		if (code === SQLITE_BUSY) throw new HomeInUseError(home)
		if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB) throw error
		renameSync(path, `${path}.damaged-${now}`)
		return open(path)
	}
}

/** The value of a column of JSON text; null: it is damaged. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
