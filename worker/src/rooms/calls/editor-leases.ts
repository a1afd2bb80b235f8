/**
 * Table `editor_lease`: the agent whose turn it is at an editor. Changes of other agents wait until it ends its run, or has
 * not changed anything for a while; reads need no lease. An agent is a conversation here, with its sub-agents.
 */
import type { EditorQueue } from '@fairlead/protocol/wire/viewer-link'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import type { CallOwner } from '../../ports/room.ts'
import { startedBy } from '../../ports/sub-agent-id.ts'
import type { PendingCall, PendingCalls } from './pending-calls.ts'

/** The model of a run needs less time than that between two calls. */
export const LEASE_IDLE_MS = 30_000
/** A client does not say when its turn is over: nobody should wait long for one that has finished. */
export const CLIENT_IDLE_MS = 10_000

/** Why a change waits while it is another agent's turn. Visitors may read it: it names nobody. */
export const TURN_OF_ANOTHER = 'Another agent is using the editor'

interface Lease {
	readonly editorKey: string
	/** A conversation. */
	readonly holder: string
	/**
	 * Unix milliseconds: from then on others may have it, once no change of the holder is under way. Or {@link ENDED}, if
	 * its run ended while one was.
	 */
	readonly freeAt: number
}

/** In the place of `freeAt`: whose run has ended, before the room was done with its last change. */
const ENDED = { model: 0, client: 1 } as const

type Change = Pick<PendingCall, 'owner' | 'editorKey' | 'runsOn' | 'replay'>

/** Only these calls need a lease. A person who presses a button of the scene does not wait for an agent. */
export const changesEditor = ({ runsOn, replay, owner }: Omit<Change, 'editorKey'>): boolean =>
	runsOn === 'editor' && replay === 'once' && owner.kind !== 'person'

const agentOf = ({ id }: CallOwner): string => startedBy(id)?.conversationId ?? id

export interface EditorLeasesPorts {
	readonly db: SqlDatabase
	readonly calls: Pick<PendingCalls, 'changesAt'>
	readonly now: () => number
}

export class EditorLeases {
	readonly #ports: EditorLeasesPorts

	constructor(ports: EditorLeasesPorts) {
		this.#ports = ports
	}

	/** Whether this call must wait because it is another agent's turn. */
	blocks(call: Change): boolean {
		if (!changesEditor(call)) return false
		const lease = this.#of(call.editorKey)
		return lease !== null && lease.holder !== agentOf(call.owner) && !this.#isOver(lease)
	}

	/** The call is being sent: its agent has the lease from now on. */
	take(call: Change): void {
		if (!changesEditor(call)) return
		const { editorKey } = call
		const lease = this.#of(editorKey)
		const holder = agentOf(call.owner)
		if (lease?.holder !== holder || lease.freeAt <= ENDED.client) this.#put(editorKey, holder)
	}

	/** A change is over: the lease stays with its agent for a while. */
	used(call: Change): void {
		if (!changesEditor(call)) return
		const { db, now } = this.#ports
		db.all(
			`update editor_lease set free_at = case free_at when ${ENDED.client} then ? else ? end
				where editor_key = ? and holder = ? and free_at <> ${ENDED.model}`,
			now() + CLIENT_IDLE_MS,
			now() + LEASE_IDLE_MS,
			call.editorKey,
			agentOf(call.owner),
		)
	}

	/**
	 * The agent's run is over. `by`: that of a model, and its turn with it, or a call of a client, which may make more.
	 * Returns the editors that others may have now.
	 */
	release(conversationId: string, by: 'model' | 'client'): readonly string[] {
		const { db, now } = this.#ports
		const own = this.#all().filter(({ holder }) => holder === conversationId)
		for (const lease of own) {
			const freeAt = by === 'client' && !this.#isAtWork(lease) ? now() + CLIENT_IDLE_MS : ENDED[by]
			db.all('update editor_lease set free_at = ? where editor_key = ?', freeAt, lease.editorKey)
		}
		return own.length === 0 ? [] : this.expire()
	}

	/** Ends the leases that are over, so that nobody looks at them again. Returns their editors. */
	expire(): readonly string[] {
		const over = this.#all().filter((lease) => this.#isOver(lease))
		for (const { editorKey } of over) this.forget(editorKey)
		return over.map(({ editorKey }) => editorKey)
	}

	/** A person lets this agent go first. False: none of its changes waits for the lease. */
	passTo(editorKey: string, conversationId: string): boolean {
		const queue = this.queues().find((one) => one.editorKey === editorKey)
		if (!queue?.waiting.includes(conversationId)) return false
		this.#put(editorKey, conversationId)
		return true
	}

	forget(editorKey: string): void {
		this.#ports.db.all('delete from editor_lease where editor_key = ?', editorKey)
	}

	/** The editors that somebody waits for, in the order in which they get them. */
	queues(): EditorQueue[] {
		return this.#all().flatMap(({ editorKey, holder }) => {
			const waiting = this.#waitingAt(editorKey, holder)
			return waiting.length === 0 ? [] : [{ editorKey, holder, waiting }]
		})
	}

	/**
	 * Unix milliseconds; null: nobody waits, or for a change under way, whose end looks at the queue.
	 */
	earliestDue(): number | null {
		const due = this.#all().filter(
			(lease) =>
				this.#waitingAt(lease.editorKey, lease.holder).length > 0 && !this.#isAtWork(lease),
		)
		return due.length === 0 ? null : Math.min(...due.map(({ freeAt }) => freeAt))
	}

	#isOver(lease: Lease): boolean {
		return lease.freeAt <= this.#ports.now() && !this.#isAtWork(lease)
	}

	#isAtWork({ editorKey, holder }: Lease): boolean {
		return this.#ports.calls
			.changesAt(editorKey)
			.some(({ state, owner }) => state !== 'waiting' && agentOf(owner) === holder)
	}

	#waitingAt(editorKey: string, holder: string): string[] {
		const waiting = this.#ports.calls
			.changesAt(editorKey)
			.filter((call) => call.state === 'waiting' && changesEditor(call))
			.map(({ owner }) => agentOf(owner))
		return [...new Set(waiting)].filter((agent) => agent !== holder)
	}

	#put(editorKey: string, holder: string): void {
		const { db, now } = this.#ports
		db.all(
			`insert into editor_lease (editor_key, holder, free_at) values (?, ?, ?)
				on conflict do update set holder = excluded.holder, free_at = excluded.free_at`,
			editorKey,
			holder,
			now() + LEASE_IDLE_MS,
		)
	}

	#of(editorKey: string): Lease | null {
		return this.#all().find((lease) => lease.editorKey === editorKey) ?? null
	}

	#all(): Lease[] {
		return this.#ports.db.all<Lease>(
			'select editor_key as editorKey, holder, free_at as freeAt from editor_lease order by editor_key',
		)
	}
}
