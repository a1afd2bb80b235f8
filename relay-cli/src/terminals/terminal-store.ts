/** The terminals of linked folders in the relay's database, so that a restart can say of each what became of it. */
import { Terminal, type TerminalState } from '@fairlead/protocol/agents/terminals'
import { type Database, parsedJson } from '../platform/database.ts'

export interface StoredTerminal {
	readonly editorKey: string
	/** The project that its people belong to. */
	readonly room: string
	/** Without `writer`: pages of an earlier relay are gone. */
	readonly terminal: Terminal
}

export class TerminalStore {
	readonly #database: Database

	constructor(database: Database) {
		this.#database = database
		database.exec(
			'CREATE TABLE IF NOT EXISTS terminals (terminal_id TEXT PRIMARY KEY, editor_key TEXT NOT NULL, room TEXT NOT NULL, body TEXT NOT NULL) STRICT',
		)
	}

	/** Terminals of earlier relays, oldest first. A program that ran then is lost. */
	restored(now: number): StoredTerminal[] {
		const rows = this.#database
			.prepare('SELECT editor_key, room, body FROM terminals ORDER BY rowid')
			.all()
		return rows.flatMap(({ editor_key, room, body }) => {
			const parsed = Terminal.safeParse(parsedJson(String(body)))
			if (!parsed.success) return []
			const { state } = parsed.data
			const lost: TerminalState = { kind: 'lost', at: now }
			const terminal = { ...parsed.data, state: state.kind === 'running' ? lost : state }
			return [{ editorKey: String(editor_key), room: String(room), terminal }]
		})
	}

	put({ editorKey, room, terminal }: StoredTerminal): void {
		const { writer: _, ...kept } = terminal
		this.#database
			.prepare(
				'INSERT INTO terminals (terminal_id, editor_key, room, body) VALUES (?, ?, ?, ?) ON CONFLICT (terminal_id) DO UPDATE SET body = excluded.body',
			)
			.run(terminal.terminalId, editorKey, room, JSON.stringify(kept))
	}

	remove(terminalId: string): void {
		this.#database.prepare('DELETE FROM terminals WHERE terminal_id = ?').run(terminalId)
	}
}
