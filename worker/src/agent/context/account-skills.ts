/**
 * Answers `load_skill` for skills of the person who began the run; the relay answers for those of the project. They are
 * read before the calls of an answer are made, as grants are: an eviction repeats the model call.
 */
import { failed } from '@fairlead/protocol/wire/calls'
import type { StoredOutcome } from '../calls/tool-results.ts'
import type { ModelPart } from '../model/types.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import { newestOf } from './notices.ts'
import { cutOf, entriesOf } from './stored-view.ts'

/** Answers by skill name; a name that is missing is not a skill of the account. */
export type LoadedSkills = ReadonlyMap<string, StoredOutcome>
export const NONE_LOADED: LoadedSkills = new Map()

/** Never rejects. */
export async function loadAccountSkills(
	ports: Pick<MachinePorts, 'store' | 'skills' | 'log'>,
	run: Run,
	parts: readonly ModelPart[],
): Promise<LoadedSkills> {
	const wanted = new Set(parts.flatMap(nameWanted))
	if (wanted.size === 0) return NONE_LOADED
	const cut = cutOf(ports.store)
	const told = newestOf(entriesOf(ports.store, run, cut), cut).get('account_skills')?.told
	const names = told?.kind === 'account_skills' ? told.names.filter((name) => wanted.has(name)) : []
	return new Map(
		await Promise.all(names.map(async (name) => [name, await load(ports, run, name)] as const)),
	)
}

const nameWanted = (part: ModelPart): string[] => {
	if (part.type !== 'tool-call' || part.name !== 'load_skill') return []
	const { name } = (part.input ?? {}) as { name?: unknown }
	return typeof name === 'string' ? [name] : []
}

async function load(
	{ skills, log }: Pick<MachinePorts, 'skills' | 'log'>,
	{ author }: Run,
	name: string,
): Promise<StoredOutcome> {
	try {
		const instructions = await skills.load(author, name)
		if (instructions !== null) return { status: 'ok', result: { name, instructions, files: [] } }
		return failed('not_found', `The skill "${name}" was removed from the account.`)
	} catch (error) {
		log({ level: 'warn', event: 'skill_not_read', error: String(error) })
		return failed('internal', `The skill "${name}" could not be read.`, {
			hint: 'Try once more, then continue without it.',
		})
	}
}
