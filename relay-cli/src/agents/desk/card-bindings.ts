/** The card that a session belongs to: its own, or that of the session before `/clear`. Kept over a restart. */
import { type Database, unlessDiskFull } from '../../platform/database.ts'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS agent_sessions (
	session_id TEXT PRIMARY KEY,
	agent_id TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT`
const KEPT_MS = 30 * 24 * 3_600_000

interface Binding {
	readonly agentId: string
	readonly at: number
}

export class CardBindings {
	readonly #database: Database
	readonly #bindings = new Map<string, Binding>()
	#newestAt = 0

	constructor(database: Database, now: number) {
		this.#database = database
		unlessDiskFull(() => {
			database.exec(SCHEMA)
			database.prepare('DELETE FROM agent_sessions WHERE at < ?').run(now - KEPT_MS)
		})
		try {
			const rows = database.prepare('SELECT session_id, agent_id, at FROM agent_sessions').all()
			for (const row of rows) {
				const [agentId, at] = [String(row['agent_id']), Number(row['at'])]
				this.#bindings.set(String(row['session_id']), { agentId, at })
				this.#newestAt = Math.max(this.#newestAt, at)
			}
		} catch {
			// The disk was full when the table was to be made: cards are then bound anew.
		}
	}

	has(sessionId: string): boolean {
		return this.#bindings.has(sessionId)
	}

	/** The card of a session: its own unless it was bound to another. */
	agentOf(sessionId: string): string {
		return this.#bindings.get(sessionId)?.agentId ?? sessionId
	}

	/** When it was bound; 0: never. */
	boundAt(sessionId: string): number {
		return this.#bindings.get(sessionId)?.at ?? 0
	}

	bind(sessionId: string, agentId: string, now: number): void {
		// The newest one counts, also of several in one look.
		const at = Math.max(now, this.#newestAt + 1)
		this.#newestAt = at
		this.#bindings.set(sessionId, { agentId, at })
		unlessDiskFull(() =>
			this.#database
				.prepare(
					'INSERT OR REPLACE INTO agent_sessions (session_id, agent_id, at) VALUES (?, ?, ?)',
				)
				.run(sessionId, agentId, at),
		)
	}

	/** It has a card of its own again. */
	release(sessionId: string): void {
		this.#bindings.delete(sessionId)
		unlessDiskFull(() =>
			this.#database.prepare('DELETE FROM agent_sessions WHERE session_id = ?').run(sessionId),
		)
	}

	/** The session that each card stands for now, by card. */
	current(sessionIds: readonly string[]): Map<string, string> {
		const found = new Map<string, string>()
		for (const sessionId of sessionIds) {
			const agentId = this.agentOf(sessionId)
			const other = found.get(agentId)
			if (other === undefined || this.boundAt(sessionId) > this.boundAt(other))
				found.set(agentId, sessionId)
		}
		return found
	}
}
