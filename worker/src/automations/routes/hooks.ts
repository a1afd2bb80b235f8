/** The routes that take webhooks: anybody who can sign with the automation's secret may deliver. */
import { Accepted } from '@fairlead/protocol/automations/automations'
import type { Database } from '../../db/client.ts'
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
import { isJson, readPayload } from '../payload.ts'
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

const JSON_TYPE = /^(?:application\/|[\w.-]+\/[\w.+-]+\+)json\s*(?:;|$)/i

/** The fault of a delivery that proved itself, for its sender and the log. */
interface Unreadable {
	readonly title: string
	readonly detail: string
}

/** The text of a body. An empty one is a text, whatever its type: it has nothing to read. */
function textOf(body: Uint8Array, headers: Headers): string | Unreadable {
	const detail = 'Send JSON, or text, in UTF-8.'
	let text: string
	try {
		text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
	} catch {
		return { title: 'The payload is not valid UTF-8.', detail }
	}
	if (!readPayload(text)) return { title: 'The payload is nested too deeply.', detail }
	if (text !== '' && JSON_TYPE.test(headers.get('content-type') ?? '') && !isJson(text)) {
		return {
			title: 'The payload is not valid JSON, which its content type says it is.',
			detail: 'Correct the JSON, or send text with the content type text/plain.',
		}
	}
	return text
}

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

const NOT_PROVEN = {
	verdict: 'not_proven',
	error:
		'The signature or token is missing, wrong or too old. Compare the secret and the kind of signature with those of the sender.',
} as const

/**
 * Logs one row of a kind for each hour, whoever sends and however often; nothing of a delivery is kept but its address and
 * size.
 */
async function logOfHour(
	db: Database,
	automationId: string,
	{ verdict, error }: { verdict: 'not_proven' | 'unreadable'; error: string },
	request: Request,
	payloadBytes: number,
	now: number,
): Promise<void> {
	const kind = `refused ${automationId} ${Math.floor(now / HOUR_MS)} ${error}`
	const id = `dlv_${(await hashSecret(kind)).slice(0, ID_CHARS)}`
	const row: DeliveryRow = {
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
		verdict,
		conversationId: null,
		runId: null,
		error: `${error} Others of the same hour are not listed.`,
		...UNSCHEDULED,
	}
	await logRefused(db, row, now)
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
		// Written after the answer, which says and takes the same for an automation that is not there.
		c.executionCtx.waitUntil(
			logOfHour(db, automation.id, NOT_PROVEN, request, body.byteLength, now),
		)
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
			const { c, env, db, now } = input
			const request = c.req.raw
			const { automation, proven, provenBy, body } = await provenDelivery(input, request).catch(
				async (error) => {
					// Counted by address: somebody who guesses secrets or ids chooses another id each time.
					await countRequest(c, null)
					throw error
				},
			)
			await countDelivery(c, automation.id)
			const payload = textOf(body, request.headers)
			if (typeof payload !== 'string') {
				const { title, detail } = payload
				const why = { verdict: 'unreadable', error: `${title} ${detail}` } as const
				await logOfHour(db, automation.id, why, request, body.byteLength, now)
				throw new HttpProblem('invalid_request', title, {
					detail: `${detail} No run begins; the refusal is in the log.`,
				})
			}
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
