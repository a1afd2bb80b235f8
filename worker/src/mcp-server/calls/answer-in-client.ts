/** A person's answer to an approval, given in an MCP client: one check and one call, for calls and for tasks. */
import { approvalAnswer } from '@fairlead/protocol/mcp'
import { authorOf } from '../../access/author.ts'
import { callerMayRun, type McpCaller } from '../caller.ts'

/**
 * @param response an `ElicitResult`, from the client: anything is possible
 * @returns false if it decides nothing, or its client may not answer
 */
export async function answerInClient(
	caller: McpCaller,
	conversationId: string,
	approvalId: string,
	response: unknown,
): Promise<boolean> {
	const { kind } = approvalAnswer(response)
	if (kind === 'unanswered') return false
	return answerAsCaller(caller, conversationId, approvalId, kind === 'once')
}

/** False: the client may not answer. */
export async function answerAsCaller(
	caller: McpCaller,
	conversationId: string,
	approvalId: string,
	approved: boolean,
): Promise<boolean> {
	if (!callerMayRun(caller, 'run.answer', conversationId)) return false
	const stub = caller.env.CONVERSATION.getByName(conversationId)
	await stub.answerApproval(approvalId, { approved, scope: 'once' }, authorOf(caller.actor))
	return true
}
