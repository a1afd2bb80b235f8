/** Web search with a person's key: whether the conversation's run is offered it, and how often it may be used. */

import { MAX_SEARCHES_PER_RUN } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import type { RunStore } from '../run/run-store.ts'

const SETTING = 'own_search'
const OFFERED = 'offered'

export const OWN_SEARCH = 'web_search'

/** Whether the last request to a model offered the search. */
export const searchOffered = (store: Pick<RunStore, 'setting'>): boolean =>
	store.setting(SETTING) === OFFERED

/** Writes only if it changed. */
export function keepSearchOffered(
	store: Pick<RunStore, 'setting' | 'setSetting'>,
	offered: boolean,
): void {
	if (offered !== searchOffered(store)) store.setSetting(SETTING, offered ? OFFERED : '')
}

/** The searches of a run so far. Reads its results: only for an answer that searches. */
export const searchesOf = (store: Pick<RunStore, 'calls'>, runId: string): number =>
	store.calls(runId).filter(({ name }) => name === OWN_SEARCH).length

export const TOO_MANY_SEARCHES = failed(
	'denied',
	`This run has searched ${MAX_SEARCHES_PER_RUN} times, which is the limit. Nothing was searched.`,
	{ hint: 'Work with what was found, or tell the user what is still missing.' },
)
