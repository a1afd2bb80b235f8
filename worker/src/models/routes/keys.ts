/** A person's keys at model providers. They go in, and never out. */
import {
	KeyList,
	KeyProvider,
	ProviderKeys,
	PutKey,
	type ReadList,
	type StoredKey,
} from '@fairlead/protocol/models/keys'
import { serviceOf } from '@fairlead/protocol/services'
import { isWithin } from '../../accounts/sign-in/limits.ts'
import { serviceConfig } from '../../agent/model/models.ts'
import { addressOf } from '../../agent/providers/addresses.ts'
import { checkKey, type KeyVerdict } from '../../agent/providers/check-key.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { canStoreKeys, storeModelKey } from '../model-keys.ts'
import { listReadings } from '../store/listed-models.ts'
import { deleteModelKey, listModelKeys, type ModelKeyRow } from '../store/model-keys.ts'

/** In ten minutes, of one person: providers are not ours to ask again and again, nor for finding keys that work. */
const MAX_CHECKS = 20

export const MANAGES_KEYS = {
	by: ['session'],
	on: 'account',
	needs: 'keys.manage',
	origin: 'own-to-change',
} as const

export function providerOf(name: string): KeyProvider {
	const provider = KeyProvider.safeParse(name)
	if (provider.success) return provider.data
	throw new HttpProblem('not_found', 'This provider is not known.', {
		detail: `Use one of: ${KeyProvider.options.join(', ')}.`,
	})
}

/** @throws {HttpProblem} */
export function requireKeyStore(env: Env): void {
	if (canStoreKeys(env)) return
	throw new HttpProblem('keys_not_stored', 'This server cannot store keys.', {
		detail: 'The operator can set the secret SECRETS_KEY, under which keys are encrypted.',
	})
}

/** @throws {HttpProblem} */
export async function requireChecksLeft(db: Database, userId: string, now: number): Promise<void> {
	if (await isWithin(db, { [`model-key:${userId}`]: MAX_CHECKS }, now)) return
	throw new HttpProblem('rate_limited', 'Too many keys and model servers were tried.', {
		detail: 'Wait ten minutes, then try again.',
	})
}

const shown = ({ lastFour, addedAt }: ModelKeyRow): StoredKey => ({ lastFour, addedAt })

function described(
	env: Env,
	provider: KeyProvider,
	row: ModelKeyRow | undefined,
	listed?: ReadList,
): ProviderKeys {
	return {
		provider,
		title: serviceOf(provider).title,
		host: new URL(addressOf(env, provider)).host,
		key: row ? shown(row) : null,
		server: serviceConfig(env, provider) !== null,
		...(listed ? { listed: { models: listed.models, readAt: listed.readAt } } : {}),
	}
}

/** Returns null if it was accepted. */
function problemOf(verdict: KeyVerdict, provider: KeyProvider): HttpProblem | null {
	const title = serviceOf(provider).title
	switch (verdict) {
		case 'accepted':
			return null
		case 'refused':
			return new HttpProblem('key_refused', `${title} refused this key.`, {
				detail: `Copy the whole key again from your account at ${title}, and see that it was not revoked. Nothing was stored.`,
			})
		case 'no_credit':
			return new HttpProblem(
				'key_without_credit',
				`${title} accepts this key, but its account has no credit left.`,
				{ detail: `Add credit at ${title}, then add the key again. Nothing was stored.` },
			)
		case 'unreachable':
			return new HttpProblem('unavailable', `${title} did not answer.`, {
				detail:
					'The key could not be checked, so it was not stored. Try again; if it keeps failing, the server’s network may not reach the provider.',
			})
		case 'busy':
			return new HttpProblem('unavailable', `${title} is busy and could not check the key.`, {
				detail: 'Nothing was stored. Try again in a few minutes.',
			})
		case 'unexpected':
			return new HttpProblem('unavailable', `${title} answered in a way that is not known.`, {
				detail:
					'The key could not be checked, so it was not stored. The operator can check the provider’s address in its settings.',
			})
		default:
			return verdict satisfies never
	}
}

export const keyRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/keys',
		operationId: 'listKeys',
		summary: 'List the model providers, and which of them you have a key for',
		access: MANAGES_KEYS,
		answers: [{ status: 200, schema: KeyList, description: 'Without the keys themselves.' }],
		async handle({ db, env, granted }) {
			const { userId } = granted.actor
			const [rows, readings] = await Promise.all([
				listModelKeys(db, userId),
				listReadings(db, userId),
			])
			const providers = KeyProvider.options.map((provider) =>
				described(
					env,
					provider,
					rows.find((row) => row.provider === provider),
					readings.find((one) => one.provider === provider),
				),
			)
			return json({ providers, canStore: canStoreKeys(env) } satisfies KeyList)
		},
	}),
	route({
		method: 'put',
		path: '/api/keys/:provider',
		operationId: 'putKey',
		summary: 'Store your key for a model provider, instead of the one before',
		access: MANAGES_KEYS,
		body: PutKey,
		answers: [
			{
				status: 200,
				schema: ProviderKeys,
				description: 'The provider has accepted the key, and it is stored.',
			},
		],
		async handle({ db, env, body, granted, now, param }) {
			const provider = providerOf(param('provider'))
			const { userId } = granted.actor
			requireKeyStore(env)
			await requireChecksLeft(db, userId, now)
			const verdict = await checkKey(provider, addressOf(env, provider), body.key)
			const problem = problemOf(verdict, provider)
			if (problem) throw problem
			const row = await storeModelKey(env, db, { userId, provider }, body.key, now)
			const readings = await listReadings(db, userId)
			const listed = readings.find((one) => one.provider === provider)
			return json(described(env, provider, row, listed))
		},
	}),
	route({
		method: 'delete',
		path: '/api/keys/:provider',
		operationId: 'removeKey',
		summary: 'Remove your key for a model provider',
		access: MANAGES_KEYS,
		answers: [{ status: 204, description: 'Removed. Runs use it for no further request.' }],
		async handle({ db, granted, param }) {
			const provider = providerOf(param('provider'))
			if (!(await deleteModelKey(db, granted.actor.userId, provider))) throw notFound('key')
			return noContent()
		},
	}),
]
