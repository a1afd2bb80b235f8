/** Whether a caller may choose a model: its provider exists, and somebody's key would pay. */

import { isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { Author } from '@fairlead/protocol/people/author'
import { serviceNamed } from '@fairlead/protocol/services'
import type { ActorOf } from '../../access/actor.ts'
import { authorOf } from '../../access/author.ts'
import { namedModel, needsKeyOf } from '../../agent/model/models.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem } from '../../http/problem.ts'
import { payersProviders } from '../store/model-keys.ts'

export const unknownModel = (name: string): HttpProblem =>
	new HttpProblem('unknown_model', `The model "${name}" is not available here.`, {
		detail: 'Use the form provider/model, with one of the providers of this server.',
	})

const MAKER_HAS_NONE =
	'The person who made the automation pays for its runs, and has none. Choose another model.'

export function modelWithoutKey(
	name: string,
	detail = 'Add a key in your settings, under Models and keys, or choose another model.',
): HttpProblem {
	const prefix = name.slice(0, name.indexOf('/'))
	if (isEndpoint(prefix)) {
		return new HttpProblem('model_key_missing', `You have no model server named ${prefix}.`, {
			detail: 'Add it in your settings, under Your model servers, or choose another model.',
		})
	}
	const title = serviceNamed(prefix)?.title ?? 'this provider'
	return new HttpProblem('model_key_missing', `The model "${name}" needs a key for ${title}.`, {
		detail,
	})
}

/** `name` null and undefined: the default. `automation`: its maker's keys pay, whoever changes it. @throws {HttpProblem} */
export async function requireUsableModel(
	env: Env,
	db: Database,
	by: { readonly actor: ActorOf<'session' | 'token'>; readonly project: { readonly id: string } },
	name: string | null | undefined,
	automation?: { readonly id: string },
): Promise<void> {
	if (!name) return
	const model = namedModel(name)
	if (!model) throw unknownModel(name)
	const needed = needsKeyOf(env, model)
	if (!needed) return
	const author: Author = automation
		? { kind: 'webhook', id: automation.id, userId: null, name: '' }
		: authorOf(by.actor)
	const own = await payersProviders(db, by.project.id, author)
	if (!own.has(needed)) throw modelWithoutKey(name, automation && MAKER_HAS_NONE)
}
