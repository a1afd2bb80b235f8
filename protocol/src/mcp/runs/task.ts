/** Runs as tasks: the extension `io.modelcontextprotocol/tasks` (SEP-2663), for clients that declare it. Pure. */
import * as z from 'zod'
import { permissionsOf, worstRisk } from '../../tools/permissions.ts'
import { type ApprovalQuestion, approvalAnswer, approvalQuestion, canAsk } from '../approval.ts'
import { type ClientRuns, runResult } from './client-runs.ts'
import { RUN_WORDS } from './run-words.ts'
import { isOver, type RunStanding } from './standing.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'
/** A person who is asked is not faster. */
const POLL_INTERVAL_MS = 3_000

export const canTask = (capabilities: unknown): boolean =>
	(capabilities as { extensions?: Record<string, unknown> } | undefined)?.extensions?.[
		TASKS_EXTENSION
	] !== undefined

/** Params of each of {@link TASK_METHODS}. The SDK lifts `inputResponses` out of those of `tasks/update`. */
export const TaskParams = z.object({
	taskId: z.string('It is the id of a task.').max(100, 'It is the id of a task.'),
	inputResponses: z.record(z.string(), z.unknown()).optional(),
})

export const TASK_METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const

function taskOf(runs: Pick<ClientRuns, 'pageOf'>, standing: RunStanding) {
	const { run, state, createdAt, updatedAt } = standing
	const words = RUN_WORDS[state]
	return {
		taskId: run,
		statusMessage: state === 'waiting_approval' ? `${words}: ${runs.pageOf(standing)}` : words,
		createdAt: new Date(createdAt).toISOString(),
		lastUpdatedAt: new Date(updatedAt).toISOString(),
		ttlMs: null,
		pollIntervalMs: POLL_INTERVAL_MS,
	}
}

/** The answer that a client gets in place of a result. */
export const createdTask = (runs: Pick<ClientRuns, 'pageOf'>, standing: RunStanding) => ({
	resultType: 'task' as const,
	status: 'working' as const,
	...taskOf(runs, standing),
	content: [],
})

function taskStanding(runs: ClientRuns, standing: RunStanding, capabilities: unknown) {
	const task = taskOf(runs, standing)
	if (standing.state === 'cancelled') return { ...task, status: 'cancelled' }
	if (isOver(standing)) return { ...task, status: 'completed', result: runResult(runs, standing) }
	if (!canAsk(capabilities) || !standing.mayAnswer) return { ...task, status: 'working' }
	const inputRequests = Object.fromEntries(
		standing.questions.flatMap(({ approvalId, name, params }) => {
			const asked = permissionsOf(name, params)
			const call = { name, params, risk: worstRisk(asked) }
			const question = approvalQuestion(call, asked, 'The agent')
			// Too long for a form: the status message names the page, where it is read whole.
			if (question === null) return []
			return [[approvalId, { method: 'elicitation/create', params: onceOnly(question) }] as const]
		}),
	)
	if (Object.keys(inputRequests).length === 0) return { ...task, status: 'working' }
	return { ...task, status: 'input_required', inputRequests }
}

/** A permission that lasts longer is given on the page, where it can be revoked. */
export function onceOnly(question: ApprovalQuestion): ApprovalQuestion {
	const { decision } = question.requestedSchema.properties
	const oneOf = decision.oneOf.filter((one) => one.const !== 'session')
	const properties = { decision: { ...decision, oneOf } }
	return { ...question, requestedSchema: { ...question.requestedSchema, properties } }
}

export type TaskAnswer =
	| { readonly kind: 'result'; readonly result: Record<string, unknown> }
	/** The client did not declare the extension. */
	| { readonly kind: 'undeclared' }
	/** `message` for the client. */
	| { readonly kind: 'refused'; readonly message: string }

export interface TaskRequest {
	readonly method: (typeof TASK_METHODS)[number]
	readonly params: z.infer<typeof TaskParams>
	/** The `inputResponses` that the SDK lifted out of the params. */
	readonly responses: Readonly<Record<string, unknown>> | undefined
	readonly capabilities: unknown
}

export async function answerTask(
	runs: ClientRuns,
	{ method, params: { taskId, inputResponses }, responses, capabilities }: TaskRequest,
): Promise<TaskAnswer> {
	if (!canTask(capabilities)) return { kind: 'undeclared' }
	const found = await runs.look(taskId)
	if (!found.ok) return { kind: 'refused', message: found.message }
	const { standing } = found
	switch (method) {
		case 'tasks/get':
			return { kind: 'result', result: taskStanding(runs, standing, capabilities) }
		case 'tasks/update': {
			const given = responses ?? inputResponses ?? {}
			for (const { approvalId } of standing.questions) {
				const { kind } = approvalAnswer(given[approvalId])
				if (kind === 'unanswered') continue
				const answered = await runs.answer(taskId, approvalId, kind === 'once')
				if (!answered.ok) return { kind: 'refused', message: answered.message }
			}
			return { kind: 'result', result: {} }
		}
		case 'tasks/cancel': {
			const stopped = await runs.stop(taskId)
			if (!stopped.ok) return { kind: 'refused', message: stopped.message }
			return { kind: 'result', result: {} }
		}
		default:
			return method satisfies never
	}
}
