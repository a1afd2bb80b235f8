/** {@link RevertStore} over SQLite, and the conversation's other reads of reverts. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { verdictOf } from '@fairlead/protocol/conversations/run-standing'
import { partIn } from '../../agent/revert/revert-items.ts'
import type { Revert } from '../../agent/revert/revert-state.ts'
import type {
	LastRun,
	RecordedStep,
	RevertibleRun,
	RevertStore,
} from '../../agent/revert/revert-store.ts'
import type { ChangedStep } from '../../agent/revert/run-changes.ts'
import { isEnded } from '../../agent/run/run-state.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { plainText } from '../../ports/message-text.ts'
import type { ConversationStore } from '../conversation-store.ts'

interface Row {
	body: string
}

const revertOf = (row: Row): Revert => JSON.parse(row.body) as Revert

export class SqlRevertStore implements RevertStore {
	readonly #db: SqlDatabase
	readonly #conversation: ConversationStore

	/** Uses the conversation's database, whose store also migrates its tables. */
	constructor(db: SqlDatabase, conversation: ConversationStore) {
		this.#db = db
		this.#conversation = conversation
	}

	transaction<T>(body: () => T): T {
		return this.#db.transaction(body)
	}

	epoch(): number {
		return this.#conversation.epoch()
	}

	isRunActive(): boolean {
		const run = this.#conversation.latestRun()
		if (run !== null && !isEnded(run)) return true
		// Calls that a stopped run left behind may still change things; queued messages begin the next.
		return this.#conversation.leavingCalls().length + this.#conversation.inbox().length > 0
	}

	runOf(messageId: string): RevertibleRun | null {
		const [row] = this.#db.all<{
			id: string
			editor_key: string | null
			idem_key: string
			steps: string | null
		}>(
			`SELECT run.id, run.editor_key, run.idem_key, run_changes.steps FROM message
			JOIN run ON run.id = message.run_id LEFT JOIN run_changes ON run_changes.run_id = run.id
			WHERE message.id = ? AND message.role = 'assistant'`,
			messageId,
		)
		if (!row) return null
		return {
			id: row.id,
			editorKey: row.editor_key,
			idemKey: row.idem_key,
			steps: [
				...(JSON.parse(row.steps ?? '[]') as ChangedStep[]),
				...this.#conversation.subAgentsOf(row.id).flatMap(({ changes }) => changes),
			].toSorted((a, b) => a.seq - b.seq),
		}
	}

	stepsOf(recordIds: readonly string[]): ReadonlyMap<string, RecordedStep> {
		if (recordIds.length === 0) return new Map()
		const rows = this.#db.all<{ messageId: string; step: string }>(
			`SELECT message.id AS messageId, step.value AS step
			FROM (
				SELECT run_id, steps FROM run_changes UNION ALL SELECT run_id, changes FROM sub_agent
			) AS made, json_each(made.steps) AS step
			JOIN message ON message.run_id = made.run_id AND message.role = 'assistant'
			WHERE json_extract(step.value, '$.recordId') IN (SELECT value FROM json_each(?))`,
			JSON.stringify(recordIds),
		)
		return new Map(
			rows.map(({ messageId, step }) => {
				const made = JSON.parse(step) as ChangedStep
				return [made.recordId, { ...made, messageId }]
			}),
		)
	}

	tellVerdict(messageId: string, now: number): LastRun | null {
		const run = this.#conversation.latestRun()
		const [answer] = this.#conversation.newestMessages(1)
		if (run?.messageId !== messageId || answer?.id !== messageId || !isEnded(run)) return null
		const [shown = answer.ui] = withReverts([answer.ui], this)
		const found = verdictOf(shown)
		const verdict = run.state === 'completed' || found === 'reverted' ? found : null
		this.#conversation.enqueue({ topic: 'verdict', runId: run.id, verdict }, now)
		return { id: run.id, state: run.state, ...(verdict === null ? {} : { verdict }) }
	}

	recordAnswer(messageId: string, now: number): void {
		this.#conversation.enqueue({ topic: 'answer-changed', messageId }, now)
	}

	textOf(messageId: string): string | null {
		const [row] = this.#db.all<{ ui: string }>('SELECT ui FROM message WHERE id = ?', messageId)
		return row ? plainText((JSON.parse(row.ui) as { parts: never[] }).parts) : null
	}

	insert(revert: Revert): void {
		this.#db.all(
			'INSERT INTO revert (id, message_id, request_id, running, body) VALUES (?, ?, ?, 1, ?)',
			revert.id,
			revert.messageId,
			revert.requestId,
			JSON.stringify(revert),
		)
	}

	update(id: string, patch: Partial<Revert>): Revert {
		const known = this.get(id)
		if (!known) throw new Error(`There is no revert ${id}.`)
		const revert = { ...known, ...patch }
		// A note's place in the transcript is fixed when it is written.
		this.#db.all(
			`UPDATE revert SET running = ?, body = ?, note = ?,
				note_after = coalesce(note_after, (SELECT max(seq) FROM message)) WHERE id = ?`,
			revert.state === 'running' ? 1 : 0,
			JSON.stringify(revert),
			revert.note,
			id,
		)
		if (revert.note === null) this.#db.all('UPDATE revert SET note_after = NULL WHERE id = ?', id)
		return revert
	}

	get(id: string): Revert | null {
		return this.#one('SELECT body FROM revert WHERE id = ?', id)
	}

	byRequest(requestId: string): Revert | null {
		return this.#one('SELECT body FROM revert WHERE request_id = ?', requestId)
	}

	active(): Revert | null {
		return this.#one('SELECT body FROM revert WHERE running = 1')
	}

	ofMessages(messageIds: readonly string[]): readonly Revert[] {
		if (messageIds.length === 0) return []
		return this.#db
			.all<Row>(
				`WITH wanted AS (SELECT value FROM json_each(?))
				SELECT body FROM revert WHERE message_id IN wanted OR EXISTS (
					SELECT 1 FROM json_each(body, '$.also') AS step
					WHERE json_extract(step.value, '$.messageId') IN wanted
				) ORDER BY seq`,
				JSON.stringify(messageIds),
			)
			.map(revertOf)
	}

	#one(query: string, ...bindings: string[]): Revert | null {
		const [row] = this.#db.all<Row>(query, ...bindings)
		return row ? revertOf(row) : null
	}
}

/** Adds its reverts to each message. The stored message itself is never rewritten. */
export function withReverts(messages: StoredMessage[], store: SqlRevertStore): StoredMessage[] {
	const answers = messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)
	const reverts = store.ofMessages(answers)
	if (reverts.length === 0) return messages
	return messages.map((message) => {
		const parts = reverts
			.map((revert) => partIn(revert, message.id))
			.filter((part) => part !== null)
			.map((part) => ({ type: 'data-revert', id: part.revertId, data: part }))
		return parts.length === 0 ? message : { ...message, parts: [...message.parts, ...parts] }
	})
}
