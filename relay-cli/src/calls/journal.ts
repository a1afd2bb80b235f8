/** The relay's journal of calls, on disk. Survives a kill at any point. */

import type { Replay } from '@fairlead/protocol/tools'
import {
	type CallOutcome,
	CallOutcome as CallOutcomeSchema,
	type JournalEntry,
} from '@fairlead/protocol/wire/calls'
import { RoutedCall } from '@fairlead/protocol/wire/relay-link'
import { type Database, inTransaction } from '../platform/database.ts'

/** Older outcomes are dropped: the room asks within minutes or never. */
const KEEP_DONE_MS = 24 * 3_600_000
/** Outcomes that the room has stored are kept briefly, for requests repeated meanwhile. */
const KEEP_FORGOTTEN_MS = 10 * 60_000
/** The relay hello carries at most this many entries. */
const MAX_DONE = 1_000
/** Screenshots make outcomes large; only the newest are kept. */
const MAX_DONE_BYTES = 256 * 1024 * 1024
/** Ids of calls whose outcome is gone: a repeated id must still not run again. */
const MAX_TOMBSTONES = 100_000
/** Outcomes beyond this stay out of the hello and follow as `call.settled`. */
const MAX_HELLO_OUTCOME_BYTES = 4 * 1024 * 1024
const MAX_HELLO_ENTRIES = 1_000

export type StoredState =
	| { readonly kind: 'received' }
	/** `sessionId`: the editor process it was sent to; null when the relay itself ran it. */
	| { readonly kind: 'started'; readonly sessionId: string | null }
	| { readonly kind: 'done'; readonly outcome: CallOutcome }
	/** It ran; its outcome is no longer kept. */
	| { readonly kind: 'tombstone' }

export interface StoredCall {
	readonly room: string
	readonly callId: string
	readonly argsHash: string
	readonly editorKey: string
	readonly replay: Replay
	/** Unix milliseconds. */
	readonly deadlineAt: number
	readonly state: StoredState
}

/** A call that had no outcome when the relay last stopped. */
export interface UnsettledCall extends StoredCall {
	readonly call: RoutedCall
}

interface Row {
	room: string
	call_id: string
	args_hash: string
	state: 'received' | 'started' | 'done' | 'tombstone'
	editor_key: string
	replay: Replay
	call: string | null
	session_id: string | null
	outcome: string | null
	bytes: number
	delivered: number
	deadline_at: number
}

function stateOf(row: Row): StoredState {
	switch (row.state) {
		case 'received':
			return { kind: 'received' }
		case 'started':
			return { kind: 'started', sessionId: row.session_id }
		case 'done':
			return doneState(row.outcome)
		case 'tombstone':
			return { kind: 'tombstone' }
		default:
			return row.state satisfies never
	}
}

/** One unreadable outcome must not keep the relay from saying hello: its call counts as run. */
function doneState(text: string | null): StoredState {
	const outcome = CallOutcomeSchema.safeParse(jsonOf(text))
	return outcome.success ? { kind: 'done', outcome: outcome.data } : { kind: 'tombstone' }
}

/** Undefined if it is not JSON: one damaged row must not stop the relay. */
function jsonOf(text: string | null): unknown {
	try {
		return JSON.parse(text ?? 'null')
	} catch {
		return undefined
	}
}

const storedOf = (row: Row): StoredCall => ({
	room: row.room,
	callId: row.call_id,
	argsHash: row.args_hash,
	editorKey: row.editor_key,
	replay: row.replay,
	deadlineAt: row.deadline_at,
	state: stateOf(row),
})

export class CallJournal {
	readonly #db: Database
	readonly #statements

	constructor(database: Database, maxTombstones = MAX_TOMBSTONES) {
		this.#db = database
		this.#statements = {
			find: database.prepare('SELECT * FROM calls WHERE room = ? AND call_id = ?'),
			receive: database.prepare(
				`INSERT INTO calls (room, call_id, args_hash, state, editor_key, replay, call, deadline_at, received_at)
				VALUES (?, ?, ?, 'received', ?, ?, ?, ?, ?)`,
			),
			start: database.prepare(
				`UPDATE calls SET state = 'started', session_id = ? WHERE room = ? AND call_id = ? AND state IN ('received', 'started')`,
			),
			settle: database.prepare(
				`UPDATE calls SET state = 'done', outcome = ?, bytes = ?, settled_at = ?, call = NULL
				WHERE room = ? AND call_id = ? AND state IN ('received', 'started')`,
			),
			delivered: database.prepare('UPDATE calls SET delivered = 1 WHERE room = ? AND call_id = ?'),
			forget: database.prepare('UPDATE calls SET forgotten = 1 WHERE room = ? AND call_id = ?'),
			forgotten: database.prepare(
				`SELECT 1 FROM calls WHERE call_id = ? AND ((forgotten = 1 AND state = 'done') OR state = 'tombstone') LIMIT 1`,
			),
			open: database.prepare(
				`SELECT * FROM calls WHERE state IN ('received', 'started') ORDER BY rowid`,
			),
			openOf: database.prepare(
				`SELECT * FROM calls WHERE room = ? AND state IN ('received', 'started') AND forgotten = 0
				ORDER BY rowid DESC LIMIT ${MAX_HELLO_ENTRIES}`,
			),
			doneOf: database.prepare(
				`SELECT * FROM calls WHERE room = ? AND state = 'done' AND forgotten = 0
				ORDER BY settled_at DESC, rowid DESC LIMIT ${MAX_HELLO_ENTRIES}`,
			),
			done: database.prepare(
				`SELECT room, call_id, bytes, forgotten, settled_at FROM calls WHERE state = 'done' ORDER BY settled_at DESC`,
			),
			bury: database.prepare(
				`UPDATE calls SET state = 'tombstone', outcome = NULL, call = NULL, bytes = 0 WHERE room = ? AND call_id = ?`,
			),
			dropTombstones: database.prepare(
				`DELETE FROM calls WHERE state = 'tombstone' AND (room, call_id) IN (
					SELECT room, call_id FROM calls WHERE state = 'tombstone'
					ORDER BY settled_at DESC LIMIT -1 OFFSET ${maxTombstones})`,
			),
		}
	}

	find(room: string, callId: string): StoredCall | null {
		const row = this.#statements.find.get(room, callId) as Row | undefined
		return row === undefined ? null : storedOf(row)
	}

	/** Writes `received`. The caller has checked that the id is new. */
	receive(room: string, call: RoutedCall, replay: Replay, now: number, deadlineAt: number): void {
		this.#statements.receive.run(
			room,
			call.callId,
			call.argsHash,
			call.editorKey,
			replay,
			JSON.stringify(call),
			deadlineAt,
			now,
		)
	}

	/**
	 * Writes `started`. For a `once` call the record is forced to the disk first, so
	 * that not even a power cut makes the relay run it a second time.
	 */
	start(room: string, callId: string, replay: Replay, sessionId: string | null): void {
		if (replay === 'safe') {
			this.#statements.start.run(sessionId, room, callId)
			return
		}
		this.#db.exec('PRAGMA synchronous = FULL')
		try {
			this.#statements.start.run(sessionId, room, callId)
		} finally {
			this.#db.exec('PRAGMA synchronous = NORMAL')
		}
	}

	/** Writes `done`. False if an outcome was stored before: the first one stays. */
	settle(room: string, callId: string, outcome: CallOutcome, now: number): boolean {
		const text = JSON.stringify(outcome)
		const done = this.#statements.settle.run(text, text.length, now, room, callId)
		return done.changes === 1
	}

	/** The room has the outcome, or was sent it on an open socket. */
	markDelivered(room: string, callId: string): void {
		this.#statements.delivered.run(room, callId)
	}

	/** The room has stored these outcomes: they no longer go into the hello. */
	forget(room: string, callIds: readonly string[]): void {
		this.#inTransaction(() => {
			for (const callId of callIds) this.#statements.forget.run(room, callId)
		})
	}

	/** Whether the room is done with this call, so that the editor may drop it too. */
	isForgotten(callId: string): boolean {
		return this.#statements.forgotten.get(callId) !== undefined
	}

	/** Every call without an outcome, oldest first. An unreadable one counts as run from now on. */
	unsettled(): UnsettledCall[] {
		const rows = this.#statements.open.all() as unknown as Row[]
		return rows.flatMap((row) => {
			const call = RoutedCall.safeParse(jsonOf(row.call))
			if (call.success) return { ...storedOf(row), call: call.data }
			this.#statements.bury.run(row.room, row.call_id)
			return []
		})
	}

	/**
	 * A room's calls for the relay hello. `late` are outcomes that follow
	 * as `call.settled`: those never delivered, and those too large for the hello.
	 */
	forHello(room: string): { entries: JournalEntry[]; late: string[] } {
		const open = this.#statements.openOf.all(room) as unknown as Row[]
		const done = this.#statements.doneOf.all(room) as unknown as Row[]
		const late: string[] = []
		let bytesLeft = MAX_HELLO_OUTCOME_BYTES
		const entries: JournalEntry[] = open.map((row) => ({
			callId: row.call_id,
			argsHash: row.args_hash,
			state: row.state === 'received' ? 'received' : 'started',
		}))
		for (const row of done) {
			const state = stateOf(row)
			const fits = row.bytes <= bytesLeft
			if (fits) bytesLeft -= row.bytes
			if (!fits || row.delivered === 0) late.push(row.call_id)
			if (entries.length >= MAX_HELLO_ENTRIES || state.kind !== 'done') continue
			const known = { callId: row.call_id, argsHash: row.args_hash }
			entries.push(
				fits ? { ...known, state: 'done', outcome: state.outcome } : { ...known, state: 'started' },
			)
		}
		return { entries, late: late.reverse() }
	}

	/** Turns old, forgotten and surplus entries into tombstones. Unsettled calls stay. */
	prune(now: number): void {
		const rows = this.#statements.done.all() as unknown as {
			room: string
			call_id: string
			bytes: number
			forgotten: number
			settled_at: number
		}[]
		let bytes = 0
		this.#inTransaction(() => {
			rows.forEach((row, index) => {
				bytes += row.bytes
				const keptMs = row.forgotten === 1 ? KEEP_FORGOTTEN_MS : KEEP_DONE_MS
				const old = now - row.settled_at > keptMs
				if (old || index >= MAX_DONE || bytes > MAX_DONE_BYTES)
					this.#statements.bury.run(row.room, row.call_id)
			})
			this.#statements.dropTombstones.run()
		})
	}

	#inTransaction(work: () => void): void {
		inTransaction(this.#db, work)
	}
}
