/** The changes a call may have made, and so how they can be reverted. Pure. */
import { resolveCall } from './registry.ts'

export interface Effects {
	/** Recorded in the editor's Undo under the call's group. `sometimes`: if it changed an open scene. */
	readonly undo: boolean | 'sometimes'
	/** Paths whose earlier content the relay keeps, as written in the arguments. */
	readonly touches: readonly string[]
	/** Effects that are not reverted, in a sentence. */
	readonly leaves: string | null
}

const NONE: Effects = { undo: false, touches: [], leaves: null }

/** `params` as sent. A tool that the registry does not know is a custom tool of the Unity project. */
export function effectsOf(method: string, params: Record<string, unknown>): Effects {
	const resolved = resolveCall(method, params)
	if (!resolved.ok) {
		return resolved.error.code === 'unknown_tool'
			? { undo: true, touches: [], leaves: CUSTOM_TOOL }
			: NONE
	}
	const { tool, action, args } = resolved.call
	if (action.risk === 'read' || action.changesNothing?.(args)) return NONE
	const within = action.contains?.(args).map((each) => effectsOf(each.tool, each.args).leaves)
	const leaves = new Set([action.leaves, ...(within ?? [])].filter((said) => said != null))
	return {
		undo: action.undo ?? tool.undo === true,
		touches: [...new Set(action.touches?.(args) ?? [])],
		leaves: [...leaves].join(' ') || null,
	}
}

const CUSTOM_TOOL = 'Changes that a custom tool made outside the scene are not reverted.'

/** Shared by all calls of one agent step; also the step's id in the editor's Undo history. */
export const undoGroupId = (runId: string, stepSeq: number): string => `${runId}.${stepSeq}`

/** The id of a step's call. The relay finds the calls of a step by this prefix. */
export const callIdIn = (groupId: string, index: number | string): string => `${groupId}.${index}`
