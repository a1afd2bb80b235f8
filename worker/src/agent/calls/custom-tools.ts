/**
 * Tools that the Unity project itself offers (`[FairleadTool]`). They are in no registry: the
 * editor announces them, find_tools finds them, and the editor checks their arguments.
 */
import { type CallError, failed } from '@fairlead/protocol/calls'
import type { CustomTool } from '@fairlead/protocol/editor-link'
import { type ModelTool, type Replay, type Risk, toolByName } from '@fairlead/protocol/tools'
import type { RunStore } from '../run/run-store.ts'

const SETTING = 'custom_tools'
/** Like a menu item of the editor: the project's own code runs on the main thread. */
const TIMEOUT_MS = 120_000

/** The list that the room reported last. */
export const customTools = (store: Pick<RunStore, 'setting'>): readonly CustomTool[] =>
	JSON.parse(store.setting(SETTING) ?? '[]') as CustomTool[]

/** Stores the tools; writes only if they changed. Names of built-in tools are reserved. */
export function keepCustomTools(
	store: Pick<RunStore, 'setting' | 'setSetting'>,
	tools: readonly CustomTool[],
): void {
	const text = JSON.stringify(tools.filter((tool) => !toolByName(tool.name)))
	if (text !== (store.setting(SETTING) ?? '[]')) store.setSetting(SETTING, text)
}

export const asModelTool = ({ name, description, inputSchema }: CustomTool): ModelTool => ({
	name,
	description,
	inputSchema: { ...inputSchema, type: 'object' },
})

export type ResolvedCustomCall =
	| {
			readonly ok: true
			readonly params: Record<string, unknown>
			readonly risk: Risk
			readonly replay: Replay
			readonly timeoutMs: number
	  }
	| { readonly ok: false; readonly error: CallError }

/** Refuses only calls that would be sent in vain. */
export function resolveCustomCall(tool: CustomTool, input: unknown): ResolvedCustomCall {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) {
		const message = `${tool.name} takes a JSON object.`
		return { ok: false, error: failed('invalid_arguments', message).error }
	}
	const required = Array.isArray(tool.inputSchema['required']) ? tool.inputSchema['required'] : []
	const missing = required.filter((name) => !Object.hasOwn(input, String(name)))
	if (missing.length > 0) {
		const message = `${tool.name} needs ${missing.join(', ')}.`
		return { ok: false, error: failed('invalid_arguments', message).error }
	}
	return {
		ok: true,
		params: input as Record<string, unknown>,
		risk: tool.risk,
		replay: tool.risk === 'read' ? 'safe' : 'once',
		timeoutMs: TIMEOUT_MS,
	}
}
