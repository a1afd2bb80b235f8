/** The scope of a revert: records of the editor's history, and calls that changed files. */
import type { RevertRequest } from '@fairlead/protocol/conversations/revert'
import { seqOf } from '@fairlead/protocol/conversations/reverted'
import type { ScopeRefusal } from '../../ports/conversation.ts'
import { callOf, type Revert, recordsDone } from './revert-state.ts'
import type { RevertStore } from './revert-store.ts'

export type Scope = Pick<
	Revert,
	| 'messageId'
	| 'stepSeq'
	| 'toEnd'
	| 'revertOf'
	| 'editorKey'
	| 'direction'
	| 'records'
	| 'callIds'
	| 'leaves'
>

export type ScopeOutcome =
	| { readonly ok: true; readonly scope: Scope }
	| { readonly ok: false; readonly reason: ScopeRefusal }

const refused = (reason: ScopeRefusal): ScopeOutcome => ({ ok: false, reason })

export function scopeOf(store: RevertStore, request: RevertRequest): ScopeOutcome {
	return request.revertId === undefined
		? scopeOfRun(store, request)
		: scopeOfRevert(store, request.messageId, request.revertId)
}

function scopeOfRun(store: RevertStore, request: RevertRequest): ScopeOutcome {
	const { messageId, stepId, toEnd = false } = request
	const run = store.runOf(messageId)
	if (!run) return refused('not_found')
	const stepSeq = stepId === undefined ? null : seqOf(stepId)
	const steps = run.steps.filter(
		({ seq }) => stepSeq === null || seq === stepSeq || (toEnd && seq > stepSeq),
	)
	if (steps.length === 0) return refused('nothing')
	return {
		ok: true,
		scope: {
			messageId,
			stepSeq,
			toEnd,
			revertOf: null,
			editorKey: run.editorKey,
			direction: 'undo',
			records: steps
				.filter((step) => step.undo !== 'none')
				.map(({ recordId, name, undo, objects }) => ({
					id: recordId,
					name,
					expected: undo === 'expected',
					objects,
				})),
			callIds: steps.flatMap((step) => step.callIds),
			leaves: [...new Set(steps.flatMap((step) => step.leaves))],
		},
	}
}

function scopeOfRevert(store: RevertStore, messageId: string, revertId: string): ScopeOutcome {
	const revert = store.get(revertId)
	if (!revert || revert.messageId !== messageId) return refused('not_found')
	if (revert.state === 'running') return refused('not_ended')
	const records = recordsDone(revert)
	const files = callOf(revert, 'files')
	const known = store.stepsOf(records.map(({ id }) => id))
	if (records.length === 0 && !files) return refused('nothing')
	return {
		ok: true,
		scope: {
			messageId,
			stepSeq: revert.stepSeq,
			toEnd: revert.toEnd ?? false,
			revertOf: revert.id,
			editorKey: revert.editorKey,
			direction: revert.direction === 'undo' ? 'redo' : 'undo',
			records: records.map(({ id, name }) => ({
				id,
				name,
				expected: true,
				objects: known.get(id)?.objects,
			})),
			callIds: files ? [files.callId] : [],
			leaves: [],
		},
	}
}
