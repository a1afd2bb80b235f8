/** Serves runs as tasks, to clients of the modern revision: before it, tasks were something else. */
import {
	answerTask,
	type ClientRuns,
	TASK_METHODS,
	TASKS_EXTENSION,
	TaskParams,
} from '@fairlead/protocol/mcp'
import {
	MissingRequiredClientCapabilityError,
	ProtocolError,
	ProtocolErrorCode,
	type Server,
	type ServerContext,
} from '@modelcontextprotocol/server'

export function serveTasks(
	server: Server,
	runsOf: (ctx: ServerContext) => ClientRuns,
	capabilitiesOf: (ctx: ServerContext) => unknown,
): void {
	for (const method of TASK_METHODS) {
		server.setRequestHandler(method, { params: TaskParams }, async (params, ctx) => {
			const capabilities = capabilitiesOf(ctx)
			const responses = ctx.mcpReq.inputResponses
			const answer = await answerTask(runsOf(ctx), { method, params, responses, capabilities })
			switch (answer.kind) {
				case 'result':
					return answer.result
				case 'undeclared':
					throw new MissingRequiredClientCapabilityError({
						requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
					})
				case 'refused':
					throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.message)
				default:
					return answer satisfies never
			}
		})
	}
}
