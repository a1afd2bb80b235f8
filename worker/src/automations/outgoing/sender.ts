/**
 * Works through the messages of a project: looks for the ends of runs, hands messages over, judges the answers, and
 * gives up. What comes from outside (time, D1, receivers) is a port. At least once: a message is done only after its
 * answer was judged.
 */

import type {
	AttemptVerdict,
	ReportAttempt,
	ReportOutcome,
} from '@fairlead/protocol/automations/reports'
import { backoffMs } from '../../platform/backoff.ts'
import {
	type Answer,
	GIVE_UP_MS,
	type Judged,
	judge,
	pauseMs,
} from '../../platform/http-delivery.ts'
import type { Message, MessageQueue } from './message-queue.ts'
import { outcomeOfRun, type ReportContent, type ReportedRun } from './report-content.ts'

/** Receivers at the same time: of a slow one, the others notice nothing. */
const AT_ONCE = 5
/** The most messages of one alarm, within the platform's number of requests; the next one is set at once. */
const MAX_PER_ALARM = 100
/** How long after each other a run is looked for whose end nobody tells. */
const FIRST_LOOK_MS = 30_000
const MAX_LOOK_MS = 6 * 3_600_000
/** A run that has not ended by then is not told. */
const MAX_LOOKS = 100
/** Refusals in a row, over a day at least, after which a report is switched off. */
const MAX_REFUSED = 3
/** Between mails of a report: nobody's mailbox is filled. The next one tells of several messages. */
const MAIL_PAUSE_MS = 3 * 60_000
const MAX_IN_MAIL = 50
/** A report that began to fail this much later than a message became due has failed for as long as the message. */
const SLACK_MS = 3_600_000

/** A run as D1 knows it. */
export interface RunFacts extends ReportedRun {
	readonly error: string | null
	readonly endedAt: number
}

export type Sent = Pick<Message, 'id' | 'told' | 'ref'>

export interface More {
	/** When it was first sent, perhaps with success; null: never. */
	readonly triedSince: number | null
	/** Further lines of a mail. */
	readonly also: readonly ReportContent[]
}

/** A report that is switched on, with what is needed to hand messages over. */
export interface OpenReport {
	readonly id: string
	readonly kind: 'webhook' | 'slack' | 'github' | 'mail'
	readonly outcomes: readonly ReportOutcome[]
	/** Never throws. */
	sendReport(message: Sent, more: More): Promise<Answer>
}

export interface SenderPorts {
	readonly queue: () => MessageQueue
	readonly clock: () => number
	/** From 0 to 1. */
	readonly random: () => number
	/** `off`: it is switched off; undefined: deleted. */
	readonly find: (automationId: string, reportId: string) => Promise<OpenReport | 'off' | undefined>
	/** Returns undefined if the run is gone, with its conversation. */
	readonly run: (conversationId: string, runId: string) => Promise<RunFacts | undefined>
	/** Switches it off, and tells people. */
	readonly switchOff: (message: Message, reason: string) => Promise<void>
	readonly warn: (event: string, error: unknown) => void
}

export class Sender {
	readonly #ports: SenderPorts

	constructor(ports: SenderPorts) {
		this.#ports = ports
	}

	/** Until nothing is due, or it has done enough for one alarm. Never throws. */
	async work(): Promise<void> {
		const { queue, clock } = this.#ports
		for (let looks = 0; looks < MAX_PER_ALARM; looks++) {
			const message = queue().awaiting(clock())
			if (!message) break
			await this.#look(message)
		}
		const active = new Map<string, Promise<void>>()
		let sent = 0
		for (;;) {
			const mayBegin = sent < MAX_PER_ALARM && active.size < AT_ONCE
			const message = mayBegin ? queue().due(clock(), [...active.keys()]) : undefined
			if (message) {
				sent++
				const { reportId } = message
				active.set(
					reportId,
					this.#send(message).finally(() => active.delete(reportId)),
				)
			} else if (active.size === 0) return
			else await Promise.race(active.values())
		}
	}

	/** Sends a test message now, once. */
	async test(report: OpenReport, message: Sent): Promise<ReportAttempt> {
		const from = this.#ports.clock()
		const answer = await report.sendReport(message, { triedSince: null, also: [] })
		const judged = judge(answer)
		const verdict = judged.kind === 'delivered' ? 'delivered' : 'refused'
		return this.#note(
			report.id,
			{ ...message, deliveryId: null },
			from,
			answer,
			judged,
			verdict,
			null,
		)
	}

	async #look(message: Message): Promise<void> {
		const { queue, clock, run, warn } = this.#ports
		const { id, conversationId, runId, told, attempts } = message
		let facts: RunFacts | undefined
		try {
			facts = await run(conversationId ?? '', runId ?? '')
		} catch (error) {
			warn('report_run_not_read', error)
			queue().lookAgain(id, clock() + FIRST_LOOK_MS)
			return
		}
		const outcome = facts && outcomeOfRun(facts.state)
		if (facts && outcome) {
			const { error, endedAt, ...shown } = facts
			queue().ended(message, { ...told, outcome, at: endedAt, run: shown, error }, clock())
		} else if ((!facts && attempts > 0) || attempts >= MAX_LOOKS) queue().done(id)
		else {
			// A run that has just begun may not be in D1 yet.
			const pause = backoffMs(attempts, FIRST_LOOK_MS, MAX_LOOK_MS)
			queue().lookAgain(id, clock() + pause)
		}
	}

	async #send(message: Message): Promise<void> {
		const { queue, clock, find, warn } = this.#ports
		try {
			const report = await find(message.automationId, message.reportId)
			if (report === undefined) queue().forget(message.reportId)
			else if (report === 'off') queue().drop(message.reportId)
			else if (!message.outcome || !report.outcomes.includes(message.outcome))
				queue().done(message.id)
			else await this.#attempt(report, message)
		} catch (error) {
			// Most likely D1 is down: it says nothing about the receiver.
			warn('report_not_sent', error)
			queue().again(message.id, clock() + pauseMs(message.attempts, this.#ports.random()))
		}
	}

	async #attempt(report: OpenReport, message: Message): Promise<void> {
		const { queue, clock } = this.#ports
		const from = clock()
		const { attempts, firstAt } = message
		const others = report.kind === 'mail' ? queue().others(message, from, MAX_IN_MAIL) : []
		const also = others.map(({ told }) => told)
		const answer = await report.sendReport(message, {
			triedSince: attempts > 0 ? firstAt : null,
			also,
		})
		const judged = judge(answer)
		const now = clock()
		const note = (verdict: AttemptVerdict, nextAt: number | null) =>
			this.#note(report.id, message, from, answer, judged, verdict, nextAt)
		switch (judged.kind) {
			case 'delivered':
				note('delivered', null)
				for (const { id } of [message, ...others]) queue().done(id)
				queue().arrived(report.id, report.kind === 'mail' ? now + MAIL_PAUSE_MS : now)
				return
			case 'gone':
				await this.#switchOff(message, judged.error)
				note('refused', null)
				return
			case 'refused': {
				const { failures, failingSince } = queue().standing(report.id, 'refused')
				const since = failingSince ?? now
				if (now - since >= GIVE_UP_MS && failures + 1 >= MAX_REFUSED) {
					await this.#switchOff(message, `Nothing arrived for a day. ${judged.error}`)
				} else {
					queue().done(message.id)
					const pause = pauseMs(failures, this.#ports.random())
					queue().failed(report.id, 'refused', now, now + pause)
				}
				note('refused', null)
				return
			}
			case 'retry': {
				const { failures, failingSince } = queue().standing(report.id, 'retry')
				const since = failingSince ?? now
				const end = firstAt + GIVE_UP_MS
				if (now - since >= GIVE_UP_MS || (now >= end && since <= firstAt + SLACK_MS)) {
					await this.#switchOff(message, `Nothing arrived for a day. ${judged.error}`)
					note('given_up', null)
					return
				}
				const wait = Math.max(pauseMs(failures, this.#ports.random()), judged.afterMs)
				queue().failed(report.id, 'retry', now, Math.min(now + wait, Math.max(end, now)))
				if (now >= end) {
					// Others arrived meanwhile: it is this message.
					queue().done(message.id)
					note('given_up', null)
					return
				}
				const own = Math.max(pauseMs(attempts, this.#ports.random()), judged.afterMs)
				const nextAt = Math.min(end, now + own)
				queue().again(message.id, nextAt)
				note('retried', nextAt)
				return
			}
			default:
				judged satisfies never
		}
	}

	/** First D1, so that it is off before what waits is dropped. */
	async #switchOff(message: Message, reason: string): Promise<void> {
		await this.#ports.switchOff(message, reason)
		this.#ports.queue().drop(message.reportId)
	}

	#note(
		reportId: string,
		{ id, deliveryId, told }: { id: string; deliveryId: string | null; told: ReportContent },
		from: number,
		answer: Answer,
		judged: Judged,
		verdict: AttemptVerdict,
		nextAt: number | null,
	): ReportAttempt {
		const attempt: ReportAttempt = {
			messageId: id,
			deliveryId,
			outcome: told.outcome,
			at: from,
			verdict,
			nextAt,
			ms: Math.max(0, this.#ports.clock() - from),
			status: answer.kind === 'answered' ? answer.status : null,
			error: judged.kind === 'delivered' ? null : judged.error,
		}
		this.#ports.queue().noteAttempt(reportId, attempt)
		return attempt
	}
}
