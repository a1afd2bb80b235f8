/** Binds a call to the file that a person has seen before they approved it. Pure. */

import { toolByName } from '@fairlead/protocol/tools'
import type { ToolCall } from '../run/run-state.ts'

type Called = Pick<ToolCall, 'name' | 'params'>

/**
 * Also if an earlier call of the step is still to change the file: the person has not seen the file after it.
 * @param seen SHA-256 of the file in the question, or zeros if there was none
 * @returns the call's arguments; null if they stay as they are
 */
export function boundToFile(
	{ name, params }: Called,
	seen: string,
): Record<string, unknown> | null {
	const input = toolByName(name)?.actions['run']?.input.shape ?? {}
	if (!('expected_sha256' in input) || params['expected_sha256'] !== undefined) return null
	return { ...params, expected_sha256: seen }
}
