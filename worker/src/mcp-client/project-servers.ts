/**
 * The MCP servers of a project as a conversation uses them. A connection stays open between the calls of a run, because
 * servers of 2025 keep what a caller did in its session; it is closed when nothing has used it for a while.
 */

import { outcomeOf, said } from '@fairlead/protocol/mcp-tools/outcome'
import { cleanText, type KeptTool } from '@fairlead/protocol/mcp-tools/read-tools'
import { type ServerTool, serverToolParts } from '@fairlead/protocol/projects/mcp-servers'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { SecretLocked } from '../platform/sealed-secret.ts'
import type { ServerCall, ServersPort } from '../ports/mcp-servers.ts'
import { type Connection, connect } from './connection.ts'
import { type Failure, failureOf } from './failure.ts'
import { noteFailure, readServer } from './read-server.ts'
import { serverRequest } from './server-request.ts'
import { listMcpServers, type McpServerRow, mcpServerNamed, toolsOf } from './store.ts'

/** The object does not sleep while a connection is open. */
const IDLE_MS = 30_000
/** Older lists are read again, beside the run. */
const STALE_MS = 15 * 60_000
const MAX_PROGRESS_CHARS = 200

interface Open {
	/** The configuration it was opened with. */
	readonly key: string
	readonly connection: Promise<Connection>
	timer: ReturnType<typeof setTimeout> | null
	uses: number
}

export class ProjectServers implements ServersPort {
	readonly #env: Env
	readonly #db: Database
	readonly #projectId: string
	readonly #open = new Map<string, Open>()

	constructor(env: Env, db: Database, projectId: string) {
		this.#env = env
		this.#db = db
		this.#projectId = projectId
	}

	async tools(): Promise<readonly ServerTool[]> {
		const rows = (await listMcpServers(this.#db, this.#projectId)).filter((row) => row.enabled)
		const old = Date.now() - STALE_MS
		for (const row of rows) {
			// One that refuses its credentials waits for a person.
			if (row.state !== 'sign_in' && (row.readAt ?? 0) < old) void this.#readAgain(row)
		}
		return rows.flatMap(toolsOf)
	}

	async call(call: ServerCall): Promise<CallOutcome> {
		try {
			const { server = '', tool: name = '' } = serverToolParts(call.name) ?? {}
			const row = await mcpServerNamed(this.#db, this.#projectId, server)
			const tool = row?.enabled ? row.tools.find((one) => one.name === name) : undefined
			if (!row || !tool) {
				return failed('unknown_tool', `${server} no longer offers ${name} here.`, {
					hint: 'It was removed or switched off. Ask find_tools what there is.',
				})
			}
			return await this.#sent(row, tool, call)
		} catch (error) {
			console.error(JSON.stringify({ level: 'error', event: 'mcp_call_failed' }), error)
			return unknownEffect(call, 'Fairlead could not tell what came of the call.')
		}
	}

	async #sent(row: McpServerRow, tool: KeptTool, call: ServerCall): Promise<CallOutcome> {
		for (let attempt = 1; ; attempt++) {
			const open = this.#use(row)
			let connected: Connection | null = null
			try {
				connected = await open.connection
				const answer = await connected.client.callTool(
					{ name: tool.original, arguments: { ...call.params } },
					{
						signal: call.signal,
						timeout: call.timeoutMs,
						maxTotalTimeout: call.timeoutMs,
						resetTimeoutOnProgress: true,
						onprogress: ({ message }) => {
							const text = cleanText(message ?? '').slice(0, MAX_PROGRESS_CHARS)
							if (text !== '') call.progress(text)
						},
					},
				)
				return outcomeOf(row.name, answer)
			} catch (error) {
				this.#drop(row.id, open)
				if (error instanceof SecretLocked) return refusedCredentials(row)
				const failure = await failureOf(connected?.causeOf(error) ?? error, call.signal.aborted)
				// A server that has forgotten the session did nothing: a new one is begun, once.
				if (failure.kind === 'session' && connected && attempt === 1) continue
				void this.#note(row, failure)
				return failedCall(row, call, failure, connected !== null)
			} finally {
				this.#rest(row.id, open)
			}
		}
	}

	#use(row: McpServerRow): Open {
		const key = [row.updatedAt, row.url, row.headers].join(' ')
		const known = this.#open.get(row.id)
		if (known && known.key !== key) this.#drop(row.id, known)
		let open = this.#open.get(row.id)
		if (!open) {
			// Not the call's own signal: other calls may share the connection.
			const connection = serverRequest(this.#env, this.#db, row).then((reached) =>
				connect(reached, new AbortController().signal),
			)
			connection.catch(() => undefined)
			open = { key, connection, timer: null, uses: 0 }
			this.#open.set(row.id, open)
		}
		if (open.timer !== null) clearTimeout(open.timer)
		open.timer = null
		open.uses++
		return open
	}

	#rest(id: string, open: Open): void {
		open.uses--
		if (open.uses > 0 || this.#open.get(id) !== open) return
		open.timer = setTimeout(() => this.#drop(id, open), IDLE_MS)
	}

	#drop(id: string, open: Open): void {
		if (open.timer !== null) clearTimeout(open.timer)
		if (this.#open.get(id) === open) this.#open.delete(id)
		void open.connection.then(
			(connection) => connection.close(),
			() => undefined,
		)
	}

	/** Never rejects. What a person sees in the settings; what was only cancelled or refused says nothing of the server. */
	async #note(row: McpServerRow, failure: Failure): Promise<void> {
		if (failure.kind === 'cancelled') return
		if (failure.kind === 'refused') return this.#readAgain(row)
		await noteFailure(this.#db, row, failure, Date.now()).catch(warn)
	}

	async #readAgain(row: McpServerRow): Promise<void> {
		await readServer(this.#env, this.#db, row, Date.now()).catch(warn)
	}
}

const warn = (error: unknown): void =>
	console.warn(JSON.stringify({ level: 'warn', event: 'mcp_server_not_stored' }), error)

const LOOK_FIRST = 'Look at what the server shows before you retry.'

const unknownEffect = ({ replay }: ServerCall, message: string): CallOutcome =>
	replay === 'once'
		? failed('effect_unknown', `${message} It may have taken effect.`, { hint: LOOK_FIRST })
		: failed('unsupported', message)

const refusedCredentials = ({ name }: McpServerRow): CallOutcome =>
	failed(
		'denied',
		`The MCP server ${name} refuses the credentials that Fairlead has. Nothing was done.`,
		{
			hint: 'Ask the user to connect it again in the project settings, MCP servers.',
		},
	)

/** @param sent the connection stood, so the request may have arrived */
function failedCall(
	row: McpServerRow,
	call: ServerCall,
	failure: Failure,
	sent: boolean,
): CallOutcome {
	const { kind, reason } = failure
	const message = `The MCP server ${row.name}: ${reason}`
	const more = failure.said === undefined ? {} : { data: said(failure.said) }
	switch (kind) {
		case 'sign_in':
			return refusedCredentials(row)
		case 'refused':
			return failed(failure.code === -32_602 ? 'invalid_arguments' : 'unsupported', message, {
				hint: 'If the arguments are those of its schema, the tool may have changed: ask find_tools for it again.',
				...more,
			})
		case 'address':
		case 'session':
		case 'cancelled':
		case 'unreachable':
		case 'late':
		case 'too_large':
		case 'not_mcp':
			if (sent && !failure.unsent) return unknownEffect(call, message)
			return failed('unsupported', `${message} Nothing was done.`, {
				hint: 'Continue without it, or tell the user.',
			})
		default:
			return kind satisfies never
	}
}
