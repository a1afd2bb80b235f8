/** Runs as tasks: the extension `io.modelcontextprotocol/tasks` (SEP-2663), for clients that declare it. */
import { approvalAnswer, approvalQuestion } from '@fairlead/protocol/mcp'
import { permissionsOf, worstRisk } from '@fairlead/protocol/tools'
import {
	inputRequired,
	MissingRequiredClientCapabilityError,
	ProtocolError,
	ProtocolErrorCode,
	type Server,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { callerMayRun, type McpCaller } from './caller.ts'
import {
	answerRun,
	isOver,
	type RunStanding,
	runPage,
	runResult,
	runStanding,
	stopRun,
	WORDS,
} from './runs.ts'
import { asksOf } from './tool-calls.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'
/** A person who is asked is not faster. */
const POLL_INTERVAL_MS = 3_000

export const canTask = (capabilities: unknown): boolean =>
	(capabilities as { extensions?: Record<string, unknown> } | undefined)?.extensions?.[
		TASKS_EXTENSION
	] !== undefined

const taskOf = (caller: McpCaller, standing: RunStanding) => ({
	taskId: standing.run,
	statusMessage:
		standing.state === 'waiting_approval'
			? `Waiting for approval: ${runPage(caller, standing)}`
			: WORDS[standing.state],
	createdAt: new Date(standing.createdAt).toISOString(),
	lastUpdatedAt: new Date(standing.updatedAt).toISOString(),
	ttlMs: null,
	pollIntervalMs: POLL_INTERVAL_MS,
})

/** In place of a result. */
export const createdTask = (caller: McpCaller, standing: RunStanding) => ({
	...{ resultType: 'task', status: 'working', ...taskOf(caller, standing) },
	content: [],
})

function detailed(caller: McpCaller, standing: RunStanding, capabilities: unknown) {
	const task = taskOf(caller, standing)
	if (standing.state === 'cancelled') return { ...task, status: 'cancelled' }
	if (isOver(standing)) return { ...task, status: 'completed', result: runResult(caller, standing) }
	const asks = asksOf(capabilities)?.form ?? false
	const { questions, conversationId } = standing
	if (questions.length === 0 || !asks || !callerMayRun(caller, 'run.answer', conversationId)) {
		return { ...task, status: 'working' }
	}
	const inputRequests = Object.fromEntries(
		questions.flatMap(({ approvalId, name, params }) => {
			const asked = permissionsOf(name, params)
			const call = { name, params, risk: worstRisk(asked) }
			const question = approvalQuestion(call, asked, 'The agent')
			// Too long for a form: the status message names the page, where it is read whole.
			if (question === null) return []
			const { decision } = question.requestedSchema.properties
			const oneOf = decision.oneOf.filter((one) => one.const !== 'session')
			const requestedSchema = {
				...question.requestedSchema,
				properties: { decision: { ...decision, oneOf } },
			}
			return [[approvalId, inputRequired.elicit({ ...question, requestedSchema })] as const]
		}),
	)
	if (Object.keys(inputRequests).length === 0) return { ...task, status: 'working' }
	return { ...task, status: 'input_required', inputRequests }
}

const Named = z.object({ taskId: z.string().max(100) })
const Updated = Named.extend({ inputResponses: z.record(z.string(), z.unknown()) })

async function standingOf(caller: McpCaller, taskId: string): Promise<RunStanding> {
	const standing = await runStanding(caller, taskId)
	if (standing) return standing
	throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This client has no such task.')
}

/** For the modern revision: before it, tasks were something else. */
export function serveTasks(server: Server, caller: McpCaller): void {
	const requireExtension = (): void => {
		if (canTask(server.getClientCapabilities())) return
		throw new MissingRequiredClientCapabilityError({
			requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
		})
	}
	server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }) => {
		requireExtension()
		return detailed(caller, await standingOf(caller, taskId), server.getClientCapabilities())
	})
	// Its responses are lifted out of the params by the server.
	server.setRequestHandler(
		'tasks/update',
		{ params: Updated.partial({ inputResponses: true }) },
		async ({ taskId, inputResponses }, { mcpReq }) => {
			requireExtension()
			const standing = await standingOf(caller, taskId)
			const responses = mcpReq.inputResponses ?? inputResponses ?? {}
			for (const { approvalId } of standing.questions) {
				const answer = approvalAnswer(responses[approvalId])
				if (answer.kind === 'unanswered') continue
				await answerRun(caller, standing, approvalId, answer.kind === 'once')
			}
			return {}
		},
	)
	server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }) => {
		requireExtension()
		await stopRun(caller, await standingOf(caller, taskId))
		return {}
	})
}
