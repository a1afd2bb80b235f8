/** The MCP servers that a person declared on this computer: their tools, their calls, and which of them run. */

import {
	type DeskServer,
	deskToolName,
	isDeskTool,
} from '@fairlead/protocol/computers/local-mcp-servers'
import type { Replay } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { SeatServers } from '@fairlead/protocol/wire/relay-link'
import { watchHome } from '../home/home-watch.ts'
import { normalisePath } from '../home/project-key.ts'
import type { Clock } from '../platform/clock.ts'
import type { RelayTool, RelayToolContext } from '../platform/relay-tool.ts'
import type { Timing } from '../platform/timing.ts'
import { UserError } from '../platform/user-error.ts'
import { ChildEnded } from './child-transport.ts'
import { type Connection, callTool, connect, listTools } from './connection.ts'
import { type DeclaredServer, readServers, SERVERS_FILE } from './declared.ts'
import { serverEnvironment } from './environment.ts'
import { type Kept, keep, keptOf, readKept, TOOLS_FILE, writeKept } from './kept-tools.ts'
import { NotStarted, ServerSlot } from './server-slot.ts'

/** A server may say several times in a row that its tools are others. */
const SETTLE_MS = 500
/** Time until a server that could not list its tools is asked again. */
const READ_AGAIN_MS = 60_000

export interface DeskServersPorts {
	readonly home: string
	readonly clock: Clock
	readonly timing: Timing
	/** The relay's environment. */
	readonly env: NodeJS.ProcessEnv
	readonly computer: string
	/** The seats of linked projects. */
	linked(): readonly { readonly editorKey: string; readonly projectPath: string }[]
	/** A seat's project has other servers or tools, or their state is another. */
	changed(editorKey: string): void
	unreadable(message: string): void
}

interface Known {
	readonly declared: DeclaredServer
	kept: Kept | null
	/** Slots by the real folder of the project. */
	readonly slots: Map<string, ServerSlot>
	/** The list is being read for the first time, or again. */
	reading: Promise<void> | null
}

export class LocalMcpServers {
	readonly #ports: DeskServersPorts
	#known = new Map<string, Known>()
	#stopWatching: () => void = () => undefined
	#cancelRetry: () => void = () => undefined
	#following: Promise<void> = Promise.resolve()
	#told = new Map<string, string>()
	#closed = false

	constructor(ports: DeskServersPorts) {
		this.#ports = ports
	}

	async start(): Promise<void> {
		const { home, timing, clock } = this.#ports
		this.#stopWatching = watchHome(
			home,
			[SERVERS_FILE, TOOLS_FILE],
			timing.linksPollMs,
			clock,
			() => {
				void this.follow()
			},
		)
		await this.follow()
	}

	/** Reads the files again, and asks servers whose tools are not known. Also after a folder was linked. */
	follow(): Promise<void> {
		this.#following = this.#following.then(() => this.#follow())
		return this.#following
	}

	/** The servers that the project in this real folder may use. */
	of(folder: string): SeatServers {
		return { servers: this.#serversOf(folder), tools: this.#toolsOf(folder) }
	}

	#toolsOf(folder: string): CustomTool[] {
		return [...this.#known].flatMap(([server, { declared, kept }]) =>
			kept === null || !isFor(declared, folder)
				? []
				: kept.tools.map((tool) => ({
						name: deskToolName(server, tool.name),
						description: tool.description,
						inputSchema: tool.inputSchema,
						risk: declared.risk,
						server,
					})),
		)
	}

	replayOf(method: string): Replay {
		return this.#find(method)?.known.declared.risk === 'read' ? 'safe' : 'once'
	}

	/** Returns null if the name is not that of a server's tool. */
	tool(method: string): RelayTool | null {
		return isDeskTool(method) ? (params, context) => this.#call(method, params, context) : null
	}

	/** Ends all processes. */
	async close(): Promise<void> {
		this.#closed = true
		this.#stopWatching()
		this.#cancelRetry()
		await this.#following
		await Promise.all([...this.#known.values()].map(endAll))
	}

	async #follow(): Promise<void> {
		if (this.#closed) return
		const { home, unreadable } = this.#ports
		let declared: Record<string, DeclaredServer>
		try {
			declared = await readServers(home)
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			unreadable(error.message)
			return
		}
		const kept = await readKept(home)
		const before = this.#known
		this.#known = new Map(
			Object.entries(declared).map(([name, one]) => {
				const known = before.get(name)
				const same = known && JSON.stringify(known.declared) === JSON.stringify(one)
				const entry: Known = same
					? known
					: { declared: one, kept: null, slots: new Map(), reading: null }
				entry.kept = keptOf(kept, name, one)
				return [name, entry]
			}),
		)
		for (const [name, known] of before) if (this.#known.get(name) !== known) void endAll(known)
		for (const [name, known] of this.#known) if (known.kept === null) this.#read(name, known)
		this.#tell()
	}

	/** Asks the server for its tools, in the first project that may use it. */
	#read(name: string, known: Known): void {
		const folder = this.#ports
			.linked()
			.find(({ projectPath }) => isFor(known.declared, projectPath))
		if (!folder || known.reading) return
		const slot = this.#slotOf(name, known, folder.projectPath)
		known.reading = slot
			.use((connection) => this.#keep(name, known, connection))
			.catch(() => {
				slot.giveUp('It did not list its tools, and was ended.')
				this.#cancelRetry()
				this.#cancelRetry = this.#ports.clock.after(READ_AGAIN_MS, () => void this.follow())
			})
			.finally(() => {
				known.reading = null
				this.#tell()
			})
	}

	async #keep(name: string, known: Known, connection: Connection): Promise<void> {
		const sent = await listTools(connection)
		const kept = await keep(name, known.declared, known.kept, sent)
		if (this.#closed || this.#known.get(name) !== known) return
		const same = JSON.stringify(kept) === JSON.stringify(known.kept)
		known.kept = kept
		if (!same) await writeKept(this.#ports.home, name, kept)
		this.#tell()
	}

	#slotOf(name: string, known: Known, folder: string): ServerSlot {
		const found = known.slots.get(folder)
		if (found) return found
		const { clock, timing } = this.#ports
		const slot = new ServerSlot({
			clock,
			idleMs: timing.mcpServerIdleMs,
			backoffMs: timing.mcpServerBackoffMs,
			connect: () => this.#connect(name, known, folder),
			changed: () => this.#tell(),
		})
		known.slots.set(folder, slot)
		return slot
	}

	async #connect(name: string, known: Known, folder: string): Promise<Connection> {
		const { env, clock, timing } = this.#ports
		const { command, args } = known.declared
		const given = serverEnvironment(known.declared, env)
		if (given.missing !== null)
			throw new ChildEnded(
				'not_started',
				`It needs the variable ${given.missing}, which the relay does not have.`,
			)
		const started = { command, args, folder, env: given.env, clock }
		const connection = await connect(started, timing.mcpServerStartMs)
		// A server may have other tools than when it was asked last; it says so, or it was started anew.
		let cancel = (): void => undefined
		const again = (): void => {
			cancel()
			cancel = clock.after(SETTLE_MS, () => {
				if (connection.transport.ended === null)
					void this.#keep(name, known, connection).catch(() => undefined)
			})
		}
		connection.client.setNotificationHandler('notifications/tools/list_changed', again)
		// Before the first call of this process: a tool that is another now must not be called as the one that was accepted.
		if (known.kept !== null)
			await this.#keep(name, known, connection).catch(async () => {
				await connection.transport.close()
				throw new ChildEnded('ended', 'It did not list its tools, and was ended.')
			})
		return connection
	}

	#find(method: string): { readonly name: string; readonly known: Known } | null {
		for (const [name, known] of this.#known)
			if (method.startsWith(deskToolName(name, ''))) return { name, known }
		return null
	}

	async #call(
		method: string,
		params: Readonly<Record<string, unknown>>,
		{ folder, signal, deadlineAt }: RelayToolContext,
	): Promise<CallOutcome> {
		const found = this.#find(method)
		if (!found || !isFor(found.known.declared, folder)) return gone(method)
		const { name, known } = found
		const slot = this.#slotOf(name, known, folder)
		try {
			return await slot.use(async (connection) => {
				const tool = known.kept?.tools.find((one) => deskToolName(name, one.name) === method)
				if (!tool) return gone(method)
				const { outcome, answered } = await callTool(connection, {
					server: name,
					tool: tool.original,
					params,
					replay: this.replayOf(method),
					timeoutMs: Math.max(1, deadlineAt - this.#ports.clock.awake()),
					signal,
				})
				// A call that was only cancelled says nothing of the server.
				const late = this.#ports.clock.awake() >= deadlineAt
				if (!answered && (late || !signal.aborted)) slot.giveUp('It did not answer a call in time.')
				return outcome
			})
		} catch (error) {
			const why = error instanceof NotStarted ? error.message : 'It could not be started.'
			return failed(
				'unsupported',
				`The MCP server ${name} on the user's computer: ${why} Nothing was done.`,
				{
					hint: 'Continue without it, or tell the user: "npm run fairlead -- mcp-servers list" shows more on that computer.',
				},
			)
		}
	}

	/** Tells the seats that have other servers than before. */
	#tell(): void {
		if (this.#closed) return
		for (const { editorKey, projectPath } of this.#ports.linked()) {
			const text = JSON.stringify(this.of(projectPath))
			if (text === (this.#told.get(editorKey) ?? NOTHING)) continue
			this.#told.set(editorKey, text)
			this.#ports.changed(editorKey)
		}
	}

	#serversOf(folder: string): DeskServer[] {
		return [...this.#known]
			.filter(([, { declared }]) => isFor(declared, folder))
			.map(([name, { kept, slots }]) => {
				const state = slots.get(folder)?.state ?? [...slots.values()][0]?.state
				return {
					name,
					computer: this.#ports.computer,
					state: state?.kind === 'running' || state?.kind === 'failed' ? state.kind : 'idle',
					...(state?.kind === 'failed' ? { reason: state.reason.slice(0, 300) } : {}),
					tools: kept?.tools.length ?? 0,
					leftOut: kept?.leftOut.length ?? 0,
				}
			})
	}
}

const NOTHING = JSON.stringify({ servers: [], tools: [] } satisfies SeatServers)

const isFor = ({ projects }: DeclaredServer, folder: string): boolean =>
	projects.length === 0 || projects.some((one) => normalisePath(one) === normalisePath(folder))

const endAll = async ({ slots }: Known): Promise<void> => {
	await Promise.all([...slots.values()].map((slot) => slot.close()))
}

const gone = (method: string): CallOutcome =>
	failed('unknown_tool', `The user's computer no longer offers ${method}.`, {
		hint: 'It was removed there, or it is another tool now and must be accepted there. Ask find_tools what there is.',
	})
