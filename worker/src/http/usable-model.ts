/** Whether a caller may choose a model: its provider exists, and somebody's key would pay. */
import { KeyProvider, PROVIDER_TITLES } from '@fairlead/protocol/keys'
import type { ActorOf } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { CLIENT_CALLS_NAME, namedModel, needsKeyOf } from '../agent/model/models.ts'
import type { Database } from '../db/client.ts'
import { payersProviders } from '../db/model-keys.ts'
import type { Env } from '../env.ts'
import { HttpProblem } from './problem.ts'

export const unknownModel = (name: string): HttpProblem =>
	new HttpProblem('unknown_model', `The model "${name}" is not available here.`, {
		detail: 'Use the form provider/model, with one of the providers of this server.',
	})

export function modelWithoutKey(name: string): HttpProblem {
	const provider = KeyProvider.safeParse(name.slice(0, name.indexOf('/')))
	const title = provider.success ? PROVIDER_TITLES[provider.data] : 'this provider'
	return new HttpProblem('model_key_missing', `The model "${name}" needs a key for ${title}.`, {
		detail: 'Add a key in your settings, under Models and keys, or choose another model.',
	})
}

/** Null and undefined: the default. @throws {HttpProblem} */
export async function requireUsableModel(
	env: Env,
	db: Database,
	by: { readonly actor: ActorOf<'session' | 'token'>; readonly project: { readonly id: string } },
	name: string | null | undefined,
): Promise<void> {
	if (!name) return
	const model = namedModel(name)
	// Its runs make calls without a model: only MCP clients begin them.
	if (!model || name === CLIENT_CALLS_NAME) throw unknownModel(name)
	const needed = needsKeyOf(env, model)
	if (!needed) return
	const own = await payersProviders(db, by.project.id, authorOf(by.actor))
	if (!own.has(needed)) throw modelWithoutKey(name)
}
