/** The progress of single calls: sent, waiting, answered, settled. As in `run-transitions.ts`, each change is one transaction and none awaits. */

import type { ApprovalAnswer } from '@fairlead/protocol/conversations/approvals'
import type { Author } from '@fairlead/protocol/people/author'
import { permissionKey } from '@fairlead/protocol/tools'
import {
	type CallOutcome,
	canonicalJson,
	failed,
	type Withdrawal,
} from '@fairlead/protocol/wire/calls'
import { BEFORE_IT_RAN } from '../../ports/client-call.ts'
import { type CallSeat, WAIT_BUDGET_MS } from '../../ports/room.ts'
import { coveredBy, refusalText, remembered, withDecision } from '../policy/approvals.ts'
import { boundToFile } from '../policy/seen-file.ts'
import { agentStopPause, ROOM_GRACE_MS } from '../run/alarms.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import { isEnded, isOpen, type Run, type ToolCall } from '../run/run-state.ts'
import type { Commit } from '../run/transaction.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { withOutcome } from '../stream/late-output.ts'
import { endEditorWait, showAnswer, showChanged, showOutcome } from '../stream/run-chunks.ts'
import { blobId, blobUrl } from './blob-id.ts'
import { isForAgent, isWithAgent } from './call-order.ts'
import { keepable, type StoredOutcome, storeAttachments } from './tool-results.ts'

const NOTHING_ALLOWED: ReadonlySet<string> = new Set()

export class CallProgress {
	readonly #ports: MachinePorts
	readonly #commit: Commit
	readonly #epoch: number

	constructor(ports: MachinePorts, commit: Commit, epoch: number) {
		this.#ports = ports
		this.#commit = commit
		this.#epoch = epoch
	}

	/** Journals the calls as sent. They may be sent only after this. */
	markDispatched(
		calls: readonly ToolCall[],
		graceMs: number,
		also: () => void = () => undefined,
	): void {
		const now = this.#ports.clock()
		this.#commit(null, () => {
			also()
			for (const call of calls) {
				this.#ports.store.updateCall(call.callId, {
					state: 'dispatched',
					epoch: this.#epoch,
					// That a sub-agent has begun must survive a start that is repeated.
					nextAt: isWithAgent(call) ? null : now + allowedMs(call, call.waiting) + graceMs,
				})
			}
		})
	}

	/** From now on the run's calls go to this seat, whatever becomes the target. */
	bind(run: Run, editorKey: string): void {
		if (this.#ports.store.latestRun()?.id !== run.id) return
		this.#commit(null, () => this.#ports.store.updateRun(run.id, { editorKey }))
	}

	/** The room could not be reached; tried again at `nextAt`. */
	markUnsent(call: ToolCall, nextAt: number): void {
		this.#commit(null, () => {
			this.#ports.store.updateCall(call.callId, {
				state: 'approved',
				attempts: call.attempts + 1,
				nextAt,
			})
		})
	}

	/** Makes changes that concern no open call, in one transaction. `log`: the stream that shows them. */
	together(body: () => void, log: ChunkLog | null = null): void {
		this.#commit(log, () => {
			body()
			log?.flush()
		})
	}

	/** The sub-agent of this call is durable: it will tell its end, and no deadline counts until then. */
	withAgent(callId: string): void {
		this.#commit(null, () => {
			const call = this.#ports.store.call(callId)
			if (call?.state !== 'dispatched') return
			this.#ports.store.updateCall(callId, { nextAt: null, attempts: 0 })
		})
	}

	/** Stores an outcome and shows it. False when the call is unknown, settled, or its run is over. `also`: in the same transaction. */
	settle(
		run: Run,
		call: ToolCall,
		outcome: CallOutcome,
		ranOn: CallSeat | null,
		log: ChunkLog,
		also: () => void = () => undefined,
	): boolean {
		const { store, hash, conversationId } = this.#ports
		if (isEnded(run) || !isOpen(call) || call.runId !== run.id) return false
		return this.#commit(log, () => {
			also()
			let stored: StoredOutcome
			if (outcome.status === 'ok') {
				const pictures = storeAttachments(
					outcome.attachments ?? [],
					store,
					(bytes) => blobId(bytes, hash),
					(id) => blobUrl(conversationId, id),
				)
				stored = { status: 'ok', result: outcome.result, ...pictures }
			} else {
				stored = outcome
			}
			stored = keepable(stored)
			const settled = store.updateCall(call.callId, {
				state: 'settled',
				outcome: stored,
				waiting: null,
				nextAt: null,
				...ranOn,
			})
			if (call.waiting !== null) endEditorWait(call, this.#ports.clock(), log)
			showOutcome(settled, stored, this.#ports.clock(), log)
			log.flush()
			return true
		})
	}

	/** Cancels a call that was not sent; the run's other calls continue. False when it may have been sent, or is over. */
	withdraw(run: Run, call: ToolCall, by: Author, log: ChunkLog, reason?: Withdrawal): boolean {
		if (isEnded(run) || !isOpen(call) || call.runId !== run.id || wasSent(call)) return false
		return this.#commit(log, () => {
			cancelCall(this.#ports, call, reason ? ANSWERED : stoppedWords(by), log, reason)
			log.flush()
			return true
		})
	}

	/** The room has not sent these, and never will. */
	neverSent(calls: readonly ToolCall[]): void {
		this.#commit(null, () => {
			for (const { callId } of calls) {
				if (this.#ports.store.call(callId)?.state !== 'dispatched') continue
				this.#ports.store.updateCall(callId, { state: 'approved', attempts: 0 })
			}
		})
	}

	/** The room is done with a call that its run had left, and the answer tells no more of it. */
	left(call: ToolCall): void {
		this.#commit(null, () => {
			this.#ports.store.updateCall(call.callId, { state: 'settled', nextAt: null })
		})
	}

	/**
	 * Same as {@link left}; besides, the answer tells this outcome in place of "cancelled".
	 *
	 * @param log the stream of a run that goes on without the call; null: the run has ended
	 */
	completed(
		run: Run,
		call: ToolCall,
		outcome: Extract<StoredOutcome, { status: 'ok' }>,
		ranOn: CallSeat | null,
		log: ChunkLog | null,
	): void {
		const { store, clock } = this.#ports
		this.#commit(log, () => {
			const patch = { state: 'settled', nextAt: null, outcome, ...ranOn } as const
			const settled = store.updateCall(call.callId, patch)
			if (log) {
				const changed = log.builder.call(call.toolCallId)?.changed
				showOutcome(settled, outcome, clock(), log)
				if (changed) showChanged(call.toolCallId, changed, log)
				log.flush()
				return
			}
			const answer = store.message(run.messageId)
			const complete = answer && withOutcome(answer, settled, outcome)
			if (!complete) return
			store.completeMessage(run.messageId, complete)
			store.enqueue({ topic: 'answer-changed', messageId: run.messageId }, clock())
		})
	}

	/** The sub-agents of these calls are told again to stop. */
	stoppedAgain(calls: readonly ToolCall[]): void {
		const now = this.#ports.clock()
		this.#commit(null, () => {
			for (const { callId, attempts } of calls) {
				const nextAt = now + agentStopPause(attempts + 1)
				this.#ports.store.updateCall(callId, { attempts: attempts + 1, nextAt })
			}
		})
	}

	/** The editor makes the call wait (or no longer). False when nothing changed. */
	setWaiting(run: Run, call: ToolCall, reason: string | null, log: ChunkLog): boolean {
		if (isEnded(run) || !isOpen(call) || call.waiting === reason) return false
		return this.#commit(log, () => {
			const allowed = this.#ports.clock() + allowedMs(call, reason) + ROOM_GRACE_MS
			// A sub-agent keeps its own deadlines; one that reports has begun.
			const begun = call.state === 'dispatched' ? null : call.nextAt
			const nextAt = isForAgent(call) ? begun : allowed
			// The room reports on it, so it has the call: no need to resend it after an eviction.
			const known = call.state === 'dispatched' ? { epoch: this.#epoch } : {}
			this.#ports.store.updateCall(call.callId, { waiting: reason, nextAt, ...known })
			if (reason === null) endEditorWait(call, this.#ports.clock(), log)
			else {
				log.append({
					type: 'data-wait',
					id: call.toolCallId,
					data: { on: 'editor', reason, startedAt: this.#ports.clock() },
				})
			}
			log.flush()
			return true
		})
	}

	/**
	 * A person's answer. With a wider scope than `once` it is remembered, and answers the run's
	 * other open questions about this tool and action. False when the call no longer waits for an answer.
	 */
	answer(run: Run, call: ToolCall, given: ApprovalAnswer, by: Author, log: ChunkLog): boolean {
		if (call.state !== 'awaiting_approval') return false
		const { store, clock, newId, isSharedWhole } = this.#ports
		const { approved, reason, scope, wider = false } = given
		const userId = by.userId ?? by.id
		const decision = {
			approved,
			...(reason === undefined ? {} : { reason }),
			...(by.kind === 'share' ? { byVisitor: true as const } : {}),
		}
		return this.#commit(log, () => {
			this.#decide(this.#boundToSeen(call, given), given, by, log)
			const allowed = scope === 'project' && approved ? coveredBy(call, run, wider) : []
			const grants = allowed.map((permission) => ({ id: newId('grt'), permission }))
			if (scope !== 'once') {
				const grantIds = new Map(
					grants.map(({ id, permission }) => [permissionKey(permission), id] as const),
				)
				const decisions = withDecision(call, run, decision, { wider, grantIds })
				store.updateRun(run.id, { decisions })
				for (const other of store.openCalls(run.id)) {
					if (other.state !== 'awaiting_approval') continue
					if (remembered(other, { ...run, decisions }, NOTHING_ALLOWED, isSharedWhole))
						this.#decide(other, given, by, log)
				}
			}
			const createdAt = clock()
			for (const { id, permission } of grants) {
				store.enqueue({ topic: 'granted', id, ...permission, userId, createdAt }, createdAt)
			}
			log.flush()
			return true
		})
	}

	/** An approved call whose file was shown fails if the file is another by then. */
	#boundToSeen(call: ToolCall, { approved, seen }: ApprovalAnswer): ToolCall {
		const { store, hash } = this.#ports
		if (!approved || seen === undefined) return call
		const params = boundToFile(call, seen)
		if (params === null) return call
		const argsHash = hash(canonicalJson({ method: call.name, params }))
		return store.updateCall(call.callId, { params, argsHash })
	}

	#decide(call: ToolCall, given: ApprovalAnswer, author: Author, log: ChunkLog): void {
		const { approved, reason, scope } = given
		const because = reason === undefined ? {} : { reason }
		log.append({
			type: 'tool-approval-response',
			approvalId: call.callId,
			approved,
			...because,
		})
		const at = this.#ports.clock()
		showAnswer(call, { approved, scope, ...because, by: 'person', author, at }, log)
		if (approved) {
			this.#ports.store.updateCall(call.callId, { state: 'approved' })
			return
		}
		const outcome = failed('denied', refusalText(reason, scope))
		this.#ports.store.updateCall(call.callId, { state: 'settled', outcome })
		log.append({ type: 'tool-output-denied', toolCallId: call.toolCallId })
	}
}

/** The call's own timeout is suspended while it waits for the editor, also after a resend. */
const allowedMs = (call: ToolCall, waiting: string | null): number =>
	waiting === null ? call.timeoutMs : WAIT_BUDGET_MS

/** Why a run leaves its open calls: words that a clause with "before" or "while" follows. */
export const INTERRUPTED = 'Interrupted by a new message from the user'
export const RUN_ENDED = 'Stopped with its run'
const ANSWERED = 'It was answered in the terminal'

/** @param by null: an unknown person */
export function stoppedWords(by: Author | null): string {
	switch (by?.kind) {
		case 'mcp':
		case 'token':
		case 'relay':
			// The client disconnected, cancelled, or could wait no longer: not all clients tell which.
			return 'The client stopped waiting'
		case 'system':
		case 'operator':
			return 'Stopped by Fairlead'
		default:
			return 'Stopped by the user'
	}
}

// A try may have reached the room even if its receipt was lost.
const wasSent = (call: ToolCall): boolean => call.state === 'dispatched' || call.attempts > 0

/**
 * Settles an open call as cancelled, inside a transaction. A call that the room may have is `leaving`
 * until the room is done with it, or its deadline passes.
 */
export function leaveCall(
	{ store, clock }: Pick<MachinePorts, 'store' | 'clock'>,
	call: ToolCall,
	words: string,
): Extract<CallOutcome, { status: 'error' }> {
	const sent = wasSent(call)
	const after = isForAgent(call) ? agentStopPause(0) : call.timeoutMs + ROOM_GRACE_MS
	const outcome = failed(
		'cancelled',
		!sent
			? `${words} ${BEFORE_IT_RAN}`
			: call.replay === 'once' || call.risk !== 'read'
				? `${words} while it was running. It may or may not have taken effect.`
				: `${words} while it was running.`,
	)
	store.updateCall(call.callId, {
		state: sent ? 'leaving' : 'settled',
		outcome,
		waiting: null,
		// Counts how often a sub-agent was told again.
		...(isForAgent(call) ? { attempts: 0 } : {}),
		nextAt: sent ? clock() + after : null,
	})
	return outcome
}

/** Same as {@link leaveCall}, and shows the call as cancelled. */
export function cancelCall(
	ports: Pick<MachinePorts, 'store' | 'clock'>,
	call: ToolCall,
	words: string,
	log: ChunkLog,
	withdrawn?: Withdrawal,
): void {
	const now = ports.clock()
	const outcome = leaveCall(ports, call, words)
	if (call.waiting !== null) endEditorWait(call, now, log)
	if (call.state === 'awaiting_approval') {
		showAnswer(call, { approved: false, scope: 'once', by: 'ended', at: now }, log)
	}
	showOutcome(call, outcome, now, log, withdrawn)
}
