/** A model of a person's own server: for the runs that they cause, at their expense. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import type { ModelSettings } from '../../agent/model/registry/facts.ts'
import { factsWith, modelsOf } from '../../agent/model/registry/registry.ts'
import { chatProvider } from '../../agent/providers/openai/chat.ts'
import { COMPATIBLE } from '../../agent/providers/openai/chat-service.ts'
import type { ModelAccess, NoAccess } from '../../agent/run/machine-ports.ts'
import { database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import type { Env } from '../../env.ts'
import { openEndpointKey, reachEndpoint } from '../../models/reach-endpoint.ts'
import { payersEndpoint } from '../../models/store/endpoints.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'

/**
 * The charges of a server of one's own are not known, unless its person has set it. Throws if D1 does not answer in
 * time, and if the server's name has no address for now: the step is then tried again.
 */
export async function endpointAccess(
	env: Env,
	projectId: string,
	{ endpoint, modelId }: { readonly endpoint: string; readonly modelId: string },
	author: Author,
	settings: ModelSettings,
): Promise<ModelAccess | { refused: NoAccess | NoticePart }> {
	const db = database(env.DB)
	const row = await inTime(payersEndpoint(db, projectId, author, endpoint))
	if (!row) return { refused: 'no_key' }
	const reached = await reachEndpoint(env, row)
	if (!reached.ok) {
		if (!reached.lasting) throw new Error(reached.reason)
		return { refused: notAllowed(reached.reason) }
	}
	try {
		const apiKey = await openEndpointKey(env, db, row)
		const name = `@${endpoint}/${modelId}`
		const facts = factsWith(modelsOf(env.MODEL_FACTS), name, settings)
		const listed = row.models.find(({ id }) => id === modelId)
		return {
			provider: chatProvider(COMPATIBLE, { apiKey, baseURL: row.url, fetch: reached.ask }),
			modelId,
			facts: { ...facts, windowTokens: facts.windowTokens ?? listed?.windowTokens ?? null },
			webSearch: false,
			paidBy: 'person',
			...(row.sealed === null ? { keyless: true } : {}),
		}
	} catch (error) {
		if (error instanceof SecretLocked) return { refused: 'key_locked' }
		throw error
	}
}

const notAllowed = (reason: string): NoticePart => ({
	level: 'error',
	code: 'model_address',
	text: `The model server of this run may not be asked. ${reason}`,
	hint: 'In your settings, under Your model servers, remove it and add it again with another address, or choose another model.',
})
