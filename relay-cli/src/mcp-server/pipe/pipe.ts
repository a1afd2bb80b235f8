/**
 * `fairlead mcp`: the client's stdin and stdout ↔ the relay, where the MCP server is. One small process per client;
 * what is large (schemas, the library, the editors' connections) is loaded once, in the relay.
 */
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { FOLDER_MODE, fairleadHome, readRelayFile } from '../../home/relay-file.ts'
import { LineSplitter } from '../../platform/lines.ts'
import { type Dialed, dialRelay } from '../../requests/dial.ts'
import { type AllowedRisk, type Introduction, MCP_WIRE, type McpMode } from '../../requests/wire.ts'
import { RelayClosingError } from '../calls/relay-closing-error.ts'
import { Conversation } from '../conversation.ts'
import type { FirstAnswers } from './first-answers.ts'

/** A relay that restarts is back within seconds; after that this process becomes one. That of another client is not. */
const RESTART_GRACE_MS = 3_000
/** Another process has the home, and starts or ends within this time, unless it hangs. */
const GIVE_UP_MS = 20_000
/** A relay for all editors is taking over from this process. */
const HAND_OVER_GRACE_MS = 15_000
/** Same with --alone: the other process may only be about to end. */
const GIVE_UP_ALONE_MS = 4_000
const RETRY_MS = 150
/** A client may die without closing the pipe if another process inherited it. */
const PARENT_CHECK_MS = 5_000
/** A client's first questions follow each other within this time; while this process loads a relay, none is read. */
const QUIET_MS = 100
/** Limit of the wait for a client that asks nothing at first. */
const MAX_QUIET_MS = 1_000
const SESSION_BYTES = 12
const SERVER_ERROR = -32_000

export interface PipeOptions {
	readonly folder: string | null
	readonly mode: McpMode
	readonly allow: readonly AllowedRisk[]
	/** Changes run through the linked project. */
	readonly page: boolean
	/** The linked project hears nothing of changes. */
	readonly local: boolean
	/** The agent that uses this client, if it was started from the page. */
	readonly agent?: string | undefined
	/** Never use a running relay. */
	readonly alone: boolean
}

/** A relay in this process. */
export interface OwnRelay {
	/** A connection to it, as a client in another process has one. @throws {RelayClosingError} */
	joinMcp(hello: Introduction): Promise<Duplex>
	close(): Promise<void>
}

/**
 * Starts a relay without rooms in this process. Null if another process has the home folder. `stopRequested` is called
 * when another relay is to take its place, maybe before this one has started: the caller closes it.
 */
export type StartAlone = (stopRequested: () => void) => Promise<OwnRelay | null>

export interface PipePorts {
	readonly input: NodeJS.ReadableStream
	readonly output: NodeJS.WritableStream
	/** Tells people in the client's log. */
	say(text: string): void
	readonly startAlone: StartAlone
	/** The answers that can be given before a relay is there. */
	firstAnswers(): Promise<FirstAnswers>
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
	#socket: Duplex | null = null
	#alone: OwnRelay | null = null
	/** A relay that starts in this process, or ends; the process must not end before it. */
	#starting: Promise<unknown> = Promise.resolve()
	#closing: Promise<unknown> = Promise.resolve()
	/** How long the relay that was lost may take to come back. */
	#graceMs = 0
	#isOver = false
	/** Answers the client's first questions until there is a relay. */
	#first: FirstAnswers | null = null
	/** A line came that has to wait for the relay, or one was answered. */
	#asked: (waits: boolean) => void = () => undefined

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
			await this.#starting
			if (this.#alone) this.#leave(this.#alone)
			await this.#closing
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
		if (this.#socket) this.#socket.write(`${line}\n`)
		else if (this.#first) this.#answerFirst([line])
	}

	#answerFirst(lines: readonly string[]): void {
		for (const line of lines) {
			const answer = this.#first?.answer(line) ?? null
			if (answer !== null) {
				this.#conversation.received(answer)
				this.#ports.output.write(`${answer}\n`)
			}
			this.#asked(answer === null && this.#conversation.isOpen(line))
		}
	}

	/** Resolves once the client has asked all that can be answered without a relay, or something else. */
	async #answerFirstQuestions(): Promise<void> {
		this.#first = await this.#ports.firstAnswers()
		const { promise, resolve } = Promise.withResolvers<void>()
		let timer = setTimeout(resolve, MAX_QUIET_MS)
		this.#asked = (waits) => {
			clearTimeout(timer)
			timer = setTimeout(resolve, waits ? 0 : QUIET_MS)
			if (waits) this.#asked = () => undefined
		}
		this.#answerFirst(this.#conversation.openLines)
		await Promise.race([promise, this.#ended.promise])
		clearTimeout(timer)
		this.#asked = () => undefined
	}

	/** Connects to a relay, again after each end, until the client is gone or no relay can be had. */
	async #connect(): Promise<void> {
		const { socket, rest } = await this.#reach()
		if (this.#isOver) {
			socket.destroy()
			return
		}
		// The socket ended before anyone listened for that.
		if (socket.destroyed) return this.#connect()
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
		this.#first = null
		if (rest.length > 0) pass(rest)
		socket.resume()
	}

	/** A connection to the running relay, or to one in this process. */
	async #reach(): Promise<{ readonly socket: Duplex; readonly rest: Buffer }> {
		const began = performance.now()
		for (let why = 'No relay is running.'; ; ) {
			// A relay in this process is joined directly: a call takes two steps between processes less.
			const joined = this.#alone ? await this.#join(this.#alone) : null
			if (joined) return { socket: joined, rest: Buffer.alloc(0) }
			const dialed = this.#options.alone ? null : await this.#dial()
			if (dialed?.kind === 'connected') return dialed
			if (dialed?.kind === 'refused') throw new PipeError(dialed.why)
			if (dialed) why = dialed.why
			// This process becomes the relay at the start, or once another one had time to come back.
			const waited = performance.now() - began
			if (waited >= this.#graceMs && (await this.#becomeRelay(why))) continue
			if (this.#isOver) throw new PipeError('The client is gone.')
			if (waited > (this.#options.alone ? GIVE_UP_ALONE_MS : GIVE_UP_MS))
				throw new PipeError(this.#homeInUse(why))
			await sleep(RETRY_MS)
		}
	}

	/** Returns null if the relay closes meanwhile. */
	async #join(relay: OwnRelay): Promise<Duplex | null> {
		try {
			return await relay.joinMcp(this.#hello())
		} catch (error) {
			if (error instanceof RelayClosingError) return null
			throw error
		}
	}

	/** Another process holds the home's lock, and no relay answers at the address of relay.json. */
	#homeInUse(why: string): string {
		return this.#options.alone
			? `Another relay uses ${this.#home}. Leave out --alone to use it, or set FAIRLEAD_HOME to another folder.`
			: `${why} But another process uses ${this.#home}. Stop that relay, and start it again.`
	}

	async #dial(): Promise<Dialed | null> {
		const file = await readRelayFile(this.#home)
		if (file === null) return null
		const dialed = await dialRelay(file, this.#hello())
		if (dialed.kind === 'connected') this.#graceMs = dialed.alone ? 0 : RESTART_GRACE_MS
		return dialed
	}

	#hello(): Introduction {
		const { folder, mode, allow, page, local, agent } = this.#options
		return { session: this.#session, folder, mode, allow, page, local, agent, pid: process.pid }
	}

	/** True if there is a relay in this process now; false if another process has the home. */
	async #becomeRelay(why: string): Promise<boolean> {
		// Later the client knows what it may ask, and what it asks needs a relay. While another process may have the home,
		// nothing is answered: if it keeps it, the client has to hear why this one cannot serve it. The same is true of a
		// home folder that cannot be used.
		if (this.#conversation.isNew && (await mayBecomeRelay(this.#home)))
			await this.#answerFirstQuestions()
		if (this.#isOver) return false
		const started = this.#startRelay()
		// The caller that becomes the relay hears of the error.
		this.#starting = started.catch(() => undefined)
		if (!(await started)) return false
		this.#ports.say(`${why} Serving the editors on this machine from this process.`)
		return true
	}

	/** True if it runs and stays. */
	async #startRelay(): Promise<boolean> {
		const handOver = { isAsked: false }
		const relay = await this.#ports.startAlone(() => {
			handOver.isAsked = true
			this.#graceMs = HAND_OVER_GRACE_MS
			if (this.#alone) this.#leave(this.#alone)
		})
		if (relay === null) return false
		if (handOver.isAsked || this.#isOver) {
			this.#leave(relay)
			return false
		}
		this.#alone = relay
		return true
	}

	#leave(relay: OwnRelay): void {
		this.#alone = null
		this.#closing = relay.close().catch((error: unknown) => {
			this.#ports.say(`The relay in this process did not end in order: ${String(error)}`)
		})
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

/** No relay has the home folder, and this process may write to it. */
async function mayBecomeRelay(home: string): Promise<boolean> {
	try {
		await mkdir(home, { recursive: true, mode: FOLDER_MODE })
		await access(home, constants.W_OK | constants.X_OK)
		return (await readRelayFile(home)) === null
	} catch {
		// Starting the relay names the reason.
		return false
	}
}
