/** The answer to a request to a relay, or the reason why none came. */
import { CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'

/** `json`: the result as the relay sent it, which nobody has parsed yet. */
export type RelayAnswer =
	| { readonly kind: 'answered'; readonly json: string }
	| { readonly kind: 'refused'; readonly code: number; readonly message: string }
	/** It is not connected, or went away; what it had begun may have happened. */
	| { readonly kind: 'away' }
	| { readonly kind: 'late' }
	| { readonly kind: 'busy' }

/** Returns null if the relay's result is not JSON, or not what was asked for. */
export function parseAnswer<T>(schema: { parse(value: unknown): T }, json: string): T | null {
	try {
		return schema.parse(JSON.parse(json))
	} catch {
		return null
	}
}

const TOO_OLD = 'The relay on that computer is too old for this. Update it there, and restart it.'

export const UNREADABLE = failed('internal', "The editor's response could not be parsed.")

/** The answer to a read. */
export function readOutcome(answer: RelayAnswer): CallOutcome {
	switch (answer.kind) {
		case 'answered':
			return parseAnswer(CallOutcome, answer.json) ?? UNREADABLE
		case 'refused':
			return answer.code === RPC_ERROR.methodNotFound
				? failed('unsupported', TOO_OLD)
				: failed('internal', answer.message)
		case 'away':
			return failed('no_editor', 'The relay is offline.')
		case 'late':
			return failed('deadline_exceeded', 'The editor did not respond in time.')
		case 'busy':
			return failed('editor_busy', 'That computer is busy with earlier requests.')
		default:
			return answer satisfies never
	}
}
