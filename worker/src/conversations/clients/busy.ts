/** Whether a conversation can take the call of a client now. */
import { type ClientCall, clientCallIn } from '@fairlead/protocol/wire/client-call'
import { isEnded } from '../../agent/run/run-state.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'inbox' | 'knownMessage' | 'runByIdemKey'>

/**
 * True if it would have to wait for a run that asks a model, which can take long. One that has run already needs a run of
 * its own.
 */
export function isBusyForCall(
	store: Store,
	{ id, hasRun }: { readonly id: string; readonly hasRun: boolean },
): boolean {
	const run = store.latestRun()
	const active = run === null || isEnded(run) ? null : run
	if (!hasRun) return active?.source.kind === 'model'
	if (store.runByIdemKey(id) || store.knownMessage(id)) return false
	return active !== null || store.inbox().length > 0
}

/** A run works on one editor: a person's call for another one cannot enter it. */
export function isAtOtherEditor(
	store: Pick<ConversationStore, 'latestRun'>,
	editorKey: string | undefined,
): boolean {
	const run = store.latestRun()
	return run !== null && !isEnded(run) && run.editorKey !== editorKey
}

/** Whether the id stands for another call already. A page makes the ids of a person's calls, and may err. */
export function isOtherCall(
	store: Pick<ConversationStore, 'inbox' | 'message'>,
	{ id, name, input }: ClientCall,
): boolean {
	const waiting = store.inbox().find((message) => message.id === id)
	const parts = (waiting ?? store.message(id))?.ui.parts
	const known = parts && clientCallIn(parts)
	if (!known) return false
	return JSON.stringify([known.name, known.input]) !== JSON.stringify([name, input])
}
