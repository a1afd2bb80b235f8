import type { CallErrorCode } from './calls.ts'

/** The codes with which the call itself would fail. Any other error says nothing about the call: the person is asked. */
export const CHECK_REFUSALS: ReadonlySet<CallErrorCode> = new Set<CallErrorCode>([
	'not_found',
	'invalid_arguments',
	'unsupported',
	'dirty_scene',
	'in_play_mode',
	'compile_errors',
])
