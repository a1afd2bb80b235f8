/** MCP for one client on its socket: the official library's server in front of the session. Both revisions. */
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
	appContents,
	appResource,
	type ClientRuns,
	calledTool,
	callRunTool,
	canAsk,
	canShowApp,
	canTask,
	changedResources,
	getPrompt,
	isRunTool,
	LINE,
	MCP_SERVERS,
	mcpTools,
	RUN_TOOLS,
	resolveMcpCall,
	resourceContents,
	resourceRead,
	settingsCategories,
	TASKS_EXTENSION,
	toolResult,
	withApp,
} from '@fairlead/protocol/mcp'
import { DESK_CALLS } from '@fairlead/protocol/wire/relay-link'
import {
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	ProtocolError,
	ProtocolErrorCode,
	ResourceNotFoundError,
	type Server,
	type ServerContext,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { RELAY_VERSION } from '../platform/version.ts'
import { DirectReads, progressText } from './calls/direct-reads.ts'
import { callTool } from './calls/tool-call.ts'
import { ClientTransport } from './pipe/client-transport.ts'
import { serveTasks } from './runs/serve-tasks.ts'
import type { McpSession, RunOptions } from './session.ts'
import { WordedServer } from './worded-server.ts'

/** The lists change with an update of the relay only. */
const LISTS_TTL_MS = 3_600_000
/** A progress without a known end still has to grow with each report. */
const PROGRESS_STEP = 1
/** The same time as people on the page have for an answer. */
const FORM_TIMEOUT_MS = DESK_CALLS.waitMs
const ANONYMOUS = 'An MCP client'
const MAX_NAME_CHARS = 80

/** Serves until the socket closes. */
export function serveMcp(socket: Duplex, session: McpSession): void {
	let oldServer: Server | null = null
	const reads = new DirectReads({
		session,
		client: () => (oldServer?.getClientVersion() ? nameIn(oldServer.getClientVersion()) : null),
		write: (line) => void socket.write(`${line}\n`),
	})
	const transport = new ClientTransport(socket, reads)
	const handle = serveStdio(
		({ era }) => {
			const server = serverFor(session, era)
			oldServer = era === 'legacy' ? server : null
			return server
		},
		{ transport },
	)
	socket.once('close', () => {
		reads.end()
		session.end()
		void handle.close().catch(() => undefined)
	})
	socket.resume()
}

function serverFor(session: McpSession, era: 'legacy' | 'modern'): Server {
	const { name, title, instructions, resources, resourceTemplates, prompts } = MCP_SERVERS.unity
	const lists = { ttlMs: LISTS_TTL_MS, cacheScope: 'public' } as const
	const server = new WordedServer(
		{ name, title, version: RELAY_VERSION },
		{
			capabilities: {
				tools: {},
				resources: { subscribe: true },
				prompts: {},
				completions: {},
				...(era === 'modern' ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
			},
			instructions,
			cacheHints: {
				'tools/list': lists,
				'prompts/list': lists,
				'resources/list': lists,
				'resources/templates/list': lists,
				'server/discover': lists,
			},
		},
	)
	const client = (ctx: ServerContext): string => nameOf(server, ctx)
	const run = (ctx: ServerContext): RunOptions => ({
		requestId: ctx.mcpReq.id,
		client: client(ctx),
		signal: ctx.mcpReq.signal,
		progress: reporter(ctx),
	})

	const tools = [...mcpTools('unity'), ...RUN_TOOLS]
	const showsApp = (ctx: ServerContext): boolean => canShowApp(capabilitiesOf(server, ctx))
	server.setRequestHandler('tools/list', (_, ctx) =>
		showsApp(ctx)
			? // Others list less.
				{ tools: [...withApp(tools), LINE] as never, cacheScope: 'private' }
			: { tools: tools as never },
	)
	const runs = (ctx: ServerContext): ClientRuns =>
		session.runs({ client: client(ctx), requestId: ctx.mcpReq.id })
	if (era === 'modern') serveTasks(server, runs, (ctx) => capabilitiesOf(server, ctx))
	server.setRequestHandler('tools/call', async ({ params }, ctx) => {
		const { name, args } = calledTool({ name: params.name, args: params.arguments ?? {} })
		const options = run(ctx)
		if (isRunTool(name)) {
			const ran = await callRunTool(runs(ctx), {
				name,
				args,
				showsApp: showsApp(ctx),
				asTask: era === 'modern' && canTask(capabilitiesOf(server, ctx)),
				signal: options.signal,
				tell: (news) => options.progress(news),
				wait: (ms) => sleep(ms, null, { ref: false }),
			})
			if (ran) return ran as never
		}
		const resolved = resolveMcpCall(name, args, {
			kind: 'unity',
			folder: session.folderKind(),
			custom: session.customTools(),
		})
		if (resolved.kind === 'answer') return toolResult(resolved.call, resolved.outcome) as never
		return callTool(session, resolved.call, {
			options,
			resolved: resolved.resolved,
			canAsk: canAsk(capabilitiesOf(server, ctx)),
			answered: { state: ctx.mcpReq.requestState<string>(), responses: ctx.mcpReq.inputResponses },
			showForm:
				era === 'modern'
					? null
					: (question, signal) =>
							ctx.mcpReq.elicitInput(question as never, { signal, timeout: FORM_TIMEOUT_MS }),
		}) as never
	})

	server.setRequestHandler('resources/list', (_, ctx) =>
		showsApp(ctx)
			? { resources: [...resources, appResource], cacheScope: 'private' }
			: { resources: [...resources] },
	)
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...resourceTemplates],
	}))
	server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
		const app = appContents(uri)
		if (app) return { contents: app }
		const read = resourceRead(uri)
		if (!read) throw new ResourceNotFoundError(uri)
		const resolved = resolveMcpCall(read.name, read.params, { kind: 'unity', custom: [] })
		if (resolved.kind !== 'call') throw new ResourceNotFoundError(uri)
		const found = resourceContents(
			uri,
			read,
			await session.run(resolved.call, run(ctx), resolved.resolved),
		)
		if (!found.ok)
			throw new ProtocolError(ProtocolErrorCode.InternalError, found.message, found.data)
		return { contents: found.contents }
	})

	server.setRequestHandler('prompts/list', () => ({ prompts: prompts as never }))
	server.setRequestHandler('prompts/get', ({ params }) => {
		const got = getPrompt(params.name, params.arguments)
		if (!got.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, got.message)
		return { ...got.prompt }
	})
	server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => ({
		completion: {
			values: ref.type === 'ref/resource' ? [...settingsCategories(argument.value)] : [],
		},
	}))
	followChanges(server, session, era)
	return server
}

/**
 * A 2025 client subscribes to single resources. With the newer revision the library keeps the
 * subscriptions, and drops what nobody wants.
 */
function followChanges(server: Server, session: McpSession, era: 'legacy' | 'modern'): void {
	const subscribed = new Set<string>()
	session.onChange = (scopes) => {
		for (const uri of changedResources(scopes))
			if (era === 'modern' || subscribed.has(uri))
				void server.sendResourceUpdated({ uri }).catch(() => undefined)
	}
	if (era === 'modern') {
		session.watch(true)
		return
	}
	server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
		if (!resourceRead(uri)) throw new ResourceNotFoundError(uri)
		subscribed.add(uri)
		session.watch(true)
		return {}
	})
	server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
		subscribed.delete(uri)
		session.watch(subscribed.size > 0)
		return {}
	})
}

/** A request of the newer revision says itself who sends it. */
const envelopeOf = ({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> =>
	(mcpReq.envelope ?? {}) as Record<string, unknown>

const capabilitiesOf = (server: Server, ctx: ServerContext): unknown =>
	envelopeOf(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()

const nameOf = (server: Server, ctx: ServerContext): string =>
	nameIn(envelopeOf(ctx)[CLIENT_INFO_META_KEY] ?? server.getClientVersion())

/** A client's name in its own words, as calls carry it. */
function nameIn(info: unknown): string {
	const { title, name } = (info ?? {}) as { title?: unknown; name?: unknown }
	const said = String(title ?? name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ')
	return said.trim().slice(0, MAX_NAME_CHARS) || ANONYMOUS
}

/** Sends nothing to a client that did not ask for it. */
function reporter({ mcpReq }: ServerContext): RunOptions['progress'] {
	const progressToken = mcpReq._meta?.progressToken
	if (progressToken === undefined) return () => undefined
	let progress = 0
	return (message, fraction) => {
		progress += PROGRESS_STEP
		void mcpReq
			.notify({
				method: 'notifications/progress',
				params: { progressToken, progress, message: progressText(message, fraction) },
			})
			.catch(() => undefined)
	}
}
