/**
 * The MCP server of a project for one request: the same handlers for both revisions of the protocol. What it lists and
 * says is shared with the server on the desk (`protocol/src/mcp`); what it does goes through the room.
 */
import {
	getPrompt,
	MCP_INSTRUCTIONS,
	MCP_SERVER,
	mcpPrompts,
	mcpResources,
	mcpResourceTemplates,
	mcpTools,
	resourceContents,
	resourceRead,
	settingsCategories,
} from '@fairlead/protocol/mcp'
import { toolByName } from '@fairlead/protocol/tools'
import {
	ProtocolError,
	ProtocolErrorCode,
	Server,
	type ServerContext,
} from '@modelcontextprotocol/server'
import packageJson from '../../package.json' with { type: 'json' }
import { callerMayRead, type McpCaller } from './caller.ts'
import { readByMcp, type Waiting } from './reading.ts'
import { asksOf, callTool, collectCall } from './tool-calls.ts'

/** They change with a deploy only. */
const LIST_TTL_MS = 3_600_000
/** A stream that says nothing for longer is cut by proxies, and a client's timer runs out. */
const PROGRESS_EVERY_MS = 10_000
const MAX_COLLECT_WAIT_MS = 55_000

const COLLECT_CALL = {
	name: 'collect_call',
	title: 'Collect a call',
	description: 'The outcome of a call that still waited for approval or for Unity.',
	inputSchema: {
		type: 'object' as const,
		properties: { call: { type: 'string', description: '"call" of its answer' } },
		required: ['call'],
	},
	annotations: { readOnlyHint: true, openWorldHint: false },
}

export type Era = 'legacy' | 'modern'

export function mcpServer(caller: McpCaller, era: Era): Server {
	const server = new Server(
		{ ...MCP_SERVER, version: packageJson.version },
		{
			capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
			instructions: MCP_INSTRUCTIONS,
			cacheHints: {
				'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
				'prompts/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
				'resources/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
				'resources/templates/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
				'server/discover': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
			},
			inputRequired: { legacyShim: false },
		},
	)
	server.setRequestHandler('tools/list', () => ({ tools: [...mcpTools(), COLLECT_CALL] as never }))
	server.setRequestHandler('tools/call', async ({ params }, ctx) => {
		const { name, arguments: args = {} } = params
		return withProgress(ctx, async (waiting) => {
			if (name === COLLECT_CALL.name) {
				return (await collectCall(caller, args['call'], waiting, MAX_COLLECT_WAIT_MS)) as never
			}
			const { inputResponses, requestState } = ctx.mcpReq
			return (await callTool(caller, {
				...waiting,
				name,
				args,
				asks: era === 'modern' ? asksOf(server.getClientCapabilities()) : null,
				responses: inputResponses ?? {},
				state: requestState<string>() ?? null,
			})) as never
		})
	})
	server.setRequestHandler('resources/list', () => ({ resources: [...mcpResources()] }))
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...mcpResourceTemplates()],
	}))
	server.setRequestHandler('resources/read', ({ params }, ctx) =>
		withProgress(ctx, (waiting) => read(caller, params.uri, waiting)),
	)
	server.setRequestHandler('prompts/list', () => ({ prompts: mcpPrompts() as never }))
	server.setRequestHandler('prompts/get', ({ params }) => {
		const got = getPrompt(params.name, params.arguments ?? {})
		if (!got.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, got.message)
		return { ...got.prompt, messages: [...got.prompt.messages] }
	})
	server.setRequestHandler('completion/complete', ({ params }) => {
		const { ref, argument } = params
		const isSettings = ref.type === 'ref/resource' && argument.name === 'category'
		const values = isSettings ? [...settingsCategories(argument.value)] : []
		return { completion: { values, total: values.length, hasMore: false } }
	})
	return server
}

async function read(caller: McpCaller, uri: string, waiting: Waiting) {
	const wanted = resourceRead(uri)
	const tool = wanted && toolByName(wanted.name)
	if (!wanted || !tool) {
		const known = mcpResources().map((one) => one.uri)
		const message = `There is no resource "${uri}". There are: ${known.join(', ')}.`
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri })
	}
	const { runsOn } = tool
	if (!callerMayRead(caller, runsOn === 'relay' ? 'relay' : 'editor')) {
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This client may not read this.')
	}
	const call = { ...wanted, runsOn, replay: 'safe', timeoutMs: READ_TIMEOUT_MS } as const
	const contents = resourceContents(uri, wanted, await readByMcp(caller, call, waiting))
	if (!contents.ok) {
		throw new ProtocolError(ProtocolErrorCode.InternalError, contents.message, contents.data)
	}
	return { contents: contents.contents }
}

const READ_TIMEOUT_MS = 30_000

/** Tells a client that asked for progress why it waits; the same reason again, so that it does not give up. */
async function withProgress<T>(
	{ mcpReq }: ServerContext,
	work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
	const progressToken = mcpReq._meta?.progressToken
	if (progressToken === undefined) {
		return work({ signal: mcpReq.signal, tell: () => undefined })
	}
	let progress = 0
	let message = 'Waiting'
	const notify = (): void => {
		const params = { progressToken, progress: ++progress, message }
		void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
	}
	const tell = (news: string): void => {
		if (news === message) return
		message = news
		notify()
	}
	const timer = setInterval(notify, PROGRESS_EVERY_MS)
	try {
		return await work({ signal: mcpReq.signal, tell })
	} finally {
		clearInterval(timer)
	}
}
