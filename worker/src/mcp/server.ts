/**
 * The MCP server of a project for one request: the same handlers for both revisions of the protocol. What it lists and
 * says is shared with the server on the desk (`protocol/src/mcp`); what it does goes through the room.
 */
import {
	appContents,
	appResource,
	canShowApp,
	getPrompt,
	MCP_INSTRUCTIONS,
	MCP_SERVER,
	type McpToolResult,
	mcpPrompts,
	mcpResources,
	mcpResourceTemplates,
	resourceContents,
	resourceRead,
	settingsCategories,
	withApp,
} from '@fairlead/protocol/mcp'
import { toolByName } from '@fairlead/protocol/tools'
import {
	ProtocolError,
	ProtocolErrorCode,
	Server,
	type ServerContext,
} from '@modelcontextprotocol/server'
import packageJson from '../../package.json' with { type: 'json' }
import { callerMayRead, callerStillMay, type McpCaller } from './caller.ts'
import { readByMcp, type Waiting } from './reading.ts'
import { COLLECT, LINE, remoteTools, START_RUN } from './remote-tools.ts'
import {
	awaitRun,
	type RunStanding,
	runResult,
	runStanding,
	startRunByMcp,
	stopRun,
	withLine,
} from './runs.ts'
import { canTask, createdTask, serveTasks, TASKS_EXTENSION } from './tasks.ts'
import { asksOf, callTool, collectCall } from './tool-calls.ts'

/** They change with a deploy only. */
const LIST_TTL_MS = 3_600_000
/** A stream that says nothing for longer is cut by proxies, and a client's timer runs out. */
const PROGRESS_EVERY_MS = 10_000
const MAX_COLLECT_WAIT_MS = 55_000
/** An answer within this time of the request goes by the rights that were read for it. */
const FRESH_MS = 500

export type Era = 'legacy' | 'modern'

/** Who asks, and what only the HTTP request says. */
export interface Asked {
	readonly caller: McpCaller
	/** See `request-mark.ts`. */
	readonly mark: string | null
	/** The client announced in its handshake that it shows apps. */
	readonly appKnown: boolean
}

export function mcpServer({ caller, mark, appKnown }: Asked, era: Era): Server {
	const waitingFor: WaitingFor = { caller, mark: era === 'legacy' ? mark : null }
	const server = new Server(
		{ ...MCP_SERVER, version: packageJson.version },
		{
			capabilities: {
				...{ tools: {}, prompts: {}, completions: {} },
				// Before it, subscriptions need a session, and none is kept.
				resources: era === 'modern' ? { subscribe: true } : {},
				...(era === 'modern' ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
			},
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
	const showsApp = (): boolean => appKnown || canShowApp(server.getClientCapabilities())
	const tools = remoteTools()
	server.setRequestHandler('tools/list', () =>
		showsApp()
			? // Others list less.
				{ tools: [...withApp(tools), LINE] as never, cacheScope: 'private' }
			: { tools: tools as never },
	)
	if (era === 'modern') serveTasks(server, caller)
	server.setRequestHandler('tools/call', async ({ params }, ctx) => {
		const { name, arguments: args = {} } = params
		return withProgress(waitingFor, ctx, async (waiting) => {
			const lined = (result: McpToolResult, standing: RunStanding): McpToolResult =>
				showsApp() ? withLine(result, standing) : result
			if (name === COLLECT.name) return (await collect(caller, args, waiting, lined)) as never
			if (name === LINE.name) {
				const standing = await runStanding(caller, args['id'])
				if (!standing) return wrong(NO_SUCH_RUN) as never
				return lined(runResult(caller, standing), standing) as never
			}
			if (name === START_RUN.name) {
				return (await startedRun(caller, args, server, era, lined)) as never
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
	server.setRequestHandler('resources/list', () =>
		showsApp()
			? { resources: [...mcpResources(), appResource], cacheScope: 'private' }
			: { resources: [...mcpResources()] },
	)
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...mcpResourceTemplates()],
	}))
	server.setRequestHandler('resources/read', ({ params }, ctx) =>
		withProgress(waitingFor, ctx, (waiting) => read(caller, params.uri, waiting)),
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

const NO_SUCH_RUN = 'This client has no such run. Pass "id" as start_run answered it.'

/** With the line, for a client that shows it. */
type Lined = (result: McpToolResult, standing: RunStanding) => McpToolResult

const wrong = (message: string): McpToolResult => ({
	content: [{ type: 'text', text: JSON.stringify({ error: { message } }) }],
	isError: true,
})

/** A task for a client that knows them; for others, what to ask again with. */
async function startedRun(
	caller: McpCaller,
	args: Readonly<Record<string, unknown>>,
	server: Server,
	era: Era,
	lined: Lined,
) {
	const started = await startRunByMcp(caller, args)
	if (!started.ok) return wrong(started.message)
	const standing = await runStanding(caller, started.run)
	if (!standing) return wrong('The run has just been deleted.')
	const asTask = era === 'modern' && canTask(server.getClientCapabilities())
	return asTask ? createdTask(caller, standing) : lined(runResult(caller, standing), standing)
}

/** Runs are named by one word, calls by where they stand. */
async function collect(
	caller: McpCaller,
	{ id, stop }: Readonly<Record<string, unknown>>,
	waiting: Waiting,
	lined: Lined,
): Promise<McpToolResult> {
	if (String(id).includes('.'))
		return collectCall(caller, id, stop === true, waiting, MAX_COLLECT_WAIT_MS)
	const until = stop === true ? 0 : Date.now() + MAX_COLLECT_WAIT_MS
	const standing = await awaitRun(caller, id, until, waiting)
	if (!standing) return wrong(NO_SUCH_RUN)
	if (stop !== true) return lined(runResult(caller, standing), standing)
	if (!(await stopRun(caller, standing))) return wrong('This client may not stop runs.')
	const stopped = (await runStanding(caller, id)) ?? standing
	return lined(runResult(caller, stopped), stopped)
}

async function read(caller: McpCaller, uri: string, waiting: Waiting) {
	const app = appContents(uri)
	if (app) return { contents: app }
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

interface WaitingFor extends Pick<Waiting, 'mark'> {
	readonly caller: McpCaller
}

/** Tells a client that asked for progress why it waits; the same reason again, so that it does not give up. */
async function withProgress<T>(
	{ caller, mark }: WaitingFor,
	{ mcpReq }: ServerContext,
	work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
	const { signal } = mcpReq
	const progressToken = mcpReq._meta?.progressToken
	if (progressToken === undefined) {
		return whileAllowed(caller, () => work({ signal, mark, tell: () => undefined }))
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
		return await whileAllowed(caller, () => work({ signal, mark, tell }))
	} finally {
		clearInterval(timer)
	}
}

/** An answer that waited goes only to a client that may still have it. */
async function whileAllowed<T>(caller: McpCaller, work: () => Promise<T>): Promise<T> {
	const began = Date.now()
	const answer = await work()
	if (Date.now() - began < FRESH_MS || (await callerStillMay(caller))) return answer
	const message = 'The right of this client has ended or changed while it waited. Connect it again.'
	throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
}
