/** A person's models: keys, model servers, lists, and their own facts. */
import { endpointProvider } from '@fairlead/protocol/models/model-endpoints'
import type { SettingPerson } from '../agent/model/set-facts.ts'
import type { Database } from '../db/client.ts'
import { listModelEndpoints } from './store/endpoints.ts'
import { listListedModels } from './store/listed-models.ts'
import { listModelFacts, type ModelFactsRow } from './store/model-facts.ts'
import { listModelKeys } from './store/model-keys.ts'

export interface PersonsModels extends SettingPerson {
	readonly facts: readonly ModelFactsRow[]
}

export async function personsModels(db: Database, userId: string): Promise<PersonsModels> {
	const [keys, endpoints, listed, facts] = await Promise.all([
		listModelKeys(db, userId),
		listModelEndpoints(db, userId),
		listListedModels(db, userId),
		listModelFacts(db, userId),
	])
	const own = new Set([
		...keys.map(({ provider }) => provider),
		...endpoints.map(({ name }) => endpointProvider(name)),
	])
	return { own, endpoints, listed, facts }
}
