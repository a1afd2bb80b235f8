/** One request to the model with all of its input, and what an answer with calls needs. */

import type { MadeKind, ProjectKind } from '@fairlead/protocol/packs/kind'
import type { LinkedFolder } from '../../ports/room.ts'
import { startedBy } from '../../ports/sub-agent-id.ts'
import { customTools, keepCustomTools } from '../calls/custom-tools.ts'
import { keepSearchOffered } from '../calls/own-search.ts'
import { toolList } from '../calls/proposed-calls.ts'
import { keepServerTools, serverTools } from '../calls/server-tools.ts'
import { activatedTools, wouldAsk } from '../calls/tools-step.ts'
import { conversationView, withImages } from '../context/stored-view.ts'
import { type Grants, NOT_LOOKED_UP, UNKNOWN_GRANTS } from '../policy/approvals.ts'
import type { MachinePorts, ModelAccess } from '../run/machine-ports.ts'
import { MAX_QUEUED } from '../run/queue/inbox.ts'
import type { Run, ToolCall } from '../run/run-state.ts'
import { type RunStore, Superseded } from '../run/run-store.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { askModel, type ModelOutcome } from './answer.ts'
import { handOffNotice } from './hand-off.ts'
import { systemPrompt } from './prompt.ts'
import type { ChatRequest, ModelMessage, ModelPart } from './types.ts'

const MAX_OUTPUT_TOKENS = 16_000

/** Before a step's calls are proposed: which tools there are, and at the start of a run, in which kind of folder. */
export async function readTools(ports: MachinePorts, run: Run, seq: number): Promise<void> {
	const { store } = ports
	if (!mayHaveNewTools(ports, run, seq)) return
	const epoch = store.epoch()
	const folder = seq === 0 ? folderOf(ports, run) : null
	const made = seq === 0 ? madeKindOf(ports) : null
	await Promise.all([askForTools(ports, run), seq === 0 && askForServerTools(ports), folder, made])
	// Another instance may have taken over meanwhile: then the stored state does not belong to this step.
	if (store.epoch() !== epoch) throw new Superseded()
	keepKind(store, run, await made, await folder)
}

/** Streams the answer into the log. */
export async function askFor(
	ports: MachinePorts,
	access: ModelAccess,
	run: Run,
	seq: number,
	log: ChunkLog,
	signal: AbortSignal,
): Promise<ModelOutcome> {
	const { store } = ports
	await readTools(ports, run, seq)
	if (signal.aborted) return { kind: 'aborted', spent: null }
	if (seq === 0) noteHandOff(store, run, access, log)
	keepSearchOffered(store, access.ownSearch === true)
	const { warning } = access
	if (warning) log.append({ type: 'data-notice', id: `${warning.code}-${run.id}`, data: warning })
	const messages = conversationView(store, run, access.facts.windowTokens)
	const request = requestFor(ports, access, messages)
	return askModel(access.provider, request, log, { runId: run.id, seq }, signal)
}

/** With the tools and settings of the conversation: what requests have in common comes from the provider's cache. */
export function requestFor(
	ports: Pick<MachinePorts, 'store' | 'conversationId'>,
	access: ModelAccess,
	messages: readonly ModelMessage[],
): ChatRequest {
	const { store } = ports
	const projectKind = newestProjectKind(store)
	return {
		model: access.modelId,
		system: systemPrompt(projectKind),
		messages: withImages(store, messages, access.facts.pictures),
		tools: toolList({
			projectKind,
			activated: activatedTools(ports),
			ownSearch: access.ownSearch === true,
			custom: customTools(store),
			servers: serverTools(store),
			asksNobody: startedBy(ports.conversationId) !== null,
		}),
		maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, access.facts.maxOutputTokens ?? MAX_OUTPUT_TOKENS),
		webSearch: access.webSearch,
		...(access.effort ? { effort: access.effort } : {}),
	}
}

/** Kind of the newest run's project. */
export const newestProjectKind = (store: Pick<RunStore, 'latestRun'>): ProjectKind =>
	store.latestRun()?.projectKind ?? 'unity'

/** Returns null if the folder decides, or it is not known now. */
async function madeKindOf({ madeKind, log }: MachinePorts): Promise<MadeKind | null> {
	try {
		return await madeKind()
	} catch (error) {
		log({ level: 'warn', event: 'project_kind_unknown', error: String(error) })
		return null
	}
}

/** Returns null if it is not known now. */
async function folderOf({ room, log }: MachinePorts, run: Run): Promise<LinkedFolder | null> {
	try {
		return await room.folder(run.editorKey)
	} catch (error) {
		log({ level: 'warn', event: 'folder_unknown', error: String(error) })
		return null
	}
}

/**
 * A run in a plain folder is bound to it at once: there ordinary source files are written with fewer questions, which
 * must not reach a Unity project that becomes the target meanwhile. Without an answer nothing changes: a run that
 * has none yet goes by the rules of Unity projects.
 */
function keepKind(
	store: RunStore,
	run: Run,
	made: MadeKind | null,
	folder: LinkedFolder | null,
): void {
	if (made) {
		if (made !== run.projectKind) store.updateRun(run.id, { projectKind: made })
		return
	}
	if (!folder) return
	const { kind, editorKey } = folder
	const bound = kind === 'plain' ? editorKey : run.editorKey
	if (kind !== run.projectKind || bound !== run.editorKey)
		store.updateRun(run.id, { projectKind: kind, editorKey: bound })
}

/** Above the answer, once: the next run's previous answer is this provider's own. */
function noteHandOff(store: RunStore, run: Run, access: ModelAccess, log: ChunkLog): void {
	const newest = store.newestMessages(MAX_QUEUED + 2)
	const previous = newest.find(({ role }) => role === 'assistant')
	const notice = handOffNotice(previous?.model ?? [], access.provider.id)
	if (notice) log.append({ type: 'data-notice', id: `hand-off-${run.id}`, data: notice })
}

/** At the start, and after the editor did something that may have loaded other code. */
function mayHaveNewTools({ store }: MachinePorts, run: Run, seq: number): boolean {
	const changes = (call: ToolCall): boolean =>
		(call.runsOn === 'editor' && call.risk !== 'read') || call.name === 'wait_for_editor_ready'
	return seq === 0 || store.calls(run.id, seq - 1).some(changes)
}

/** The project's own tools; without an answer, those known so far. */
async function askForTools({ room, store, log }: MachinePorts, run: Run): Promise<void> {
	const epoch = store.epoch()
	try {
		const tools = await room.customTools(run.editorKey)
		if (store.epoch() === epoch) keepCustomTools(store, tools)
	} catch (error) {
		log({ level: 'warn', event: 'custom_tools_unknown', error: String(error) })
	}
}

/** The tools of the project's MCP servers; without an answer, those known so far. */
async function askForServerTools({ servers, store, log }: MachinePorts): Promise<void> {
	const epoch = store.epoch()
	try {
		const tools = await servers.tools()
		if (store.epoch() === epoch) keepServerTools(store, tools)
	} catch (error) {
		log({ level: 'warn', event: 'server_tools_unknown', error: String(error) })
	}
}

/** Looked up only if it can save an approval request; without the database a person is asked. */
export async function grantsFor(
	ports: MachinePorts,
	run: Run,
	parts: readonly ModelPart[],
): Promise<Grants> {
	if (!wouldAsk(ports, run, parts)) return NOT_LOOKED_UP
	try {
		return await ports.grants()
	} catch (error) {
		ports.log({ level: 'warn', event: 'grants_not_read', error: String(error) })
		return UNKNOWN_GRANTS
	}
}
