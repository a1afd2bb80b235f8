/**
 * Calls of MCP clients on relays' machines that wait for a person. Each is a call of a conversation, which asks people and
 * runs it; the table `desk_call` says which relay hears how it ended.
 */
import type { Author } from '@fairlead/protocol/people/author'
import { type CallOutcome, failed, type Withdrawal } from '@fairlead/protocol/wire/calls'
import { rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import {
	DESK_CALLS,
	type DeskAnswer,
	type DeskCall,
	type DeskWithdrawn,
} from '@fairlead/protocol/wire/relay-link'
import type { RightsChange } from '../../access/rights-change.ts'
import type { SqlDatabase } from '../../platform/sql-database.ts'
import { type CallStanding, isLeftUnsent } from '../../ports/client-call.ts'
import type { ConversationPort } from '../../ports/conversation.ts'
import { ROOM_LIMITS } from '../limits.ts'

/** The answer given in the client; the conversation takes it when it asks, if nobody else was faster. */
type ClientAnswer = 'approved' | 'denied'

interface DeskRow {
	readonly id: string
	readonly relayId: string
	readonly conversationId: string
	readonly author: Author
	readonly answer: ClientAnswer | null
	/** Unix milliseconds. */
	readonly askedAt: number
	readonly dueAt: number
	/** 1: its client no longer waits, and its conversation has not heard so yet. 2: the same, because it has its answer. */
	readonly withdrawing: 0 | 1 | 2
}

/** The request of a `desk.ask`; made by the caller, which knows the relay. */
export interface Asking {
	readonly call: DeskCall
	readonly relayId: string
	readonly conversationId: string
	readonly author: Author
	/** Durable when it resolves. False: the call was not accepted. */
	readonly begin: () => Promise<boolean>
}

type AskedConversation = Pick<
	ConversationPort,
	'clientCall' | 'answerApproval' | 'cancelClientCall' | 'rightsChanged'
>

export interface LocalClientCallsPorts {
	readonly db: SqlDatabase
	/** A stub for one message only. */
	readonly conversation: (id: string) => AskedConversation
	readonly withPictures: (
		conversationId: string,
		outcome: Extract<CallStanding, { state: 'done' }>['outcome'],
	) => Promise<CallOutcome>
	readonly hasRelay: (relayId: string) => boolean
	readonly sendToRelay: (relayId: string, frame: string) => boolean
	/** Calls of this relay that {@link LocalClientCalls.holdsBack} held may go. */
	readonly released: (relayId: string) => void
	readonly now: () => number
	readonly reschedule: () => void
	readonly background: (work: Promise<unknown>) => void
}

/** An approved call waits this long for a relay that is away, and its outcome is kept as long. */
const KEPT_MS = 24 * 60 * 60_000
const COLUMNS = `id, relay_id as relayId, conversation_id as conversationId, author, answer,
	asked_at as askedAt, due_at as dueAt, withdrawing`

export class LocalClientCalls {
	readonly #ports: LocalClientCallsPorts
	/** Calls that are being handed in, or withdrawn because nobody answered: news of them says nothing yet. */
	readonly #held = new Set<string>()

	constructor(ports: LocalClientCallsPorts) {
		this.#ports = ports
	}

	/** False: nobody is asked, and the conversation does not have the call. A repeated id is the same call. */
	async ask({ call, relayId, conversationId, author, begin }: Asking): Promise<boolean> {
		const { db, now, background } = this.#ports
		const { id } = call
		if (this.#row(id)) return this.#row(id)?.relayId === relayId
		const own = this.#of('relay_id = ?', relayId).length
		const all = this.#of('true').length
		if (own >= DESK_CALLS.maxOpen || all >= ROOM_LIMITS.maxDeskCalls) return false
		// Stored first: a question that the conversation asks must have an end.
		// A destructive call is asked about in every mode.
		const answer: ClientAnswer | null = call.allowed ? 'approved' : null
		db.all(
			`insert into desk_call (id, relay_id, conversation_id, author, answer, asked_at, due_at)
				values (?, ?, ?, ?, ?, ?, ?)`,
			id,
			relayId,
			conversationId,
			JSON.stringify(author),
			answer,
			now(),
			now() + DESK_CALLS.waitMs,
		)
		this.#ports.reschedule()
		this.#held.add(id)
		// After a failure the conversation may have the call anyway: on false, the relay would run it, too.
		const begun = await begin().catch(() => true)
		this.#held.delete(id)
		if (begun) background(this.#look(id))
		else this.#delete(id)
		return begun
	}

	answer(relayId: string, { id, approved }: DeskAnswer): void {
		const { db, background } = this.#ports
		const answer: ClientAnswer = approved ? 'approved' : 'denied'
		const where = 'id = ? and relay_id = ? and answer is null'
		db.all(`update desk_call set answer = ? where ${where}`, answer, id, relayId)
		if (this.#row(id)?.relayId === relayId) background(this.#look(id))
	}

	withdraw(relayId: string, { ids, reason }: DeskWithdrawn): void {
		for (const row of this.#of('relay_id = ?', relayId))
			if (ids.includes(row.id)) this.#ports.background(this.#withdraw(row, reason))
	}

	/** True while calls of this conversation must not be sent: one of them is withdrawn, and it has not heard so. */
	holdsBack(conversationId: string): boolean {
		return this.#of('conversation_id = ? and withdrawing > 0', conversationId).length > 0
	}

	/**
	 * The relay said hello; `waiting` are the calls whose clients still wait. Resolves when the others are withdrawn, or
	 * held back: what was approved meanwhile must not be sent before.
	 */
	async resume(relayId: string, waiting: readonly string[]): Promise<void> {
		const { db, background, reschedule } = this.#ports
		const rows = this.#of('relay_id = ?', relayId)
		const kept = rows.filter(({ id }) => waiting.includes(id))
		for (const { id, askedAt } of kept) {
			db.all('update desk_call set due_at = ? where id = ?', askedAt + DESK_CALLS.waitMs, id)
			background(this.#look(id))
		}
		for (const id of waiting) if (!this.#row(id)) this.#tell(relayId, id, UNKNOWN)
		const others = rows.filter((row) => !kept.includes(row))
		await Promise.all(others.map((row) => this.#withdraw(row)))
		if (this.isAwaitedBy(relayId)) reschedule()
	}

	isAwaitedBy(relayId: string): boolean {
		return this.#of('relay_id = ?', relayId).length > 0
	}

	relayLost(relayId: string): void {
		const { db, now, reschedule } = this.#ports
		const due = now() + DESK_CALLS.awayMs
		db.all('update desk_call set due_at = min(due_at, ?) where relay_id = ?', due, relayId)
		if (this.isAwaitedBy(relayId)) reschedule()
	}

	/** Something happened in this conversation. */
	async news(conversationId: string): Promise<void> {
		const rows = this.#of('conversation_id = ?', conversationId)
		await Promise.all(rows.map(({ id }) => this.#look(id)))
	}

	/** Has the conversations withdraw calls that the right no longer covers. */
	rightsChanged(change: RightsChange): void {
		const lost = this.#of('true').filter(({ author }) => endsWith(change, author))
		for (const id of new Set(lost.map((row) => row.conversationId)))
			this.#ports.background(this.#ports.conversation(id).rightsChanged(change))
	}

	earliestDue(): number | null {
		const [row] = this.#ports.db.all<{ due: number | null }>(
			'select min(due_at) as due from desk_call',
		)
		return row?.due ?? null
	}

	/** Ends calls that nobody answered, or for which the relay did not come back. Never rejects. */
	async wake(): Promise<void> {
		const due = this.#of('due_at <= ?', this.#ports.now())
		await Promise.all(due.map((row) => this.#expire(row)))
	}

	async #expire(row: DeskRow): Promise<void> {
		if (row.withdrawing) return this.#withdraw(row)
		const here = this.#ports.hasRelay(row.relayId)
		let standing = await this.#standing(row)
		if (standing?.state === 'asks') {
			// The conversation may not have heard the answer that the client gave.
			await this.#look(row.id)
			standing = await this.#standing(row)
		}
		if (!here && isWaiting(standing) && this.#isApproved(row)) {
			// The call runs when the relay is back, or is withdrawn then, if its client has gone.
			this.#postpone(row, KEPT_MS)
			return
		}
		this.#held.add(row.id)
		const waited = isWaiting(standing)
		if (waited) {
			await this.#cancel(row)
			// A person may have been faster, or the conversation did not hear it.
			standing = await this.#standing(row)
		}
		this.#held.delete(row.id)
		if (here && waited && neverRan(standing)) this.#end(row, UNANSWERED)
		else if (here || standing === null || isWaiting(standing)) this.#postpone(row)
		else if (neverRan(standing) || this.#isForgotten(row, standing)) this.#delete(row.id)
		// The call was approved: the relay hears how it ended when it comes back, or withdraws it before it can run.
		else this.#postpone(row, KEPT_MS)
		if (here && !isWaiting(standing)) await this.#look(row.id)
	}

	/** Whether the client or its settings allowed the call, not too long ago. */
	#isApproved({ id, askedAt }: DeskRow): boolean {
		return this.#row(id)?.answer === 'approved' && this.#ports.now() < askedAt + KEPT_MS
	}

	/** Whether the call ended, and its relay has been away for long. */
	#isForgotten({ askedAt }: DeskRow, standing: CallStanding | null): boolean {
		return standing?.state === 'done' && askedAt + KEPT_MS <= this.#ports.now()
	}

	/** The call runs, or its conversation could not be asked. */
	#postpone({ id }: Pick<DeskRow, 'id'>, ms: number = DESK_CALLS.awayMs): void {
		const { db, now } = this.#ports
		db.all('update desk_call set due_at = ? where id = ?', now() + ms, id)
	}

	/** The call's client no longer waits. Until its conversation has heard that, {@link holdsBack} is true. */
	async #withdraw(row: DeskRow, reason: Withdrawal | undefined = reasonOf(row)): Promise<void> {
		const { db, released, reschedule } = this.#ports
		const { id, relayId } = row
		db.all('update desk_call set withdrawing = ? where id = ?', reason ? 2 : 1, id)
		const heard = await this.#cancel(row, reason)
		this.#postpone(row)
		reschedule()
		if (!heard) return
		db.all('update desk_call set withdrawing = 0 where id = ?', id)
		released(relayId)
		await this.#look(id)
		if (isOver(await this.#standing(row))) this.#delete(id)
	}

	/** Takes an answer to the conversation, or the end of the call to the relay. Never rejects. */
	async #look(id: string): Promise<void> {
		if (this.#held.has(id)) return
		const row = this.#row(id)
		const standing = row && (await this.#standing(row))
		if (!row || !standing || this.#held.has(id)) return
		switch (standing.state) {
			case 'queued':
			case 'running':
				return
			case 'asks': {
				const { answer } = this.#row(id) ?? row
				if (answer === null) return
				const given = { approved: answer === 'approved', scope: 'once' } as const
				await this.#ports
					.conversation(row.conversationId)
					.answerApproval(standing.approvalId, given, row.author)
					.catch(() => false)
				return
			}
			case 'done':
				this.#end(row, await this.#outcome(row, standing.outcome))
				return
			case 'gone':
				this.#end(row, WITHDRAWN)
				return
			default:
				standing satisfies never
		}
	}

	#outcome(
		{ conversationId }: DeskRow,
		outcome: Extract<CallStanding, { state: 'done' }>['outcome'],
	): Promise<CallOutcome> {
		return this.#ports.withPictures(conversationId, outcome).catch(() => UNKNOWN)
	}

	/** Returns null if the conversation does not answer now: it will have news, or the call is due. */
	async #standing({ conversationId, id }: DeskRow): Promise<CallStanding | null> {
		try {
			return await this.#ports.conversation(conversationId).clientCall(id, null, 0)
		} catch {
			return null
		}
	}

	/**
	 * False: the conversation may not have heard it. The call's standing tells the result: a call that was sent is
	 * stopped, too.
	 */
	#cancel({ conversationId, id, author }: DeskRow, reason?: Withdrawal): Promise<boolean> {
		const asked = this.#ports.conversation(conversationId).cancelClientCall(id, author, reason)
		return asked.then(
			() => true,
			() => false,
		)
	}

	/** The end is kept while the relay is away: it asks when it comes back. */
	#end({ id, relayId }: DeskRow, outcome: CallOutcome): void {
		if (this.#row(id) && this.#tell(relayId, id, outcome)) this.#delete(id)
	}

	#tell(relayId: string, id: string, outcome: CallOutcome): boolean {
		return this.#ports.sendToRelay(relayId, rpcNotification('desk.ended', { id, outcome }))
	}

	#row(id: string): DeskRow | null {
		return this.#of('id = ?', id)[0] ?? null
	}

	#of(where: string, ...values: (string | number)[]): DeskRow[] {
		return this.#ports.db
			.all<Omit<DeskRow, 'author'> & { author: string }>(
				`select ${COLUMNS} from desk_call where ${where}`,
				...values,
			)
			.map((row) => ({ ...row, author: JSON.parse(row.author) as Author }))
	}

	#delete(id: string): void {
		this.#ports.db.all('delete from desk_call where id = ?', id)
	}
}

const reasonOf = ({ withdrawing }: DeskRow): Withdrawal | undefined =>
	withdrawing === 2 ? 'answered' : undefined

const isWaiting = (standing: CallStanding | null): boolean =>
	standing?.state === 'asks' || standing?.state === 'queued'

const isOver = (standing: CallStanding | null): boolean =>
	standing?.state === 'done' || standing?.state === 'gone'

const neverRan = (standing: CallStanding | null): boolean =>
	standing?.state === 'gone' || (standing?.state === 'done' && isLeftUnsent(standing.outcome))

function endsWith(change: RightsChange, { id }: Author): boolean {
	switch (change.kind) {
		case 'ended':
			return change.actor.kind === 'relay' && change.actor.id === id
		case 'suspended':
			return change.suspended
		case 'role':
			return false
		default:
			return change satisfies never
	}
}

const UNANSWERED = failed(
	'deadline_exceeded',
	'Nobody approved this call in time. It did not run.',
	{
		hint: 'Tell the user. Call it again when somebody can answer.',
	},
)
const WITHDRAWN = failed('cancelled', 'The call was withdrawn before it began.', {
	hint: 'Nothing was done.',
})
const UNKNOWN = failed('effect_unknown', 'How this call ended is not known.', {
	hint: 'Look at the current state before you retry anything.',
})
