/** The preview of a revert, from one read of the editor's history and one of the files. */
import type { RevertItem } from '@fairlead/protocol/conversations/revert'
import type { HistoryState } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { type StoredOutcome, withoutAttachments } from '../calls/tool-results.ts'
import { effectItems, filesAway, filesOf } from './revert-items.ts'
import type { Scope } from './revert-scope.ts'
import { lookParams, openScenes } from './revert-state.ts'
import type { RevertStore } from './revert-store.ts'
import { judgeScene, type KnownRecords } from './scene-verdict.ts'

/** A read of the editor, or the relay, of the revert. */
export type Look = (method: string, params: Record<string, unknown>) => Promise<CallOutcome>

export async function previewItems(
	look: Look,
	scope: Scope,
	knownSteps: RevertStore['stepsOf'],
): Promise<RevertItem[]> {
	const { records, direction, callIds, leaves } = scope
	const [history, files] = await Promise.all([
		records.length === 0 ? null : look('unity_history', lookParams(records, direction)),
		callIds.length === 0
			? null
			: look('file_history', { action: 'preview', call_ids: [...callIds] }),
	])
	const outcome = history === null ? null : withoutAttachments(history)
	const steps = knownSteps(blockingIn(outcome))
	const known: KnownRecords = (id) => steps.get(id)?.objects
	const verdict = judgeScene({ records, direction, outcome, choice: null, known })
	return [
		...(verdict.kind === 'none' ? [] : verdict.items),
		...(files === null ? [] : fileItems(withoutAttachments(files), openScenes(outcome))),
		...effectItems(leaves),
	]
}

const blockingIn = (outcome: StoredOutcome | null): string[] =>
	outcome?.status === 'ok' ? (outcome.result as HistoryState).blocking.map(({ id }) => id) : []

function fileItems(outcome: StoredOutcome, open: ReadonlySet<string>): RevertItem[] {
	return outcome.status === 'ok' ? filesOf(outcome, open) : [filesAway(outcome.error, 'relay_away')]
}
