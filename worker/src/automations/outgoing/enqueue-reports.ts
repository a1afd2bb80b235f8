/** Hands what happened to automations over to the project's Outgoing object. Idempotent: the same is told once. */
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import type { OpenDelivery } from '../delivery-queue.ts'
import { parsePath, readPayload, valueAt } from '../payload.ts'
import type { NewMessage } from './message-queue.ts'
import { outcomeOfVerdict, type ReportContent, reasonOf } from './report-content.ts'
import { projectToTell, type ReportRow, reportsToTell } from './store.ts'

/** The parts of the payload that a report needs: the payload is not kept until the run has ended. */
function refOf({ target }: ReportRow, { payload, event }: OpenDelivery): string | null {
	if (target.kind !== 'github') return null
	const { make } = target
	const at = 'sha' in make ? make.sha : 'issue' in make ? make.issue : null
	const path = typeof at === 'string' ? parsePath(at) : null
	const read = path && readPayload(payload)
	if (!path || !read) return null
	const value = valueAt({ ...read, event }, path)
	return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : null
}

/** A delivery was decided. @throws if it could not be handed over */
export async function reportDecision(
	env: Env,
	db: Database,
	delivery: OpenDelivery,
): Promise<void> {
	const { verdict, automationId, conversationId, runId } = delivery
	if (verdict === null) return
	const found = await reportsToTell(db, automationId)
	const outcome = outcomeOfVerdict(verdict)
	const now = Date.now()
	const messages = found.flatMap(({ report, project, automation }): NewMessage[] => {
		const told: ReportContent = {
			outcome,
			at: now,
			project,
			automation,
			deliveryId: delivery.id,
			conversationId: outcome === null ? conversationId : null,
			run: null,
			error: outcome === null ? null : (delivery.error ?? reasonOf(verdict)),
		}
		const message = (phase: NewMessage['phase'], about: ReportContent): NewMessage => ({
			id: newId('rpm', now),
			reportId: report.id,
			automationId,
			deliveryId: delivery.id,
			phase,
			outcome: about.outcome,
			conversationId,
			runId,
			told: about,
			ref: refOf(report, delivery),
		})
		const wants = (one: (typeof report.outcomes)[number]) => report.outcomes.includes(one)
		if (outcome !== null) return wants(outcome) ? [message('ended', told)] : []
		const begun = wants('begun') ? [message('begun', { ...told, outcome: 'begun' })] : []
		const ends = wants('completed') || wants('failed') || wants('cancelled')
		return ends ? [...begun, message('ended', told)] : begun
	})
	const [first] = found
	if (!first || messages.length === 0) return
	await env.OUTGOING.getByName(first.project.id).tell(messages)
}

/** A run that an automation began has ended. It is looked for anyway, only later. */
export async function reportEnd(env: Env, db: Database, conversationId: string): Promise<void> {
	const projectId = await projectToTell(db, conversationId)
	if (projectId !== undefined) await env.OUTGOING.getByName(projectId).runEnded(conversationId)
}
