/** A `tools/call` of a client: runs it, or asks for approval first, in the client and on the project's page. */

import {
	APPROVAL_KEY,
	type ApprovalQuestion,
	type McpCall,
	type McpToolResult,
	toolResult,
} from '@fairlead/protocol/mcp'
import type { ResolvedCall } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import type { McpSession, RunOptions } from '../session.ts'
import type { Answered, Verdict } from './approvals.ts'
import type { PageCall } from './room-approvals.ts'

/** One request, as the server read it. */
export interface ToolRequest {
	readonly options: RunOptions
	/** The call as the registry knows it; null for the project's own tools. */
	readonly resolved: ResolvedCall | null
	/** The client can put a form to its user. */
	readonly canAsk: boolean
	readonly answered: Answered
	/**
	 * Shows the form during the request, as clients of the 2025 revisions have it; `signal` closes it. Null if the client
	 * repeats its request with the answer.
	 */
	readonly showForm: ((question: ApprovalQuestion, signal: AbortSignal) => Promise<unknown>) | null
}

/** With `--page`, changes run through the project, which shows them. Where it cannot have them, they run here. */
async function runAllowed(
	session: McpSession,
	call: McpCall,
	{ options, resolved }: Pick<ToolRequest, 'options' | 'resolved'>,
): Promise<CallOutcome> {
	const shown = session.hello.page === true && call.risk !== 'read'
	const page = shown ? await session.pages.ask(call, options, true) : null
	if (!page) return session.run(call, options, resolved)
	return session.pages.outcome(page, options, 'Running.')
}

type Asked = Extract<Verdict, { kind: 'ask' }>

export async function callTool(
	session: McpSession,
	call: McpCall,
	request: ToolRequest,
): Promise<McpToolResult | InputRequiredResult> {
	const { answered } = request
	const page = answered.state === undefined ? null : session.pages.take(answered.state)
	const verdict = judge(session, call, request, answered)
	if (page && verdict.kind !== 'ask') {
		page.answer(verdict.kind === 'run')
		return toolResult(call, await page.outcome)
	}
	page?.withdraw()
	switch (verdict.kind) {
		case 'refused':
			return toolResult(call, verdict.outcome)
		case 'run':
			return toolResult(call, await runAllowed(session, call, request))
		case 'ask':
			return ask(session, call, request, verdict)
		default:
			return verdict satisfies never
	}
}

const judge = (
	session: McpSession,
	call: McpCall,
	{ canAsk, options }: ToolRequest,
	answered: Answered,
): Verdict => session.approvals.judge(call, canAsk ? { client: options.client } : null, answered)

async function ask(
	session: McpSession,
	call: McpCall,
	request: ToolRequest,
	{ question, state, otherwise }: Asked,
): Promise<McpToolResult | InputRequiredResult> {
	const { options, showForm } = request
	if (question === null) {
		// The conversation finds out which calls cannot work before it asks.
		const page = await session.pages.ask(call, options)
		return toolResult(call, page ? await session.pages.outcome(page, options) : otherwise)
	}
	const refused = await session.check(call, options)
	if (refused) return toolResult(call, { status: 'error', error: refused })
	const page = await session.pages.ask(call, options)
	if (page && showForm) {
		const response = await firstAnswer(page, (signal) => showForm(question, signal))
		if (response !== null) {
			const answered = { state, responses: { [APPROVAL_KEY]: response.value } }
			page.answer(judge(session, call, request, answered).kind === 'run')
		}
		return toolResult(call, await session.pages.outcome(page, options))
	}
	if (page) session.pages.keep(state, page)
	return inputRequired({
		inputRequests: { [APPROVAL_KEY]: inputRequired.elicit(question as never) },
		requestState: state,
	})
}

/** The form's response; null: the call ended without it, or the client could not show the form. */
async function firstAnswer(
	page: PageCall,
	show: (signal: AbortSignal) => Promise<unknown>,
): Promise<{ readonly value: unknown } | null> {
	const over = new AbortController()
	const shown = show(over.signal).then(
		(value) => ({ value }),
		() => null,
	)
	const first = await Promise.race([page.outcome.then(() => null), shown])
	over.abort()
	return first
}
