/** The part of a call that visitors with a share link see, by its tool and its arguments. Pure. */

import {
	actionNamed,
	allMadeToRun,
	holdsSecrets,
	type Shared,
	toolByName,
} from '@fairlead/protocol/tools'
import type { CallErrorCode, Withdrawal } from '@fairlead/protocol/wire/calls'
import { bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { cleaned } from './desk-paths.ts'
import { withoutSecretsIn } from './shared-secrets.ts'

/** Sorted from the least. */
const LEVELS: readonly Shared[] = ['line', 'error', 'result']

const least = (...levels: readonly Shared[]): Shared =>
	LEVELS.find((level) => levels.includes(level)) ?? 'line'

/** A call with an unknown action has come to nothing, and one that changes nothing reads. */
function sharing(name: string, input: unknown): Shared {
	const tool = toolByName(name)
	if (!tool) return 'line'
	const args = bag(input)
	const action = actionNamed(name, args)
	if (!action) return least(tool.shared, 'error')
	const operations = action.contains ? bags(args['operations']) : []
	return least(
		action.shared ?? tool.shared,
		action.changesNothing?.(args) ? 'error' : 'result',
		...operations.map((one) => sharing(text(one['tool']) ?? '', one['args'])),
	)
}

/** The result of a call, as far as it is shared. */
export function sharedResult(tool: string, result: unknown): unknown {
	const part = toolByName(tool)?.sharedResult
	return sharedValue(part ? part(bag(result)) : result)
}

/** Arguments that name files. */
const PATHS = ['path', 'from', 'to', 'new_path', 'paths']

/** Whether a call, or an operation of a batch, names a file that usually holds secrets: only its path is shared then. */
function isSecretCall(input: unknown): boolean {
	const args = bag(input)
	if (bags(args['operations']).some((operation) => isSecretCall(operation['args']))) return true
	return PATHS.flatMap((name) => args[name] ?? []).some(
		(path) => typeof path === 'string' && holdsSecrets(path),
	)
}

/** A value without the folders of the desk and without what looks like a secret. */
export const sharedValue = (value: unknown): unknown => withoutSecretsIn(cleaned(value))

/** A coding agent on the desk asks about its own session: only that it asks, and for which tool, is shared. */
const ASKS = 'agent_permission'

/** Whether visitors see to what an "always allowed" of a tool is narrowed. */
export const showsSubject = (tool: string): boolean => tool !== ASKS

/** The arguments of a call. A tool that is not ours may have anything in them: only its name is shared. */
export function sharedInput(tool: string, input: unknown): unknown {
	if (!toolByName(tool)) return {}
	if (tool === ASKS) {
		const { agent, tool: asked } = bag(input)
		return sharedValue({ agent, tool: asked })
	}
	if (!isSecretCall(input)) return sharedValue(input)
	const args = bag(input)
	const paths = PATHS.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]]))
	const operations = bags(args['operations']).map((operation) => ({
		tool: operation['tool'],
		args: sharedInput(text(operation['tool']) ?? '', operation['args']),
	}))
	return sharedValue({
		...Object.fromEntries(paths),
		...(operations.length === 0 ? {} : { operations }),
	})
}

/**
 * Whether a visitor sees all of what a call would do, and so may decide about it. A copy that makes a file run does
 * what the file says, and visitors read no files.
 */
export const isSharedWhole = (tool: string, input: unknown): boolean =>
	JSON.stringify(sharedInput(tool, input)) === JSON.stringify(input) &&
	allMadeToRun({ name: tool, params: bag(input) }).length === 0

export interface SeenCall {
	readonly tool: string
	/** The shared part; only the line for a call that touches a secret. */
	readonly shared: Shared
	readonly isWhole: boolean
}

export const seenCall = (tool: string, input: unknown): SeenCall => ({
	tool,
	shared: isSecretCall(input) ? 'line' : sharing(tool, input),
	isWhole: isSharedWhole(tool, input),
})

/** A call whose arguments are not complete yet. */
export const begunCall = (tool: string): SeenCall => ({ tool, shared: 'line', isWhole: false })

/** How a call ended, in the form that everybody may know. */
export type ShownCode = CallErrorCode | Withdrawal

/** The words in place of an error that may quote files: only what its code says. */
export function hiddenWords(code: ShownCode | undefined): string {
	switch (code) {
		case 'answered':
			return 'It was answered in the terminal.'
		case 'effect_unknown':
			return 'It may or may not have taken effect.'
		case 'cancelled':
			return 'It was stopped.'
		default:
			return 'The call failed.'
	}
}

/** The calls so far, by the id that the model gave each: an outcome does not name its tool. */
export type SeenCalls = Map<string, SeenCall>
