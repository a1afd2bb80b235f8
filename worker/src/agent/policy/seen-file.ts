/** Binds a call to the file that a person has seen before they approved it. Pure. */

import { effectsOf, toolByName } from '@fairlead/protocol/tools'
import type { ToolCall } from '../run/run-state.ts'

type Called = Pick<ToolCall, 'name' | 'params'>

/**
 * @param seen SHA-256 of the file in the question, or zeros if there was none
 * @param before calls of the same step that run before it: one that changes the file makes it another
 * @returns the call's arguments; null if they stay as they are
 */
export function boundToFile(
	{ name, params }: Called,
	seen: string,
	before: readonly Called[],
): Record<string, unknown> | null {
	const input = toolByName(name)?.actions['run']?.input.shape ?? {}
	if (!('expected_sha256' in input) || params['expected_sha256'] !== undefined) return null
	const path = params['from'] ?? params['path']
	const changed = before.flatMap((other) => effectsOf(other.name, other.params).touches)
	if (changed.some((one) => one === path || String(path).startsWith(`${one}/`))) return null
	return { ...params, expected_sha256: seen }
}
