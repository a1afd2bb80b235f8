/** The error for a call that is not valid. */
import { resolveCall } from '../src/tools/index.ts'
import type { CallError } from '../src/wire/calls.ts'

/** @throws Error if the call is valid */
export function refusal(tool: string, input: unknown): CallError {
	const resolved = resolveCall(tool, input)
	if (resolved.ok) throw new Error('it passed')
	return resolved.error
}
