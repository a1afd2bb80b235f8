/** Takes back what MCP clients changed: records of the editor's Undo history first, then files. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type HistoryState, resolveCall, type ToolResult } from '@fairlead/protocol/tools'
import { FILE_REASONS } from '@fairlead/protocol/view/file-reason'
import { type CallOutcome, canonicalJson } from '@fairlead/protocol/wire/calls'
import { DESK_ROOM } from '../../platform/desk-room.ts'
import type { McpSessionsPorts } from '../mcp-sessions.ts'
import { type Extent, type LoggedCall, MAX_LOGGED } from './call-log.ts'

const ID_BYTES = 6
const MAX_NAMED = 5
/** Calls that are looked at for one that changed something. */
const MAX_LOOKED_AT = 50

export interface Reverted {
	/** Whether all was reverted that can be, and anything was. */
	readonly ok: boolean
	/** Sentences for people. */
	readonly said: readonly string[]
}

type Ports = Pick<McpSessionsPorts, 'router' | 'log' | 'seats'>

/** Calls of one editor each time; the newest change when no ids are given. Never rejects. */
export async function revertCalls(
	ports: Ports,
	callIds: readonly string[],
	force: boolean,
): Promise<Reverted> {
	// One that was named is tried again unless nothing of it is left.
	const isOpen = (one: LoggedCall): boolean =>
		callIds.length > 0 ? one.reverted !== 'wholly' : !one.isSettled
	const open = ports.log.newest(MAX_LOGGED).filter(isOpen)
	const missing = callIds.filter((id) => !open.some((one) => one.callId === id))
	if (missing.length > 0)
		return {
			ok: false,
			said: [
				`No change to revert with the id ${missing[0]}. "npm run fairlead -- mcp log" lists them.`,
			],
		}
	const chosen =
		callIds.length > 0
			? open.filter((one) => callIds.includes(one.callId))
			: await newestChange(ports, open)
	if (chosen.length === 0) return { ok: false, said: ['There is no change to revert.'] }
	const said: string[] = []
	let ok = true
	for (const editorKey of new Set(chosen.map((one) => one.editorKey))) {
		const calls = chosen.filter((one) => one.editorKey === editorKey)
		const done = await inProject(ports, editorKey, () => revertIn(ports, editorKey, calls, force))
		said.push(...(done?.said ?? [notThere(ports, editorKey)]))
		ok &&= done?.ok ?? false
	}
	return { ok, said }
}

async function revertIn(
	ports: Ports,
	editorKey: string,
	calls: readonly LoggedCall[],
	force: boolean,
): Promise<Reverted> {
	const scene = await revertScene(ports, editorKey, calls, force)
	// Files without the scene would leave references that lead nowhere.
	const files = scene.ok ? await revertFiles(ports, editorKey, calls, force) : NOTHING
	const said = [...scene.said, ...files.said]
	const isSettled = scene.ok && files.ok
	const [done, left] = [
		new Set([...scene.done, ...files.done]),
		new Set([...scene.left, ...files.left]),
	]
	const extents = calls.map((call) => extentOf(call, done, left, isSettled))
	for (const [i, { callId }] of calls.entries()) {
		const extent = extents[i] ?? 'nothing'
		if (isSettled || extent !== 'nothing') ports.log.reverted(callId, extent, isSettled)
	}
	if (!isSettled) return { ok: false, said }
	if (done.size === 0)
		said.push('Nothing was reverted: no change of these calls to the scene or to files is kept.')
	for (const [i, { summary, leaves }] of calls.entries())
		if (leaves !== null)
			said.push(`${summary}: ${extents[i] === 'partly' ? 'Partly reverted. ' : ''}${leaves}`)
	const cannot = done.size === 0 && calls.some((one) => left.has(one.callId) || leftBy(one))
	return { ok: !cannot, said }
}

const leftBy = (call: LoggedCall): boolean => call.leaves !== null && seemsDone(call)

/** @param done ids of the calls that were reverted at least in part; `left`: of those, the ids of calls that were not reverted completely */
function extentOf(
	call: LoggedCall,
	done: ReadonlySet<string>,
	left: ReadonlySet<string>,
	isSettled: boolean,
): Extent {
	const { callId, reverted } = call
	// An earlier try may have reverted it.
	if (!done.has(callId)) return reverted ?? 'nothing'
	return !isSettled || left.has(callId) || leftBy(call) ? 'partly' : 'wholly'
}

/**
 * Keeps the project's seat meanwhile: its client and its editor may be gone, and it need not be linked. Returns null if
 * there is no folder.
 */
async function inProject<T>(
	{ seats, log }: Ports,
	editorKey: string,
	work: () => Promise<T>,
): Promise<T | null> {
	const folder = seats.get(editorKey)?.projectPath ?? log.folderOf(editorKey)
	if (folder === null || !existsSync(folder)) return null
	const letGo = seats.hold(folder)
	try {
		return await work()
	} finally {
		letGo()
	}
}

function notThere({ log }: Ports, editorKey: string): string {
	const folder = log.folderOf(editorKey)
	return folder === null
		? 'The relay does not know the folder of this change. Open its project in Unity, then repeat the command.'
		: `${folder} is not there, so its changes cannot be reverted. Restore the folder, then repeat the command.`
}

/** The newest call that changed something; a failed one often has not. */
async function newestChange(ports: Ports, open: readonly LoggedCall[]): Promise<LoggedCall[]> {
	for (const call of open.slice(0, MAX_LOOKED_AT)) {
		const looked = await inProject(ports, call.editorKey, () => changedSomething(ports, call))
		if (looked ?? seemsDone(call)) return [call]
	}
	return []
}

const seemsDone = ({ ended }: LoggedCall): boolean => ended === 'ok' || ended === null

async function changedSomething(ports: Ports, call: LoggedCall): Promise<boolean> {
	const { editorKey, group, callId, leaves } = call
	if (leaves !== null && seemsDone(call)) return true
	const files = await run(ports, editorKey, 'file_history', {
		action: 'preview',
		call_ids: [callId],
	})
	const { items = [] } = (files.status === 'ok' ? files.result : {}) as {
		items?: ToolResult<'file_history', 'preview'>['items']
	}
	if (items.length > 0) return true
	const scene = await run(ports, editorKey, 'unity_history', {
		action: 'state',
		record_ids: [group],
	})
	// Its Undo history cannot be read.
	if (scene.status === 'error') return seemsDone(call)
	const { records } = scene.result as HistoryState
	return records.some(({ state }) => state === 'done' || state === 'cleared')
}

interface Part extends Reverted {
	/** Ids of the calls that were reverted at least in part. */
	readonly done: readonly string[]
	/** Ids of the calls that were not reverted completely. */
	readonly left: readonly string[]
}
const NOTHING: Part = { ok: true, said: [], done: [], left: [] }

async function revertScene(
	ports: Ports,
	editorKey: string,
	calls: readonly LoggedCall[],
	force: boolean,
): Promise<Part> {
	const asked = { record_ids: calls.map((one) => one.group) }
	const looked = await run(ports, editorKey, 'unity_history', { action: 'state', ...asked })
	if (looked.status === 'error') {
		// Its Undo history ends with the editor; the files can still be put back.
		if (looked.error.code === 'target_gone' || looked.error.code === 'no_editor')
			return { ...NOTHING, said: ['The editor is not connected: only files are put back.'] }
		return failed('The scene was not reverted', looked)
	}
	const state = looked.result as HistoryState
	const done = state.records.filter((one) => one.state === 'done').map((one) => one.id)
	const cleared = state.records.filter((one) => one.state === 'cleared')
	const said = cleared.map(
		({ name, id }) => `${name ?? id}: Unity's Undo history was cleared since, so it stays.`,
	)
	const callsOf = (records: readonly { id: string }[]): string[] =>
		calls.filter((one) => records.some(({ id }) => id === one.group)).map((one) => one.callId)
	if (done.length === 0) return { ...NOTHING, said, left: callsOf(cleared) }
	const undone = await run(ports, editorKey, 'unity_history', {
		action: 'undo',
		record_ids: done,
		force,
		seen: state.seen,
	})
	if (undone.status === 'error')
		return failed(`The scene was not reverted${force ? '' : blocked(state)}`, undone)
	const result = undone.result as ToolResult<'unity_history', 'undo'>
	return {
		ok: true,
		said: [...said, ...result.undone.map(({ name }) => `Undone: ${name}`)],
		done: callsOf(result.undone),
		left: callsOf(cleared),
	}
}

const blocked = ({ blocking, changed }: HistoryState): string => {
	const names = [...blocking.map(({ name }) => name), ...changed].slice(0, MAX_NAMED)
	return names.length === 0 ? '' : ` (changed since: ${names.join(', ')}; --force includes that)`
}

type Change = ToolResult<'file_history', 'revert'>['items'][number]['change']

/** A revert removes what a call created. */
const DONE: Readonly<Record<Change, readonly [done: string, left: string]>> = {
	restore: ['Put back', 'Not put back'],
	recreate: ['Put back', 'Not put back'],
	trash: ['Removed', 'Not removed'],
}

async function revertFiles(
	ports: Ports,
	editorKey: string,
	calls: readonly LoggedCall[],
	force: boolean,
): Promise<Part> {
	const call_ids = calls.map((one) => one.callId)
	const looked = await run(ports, editorKey, 'file_history', { action: 'preview', call_ids })
	if (looked.status === 'error') return failed('Files were not reverted', looked)
	const { items } = looked.result as ToolResult<'file_history', 'preview'>
	const conflicts = items.filter((one) => one.state === 'conflict')
	if (conflicts.length > 0 && !force)
		return {
			...NOTHING,
			ok: false,
			said: [
				`Files were not reverted: changed since: ${conflicts
					.slice(0, MAX_NAMED)
					.map((one) => one.path)
					.join(', ')}. --force overwrites them.`,
			],
		}
	if (items.length === 0) return NOTHING
	const changedBy = new Map<string, ReadonlySet<string>>()
	for (const { callId } of calls) changedBy.set(callId, await pathsOf(ports, editorKey, callId))
	const callsOf = (some: readonly { path: string }[]): string[] =>
		call_ids.filter((id) => some.some(({ path }) => changedBy.get(id)?.has(path)))
	const done = await run(ports, editorKey, 'file_history', {
		action: 'revert',
		call_ids,
		overwrite: conflicts.map(({ path, seen }) => ({ path, seen })),
	})
	if (done.status === 'error') return failed('Files were not reverted', done)
	const result = done.result as ToolResult<'file_history', 'revert'>
	if (result.refresh) await run(ports, editorKey, 'unity_refresh', {})
	const reverted = result.items.filter((one) => one.state === 'reverted')
	const left = result.items.filter((one) => one.state === 'skipped' || one.state === 'impossible')
	return {
		ok: left.length === 0,
		done: callsOf(reverted),
		left: callsOf(left),
		said: [
			...reverted.map(({ path, change }) => `${DONE[change][0]}: ${path}`),
			...left.map(
				({ path, change, reason }) =>
					`${DONE[change][1]}: ${path}${reason === undefined ? '' : `. ${FILE_REASONS[reason]}`}`,
			),
		],
	}
}

/** Paths that one call changed. */
async function pathsOf(ports: Ports, editorKey: string, callId: string): Promise<Set<string>> {
	const asked = { action: 'preview', call_ids: [callId] }
	const looked = await run(ports, editorKey, 'file_history', asked)
	if (looked.status === 'error') return new Set()
	const { items } = looked.result as ToolResult<'file_history', 'preview'>
	return new Set(items.map(({ path }) => path))
}

const failed = (what: string, { error }: Extract<CallOutcome, { status: 'error' }>): Part => ({
	...NOTHING,
	ok: false,
	// The hint of a conflict is about a preview, which a terminal does not show; `blocked` says what can be done there.
	said: [
		`${what}: ${error.message}${error.hint === undefined || error.code === 'conflict' ? '' : ` ${error.hint}`}`,
	],
})

async function run(
	{ router }: Ports,
	editorKey: string,
	method: string,
	given: Record<string, unknown>,
): Promise<CallOutcome> {
	const resolved = resolveCall(method, given)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const { params, action } = resolved.call
	const receipt = router.receive(DESK_ROOM, {
		callId: `mcp-revert-${randomBytes(ID_BYTES).toString('hex')}`,
		method,
		params,
		editorKey,
		argsHash: createHash('sha256').update(canonicalJson({ method, params })).digest('hex'),
		deadlineMs: action.timeoutMs,
	})
	// A new id has no conflict.
	if (receipt.kind === 'conflict') throw new Error(`The id of ${method} was used before.`)
	return receipt.outcome
}
