/** Automations and their senders, for tests. Signatures are made by libraries that we did not write. */
import { env } from 'cloudflare:workers'
import {
	Accepted,
	type CreateAutomation,
	CreatedAutomation,
	type Delivery,
	DeliveryList,
} from '@fairlead/protocol/automations/automations'
import { sign } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'
import { type Client, fetchApp, until } from '../double/harness.ts'

export type Made = CreatedAutomation & { readonly projectId: string }

export async function newAutomation(
	client: Client,
	projectId: string,
	wanted: Partial<CreateAutomation> = {},
): Promise<Made> {
	const answer = await client.call('POST', `/api/projects/${projectId}/automations`, {
		name: 'Triage',
		trigger: { kind: 'webhook', proof: 'standard' },
		template: 'Say hello to {{ name }}.',
		...wanted,
	})
	if (answer.status !== 201) throw new Error(`no automation: ${await answer.text()}`)
	return { ...CreatedAutomation.parse(await answer.json()), projectId }
}

export const pathOf = ({ projectId, id }: Made): string =>
	`/api/projects/${projectId}/automations/${id}`

export const deliver = (
	{ id }: Pick<Made, 'id'>,
	headers: Record<string, string>,
	body: string | Uint8Array,
): Promise<Response> => fetchApp(`/hooks/${id}`, { method: 'POST', headers, body })

/** The headers of Standard Webhooks' own library. */
export function standardHeaders(
	secret: string | null,
	deliveryId: string,
	body: string,
	at = new Date(),
): Record<string, string> {
	return {
		'content-type': 'application/json',
		'webhook-id': deliveryId,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
		'webhook-signature': new Webhook(secret ?? '').sign(deliveryId, at, body),
	}
}

export const standard = (made: Made, deliveryId: string, payload: unknown): Promise<Response> => {
	const body = JSON.stringify(payload)
	return deliver(made, standardHeaders(made.secret, deliveryId, body), body)
}

export async function github(
	made: Made,
	deliveryId: string,
	event: string,
	payload: unknown,
): Promise<Response> {
	const body = JSON.stringify(payload)
	return deliver(
		made,
		{
			'x-github-delivery': deliveryId,
			'x-github-event': event,
			'x-hub-signature-256': await sign(made.secret ?? '', body),
		},
		body,
	)
}

export async function acceptedId(answer: Response): Promise<string> {
	if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
	return Accepted.parse(await answer.json()).deliveryId
}

export async function deliveriesOf(client: Client, made: Made): Promise<Delivery[]> {
	const answer = await client.call('GET', `${pathOf(made)}/deliveries`)
	return DeliveryList.parse(await answer.json()).deliveries
}

/** The delivery once it is decided and logged, and its run, if any, has ended. */
export const settled = (client: Client, made: Made, id: string): Promise<Delivery> =>
	until(async () => {
		const found = (await deliveriesOf(client, made)).find((delivery) => delivery.id === id)
		if (!found?.verdict) return undefined
		if (found.verdict !== 'begun') return found
		return found.run && /completed|failed|cancelled/.test(found.run.state) ? found : undefined
	}, `delivery ${id} to be settled`)

/** The runs that D1 knows of this automation. */
export async function runsOf({ id }: Made): Promise<{ id: string; conversation_id: string }[]> {
	const { results } = await env.DB.prepare(
		"select id, conversation_id from runs where author_kind = 'webhook' and author_id = ? order by started_at, id",
	)
		.bind(id)
		.all<{ id: string; conversation_id: string }>()
	return results
}
