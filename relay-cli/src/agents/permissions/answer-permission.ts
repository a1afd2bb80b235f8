/** Answers the hook `PermissionRequest` of Claude Code, if people of the folder's project may. */
import { fieldsOf, lineOf, textOf } from '../transcripts/fields.ts'
import { askedText } from './asked-text.ts'
import type { PermissionAnswer, PermissionRequests } from './permission-requests.ts'
import type { PermissionWait } from './permission-waits.ts'

const AGENT = 'Claude Code'

/** A session that may be shown, and its place. */
export interface AskingSession {
	readonly editorKey: string
	/** The linked folder: its real path. */
	readonly folder: string
	/** The folder in which the session works. */
	readonly cwd: string
	readonly title: string
	/** Whether this sub-agent has a card of its own. */
	hasSub(agentId: string): boolean
}

export interface AnswerPorts {
	/** Returns undefined if it is not known, or nobody may see it. */
	sessionOf(sessionId: string): Promise<AskingSession | undefined>
	/** Whether people of its project may answer for this folder. */
	mayAnswer(folder: string): Promise<boolean>
	/** Notes that a permission waits, until the returned function is called. */
	waits(wait: PermissionWait): () => void
	readonly requests: PermissionRequests
}

/**
 * @param body as the hook sends it
 * @param gone aborted when the hook has ended: Claude Code has its answer
 * @returns null: the terminal decides
 */
export async function answerPermission(
	ports: AnswerPorts,
	body: unknown,
	gone: AbortSignal,
): Promise<PermissionAnswer | null> {
	const fields = fieldsOf(body)
	const sessionId = textOf(fields?.['session_id'])
	const input = fieldsOf(fields?.['tool_input'])
	if (!fields || sessionId === null || !input) return null
	const session = await ports.sessionOf(sessionId)
	if (!session || !(await ports.mayAnswer(session.folder))) return null
	const tool = lineOf(textOf(fields['tool_name']) ?? '', 200)
	const asked = await askedText(tool, input, session.cwd)
	if (!asked || gone.aborted) return null
	const agentId = textOf(fields['agent_id'])
	const subId = agentId !== null && session.hasSub(agentId) ? agentId : null
	const local = new AbortController()
	let answered = false
	let end: () => void = () => undefined
	const opened = (conversationId: string | null): void => {
		const over = (wasAnswered: boolean): void => {
			answered = wasAnswered
			local.abort()
		}
		end = ports.waits({ sessionId, subId, conversationId, over })
	}
	try {
		return await ports.requests.ask(
			session.editorKey,
			sessionId,
			{ agent: AGENT, tool, session: session.title, ...asked },
			{
				signal: AbortSignal.any([gone, local.signal]),
				ended: () => (answered || gone.aborted ? 'answered' : undefined),
				opened,
			},
		)
	} finally {
		end()
	}
}
