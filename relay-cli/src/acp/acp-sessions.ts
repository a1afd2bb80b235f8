/** The sessions of agents that can continue them, in the relay's database: what it takes to start each again as it began. */
import * as z from 'zod'
import { AcpProgram } from '../home/settings.ts'
import { type Database, parsedJson, unlessDiskFull } from '../platform/database.ts'

const AcpSession = z.object({
	/** The agent, with the command that started it. */
	program: AcpProgram,
	/** The agent's own id. */
	session: z.string(),
	cwd: z.string(),
	folders: z.array(z.string()).readonly(),
	tools: z.boolean(),
})
export type AcpSession = z.infer<typeof AcpSession>

export class AcpSessions {
	readonly #database: Database
	/** Keyed by the ids of their cards. */
	readonly #sessions = new Map<string, { readonly session: AcpSession; readonly at: number }>()

	constructor(database: Database) {
		this.#database = database
		database.exec(
			'CREATE TABLE IF NOT EXISTS acp_sessions (agent_id TEXT PRIMARY KEY, begun_at INTEGER NOT NULL, body TEXT NOT NULL) STRICT',
		)
		for (const row of database.prepare('SELECT * FROM acp_sessions').all()) {
			const parsed = AcpSession.safeParse(parsedJson(String(row['body'])))
			const at = Number(row['begun_at'])
			if (parsed.success) this.#sessions.set(String(row['agent_id']), { session: parsed.data, at })
		}
	}

	/** Returns null if it cannot be continued. */
	of(agentId: string): AcpSession | null {
		return this.#sessions.get(agentId)?.session ?? null
	}

	put(agentId: string, session: AcpSession, at: number): void {
		this.#sessions.set(agentId, { session, at })
		unlessDiskFull(() =>
			this.#database
				.prepare('INSERT OR REPLACE INTO acp_sessions (agent_id, begun_at, body) VALUES (?, ?, ?)')
				.run(agentId, at, JSON.stringify(session)),
		)
	}

	remove(agentId: string): void {
		if (!this.#sessions.delete(agentId)) return
		unlessDiskFull(() =>
			this.#database.prepare('DELETE FROM acp_sessions WHERE agent_id = ?').run(agentId),
		)
	}

	/** Removes those that began before, if they are over. */
	prune(before: number, isOver: (agentId: string, session: AcpSession) => boolean): void {
		for (const [agentId, { session, at }] of this.#sessions)
			if (at < before && isOver(agentId, session)) this.remove(agentId)
	}
}
