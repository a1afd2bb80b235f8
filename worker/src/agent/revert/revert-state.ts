/** The persisted state of a revert, and the pure decision about what comes next. */

import type { RevertChoice, RevertItem, RevertPart } from '@fairlead/protocol/conversations/revert'
import type { Author } from '@fairlead/protocol/people/author'
import {
	type FilePreviewItem,
	type HistoryState,
	resolveCall,
	type ToolArgs,
	toolByName,
} from '@fairlead/protocol/tools'
import type { TouchedObject } from '@fairlead/protocol/view/run-changes'
import type { StoredOutcome } from '../calls/tool-results.ts'
import { judgeScene, type SceneVerdict } from './scene-verdict.ts'

export type Direction = 'undo' | 'redo'

/** look: read the editor's history · scene: undo or redo records · files: restore them · refresh: let the editor import them. */
export type CallKind = 'look' | 'scene' | 'files' | 'refresh'

export interface RevertCall {
	readonly kind: CallKind
	/** `<revertId>.<kind>`: made at most once. */
	readonly callId: string
	readonly method: string
	readonly params: Record<string, unknown>
	readonly argsHash: string
	readonly state: 'ready' | 'dispatched' | 'settled'
	/** Failed tries to reach the room. */
	readonly attempts: number
	/** Unix ms: when the room is tried again (ready), or the call is given up (dispatched). */
	readonly nextAt: number | null
	/** The epoch of the object instance that sent it. */
	readonly epoch: number
	/** The room has not sent the call yet: if cancelled, it has no effect. */
	readonly held?: boolean
	readonly outcome: StoredOutcome | null
}

export interface RecordWish {
	readonly id: string
	readonly name: string
	readonly expected: boolean
	/** Objects and files that the call changed, if they are known. */
	readonly objects?: readonly TouchedObject[] | undefined
}

/** A step outside of a revert's scope that lay above one of its records. */
export interface StepBeside {
	readonly messageId: string
	readonly seq: number
	/** Not all of it was undone. */
	readonly inPart?: true
}

export interface Revert {
	readonly id: string
	readonly messageId: string
	readonly stepSeq: number | null
	/** Beside `stepSeq`: the later steps too. Absent in reverts from before it could be asked for. */
	readonly toEnd?: boolean
	/** The revert that this one undoes. */
	readonly revertOf: string | null
	/** Minted by the client; repeating it returns the same revert. */
	readonly requestId: string
	readonly by: Author
	readonly editorKey: string | null
	readonly direction: Direction
	readonly records: readonly RecordWish[]
	/** Calls whose files are restored. */
	readonly callIds: readonly string[]
	readonly leaves: readonly string[]
	readonly choices: readonly RevertChoice[]
	readonly state: RevertPart['state']
	/** Why it waits; null: it does not. */
	readonly waiting: string | null
	readonly stopRequested: boolean
	readonly calls: readonly RevertCall[]
	/** Complete once it has ended. */
	readonly items: readonly RevertItem[]
	readonly text: string | null
	readonly createdAt: number
	readonly finishedAt: number | null
	readonly revertedBy: string | null
	/** Steps that its scene call undid, or redid, beside its own. Absent until it has ended, and in older reverts. */
	readonly also?: readonly StepBeside[]
	/** The note for models in later runs; null until it has ended, and if nothing changed. */
	readonly note: string | null
}

/** A call that the revert needs. */
export interface Wish {
	readonly kind: CallKind
	readonly method: string
	readonly params: Record<string, unknown>
}

export type Next =
	| { readonly do: 'nothing' }
	| { readonly do: 'create'; readonly wish: Wish }
	| { readonly do: 'dispatch'; readonly call: RevertCall }
	| { readonly do: 'wait' }
	| { readonly do: 'finish' }

export const callOf = (revert: Revert, kind: CallKind): RevertCall | null =>
	revert.calls.find((call) => call.kind === kind) ?? null

/** Undo removes components before their scripts; redo needs the scripts first. */
const ORDER: Readonly<Record<Direction, readonly CallKind[]>> = {
	undo: ['look', 'scene', 'files', 'refresh'],
	redo: ['look', 'files', 'refresh', 'scene'],
}

/** The next action of a revert. Pure. */
export function decideRevert(revert: Revert, epoch: number, now: number): Next {
	if (revert.state !== 'running') return { do: 'nothing' }
	for (const kind of ORDER[revert.direction]) {
		const call = callOf(revert, kind)
		if (!call) {
			if (revert.stopRequested) return { do: 'finish' }
			const wish = wishFor(revert, kind)
			if (wish) return { do: 'create', wish }
			continue
		}
		switch (call.state) {
			case 'settled':
				continue
			case 'ready':
				return call.nextAt === null || call.nextAt <= now
					? { do: 'dispatch', call }
					: { do: 'wait' }
			case 'dispatched':
				return call.epoch === epoch ? { do: 'wait' } : { do: 'dispatch', call }
			default:
				return call.state satisfies never
		}
	}
	return { do: 'finish' }
}

/** Returns null if there is nothing to do for this kind. */
function wishFor(revert: Revert, kind: CallKind): Wish | null {
	const { records, direction } = revert
	switch (kind) {
		case 'look': {
			if (records.length === 0) return null
			const params = lookParams(records, direction)
			return { kind, method: 'unity_history', params }
		}
		case 'scene': {
			const verdict = sceneOf(revert)
			if (verdict.kind !== 'go') return null
			const { force, seen } = verdict
			// Exactly the records that were previewed, including those unknown to the editor: `seen` covers all of them.
			const record_ids = records.map(({ id }) => id)
			const params: Record<string, unknown> = { action: direction, record_ids, force }
			// A redo follows the files, whose import may itself have changed objects.
			if (direction === 'undo') params['seen'] = seen
			return { kind, method: 'unity_history', params }
		}
		case 'files':
			return revert.callIds.length === 0
				? null
				: { kind, method: 'file_history', params: { action: 'revert', ...fileChoices(revert) } }
		case 'refresh': {
			const files = callOf(revert, 'files')?.outcome
			if (files?.status !== 'ok' || !(files.result as { refresh?: boolean }).refresh) return null
			const look = callOf(revert, 'look')?.outcome
			if (look?.status === 'error') return null
			return { kind, method: 'unity_refresh', params: { type_limit: 0 } }
		}
		default:
			return kind satisfies never
	}
}

export const lookParams = (
	records: readonly RecordWish[],
	direction: Direction,
): Record<string, unknown> => ({
	action: 'state',
	record_ids: records.map(({ id }) => id),
	direction,
})

/** All records that its scene call undid, or redid, the oldest first; empty: it did neither. */
export function recordsDone(revert: Revert): readonly NamedRecord[] {
	const scene = callOf(revert, 'scene')?.outcome
	if (scene?.status !== 'ok') return []
	const { undone, redone } = scene.result as Done
	return undone?.toReversed() ?? redone ?? []
}

interface NamedRecord {
	readonly id: string
	readonly name: string
}

interface Done {
	/** The newest first. */
	readonly undone?: readonly NamedRecord[]
	/** The oldest first. */
	readonly redone?: readonly NamedRecord[]
}

/** The verdict of the preview on the scene, and the choice made for it. */
export function sceneOf(revert: Revert): SceneVerdict {
	return judgeScene({
		records: revert.records,
		direction: revert.direction,
		outcome: callOf(revert, 'look')?.outcome ?? null,
		choice: revert.choices.find(({ key }) => key === 'scene') ?? null,
	})
}

export const FILE_PREFIX = 'file:'

/** Asset paths of open scenes, as the preview found them. */
export function openScenes(look: StoredOutcome | null | undefined): ReadonlySet<string> {
	return new Set(look?.status === 'ok' ? (look.result as HistoryState).openScenes : [])
}

function fileChoices(revert: Revert): Omit<ToolArgs<'file_history', 'revert'>, never> {
	const skip = [...openScenes(callOf(revert, 'look')?.outcome)]
	const overwrite: { path: string; seen: FilePreviewItem['seen'] }[] = []
	for (const { key, choice, seen } of revert.choices) {
		if (!key.startsWith(FILE_PREFIX)) continue
		const path = key.slice(FILE_PREFIX.length)
		if (choice === 'skip') skip.push(path)
		else if (seen !== undefined && seen.length <= 64) overwrite.push({ path, seen })
	}
	return { call_ids: [...revert.callIds], skip, overwrite }
}

/** The parameters in the form in which they are sent, with defaults filled in. */
export function checkedParams({ method, params }: Omit<Wish, 'kind'>): Record<string, unknown> {
	const resolved = resolveCall(method, params)
	if (!resolved.ok) throw new Error(`${method}: ${resolved.error.message}`)
	return resolved.call.params
}

export const replayOf = (call: Pick<Wish, 'method' | 'params'>): 'safe' | 'once' =>
	actionOf(call)?.replay ?? 'once'

export const timeoutOf = (call: Pick<Wish, 'method' | 'params'>): number =>
	actionOf(call)?.timeoutMs ?? 30_000

export const runnerOf = (call: Pick<Wish, 'method'>): 'editor' | 'relay' =>
	toolByName(call.method)?.runsOn === 'relay' ? 'relay' : 'editor'

function actionOf({ method, params }: Pick<Wish, 'method' | 'params'>) {
	return toolByName(method)?.actions[String(params['action'] ?? 'run')]
}
