/**
 * The MCP server of a project for one request: the same handlers for both revisions of the protocol. What it lists and
 * says is shared with the server on the desk (`protocol/src/mcp`); what it does goes through the room.
 */
import {
	appContents,
	appResource,
	COLLECT,
	calledTool,
	callRunTool,
	canShowApp,
	canTask,
	getPrompt,
	LINE,
	MCP_SERVERS,
	type McpServerInfo,
	mcpTools,
	RUN_TOOLS,
	resourceContents,
	resourceRead,
	settingsCategories,
	TASKS_EXTENSION,
	withApp,
} from '@fairlead/protocol/mcp'
import { toolByName } from '@fairlead/protocol/tools'
import { text } from '@fairlead/protocol/wire/safe-read'
import {
	ProtocolError,
	ProtocolErrorCode,
	type Server,
	type ServerContext,
} from '@modelcontextprotocol/server'
import packageJson from '../../package.json' with { type: 'json' }
import type { PackToolsPort } from '../ports/pack-tools.ts'
import { callerMayRead, callerStillMay, kindOf, type McpCaller } from './caller.ts'
import { readForClient, type Waiting } from './calls/client-read.ts'
import { asksOf, callTool, collectCall } from './calls/tool-calls.ts'
import { clientRuns } from './runs/runs.ts'
import { serveTasks } from './runs/tasks.ts'
import { WordedServer } from './worded-server.ts'

/** The lists change with a deploy only. */
const LIST_TTL_MS = 3_600_000
/** A stream that says nothing for longer is cut by proxies, and a client's timer runs out. */
const PROGRESS_EVERY_MS = 10_000
const MAX_COLLECT_WAIT_MS = 55_000
/** An answer within this time of the request goes by the rights that were read for it. */
const FRESH_MS = 500

const MAY_NOT_START =
	'This client may not start the agent. It needs the scope "runs:start", and its person the role editor.'

export type Era = 'legacy' | 'modern'

/** The asking client, and what only the HTTP request says. */
export interface Asked {
	readonly caller: McpCaller
	/** See `calls/cancellation-id.ts`. */
	readonly mark: string | null
	/** The client announced in its handshake that it shows apps. */
	readonly appKnown: boolean
	readonly packs: PackToolsPort
}

export function mcpServer({ caller, mark, appKnown, packs }: Asked, era: Era): Server {
	const waitingFor: WaitingFor = { caller, mark: era === 'legacy' ? mark : null }
	const kind = kindOf(caller)
	const info = MCP_SERVERS[kind]
	const { name, title, instructions } = info
	const server = new WordedServer(
		{ name, title, version: packageJson.version },
		{
			capabilities: {
				tools: {},
				prompts: {},
				completions: {},
				// Subscriptions of the older revision need a session, and none is kept.
				resources: era === 'modern' ? { subscribe: true } : {},
				...(era === 'modern' ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
			},
			instructions,
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
	const tools = [...mcpTools(kind), ...RUN_TOOLS]
	const runs = clientRuns({ caller, mayNotStart: MAY_NOT_START })
	server.setRequestHandler('tools/list', () =>
		showsApp()
			? // Others list less.
				{ tools: [...withApp(tools), LINE] as never, cacheScope: 'private' }
			: { tools: tools as never },
	)
	if (era === 'modern') serveTasks(server, runs)
	server.setRequestHandler('tools/call', async ({ params }, ctx) => {
		const { name, args } = calledTool({ name: params.name, args: params.arguments ?? {} })
		return withProgress(waitingFor, ctx, async (waiting) => {
			// Ids of runs are one word, ids of calls have a full stop.
			if (name === COLLECT.name && (text(args['id']) ?? '').includes('.')) {
				const until = MAX_COLLECT_WAIT_MS
				return (await collectCall(
					caller,
					args['id'],
					args['stop'] === true,
					waiting,
					until,
				)) as never
			}
			const ran = await callRunTool(runs, {
				...waiting,
				name,
				args,
				showsApp: showsApp(),
				asTask: era === 'modern' && canTask(server.getClientCapabilities()),
				wait: (ms) => scheduler.wait(ms),
			})
			if (ran) return ran as never
			const { inputResponses, requestState } = ctx.mcpReq
			return (await callTool(caller, {
				...waiting,
				name,
				args,
				packs,
				asks: era === 'modern' ? asksOf(server.getClientCapabilities()) : null,
				responses: inputResponses ?? {},
				state: requestState<string>() ?? null,
			})) as never
		})
	})
	server.setRequestHandler('resources/list', () =>
		showsApp()
			? { resources: [...info.resources, appResource], cacheScope: 'private' }
			: { resources: [...info.resources] },
	)
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...info.resourceTemplates],
	}))
	server.setRequestHandler('resources/read', ({ params }, ctx) =>
		withProgress(waitingFor, ctx, (waiting) => read(caller, info, params.uri, waiting)),
	)
	server.setRequestHandler('prompts/list', () => ({ prompts: info.prompts as never }))
	server.setRequestHandler('prompts/get', ({ params }) => {
		if (info.prompts.length === 0)
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${title} has no prompts.`)
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

async function read(caller: McpCaller, info: McpServerInfo, uri: string, waiting: Waiting) {
	const app = appContents(uri)
	if (app) return { contents: app }
	if (info.resources.length === 0)
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${info.title} has no resources.`, {
			uri,
		})
	const wanted = resourceRead(uri)
	const tool = wanted && toolByName(wanted.name)
	if (!wanted || !tool) {
		const known = info.resources.map((one) => one.uri)
		const message = `There is no resource "${uri}". There are: ${known.join(', ')}.`
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri })
	}
	const { runsOn } = tool
	if (!callerMayRead(caller, runsOn === 'relay' ? 'relay' : 'editor')) {
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This client may not read this.')
	}
	const call = { ...wanted, runsOn, replay: 'safe', timeoutMs: READ_TIMEOUT_MS } as const
	const contents = resourceContents(uri, wanted, await readForClient(caller, call, waiting))
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
