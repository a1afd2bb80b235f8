/** The log of an automation's deliveries, and delivering one again. */
import {
	Accepted,
	type Delivery,
	DeliveryDetail,
	DeliveryList,
} from '@fairlead/protocol/automations/automations'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { clientAddress } from '../../http/recording.ts'
import { json, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { type ListedDelivery, UNSCHEDULED } from '../delivery-queue.ts'
import { findDelivery, listDeliveries, MAX_LISTED, MAX_LOGGED_CHARS } from '../store/deliveries.ts'
import { MANAGES, requireAutomation } from './automations.ts'
import { accept } from './hooks.ts'

/** One that is not logged yet. Its conversation is told of once its run has begun. */
const described = (open: ListedDelivery): Delivery => ({
	id: open.id,
	deliveryId: open.deliveryId,
	source: open.source,
	replayOf: open.replayOf,
	askedBy: open.askedBy,
	receivedAt: open.receivedAt,
	address: open.address,
	payloadBytes: open.payloadBytes,
	scheduledAt: open.scheduledAt,
	missed: open.missed,
	depth: open.depth,
	waitsFor: open.waitsFor,
	verdict: open.verdict,
	error: open.error,
	conversationId: open.verdict === 'begun' ? open.conversationId : null,
	run: null,
})

const waitingIn = (env: Env, projectId: string) => env.AUTOMATIONS.getByName(projectId)

export const deliveryRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations/:automationId/deliveries',
		operationId: 'listDeliveries',
		summary: "List an automation's deliveries",
		access: MANAGES,
		answers: [
			{
				status: 200,
				schema: DeliveryList,
				description: 'Newest first, without payloads; those that wait are the first ones.',
			},
		],
		async handle({ db, env, granted, param }) {
			const { id: projectId } = granted.project
			const { id } = await requireAutomation(db, { projectId, id: param('automationId') })
			// In this order: one that is logged meanwhile is in both, and not in neither.
			const waiting = await waitingIn(env, projectId).waiting(id, MAX_LISTED)
			const open = waiting.map(described)
			const known = new Set(open.map((delivery) => delivery.id))
			const logged = await listDeliveries(db, id)
			const deliveries = [...open, ...logged.filter((delivery) => !known.has(delivery.id))]
			return json({ deliveries: deliveries.slice(0, MAX_LISTED) } satisfies DeliveryList)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations/:automationId/deliveries/:deliveryId',
		operationId: 'getDelivery',
		summary: 'Read a delivery with what came',
		access: MANAGES,
		answers: [{ status: 200, schema: DeliveryDetail, description: 'The delivery.' }],
		async handle({ db, env, granted, param }) {
			const { id: projectId } = granted.project
			const { id } = await requireAutomation(db, { projectId, id: param('automationId') })
			const key = { automationId: id, id: param('deliveryId') }
			const open = await waitingIn(env, projectId).findWaiting(id, key.id)
			if (open) {
				const payload = open.payload.slice(0, MAX_LOGGED_CHARS)
				return json({ ...described(open), headers: open.headers, payload })
			}
			const delivery = await findDelivery(db, key)
			if (!delivery) throw notFound('delivery')
			return json(delivery satisfies DeliveryDetail)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/deliveries/:deliveryId/replay',
		operationId: 'replayDelivery',
		summary: 'Deliver the same again, as a new delivery',
		access: MANAGES,
		answers: [
			{ status: 202, schema: Accepted, description: 'The new delivery, which names this one.' },
		],
		async handle({ c, db, env, granted, now, param, note }) {
			const { project, actor } = granted
			const row = await requireAutomation(db, { projectId: project.id, id: param('automationId') })
			const old = await findDelivery(db, { automationId: row.id, id: param('deliveryId') })
			if (!old) throw notFound('delivery')
			if (old.verdict === 'not_proven' || old.verdict === 'unreadable') {
				throw new HttpProblem('conflict', 'This delivery was refused.', {
					detail: 'Nothing of it is kept. Send it again from where it came.',
				})
			}
			const { payload, headers, payloadBytes } = old
			if (new TextEncoder().encode(payload).byteLength !== payloadBytes) {
				throw new HttpProblem('conflict', 'This delivery is too large to be delivered again.', {
					detail: 'The log keeps only the beginning of it. Send it again from where it came.',
				})
			}
			const id = newId('dlv', now)
			const accepted = await accept(env, project.id, {
				id,
				automationId: row.id,
				deliveryId: id,
				receivedAt: now,
				source: 'replay',
				replayOf: old.id,
				askedBy: actor.userId,
				address: clientAddress(c.req.raw),
				headers,
				payload,
				payloadBytes,
				event: headers['x-github-event'] ?? null,
				...UNSCHEDULED,
			})
			note({ subject: accepted.deliveryId, detail: { replayOf: old.id } })
			return json(accepted, 202)
		},
	}),
]
