/**
 * Tools that the Unity project itself offers (`[FairleadTool]`). They are in no registry: the
 * editor announces them, find_tools finds them, and the editor checks their arguments.
 */
import { type CallError, failed } from '../wire/calls.ts'
import type { CustomTool } from '../wire/editor-link.ts'
import type { Replay, Risk } from './define-tool.ts'
import type { ModelTool } from './model-schema.ts'

/** Like a menu item of the editor: the project's own code runs on the main thread. */
const TIMEOUT_MS = 120_000

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
