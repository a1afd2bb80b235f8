/**
 * `fairlead mcp`: the client's stdin and stdout ↔ the relay, where the MCP server is. One small process per client;
 * what is large (schemas, the library, the editors' connections) is loaded once, in the relay.
 */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fairleadHome, readRelayFile } from '../relay-file.ts'
import { Conversation } from './conversation.ts'
import { type Dialed, dialRelay } from './dial.ts'
import { LineSplitter } from './lines.ts'
import { type AllowedRisk, MCP_WIRE, type McpMode } from './wire.ts'

/** A relay that restarts is back within seconds; after that this process becomes one. That of another client is not. */
const RESTART_GRACE_MS = 3_000
/** Another process has the home, and starts or ends. After that it hangs. */
const GIVE_UP_MS = 20_000
/** A relay for all editors is taking over from this process. */
const HAND_OVER_GRACE_MS = 15_000
/** With --alone, another may only be about to end. */
const GIVE_UP_ALONE_MS = 4_000
const RETRY_MS = 150
/** A client may die without closing the pipe if another process inherited it. */
const PARENT_CHECK_MS = 5_000
const SESSION_BYTES = 12
const SERVER_ERROR = -32_000

export interface PipeOptions {
	readonly folder: string | null
	readonly mode: McpMode
	readonly allow: readonly AllowedRisk[]
	/** Changes run through the linked project. */
	readonly page: boolean
	/** Never use a running relay. */
	readonly alone: boolean
}

/**
 * Starts a relay without rooms in this process. Null if another process has the home folder. `handsOver` is called
 * when another relay is to take its place.
 */
type StartAlone = (handsOver: () => void) => Promise<{ close(): Promise<void> } | null>

export interface PipePorts {
	readonly input: NodeJS.ReadableStream
	readonly output: NodeJS.WritableStream
	/** For people: the client's log. */
	say(text: string): void
	readonly startAlone: StartAlone
	readonly home?: string
}

/** Resolves when the client is gone. @throws {PipeError} when no relay can be reached or started */
export function runPipe(options: PipeOptions, ports: PipePorts): Promise<void> {
	return new Pipe(options, ports).run()
}

/** The client has been told. */
export class PipeError extends Error {}

class Pipe {
	readonly #options: PipeOptions
	readonly #ports: PipePorts
	readonly #home: string
	readonly #session = randomBytes(SESSION_BYTES).toString('base64url')
	readonly #conversation = new Conversation()
	readonly #ended = Promise.withResolvers<void>()
	#socket: Socket | null = null
	#alone: Awaited<ReturnType<StartAlone>> = null
	/** How long the relay that was lost may take to come back. */
	#graceMs = 0
	#isOver = false

	constructor(options: PipeOptions, ports: PipePorts) {
		this.#options = options
		this.#ports = ports
		this.#home = ports.home ?? fairleadHome()
	}

	async run(): Promise<void> {
		const parent = process.ppid
		const orphaned = setInterval(() => {
			if (process.ppid !== parent) this.#finish()
		}, PARENT_CHECK_MS)
		orphaned.unref()
		this.#listen()
		this.#connect().catch((error: unknown) => this.#fail(error))
		try {
			await this.#ended.promise
		} finally {
			clearInterval(orphaned)
			this.#socket?.destroy()
			await this.#alone?.close()
		}
	}

	#listen(): void {
		const { input, output } = this.#ports
		const lines = new LineSplitter(MCP_WIRE.maxLineBytes)
		input.on('data', (chunk: Buffer) => {
			try {
				for (const line of lines.push(chunk)) this.#fromClient(line)
			} catch (error) {
				this.#fail(error)
			}
		})
		input.on('end', () => this.#finish())
		input.on('close', () => this.#finish())
		input.on('error', () => this.#finish())
		output.on('error', () => this.#finish())
	}

	#fromClient(line: string): void {
		if (line === '') return
		this.#conversation.sent(line)
		this.#socket?.write(`${line}\n`)
	}

	/** Until the client is gone there is a relay, or an error. */
	async #connect(): Promise<void> {
		const { socket, rest } = await this.#reach()
		if (this.#isOver) {
			socket.destroy()
			return
		}
		const lines = new LineSplitter(MCP_WIRE.maxLineBytes * 4)
		const pass = (chunk: Buffer): void => {
			const seen = lines.push(chunk).filter((line) => this.#conversation.received(line))
			if (seen.length > 0) this.#ports.output.write(`${seen.join('\n')}\n`)
		}
		socket.on('data', pass)
		socket.once('close', () => {
			if (this.#socket !== socket) return
			this.#socket = null
			if (this.#isOver) return
			this.#ports.say('The relay ended the connection. Connecting again.')
			this.#connect().catch((error: unknown) => this.#fail(error))
		})
		for (const line of this.#conversation.resume()) socket.write(`${line}\n`)
		this.#socket = socket
		if (rest.length > 0) pass(rest)
		socket.resume()
	}

	/** A connection to the running relay, or to one in this process. */
	async #reach(): Promise<Extract<Dialed, { kind: 'connected' }>> {
		const began = performance.now()
		for (let why = 'No relay is running.'; ; ) {
			const dialed = this.#mayUseRelay() ? await this.#dial() : null
			if (dialed?.kind === 'connected') return dialed
			if (dialed?.kind === 'refused') throw new PipeError(dialed.why)
			if (dialed) why = dialed.why
			// At the start, and once a relay had time to come back: be one.
			const waited = performance.now() - began
			if (waited >= this.#graceMs && (await this.#becomeRelay(why))) continue
			if (waited > (this.#options.alone ? GIVE_UP_ALONE_MS : GIVE_UP_MS))
				throw new PipeError(this.#homeInUse(why))
			await sleep(RETRY_MS)
		}
	}

	/** Another process holds the home's lock, and no relay answers at the address of relay.json. */
	#homeInUse(why: string): string {
		return this.#options.alone
			? `Another relay uses ${this.#home}. Leave out --alone to use it, or set FAIRLEAD_HOME to another folder.`
			: `${why} But another process uses ${this.#home}. Stop that relay, and start it again.`
	}

	#mayUseRelay(): boolean {
		return this.#alone !== null || !this.#options.alone
	}

	async #dial(): Promise<Dialed | null> {
		const file = await readRelayFile(this.#home)
		if (file === null) return null
		const dialed = await dialRelay(file, {
			session: this.#session,
			folder: this.#options.folder,
			mode: this.#options.mode,
			allow: this.#options.allow,
			page: this.#options.page,
			pid: process.pid,
		})
		if (dialed.kind === 'connected') this.#graceMs = dialed.alone ? 0 : RESTART_GRACE_MS
		return dialed
	}

	/** True if there is a relay in this process now; false if another process has the home. */
	async #becomeRelay(why: string): Promise<boolean> {
		if (this.#alone) throw new PipeError(`The relay in this process does not answer. ${why}`)
		this.#alone = await this.#ports.startAlone(() => {
			this.#alone = null
			this.#graceMs = HAND_OVER_GRACE_MS
		})
		if (this.#alone === null) return false
		this.#ports.say(`${why} Serving the editors on this machine from this process.`)
		return true
	}

	#finish(): void {
		this.#isOver = true
		this.#ended.resolve()
	}

	/** Answers what waits, so that the client shows the reason and not only that the server ended. */
	#fail(error: unknown): void {
		if (this.#isOver) return
		this.#isOver = true
		const message = error instanceof Error ? error.message : String(error)
		for (const id of this.#conversation.open)
			this.#ports.output.write(
				`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })}\n`,
			)
		this.#ended.reject(error instanceof PipeError ? error : new PipeError(message))
	}
}
