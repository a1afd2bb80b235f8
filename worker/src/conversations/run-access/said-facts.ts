/** Facts about a run's model besides the registry's: read when the run begins, they travel with it. */

import { endpointNameOf, isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { ListedFacts } from '@fairlead/protocol/models/models'
import type { Author } from '@fairlead/protocol/people/author'
import { serviceNamed } from '@fairlead/protocol/services'
import { namedModel } from '../../agent/model/models.ts'
import type { SaidFacts } from '../../agent/model/registry/facts.ts'
import { modelsOf } from '../../agent/model/registry/registry.ts'
import { titleModel } from '../../agent/title/title-model.ts'
import { type Database, database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import type { Env } from '../../env.ts'
import { payersEndpoint } from '../../models/store/endpoints.ts'
import { payersListedModel } from '../../models/store/listed-models.ts'
import { payersModelFacts } from '../../models/store/model-facts.ts'

/** Facts for this author's runs. `chosen` false: the model is the installation's default, whose list is not read. */
export async function saidFacts(
	env: Env,
	projectId: string,
	author: Author,
	{ name, chosen }: { readonly name: string; readonly chosen: boolean },
): Promise<SaidFacts> {
	const model = namedModel(name)
	if (!model || model.provider === 'demo') return {}
	const db = database(env.DB)
	const known = modelsOf(env.MODEL_FACTS)
	const byTitle = titleModel(env, known, name)
	const names = byTitle === null ? [name] : [name, byTitle]
	// A message does not fail because facts cannot be read: then the registry's facts hold, or none.
	const [listed, own] = await Promise.all([
		chosen && !known.knows(name)
			? inTime(listedFacts(db, projectId, author, model)).catch(() => undefined)
			: undefined,
		inTime(payersModelFacts(db, projectId, author, model.provider, names)).catch(() => ({})),
	])
	return {
		...(listed ? { listed } : {}),
		...(Object.keys(own).length > 0 ? { own } : {}),
	}
}

/** Facts that the provider or model server lists, as the payer has had them read. */
async function listedFacts(
	db: Database,
	projectId: string,
	author: Author,
	{ provider, id }: NonNullable<ReturnType<typeof namedModel>>,
): Promise<ListedFacts | undefined> {
	if (isEndpoint(provider)) {
		const row = await payersEndpoint(db, projectId, author, endpointNameOf(provider))
		const tokens = row?.models.find((one) => one.id === id)?.windowTokens
		return tokens ? { windowTokens: tokens } : undefined
	}
	const service = serviceNamed(provider)
	const entry = service && (await payersListedModel(db, author, service.name, id))
	if (!entry) return undefined
	const { id: _, ...facts } = entry
	return facts
}
