/** The editor's state, as a run is told of it. */
import { createHash, randomUUID } from 'node:crypto'
import {
	type EditorSeat,
	folderKindOf,
	PHASES_TAKING_CALLS,
} from '@fairlead/protocol/editors/editors'
import { type EditorFacts, PROJECT_CONTEXT } from '@fairlead/protocol/projects/project-context'
import { TOOLS, type ToolResult } from '@fairlead/protocol/tools'
import { type Call, CallOutcome, canonicalJson } from '@fairlead/protocol/wire/calls'
import type { EditorPort } from '../editors/editor-port.ts'
import { gitStateOf, inputOf } from './folder-facts.ts'

/** Begins the ids of the relay's own questions to the editor; no run's call has such an id. */
export const CONTEXT_CALL_PREFIX = 'context.'

/** A step of the model waits for it. */
const DEADLINE_MS = 1_000

/** Those of other scenes come in the same list. */
const MAX_ROOTS_READ = 50

type Read = 'editor_state' | 'selection' | 'hierarchy'

/**
 * @param port the connected editor; null: there is none
 * @param rootsTold scenes whose root objects are not asked for
 */
export async function editorFacts(
	seat: EditorSeat,
	port: EditorPort | null,
	rootsTold: readonly string[] = [],
): Promise<EditorFacts> {
	const { name, phase, process, projectPath } = seat
	const isPlain = folderKindOf(seat) === 'plain'
	const [git, input] = await Promise.all([
		gitStateOf(projectPath),
		isPlain ? undefined : inputOf(projectPath),
	])
	if (isPlain) return { project: name, folderKind: 'plain', phase, git }
	const known = {
		project: name,
		phase,
		git,
		...(input === undefined ? {} : { input }),
		...(process ? { kind: process.kind, unityVersion: process.unityVersion } : {}),
	}
	if (!port || !PHASES_TAKING_CALLS.has(phase)) return known
	const [state, selected] = await Promise.all([ask(port, 'editor_state'), ask(port, 'selection')])
	const facts = state && factsOf(state)
	const isTold = rootsTold.includes(facts?.scenes[0]?.path ?? '')
	const objects =
		state && !isTold ? await ask(port, 'hierarchy', { max_depth: 0, limit: MAX_ROOTS_READ }) : null
	return {
		...known,
		...facts,
		...(state && objects ? { roots: rootsOf(state, objects) } : {}),
		...(selected ? { selection: selectionOf(selected) } : {}),
	}
}

function factsOf(state: ToolResult<'unity_query', 'editor_state'>) {
	const scenes = state.openScenes
		.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
		.slice(0, PROJECT_CONTEXT.scenes)
		.map(({ path, name, isDirty }) => ({ path: path || name, dirty: isDirty }))
	const { isPlaying, isPaused, prefabStage, renderPipeline } = state
	return { isPlaying, isPaused, scenes, prefab: prefabStage ?? null, renderPipeline }
}

function rootsOf(
	{ openScenes }: ToolResult<'unity_query', 'editor_state'>,
	{ objects }: ToolResult<'unity_query', 'hierarchy'>,
) {
	const active = openScenes.find(({ isActive }) => isActive)
	const names = objects
		.filter(({ scene }) => scene === active?.name)
		.map(({ name }) => name.slice(0, 200))
	return {
		names: names.slice(0, PROJECT_CONTEXT.roots),
		count: Math.max(names.length, active?.rootCount ?? 0),
	}
}

const selectionOf = ({ objects }: ToolResult<'unity_query', 'selection'>) => ({
	paths: objects.slice(0, PROJECT_CONTEXT.selected).map(({ path }) => path.slice(0, 1_000)),
	count: objects.length,
})

/** Returns null if it did not answer in time, or not with what was asked. */
async function ask<R extends Read>(
	port: EditorPort,
	action: R,
	more: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult<'unity_query', R> | null> {
	const method = 'unity_query'
	const params = { action, ...more }
	const call: Call = {
		// A new id for each question: a known one would be answered from the editor's journal.
		callId: `${CONTEXT_CALL_PREFIX}${randomUUID()}`,
		method,
		params,
		argsHash: createHash('sha256').update(canonicalJson({ method, params })).digest('hex'),
		deadlineMs: DEADLINE_MS,
	}
	const { callId } = call
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(resolve, DEADLINE_MS, null)
	})
	const answer = await Promise.race([port.call(call).catch(() => null), late])
	clearTimeout(timer)
	if (answer === null) port.cancel([callId])
	port.forget([callId])
	const outcome = CallOutcome.safeParse(answer)
	if (!outcome.success || outcome.data.status !== 'ok') return null
	const result = TOOLS.unity_query.actions[action].output.safeParse(outcome.data.result)
	return result.success ? (result.data as ToolResult<'unity_query', R>) : null
}
