/** The runs of one MCP client, as both servers offer them. Pure. */
import type { McpToolResult } from '../content.ts'
import { isOver, type RunStanding } from './standing.ts'

/** Auto, in which nobody is asked, is chosen by a person on the page. */
export const RUN_MODES = ['ask', 'read-only'] as const
export type RunMode = (typeof RUN_MODES)[number]

export interface RunRequest {
	readonly task: string
	readonly mode: RunMode
}

export type RunAnswer =
	| { readonly ok: true; readonly standing: RunStanding }
	/** `message`: what happened, and what to do, for the client's model. */
	| { readonly ok: false; readonly message: string }

/** The runs of one client. Nothing here rejects. */
export interface ClientRuns {
	/** Durable when it resolves to a standing. */
	start(request: RunRequest): Promise<RunAnswer>
	look(run: string): Promise<RunAnswer>
	stop(run: string): Promise<RunAnswer>
	/** The first answer counts, here or on the page. */
	answer(run: string, approvalId: string, approved: boolean): Promise<RunAnswer>
	pageOf(standing: RunStanding): string
}

export const NO_SUCH_RUN =
	'This client has no such task or run. Pass "id" as start_run answered it.'

export const runRefused = (message: string): McpToolResult => ({
	content: [{ type: 'text', text: JSON.stringify({ error: { message } }) }],
	isError: true,
})

/** The outcome; while the run is active, its state and what to do. */
export function runResult(runs: Pick<ClientRuns, 'pageOf'>, standing: RunStanding): McpToolResult {
	const { run, state, answer } = standing
	const structuredContent = {
		id: run,
		state,
		page: runs.pageOf(standing),
		...(answer === '' ? {} : { answer }),
		...(isOver(standing) ? {} : { hint: HINTS[state] ?? 'Ask again with collect.' }),
	}
	return {
		content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
		structuredContent,
		...(state === 'failed' ? { isError: true } : {}),
	}
}

const HINTS: { readonly [S in RunStanding['state']]?: string } = {
	waiting_approval: 'A person answers on the page or the phone. Ask again with collect.',
	waiting_editor: 'It continues when Unity is connected. Ask again with collect.',
}
