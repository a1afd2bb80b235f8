/** The warriors to choose from: a person's own, those of an opened link, and the templates. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import type { OwnWarrior } from '../warriors/warrior-store.ts'
import type { Contestant } from './setup.ts'

export interface Candidate extends Contestant {
	/** `own:…`, `link:0`, `stock:Imp`. */
	readonly key: string
	/** The strategy, if it is known. */
	readonly kind: string | null
}

export interface CandidateGroup {
	readonly title: string
	readonly candidates: readonly Candidate[]
}

/** The source of a battle that was not begun here. */
export type Origin = 'link' | 'arena' | 'chat'

const TITLES: Readonly<Record<Origin, string>> = {
	link: 'From the link',
	arena: 'From the ladder',
	chat: 'From the chat',
}

/** @param linked the warriors of an opened link, or of a battle of the arena */
export function candidateGroups(
	own: readonly OwnWarrior[],
	linked: readonly Contestant[],
	origin: Origin,
): readonly CandidateGroup[] {
	const groups = [
		{
			title: 'Yours',
			candidates: own.map(({ id, name, source }) => ({
				key: `own:${id}`,
				name,
				source,
				kind: null,
			})),
		},
		{
			title: TITLES[origin],
			candidates: linked.map((one, at) => ({ ...one, key: `link:${at}`, kind: null })),
		},
		{
			title: 'Templates',
			candidates: STOCK_WARRIORS.map(({ name, source, kind }) => ({
				key: `stock:${name}`,
				name,
				source,
				kind,
			})),
		},
	]
	return groups.filter(({ candidates }) => candidates.length > 0)
}
