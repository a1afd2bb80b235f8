/** Changes of MCP clients on this machine: the client, the change, its time and its end. For `fairlead mcp log` and `revert`. */

import { effectsOf, type Risk } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { type Database, unlessDiskFull } from '../../platform/database.ts'

/** The newest are kept; undo in the editor and the images of files do not reach back further. */
export const MAX_LOGGED = 5_000
const MAX_CLIENT_CHARS = 100
const MAX_SUMMARY_CHARS = 200

const SCHEMA = `
CREATE TABLE IF NOT EXISTS mcp_calls (
	call_id TEXT PRIMARY KEY,
	undo_group TEXT NOT NULL,
	editor_key TEXT NOT NULL,
	client TEXT NOT NULL,
	method TEXT NOT NULL,
	summary TEXT NOT NULL,
	risk TEXT NOT NULL,
	leaves TEXT,
	at INTEGER NOT NULL,
	ended TEXT,
	reverted_at INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS mcp_reverts (
	call_id TEXT PRIMARY KEY,
	extent TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS mcp_folders (
	editor_key TEXT PRIMARY KEY,
	folder TEXT NOT NULL
) STRICT;
`

/** How much of a call a revert took back. `nothing`: it was tried. */
export type Extent = 'wholly' | 'partly' | 'nothing'

export interface LoggedCall {
	readonly callId: string
	readonly group: string
	readonly editorKey: string
	/** The client's name as it says; a label, not a proof. */
	readonly client: string
	readonly method: string
	/** The step's name in Unity's Edit menu. */
	readonly summary: string
	readonly risk: Risk
	/** Effects that a revert does not undo, in a sentence. */
	readonly leaves: string | null
	/** Unix milliseconds. */
	readonly at: number
	/** `ok`, the code of its error, or null while it runs. */
	readonly ended: string | null
	/** The extent of the last revert; null: none was tried. */
	readonly reverted: Extent | null
	/** When a revert took back some of it. */
	readonly revertedAt: number | null
	/** A further revert would have nothing left to do. */
	readonly isSettled: boolean
}

interface Begun {
	readonly callId: string
	readonly group: string
	readonly editorKey: string
	/** The project's. */
	readonly folder: string
	readonly client: string
	readonly method: string
	readonly params: Record<string, unknown>
	readonly risk: Risk
	readonly undoGroup?: { readonly name: string }
}

export class McpCallLog {
	readonly #database: Database
	readonly #now: () => number
	readonly #statements

	constructor(database: Database, now: () => number) {
		database.exec(SCHEMA)
		this.#database = database
		this.#now = now
		this.#statements = {
			begin: database.prepare(
				`INSERT OR IGNORE INTO mcp_calls (call_id, undo_group, editor_key, client, method, summary, risk, leaves, at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			),
			place: database.prepare(
				'INSERT OR REPLACE INTO mcp_folders (editor_key, folder) VALUES (?, ?)',
			),
			folder: database.prepare('SELECT folder FROM mcp_folders WHERE editor_key = ?'),
			pruneFolders: database.prepare(
				'DELETE FROM mcp_folders WHERE editor_key NOT IN (SELECT editor_key FROM mcp_calls)',
			),
			end: database.prepare('UPDATE mcp_calls SET ended = ? WHERE call_id = ?'),
			extent: database.prepare(
				'INSERT OR REPLACE INTO mcp_reverts (call_id, extent) VALUES (?, ?)',
			),
			pruneReverts: database.prepare(
				'DELETE FROM mcp_reverts WHERE call_id NOT IN (SELECT call_id FROM mcp_calls)',
			),
			prune: database.prepare(
				`DELETE FROM mcp_calls WHERE call_id IN (SELECT call_id FROM mcp_calls ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${MAX_LOGGED})`,
			),
			newest:
				database.prepare(`SELECT mcp_calls.*, extent FROM mcp_calls LEFT JOIN mcp_reverts USING (call_id)
				ORDER BY at DESC, mcp_calls.rowid DESC LIMIT ?`),
			reverted: database.prepare('UPDATE mcp_calls SET reverted_at = ? WHERE call_id = ?'),
		}
	}

	/** While the disk is full the call itself is refused by the journal. */
	begun({
		callId,
		group,
		editorKey,
		folder,
		client,
		method,
		params,
		risk,
		undoGroup,
	}: Begun): void {
		unlessDiskFull(() => {
			this.#statements.place.run(editorKey, folder)
			this.#statements.begin.run(
				callId,
				group,
				editorKey,
				client.slice(0, MAX_CLIENT_CHARS),
				method,
				(undoGroup?.name ?? method).slice(0, MAX_SUMMARY_CHARS),
				risk,
				effectsOf(method, params).leaves,
				this.#now(),
			)
		})
	}

	/** The folder of the project that had this seat; null: no call of it is known. */
	folderOf(editorKey: string): string | null {
		const row = this.#statements.folder.get(editorKey)
		return row ? String(row['folder']) : null
	}

	/** Does nothing once the relay is closed: its waiting calls end after that. */
	ended(callId: string, outcome: CallOutcome): void {
		if (!this.#database.isOpen) return
		const ended = outcome.status === 'ok' ? 'ok' : outcome.error.code
		unlessDiskFull(() => this.#statements.end.run(ended, callId))
	}

	/** Newest first. */
	newest(limit: number): LoggedCall[] {
		return this.#statements.newest.all(limit).map((row) => {
			const settledAt = row['reverted_at'] === null ? null : Number(row['reverted_at'])
			// Earlier versions kept no extent.
			const reverted = (row['extent'] as Extent | null) ?? (settledAt === null ? null : 'wholly')
			return {
				callId: String(row['call_id']),
				group: String(row['undo_group']),
				editorKey: String(row['editor_key']),
				client: String(row['client']),
				method: String(row['method']),
				summary: String(row['summary']),
				risk: String(row['risk']) as Risk,
				leaves: row['leaves'] === null ? null : String(row['leaves']),
				at: Number(row['at']),
				ended: row['ended'] === null ? null : String(row['ended']),
				reverted,
				revertedAt: reverted === 'nothing' ? null : settledAt,
				isSettled: settledAt !== null,
			}
		})
	}

	/** @param isSettled whether a further revert could take back no more */
	reverted(callId: string, extent: Extent, isSettled: boolean): void {
		unlessDiskFull(() => {
			this.#statements.extent.run(callId, extent)
			if (isSettled) this.#statements.reverted.run(this.#now(), callId)
		})
	}

	prune(): void {
		this.#statements.prune.run()
		this.#statements.pruneFolders.run()
		this.#statements.pruneReverts.run()
	}
}
