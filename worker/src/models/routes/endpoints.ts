/** A person's own model servers. Keys go in, and never out. */
import {
	EndpointName,
	MAX_ENDPOINTS,
	ModelEndpoint,
	ModelEndpointList,
	PutModelEndpoint,
} from '@fairlead/protocol/models/model-endpoints'
import { knownOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { type ReadModels, readModels } from '../../agent/providers/read-models.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import { lastFourOf } from '../model-keys.ts'
import { openEndpointKey, reachEndpoint, sealEndpointKey } from '../reach-endpoint.ts'
import {
	deleteModelEndpoint,
	findModelEndpoint,
	listModelEndpoints,
	type ModelEndpointRow,
	putModelEndpoint,
	updateModelEndpoint,
} from '../store/endpoints.ts'
import { MANAGES_KEYS, requireChecksLeft, requireKeyStore } from './keys.ts'

const invalid = (path: string, message: string): HttpProblem =>
	new HttpProblem('invalid_request', 'The model server is not valid.', {
		issues: [{ path, message }],
	})

function nameOf(text: string): string {
	const name = EndpointName.safeParse(text)
	if (name.success) return name.data
	throw invalid('/name', name.error.issues[0]?.message ?? 'Choose another name.')
}

const described = ({ name, url, lastFour, models, readAt }: ModelEndpointRow): ModelEndpoint => ({
	name,
	url,
	models,
	readAt,
	key: lastFour === null ? null : { lastFour },
})

async function requireEndpoint(
	db: Database,
	userId: string,
	name: string,
): Promise<ModelEndpointRow> {
	const row = await findModelEndpoint(db, { userId, name })
	if (!row) throw notFound('model server')
	return row
}

/** @throws {HttpProblem} for what is not a list of models */
async function listed(
	env: Env,
	at: Pick<ModelEndpointRow, 'url' | 'origin'>,
	key: string,
): Promise<Extract<ReadModels, { ok: true }>> {
	const reached = await reachEndpoint(env, at)
	if (!reached.ok) throw invalid('/url', reached.reason)
	const read = await readModels(reached.url, key, reached.ask)
	if (read.ok) return read
	const { host } = new URL(reached.url)
	switch (read.verdict) {
		case 'refused':
			throw new HttpProblem(
				'key_refused',
				`${host} refused ${key ? 'this key' : 'to answer without a key'}.`,
				{
					detail: 'Enter a key that this server accepts. Nothing was stored.',
				},
			)
		case 'no_credit':
			throw new HttpProblem('key_without_credit', `The account at ${host} has no credit left.`, {
				detail: 'Add credit there, then try again. Nothing was stored.',
			})
		case 'unreachable':
			throw new HttpProblem('unavailable', `${host} did not answer.`, {
				detail:
					'Fairlead’s server must be able to reach this address; your own computer’s localhost is not enough. Nothing was stored.',
			})
		case 'busy':
			throw new HttpProblem('unavailable', `${host} is busy.`, {
				detail: 'Nothing was stored. Try again in a few minutes.',
			})
		case 'unexpected':
			throw new HttpProblem('unavailable', `${host} did not list its models.`, {
				detail:
					'The address must be the base URL of an OpenAI-compatible API, such as https://llm.example/v1. Nothing was stored.',
			})
		default:
			return read.verdict satisfies never
	}
}

export const modelEndpointRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/model-endpoints',
		operationId: 'listModelEndpoints',
		summary: 'List your own model servers',
		access: MANAGES_KEYS,
		answers: [{ status: 200, schema: ModelEndpointList, description: 'Without their keys.' }],
		async handle({ db, granted }) {
			const rows = await listModelEndpoints(db, granted.actor.userId)
			return json({ endpoints: rows.map(described) } satisfies ModelEndpointList)
		},
	}),
	route({
		method: 'put',
		path: '/api/model-endpoints/:endpointName',
		operationId: 'putModelEndpoint',
		summary: 'Store a model server of your own, instead of the one of this name',
		access: MANAGES_KEYS,
		body: PutModelEndpoint,
		answers: [
			{
				status: 200,
				schema: ModelEndpoint,
				description: 'It has listed its models, and is stored.',
			},
		],
		async handle({ c, db, env, body, granted, now, param }) {
			const { userId } = granted.actor
			const name = nameOf(param('endpointName'))
			if (body.key !== undefined) requireKeyStore(env)
			await requireChecksLeft(db, userId, now)
			const others = (await listModelEndpoints(db, userId)).filter((row) => row.name !== name)
			if (others.length >= MAX_ENDPOINTS) {
				throw new HttpProblem('conflict', `You can have ${MAX_ENDPOINTS} model servers.`, {
					detail: 'Remove those that are no longer needed.',
				})
			}
			const origin = knownOrigin(env, c.req.raw)
			const { key = '' } = body
			const { baseURL, models } = await listed(env, { url: body.url, origin }, key)
			const row: ModelEndpointRow = {
				userId,
				name,
				url: baseURL,
				models,
				readAt: now,
				origin,
				sealed: key ? await sealEndpointKey(env, { userId, name }, key) : null,
				lastFour: key ? lastFourOf(key) : null,
			}
			await putModelEndpoint(db, row)
			return json(described(row))
		},
	}),
	route({
		method: 'post',
		path: '/api/model-endpoints/:endpointName/refresh',
		operationId: 'refreshModelEndpoint',
		summary: 'Read the models of your model server again',
		access: MANAGES_KEYS,
		answers: [
			{ status: 200, schema: ModelEndpoint, description: 'With the models that it lists now.' },
		],
		async handle({ db, env, granted, now, param }) {
			const { userId } = granted.actor
			const row = await requireEndpoint(db, userId, param('endpointName'))
			await requireChecksLeft(db, userId, now)
			try {
				const { models } = await listed(env, row, await openEndpointKey(env, db, row))
				await updateModelEndpoint(db, row, { models, readAt: now })
				return json(described({ ...row, models, readAt: now }))
			} catch (error) {
				if (!(error instanceof SecretLocked)) throw error
				throw new HttpProblem('conflict', 'The key of this model server can no longer be read.', {
					detail: 'This server’s SECRETS_KEY has changed. Add the model server again with its key.',
				})
			}
		},
	}),
	route({
		method: 'delete',
		path: '/api/model-endpoints/:endpointName',
		operationId: 'removeModelEndpoint',
		summary: 'Remove your model server',
		access: MANAGES_KEYS,
		answers: [{ status: 204, description: 'Removed. Runs send it no further request.' }],
		async handle({ db, granted, param }) {
			const key = { userId: granted.actor.userId, name: param('endpointName') }
			if (!(await deleteModelEndpoint(db, key))) throw notFound('model server')
			return noContent()
		},
	}),
]
