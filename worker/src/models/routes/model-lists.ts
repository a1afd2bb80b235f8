/** Reads the models that a provider lists, with the key of whoever asks or the server's. */
import { ReadList } from '@fairlead/protocol/models/keys'
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import { serviceConfig } from '../../agent/model/models.ts'
import { addressOf } from '../../agent/providers/addresses.ts'
import { type ListOutcome, listModels } from '../../agent/providers/list-models.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import { openModelKey } from '../model-keys.ts'
import { putListedModels } from '../store/listed-models.ts'
import { listModelKeys } from '../store/model-keys.ts'
import { MANAGES_KEYS, providerOf, requireChecksLeft } from './keys.ts'

const KEPT = 'The list of before stays.'

/** @throws {HttpProblem} if neither has a key */
async function keyFor(
	env: Env,
	db: Database,
	userId: string,
	service: ServiceName,
): Promise<string> {
	const { title } = serviceOf(service)
	const row = (await listModelKeys(db, userId)).find(({ provider }) => provider === service)
	try {
		const own = row && (await openModelKey(env, db, row))
		const config = serviceConfig(env, service, own)
		if (config) return config.apiKey
	} catch (error) {
		if (!(error instanceof SecretLocked)) throw error
		throw new HttpProblem('conflict', `Your key for ${title} can no longer be read.`, {
			detail: `This server’s SECRETS_KEY has changed. Add the key again. ${KEPT}`,
		})
	}
	throw new HttpProblem('model_key_missing', `The models of ${title} need a key.`, {
		detail: 'Add a key in your settings, under Models and keys.',
	})
}

function problemOf({ verdict }: Extract<ListOutcome, { ok: false }>, title: string): HttpProblem {
	switch (verdict) {
		case 'refused':
			return new HttpProblem('key_refused', `${title} refused the key.`, {
				detail: `Add a key that it accepts. ${KEPT}`,
			})
		case 'no_credit':
			return new HttpProblem('key_without_credit', `The account at ${title} has no credit left.`, {
				detail: `Add credit there, then try again. ${KEPT}`,
			})
		case 'unreachable':
		case 'busy':
			return new HttpProblem('unavailable', `${title} did not list its models.`, {
				detail: `${KEPT} Try again in a few minutes.`,
			})
		case 'unexpected':
			return new HttpProblem('unavailable', `${title} answered in a way that is not known.`, {
				detail: `${KEPT} The operator can check the provider’s address in its settings.`,
			})
		default:
			return verdict satisfies never
	}
}

export const modelListRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/models/refresh/:provider',
		operationId: 'refreshModels',
		summary: 'Read the models that a provider lists, with your key or the server’s',
		access: MANAGES_KEYS,
		answers: [
			{ status: 200, schema: ReadList, description: 'They are offered to you from now on.' },
		],
		async handle({ db, env, granted, now, param }) {
			const provider = providerOf(param('provider'))
			const { userId } = granted.actor
			const key = await keyFor(env, db, userId, provider)
			await requireChecksLeft(db, userId, now)
			const outcome = await listModels(provider, addressOf(env, provider), key)
			if (!outcome.ok) throw problemOf(outcome, serviceOf(provider).title)
			const { models } = outcome
			await putListedModels(db, { userId, provider, models, readAt: now })
			return json({ models: models.length, readAt: now } satisfies ReadList)
		},
	}),
]
