/** The routes that take webhooks: anybody who can sign with the automation's secret may deliver. */
import { Accepted } from '@fairlead/protocol/automations/automations'
import type { Env } from '../../env.ts'
import { readBytes } from '../../http/body.ts'
import { HttpProblem } from '../../http/problem.ts'
import { countDelivery, countRequest } from '../../http/rate-limit.ts'
import { clientAddress } from '../../http/recording.ts'
import { type Input, json, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { ConditionError } from '../condition.ts'
import { type NewDelivery, UNSCHEDULED } from '../delivery-queue.ts'
import { promptFor } from '../dispatcher.ts'
import { markOf, readSecret } from '../kept-secret.ts'
import { readPayload } from '../payload.ts'
import { type Proven, proofOf } from '../proof.ts'
import { type AutomationRow, findAutomation } from '../store/automations.ts'
import { type DeliveryRow, logRefused } from '../store/deliveries.ts'
import { MissingValue, TemplateError } from '../template.ts'

const MAX_DELIVERY_BYTES = 256 * 1024
/** Characters of an id after its prefix. */
const ID_CHARS = 24
/** The headers that are kept; none of them proves or identifies anybody. */
const KEPT_HEADERS = [
	'content-type',
	'user-agent',
	'webhook-id',
	'webhook-timestamp',
	'idempotency-key',
	'x-github-event',
	'x-github-delivery',
]
const MAX_HEADER_CHARS = 300

const keptHeaders = (headers: Headers): Record<string, string> =>
	Object.fromEntries(
		KEPT_HEADERS.flatMap((name) => {
			const value = headers.get(name)
			return value === null ? [] : [[name, value.slice(0, MAX_HEADER_CHARS)]]
		}),
	)

/** An unknown automation, one without a webhook, and a wrong or stale signature look the same. */
const refused = (): HttpProblem =>
	new HttpProblem('unauthenticated', 'This delivery was not accepted.', {
		detail:
			'Compare the address, the secret and the kind of signature with the automation, and the clock of the sender with the time.',
	})

const unreadable = (title: string): HttpProblem =>
	new HttpProblem('invalid_request', title, { detail: 'Send JSON, or text, in UTF-8.' })

/** @throws {HttpProblem} if the queue is full */
export async function accept(
	env: Env,
	projectId: string,
	delivery: NewDelivery,
): Promise<Accepted> {
	const accepted = await env.AUTOMATIONS.getByName(projectId).accept(delivery)
	if (accepted.kind !== 'full') return { deliveryId: accepted.id }
	throw new HttpProblem('rate_limited', 'Too many deliveries are waiting in this project.', {
		detail: 'Send it again later. Deliveries begin no runs faster than these end.',
		headers: { 'retry-after': '60' },
	})
}

/** A value that the prompt needs and the delivery lacks; null if there is none, or it leads to no run anyway. */
function missingIn(automation: AutomationRow, delivery: NewDelivery): string | null {
	const read = automation.enabled ? readPayload(delivery.payload) : null
	if (!read) return null
	try {
		promptFor(automation, { ...read, event: delivery.event })
		return null
	} catch (error) {
		if (error instanceof MissingValue) return error.message
		if (error instanceof ConditionError || error instanceof TemplateError) return null
		throw error
	}
}

const HOUR_MS = 3_600_000

/** One row for each hour, whoever sends and however often; nothing of a delivery is kept but its address and size. */
async function refusedRow(
	automationId: string,
	request: Request,
	payloadBytes: number,
	now: number,
): Promise<DeliveryRow> {
	const hour = Math.floor(now / HOUR_MS)
	const id = `dlv_${(await hashSecret(`refused ${automationId} ${hour}`)).slice(0, ID_CHARS)}`
	return {
		id,
		automationId,
		deliveryId: id,
		source: 'webhook',
		replayOf: null,
		askedBy: null,
		receivedAt: now,
		address: clientAddress(request),
		headers: {},
		payload: '',
		payloadBytes,
		verdict: 'not_proven',
		conversationId: null,
		runId: null,
		error:
			'The signature or token is missing, wrong or too old. Compare the secret and the kind of signature with those of the sender. Others of the same hour are not listed.',
		...UNSCHEDULED,
	}
}

interface ProvenDelivery {
	readonly automation: AutomationRow
	readonly proven: Proven
	/** The mark of the secret: see `markOf`. */
	readonly provenBy: string
	readonly body: Uint8Array
}

/** @throws {HttpProblem} if the delivery does not prove itself, or is too large to be looked at */
async function provenDelivery(
	{
		c,
		env,
		db,
		now,
		param,
	}: Pick<
		Input<'nobody', 'installation', undefined, undefined>,
		'c' | 'env' | 'db' | 'now' | 'param'
	>,
	request: Request,
): Promise<ProvenDelivery> {
	const body = await readBytes(request, MAX_DELIVERY_BYTES)
	const { automation } = (await findAutomation(db, param('automationId'))) ?? {}
	if (automation?.trigger.kind !== 'webhook' || automation.secret === null) throw refused()
	const secret = await readSecret(automation.secret, automation.id, env)
	const sent = { headers: request.headers, body, now }
	const proven = await proofOf(automation.trigger.proof, secret, sent)
	if (proven === null) {
		const row = await refusedRow(automation.id, request, body.byteLength, now)
		// Written after the answer, which says and takes the same for an automation that is not there.
		c.executionCtx.waitUntil(logRefused(db, row, now))
		throw refused()
	}
	return { automation, proven, provenBy: await markOf(secret), body }
}

export const hookRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/hooks/:automationId',
		operationId: 'deliverWebhook',
		summary: 'Deliver a webhook to an automation',
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'hook.deliver',
			origin: 'any',
			counted: 'once-proven',
		},
		audit: { none: 'The delivery log has it.' },
		answers: [
			{
				status: 202,
				schema: Accepted,
				description:
					'Stored; the work begins after this answer. The same delivery again gets the same answer, and runs once.',
			},
		],
		async handle(input) {
			const { c, env, now } = input
			const request = c.req.raw
			const { automation, proven, provenBy, body } = await provenDelivery(input, request).catch(
				async (error) => {
					// Counted by address: somebody who guesses secrets or ids chooses another id each time.
					await countRequest(c, null)
					throw error
				},
			)
			await countDelivery(c, automation.id)
			let payload: string
			try {
				payload = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
			} catch {
				throw unreadable('The payload is not valid UTF-8.')
			}
			if (!readPayload(payload)) throw unreadable('The payload is nested too deeply.')
			const id = newId('dlv', now)
			const delivery: NewDelivery = {
				id,
				automationId: automation.id,
				deliveryId: proven.deliveryId ?? id,
				receivedAt: now,
				signedAt: proven.signedAt,
				source: 'webhook',
				provenBy,
				replayOf: null,
				askedBy: null,
				address: clientAddress(request),
				headers: keptHeaders(request.headers),
				event: request.headers.get('x-github-event')?.slice(0, MAX_HEADER_CHARS) ?? null,
				payload,
				payloadBytes: body.byteLength,
				...UNSCHEDULED,
			}
			const accepted = await accept(env, automation.projectId, delivery)
			const missing = missingIn(automation, delivery)
			if (missing === null) return json(accepted, 202)
			// The sender can mend it; the log has it, and no run begins.
			throw new HttpProblem('invalid_request', missing, {
				detail: 'The prompt of the automation needs it. No run begins; the delivery is in the log.',
			})
		},
	}),
]
