/**
 * Table `pending_call`: calls whose owners wait for them. A call costs one insert and one delete
 * normally; every other write means that something went wrong or had to wait.
 */
import type { Call, CallOutcome } from '@fairlead/protocol/wire/calls'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import type { CallOwner } from '../../ports/room.ts'
import { DELIVERY_GRACE_MS } from './deadlines.ts'

/**
 * waiting: never sent · sent: the relay may have it · adrift: sent, but the relay is away
 * past the deadline; its journal will tell · cancelling: sent, but no longer
 * wanted · settling: its outcome is known and stored, but its owner has not taken it ·
 * closed: its owner was told that nothing was done; kept for a while, so that a late repetition of the
 * call does not make that false.
 */
export type PendingState = 'waiting' | 'sent' | 'adrift' | 'cancelling' | 'settling' | 'closed'

export interface PendingCall {
	readonly callId: string
	readonly owner: CallOwner
	readonly editorKey: string
	readonly runsOn: 'editor' | 'relay'
	readonly replay: 'safe' | 'once'
	readonly state: PendingState
	/** Unix milliseconds. */
	readonly deadlineAt: number
	/** Failed tries to hand over the outcome. */
	readonly attempts: number
	/** When to try again; null if nothing failed. */
	readonly retryAt: number | null
}

/** `body` and `outcome` can be large and are read only where needed. */
const COLUMNS = `call_id as callId, owner_kind as ownerKind, owner_id as ownerId, editor_key as editorKey,
	runs_on as runsOn, replay, state, deadline_at as deadlineAt, attempts, retry_at as retryAt`
const DUE = `coalesce(retry_at, deadline_at + case state when 'waiting' then 0 else ${DELIVERY_GRACE_MS} end)`

type Row = {
	[K in Exclude<keyof PendingCall, 'owner'>]: PendingCall[K]
} & { ownerKind: CallOwner['kind']; ownerId: string }

export class PendingCalls {
	readonly #db: SqlDatabase

	constructor(db: SqlDatabase) {
		this.#db = db
	}

	insert(
		/** `createdAt`: Unix milliseconds, made unique and increasing: the sending order. */
		call: Omit<PendingCall, 'attempts' | 'retryAt'> & { readonly createdAt: number },
		/** The call; null if it is not to be sent. */
		body: Call | null,
	): void {
		this.#db.all(
			`insert into pending_call (call_id, owner_kind, owner_id, editor_key, runs_on, replay, body,
				state, deadline_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			call.callId,
			call.owner.kind,
			call.owner.id,
			call.editorKey,
			call.runsOn,
			call.replay,
			body === null ? '' : JSON.stringify(body),
			call.state,
			call.deadlineAt,
			call.createdAt,
		)
	}

	get(callId: string): PendingCall | null {
		return this.#first(`select ${COLUMNS} from pending_call where call_id = ?`, callId)
	}

	body(callId: string): Call | null {
		const row = this.#db.all<{ body: string }>(
			'select body from pending_call where call_id = ?',
			callId,
		)[0]
		return row ? (JSON.parse(row.body) as Call) : null
	}

	/** Returns null for a call that is unknown or not to be sent. SQLite would not read a body of more than 1,000 levels. */
	argsHash(callId: string): string | null {
		const row = this.#db.all<{ body: string }>(
			"select body from pending_call where call_id = ? and body <> ''",
			callId,
		)[0]
		return row ? (JSON.parse(row.body) as Call).argsHash : null
	}

	storedOutcome(callId: string): CallOutcome | null {
		const row = this.#db.all<{ outcome: string | null }>(
			'select outcome from pending_call where call_id = ?',
			callId,
		)[0]
		return row?.outcome ? (JSON.parse(row.outcome) as CallOutcome) : null
	}

	/** Sorted by arrival. */
	ofSeat(editorKey: string): PendingCall[] {
		return this.#all(
			`select ${COLUMNS} from pending_call where editor_key = ? and state <> 'closed'
				order by created_at`,
			editorKey,
		)
	}

	ofRelay(relayId: string): PendingCall[] {
		return this.#all(
			`select ${COLUMNS} from pending_call where substr(editor_key, 1, ?) = ?
				and state <> 'closed' order by created_at`,
			relayId.length + 1,
			`${relayId}:`,
		)
	}

	/** Changes of this editor that wait, or may be under way. Sorted by arrival. */
	changesAt(editorKey: string): PendingCall[] {
		return this.#all(
			`select ${COLUMNS} from pending_call where editor_key = ? and runs_on = 'editor'
				and replay = 'once' and state not in ('settling', 'closed') order by created_at`,
			editorKey,
		)
	}

	due(now: number): PendingCall[] {
		return this.#all(
			`select ${COLUMNS} from pending_call where ${DUE} <= ? order by created_at`,
			now,
		)
	}

	/** Whether as many as `limit` calls are open. */
	isFull(limit: number): boolean {
		const query = "select 1 from pending_call where state <> 'closed' limit 1 offset ?"
		return this.#db.all(query, limit - 1).length > 0
	}

	/** How many reads of MCP clients are open: of this client, and of all. */
	readsByMcp(clientId: string): { readonly own: number; readonly all: number } {
		const query = `select count(*) as "all", count(case when owner_id = ? then 1 end) as own
			from pending_call where owner_kind = 'mcp' and state <> 'closed'`
		return this.#db.all<{ own: number; all: number }>(query, clientId)[0] ?? { own: 0, all: 0 }
	}

	/** The owner's open calls whose ids end with `mark`. */
	marked({ kind, id }: CallOwner, mark: string): string[] {
		const query = `select call_id as callId from pending_call where owner_kind = ? and owner_id = ?
			and state <> 'closed' and substr(call_id, ?) = ?`
		const found = this.#db.all<{ callId: string }>(query, kind, id, -mark.length, mark)
		return found.map(({ callId }) => callId)
	}

	/** Unix milliseconds; null when no call is pending. */
	earliestDue(): number | null {
		return (
			this.#db.all<{ due: number | null }>(`select min(${DUE}) as due from pending_call`)[0]?.due ??
			null
		)
	}

	setState(callId: string, state: Exclude<PendingState, 'settling' | 'closed'>): void {
		this.#db.all(
			'update pending_call set state = ?, retry_at = null where call_id = ? and state <> ?',
			state,
			callId,
			state,
		)
	}

	/** Calls that wait for any seat now wait for this one. */
	seat(from: string, editorKey: string): void {
		this.#db.all(
			"update pending_call set editor_key = ? where editor_key = ? and state = 'waiting'",
			editorKey,
			from,
		)
	}

	/** A new state with its own deadline. */
	move(callId: string, state: 'waiting' | 'sent' | 'adrift', deadlineAt: number): void {
		this.#db.all(
			'update pending_call set state = ?, deadline_at = ?, retry_at = null where call_id = ?',
			state,
			deadlineAt,
			callId,
		)
	}

	/** Keeps an outcome that the owner could not take. `null`: too large, so the relay is asked again. */
	keepOutcome(callId: string, outcome: string | null, retryAt: number): void {
		this.#db.all(
			`update pending_call set attempts = attempts + 1, retry_at = ?,
				outcome = coalesce(?, outcome),
				state = case when ? is null then state else 'settling' end where call_id = ?`,
			retryAt,
			outcome,
			outcome,
			callId,
		)
	}

	/** Decides that the call is not sent, even if this instance ends before its owner has the outcome. */
	decide(callId: string, outcome: CallOutcome, retryAt: number): void {
		this.#db.all(
			"update pending_call set state = 'settling', outcome = ?, retry_at = ? where call_id = ?",
			JSON.stringify(outcome),
			retryAt,
			callId,
		)
	}

	/** Gives the same call this outcome until `until` (Unix ms), and does not send it. */
	close(callId: string, outcome: CallOutcome, until: number): void {
		this.#db.all(
			"update pending_call set state = 'closed', body = '', outcome = ?, retry_at = ? where call_id = ?",
			JSON.stringify(outcome),
			until,
			callId,
		)
	}

	delete(callId: string): void {
		this.#db.all('delete from pending_call where call_id = ?', callId)
	}

	#first(query: string, ...bindings: (string | number)[]): PendingCall | null {
		return this.#all(query, ...bindings)[0] ?? null
	}

	#all(query: string, ...bindings: (string | number)[]): PendingCall[] {
		return this.#db.all<Row>(query, ...bindings).map(({ ownerKind, ownerId, ...call }) => ({
			...call,
			owner: { kind: ownerKind, id: ownerId },
		}))
	}
}
