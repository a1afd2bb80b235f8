/** `start_run` and `collect`: runs of Fairlead's agent that MCP clients start, on the desk and in the cloud. Pure. */

import { text } from '../../wire/safe-read.ts'
import { LINE_META_KEY, RUN_LINE } from '../app/line-names.ts'
import type { McpToolResult } from '../content.ts'
import type { McpAnnotations } from '../tool-list.ts'
import {
	type ClientRuns,
	RUN_MODES,
	type RunAnswer,
	type RunRequest,
	runRefused,
	runResult,
} from './client-runs.ts'
import { RUN_WORDS } from './run-words.ts'
import { isOver } from './standing.ts'
import { createdTask } from './task.ts'

/** Characters. */
const MAX_TASK_CHARS = 50_000
/** Below the minute after which clients give up. */
const MAX_COLLECT_WAIT_MS = 55_000
const LOOK_EVERY_MS = 2_000

const hints = (own: Partial<McpAnnotations>): McpAnnotations => ({
	readOnlyHint: false,
	destructiveHint: false,
	idempotentHint: false,
	openWorldHint: false,
	...own,
})

export const COLLECT = {
	name: 'collect',
	title: 'Collect',
	description: 'The outcome of a call or run that has not ended yet; waits up to a minute.',
	inputSchema: {
		type: 'object' as const,
		properties: {
			id: { type: 'string' },
			stop: { type: 'boolean', description: 'stop or withdraw it' },
		},
		required: ['id'],
	},
	/** It may stop a run; what the run has done stays. */
	annotations: hints({ destructiveHint: false, idempotentHint: true }),
}

export const START_RUN = {
	name: 'start_run',
	title: 'Start the agent',
	description:
		"Give Fairlead's own agent a task. The run continues without this client; people watch and approve it on the page or phone.",
	inputSchema: {
		type: 'object' as const,
		properties: { task: { type: 'string' }, mode: { enum: RUN_MODES } },
		required: ['task'],
	},
	annotations: hints({ destructiveHint: true, openWorldHint: true }),
}

/** The line of a run at once, for the app. */
export const LINE = {
	name: RUN_LINE,
	title: 'The line of a run',
	description: 'For the app of start_run.',
	inputSchema: {
		type: 'object' as const,
		properties: { id: { type: 'string' } },
		required: ['id'],
	},
	annotations: hints({ readOnlyHint: true, idempotentHint: true }),
	_meta: { ui: { visibility: ['app'] } },
}

/** Listed after the others, in this order. */
export const RUN_TOOLS = [COLLECT, START_RUN]

/** Whether {@link callRunTool} answers it. */
export const isRunTool = (name: string): boolean =>
	name === LINE.name || RUN_TOOLS.some((tool) => tool.name === name)

export interface RunToolCall {
	readonly name: string
	readonly args: Readonly<Record<string, unknown>>
	/** The client knows tasks. */
	readonly asTask: boolean
	/** The client shows the app. */
	readonly showsApp: boolean
	readonly signal: AbortSignal
	readonly tell: (news: string) => void
	readonly wait: (ms: number) => Promise<unknown>
}

/** Answers {@link START_RUN}, {@link COLLECT} and {@link LINE}; null: another tool. */
export async function callRunTool(
	runs: ClientRuns,
	call: RunToolCall,
): Promise<McpToolResult | ReturnType<typeof createdTask> | null> {
	const id = text(call.args['id']) ?? ''
	switch (call.name) {
		case START_RUN.name: {
			const request = runRequest(call.args)
			if ('message' in request) return runRefused(request.message)
			const started = await runs.start(request)
			if (!started.ok || !call.asTask) return shown(runs, started, call)
			return createdTask(runs, started.standing)
		}
		case COLLECT.name: {
			const stops = call.args['stop'] === true
			return shown(runs, await (stops ? runs.stop(id) : awaited(runs, id, call)), call)
		}
		case LINE.name:
			return shown(runs, await runs.look(id), call)
		default:
			return null
	}
}

function runRequest({
	task,
	mode = RUN_MODES[0],
}: RunToolCall['args']): RunRequest | { readonly message: string } {
	if (typeof task !== 'string' || task.trim() === '' || task.length > MAX_TASK_CHARS)
		return {
			message: `start_run needs "task": the words for the agent, at most ${MAX_TASK_CHARS} characters.`,
		}
	const known = RUN_MODES.find((one) => one === mode)
	if (known) return { task, mode: known }
	return {
		message: `"mode" is one of: ${RUN_MODES.join(', ')}. Auto is chosen by a person, on the run's page.`,
	}
}

/** When the run is over, asks, or has taken as long as a client waits. */
async function awaited(
	runs: ClientRuns,
	id: string,
	{ signal, tell, wait }: RunToolCall,
): Promise<RunAnswer> {
	for (let waited = 0; ; waited += LOOK_EVERY_MS) {
		const looked = await runs.look(id)
		if (!looked.ok || isOver(looked.standing) || looked.standing.questions.length > 0) return looked
		if (signal.aborted || waited >= MAX_COLLECT_WAIT_MS) return looked
		tell(RUN_WORDS[looked.standing.state])
		await wait(LOOK_EVERY_MS)
	}
}

function shown(runs: ClientRuns, answer: RunAnswer, { showsApp }: RunToolCall): McpToolResult {
	if (!answer.ok) return runRefused(answer.message)
	const result = runResult(runs, answer.standing)
	return showsApp ? { ...result, _meta: { [LINE_META_KEY]: answer.standing.line } } : result
}
