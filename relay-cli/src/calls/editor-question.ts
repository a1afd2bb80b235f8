/** Asks an editor something that its main thread must answer: proof that it is not frozen. */
import { createHash } from 'node:crypto'
import { type Call, CallOutcome, canonicalJson } from '@fairlead/protocol/wire/calls'
import type { EditorPort } from '../editors/editor-port.ts'
import { isUnanswered } from './unresponsive-editors.ts'

/** A read that every editor has, and that costs nothing. */
const QUESTION = { method: 'unity_query', params: { action: 'editor_state' } } as const
const ARGS_HASH = createHash('sha256').update(canonicalJson(QUESTION)).digest('hex')

/**
 * False if the link answered in place of a main thread that was too slow. Rejects when the socket closes.
 * @param callId a new one for each question: a known one would be answered from the editor's journal.
 */
export async function askEditor(
	port: EditorPort,
	callId: string,
	deadlineMs: number,
): Promise<boolean> {
	const call: Call = { ...QUESTION, callId, argsHash: ARGS_HASH, deadlineMs }
	const outcome = CallOutcome.safeParse(await port.call(call))
	return !(outcome.success && isUnanswered(outcome.data))
}
