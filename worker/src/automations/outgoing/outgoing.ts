/**
 * The Outgoing object of a project: a thin shell around {@link Sender}. It is not the Automations object, because a
 * slow receiver must not delay the next run. It sleeps while nothing is due.
 */
import { DurableObject } from 'cloudflare:workers'
import type { ReportAttempt, ReportAttemptList } from '@fairlead/protocol/automations/reports'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import { mailerOf } from '../../mail/mailer.ts'
import { ruleOf } from '../../platform/addresses.ts'
import { wakeBy } from '../../platform/alarm.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import { objectDatabase } from '../../platform/sql-database.ts'
import { readSecret } from '../kept-secret.ts'
import { MessageQueue, type NewMessage } from './message-queue.ts'
import type { ReportContent } from './report-content.ts'
import { sendReport } from './send-report.ts'
import { type OpenReport, Sender } from './sender.ts'
import { openReport, runToTell } from './store.ts'
import { switchOff } from './switch-off.ts'

/** When work resumes if the object ends during its alarm. */
const RESUME_MS = 60_000

type Opened = NonNullable<Awaited<ReturnType<typeof openReport>>>

export class Outgoing extends DurableObject<Env> {
	#queue: MessageQueue
	readonly #sender: Sender

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.#queue = new MessageQueue(objectDatabase(ctx.storage))
		const db = database(env.DB)
		this.#sender = new Sender({
			queue: () => this.#queue,
			clock: () => Date.now(),
			random: () => Math.random(),
			find: async (automationId, id) => {
				const open = await openReport(db, { automationId, id })
				return open && (open.report.enabled ? this.#receiver(open) : 'off')
			},
			run: async (conversationId, runId) => {
				const run = await runToTell(db, conversationId, runId)
				return run && { ...run, error: errorOf(run) }
			},
			switchOff: ({ automationId, reportId: id }, reason) =>
				switchOff(env, db, { automationId, id }, reason, Date.now()),
			warn: (event, error) =>
				console.warn(JSON.stringify({ level: 'warn', event, error: String(error) })),
		})
	}

	/** Durable when it returns; sent after that. */
	async tell(messages: readonly NewMessage[]): Promise<void> {
		for (const message of messages) {
			if (!this.#queue.add(message, Date.now())) {
				console.warn(JSON.stringify({ level: 'warn', event: 'report_full', id: message.reportId }))
			}
		}
		await this.#setAlarm()
	}

	/** Runs of this conversation may have ended. */
	async runEnded(conversationId: string): Promise<void> {
		this.#queue.wake(conversationId, Date.now())
		await this.#setAlarm()
	}

	async attempts(reportId: string): Promise<ReportAttemptList> {
		return { attempts: this.#queue.attempts(reportId), waiting: this.#queue.waiting(reportId) }
	}

	/** Sends a test now, whether the report is on or off. Returns null if it is gone. */
	async sendTest(automationId: string, id: string): Promise<ReportAttempt | null> {
		const open = await openReport(database(this.env.DB), { automationId, id })
		if (!open) return null
		const { project, automation } = open
		const told: ReportContent = {
			outcome: null,
			at: Date.now(),
			project,
			automation,
			deliveryId: null,
			conversationId: null,
			run: null,
			error: 'Somebody tries out this report.',
		}
		return this.#sender.test(await this.#receiver(open), { id: newId('rpm'), told, ref: null })
	}

	/** A person switched it on, or changed it: what waits is sent now. */
	async resume(reportId: string): Promise<void> {
		this.#queue.recovered(reportId)
		await this.#setAlarm()
	}

	async forget(reportId: string): Promise<void> {
		this.#queue.forget(reportId)
	}

	async destroy(): Promise<void> {
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
		await this.ctx.storage.sync()
		this.#queue = new MessageQueue(objectDatabase(this.ctx.storage))
	}

	override async alarm(): Promise<void> {
		await this.ctx.storage.setAlarm(Date.now() + RESUME_MS)
		this.#queue.forgetOld(Date.now())
		await this.#sender.work()
		const next = this.#queue.nextAt()
		if (next === null) await this.ctx.storage.deleteAlarm()
		else await this.ctx.storage.setAlarm(next)
	}

	async #receiver({ report, mail }: Opened): Promise<OpenReport> {
		const { id, target, outcomes, origin } = report
		const { env } = this
		const shared = { id, kind: target.kind, outcomes }
		let secret = ''
		try {
			if (report.secret !== null) secret = await readSecret(report.secret, id, env)
		} catch (error) {
			if (!(error instanceof SecretLocked)) throw error
			const locked =
				'Its secret cannot be read: the server has another SECRETS_KEY. Enter it again.'
			return { ...shared, sendReport: async () => ({ kind: 'unsendable', error: locked }) }
		}
		const receiver = {
			target: target.kind === 'mail' ? ({ kind: 'mail', userId: '' } as const) : target,
			secret,
			mail,
			rule: ruleOf(env, origin),
		}
		const ports = {
			fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
			clock: () => Date.now(),
			mailer: mailerOf(env),
		}
		return {
			...shared,
			sendReport: ({ id: messageId, told, ref }, more) => {
				const { conversationId, project } = told
				const link =
					conversationId === null || origin === ''
						? null
						: `${origin}/p/${project.id}/c/${conversationId}`
				return sendReport(receiver, { id: messageId, told, ref, link, ...more }, ports)
			},
		}
	}

	async #setAlarm(): Promise<void> {
		await wakeBy(this.ctx.storage, this.#queue.nextAt())
	}
}

const errorOf = ({ state, error }: { state: string; error: string | null }): string | null =>
	state === 'failed' ? `The run ended with the error ${error ?? 'internal'}.` : null
