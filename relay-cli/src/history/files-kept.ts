/**
 * Changes that an undo in the editor leaves: the files that the undone steps wrote. The editor knows only those that
 * its own calls wrote; scripts and other files written by the relay are added here.
 */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { ChangeLog } from './change-log.ts'
import { sameState } from './path-state.ts'

/** The parts of a call that matter here. */
export interface UndoCall {
	readonly room: string
	readonly editorKey: string
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

/** The outcome of a `unity_undo` call with all files that stay; any other outcome as it is. */
export function withFilesKept(outcome: CallOutcome, call: UndoCall, log: ChangeLog): CallOutcome {
	if (call.method !== 'unity_undo' || outcome.status !== 'ok') return outcome
	try {
		return { ...outcome, result: completed(outcome.result, call, log) }
	} catch {
		// A log that cannot be read must not cost the call its outcome.
		return outcome
	}
}

function completed(given: unknown, call: UndoCall, log: ChangeLog): unknown {
	const result = given as Readonly<Record<string, unknown>> | null
	switch (call.params['action']) {
		case 'undo':
		case 'revert_group':
			return added(result, textsIn(result?.['groupIds']), call, log)
		case 'history': {
			const groups = result?.['groups']
			if (!Array.isArray(groups)) return result
			const told = groups.map((group: Readonly<Record<string, unknown>> | null) =>
				added(group, textsIn([group?.['groupId']]), call, log),
			)
			return { ...result, groups: told }
		}
		default:
			return result
	}
}

function added(
	result: Readonly<Record<string, unknown>> | null,
	groupIds: readonly string[],
	{ room, editorKey }: UndoCall,
	log: ChangeLog,
): unknown {
	const written = groupIds
		.flatMap((groupId) => log.ofStep(room, editorKey, groupId))
		.filter(({ path, companion, before, after }) => {
			if (companion || path.endsWith('.meta') || after?.kind !== 'file') return false
			// A revert on the page has taken it back since.
			const newest = log.newestAt(editorKey, path)?.after
			return !newest || !sameState(newest, before)
		})
		.map(({ path }) => path)
	const files = new Set([...textsIn(result?.['filesKept']), ...written])
	return files.size === 0 ? result : { ...result, filesKept: [...files] }
}

const textsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
