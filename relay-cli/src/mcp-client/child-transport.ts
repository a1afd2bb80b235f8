/**
 * The official client's transport to a server that is a child process: a JSON-RPC message per line. What the child says is
 * bounded, and it is ended with everything that it started.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Clock } from '../platform/clock.ts'
import { readMessages } from '../programs/processes/child-messages.ts'
import { endTree, OWN_GROUP } from '../programs/processes/process-tree.ts'

/** A picture of 4 MB as base64, and words around it. */
const MAX_LINE_BYTES = 8 * 1024 * 1024
const MAX_STRAY_LINES = 100
const MAX_STDERR_CHARS = 2_000
/** Time for the child's own end, after its input was closed. */
const FAREWELL_MS = 1_000

/** Why a connection ended; `closed`: by us. `message` is in words of ours. */
export class ChildEnded extends Error {
	readonly fault: 'not_started' | 'ended' | 'too_large' | 'not_mcp' | 'closed'
	constructor(fault: ChildEnded['fault'], message: string) {
		super(message)
		this.fault = fault
	}
}

export interface ChildOptions {
	readonly command: string
	readonly args: readonly string[]
	readonly folder: string
	readonly env: Readonly<Record<string, string>>
	readonly clock: Clock
	/** Comes from the official client, which is loaded with the first server. Throws for a value that is not a message. */
	parse(json: unknown): JSONRPCMessage
}

export class ChildTransport implements Transport {
	onclose?: () => void
	onerror?: (error: Error) => void
	onmessage?: (message: JSONRPCMessage) => void
	/** The reason of its end; null while it runs. */
	ended: ChildEnded | null = null
	/** The end of what it wrote for people. It may hold secrets, so it stays on this computer. */
	lastWords = ''
	readonly #options: ChildOptions
	#child: ChildProcess | null = null
	#exited: Promise<void> = Promise.resolve()

	constructor(options: ChildOptions) {
		this.#options = options
	}

	get pid(): number | undefined {
		return this.#child?.pid
	}

	start(): Promise<void> {
		const { command, args, folder, env } = this.#options
		const child = spawn(command, args, {
			cwd: folder,
			env: { ...env },
			windowsHide: true,
			detached: OWN_GROUP,
			stdio: ['pipe', 'pipe', 'pipe'],
		})
		this.#child = child
		this.#exited = new Promise((resolve) => {
			child.once('exit', () => resolve())
			child.once('error', () => resolve())
		})
		// The process may be gone before it is written to; `exit` and `error` tell why.
		child.stdin.on('error', () => undefined)
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			this.lastWords = (this.lastWords + text).slice(-MAX_STDERR_CHARS)
		})
		this.#read(child)
		child.once('exit', (code, signal) =>
			this.#end(new ChildEnded('ended', `It ended with ${signal ?? `exit code ${code}`}.`)),
		)
		return new Promise((resolve, reject) => {
			child.once('spawn', resolve)
			child.once('error', (error) => {
				const failure = new ChildEnded('not_started', `It could not be started: ${error.message}.`)
				this.#end(failure)
				reject(failure)
			})
		})
	}

	send(message: JSONRPCMessage): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>()
		const stdin = this.#child?.stdin
		if (!stdin || this.ended) return Promise.reject(this.ended ?? new Error('It was not started.'))
		stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
		return promise
	}

	/** Asks it to end by closing its input, as the protocol wants it, then ends whatever is left. */
	async close(): Promise<void> {
		const child = this.#child
		if (child && this.ended === null) {
			child.stdin?.end()
			const { promise: late, resolve } = Promise.withResolvers<void>()
			const cancel = this.#options.clock.after(FAREWELL_MS, resolve)
			await Promise.race([this.#exited, late])
			cancel()
		}
		this.#end(new ChildEnded('closed', 'The relay ended it.'))
	}

	#read(child: ChildProcess): void {
		readMessages(child.stdout, {
			clock: this.#options.clock,
			maxLineBytes: MAX_LINE_BYTES,
			maxStrays: MAX_STRAY_LINES,
			take: (line) => {
				const message = this.#messageIn(line)
				if (message && !this.ended) this.onmessage?.(message)
				return message !== null
			},
			broken: (fault) =>
				this.#end(
					fault === 'too_large'
						? new ChildEnded('too_large', 'It says more than the relay takes, and was ended.')
						: new ChildEnded('not_mcp', 'It does not speak the protocol, and was ended.'),
				),
		})
	}

	#messageIn(line: string): JSONRPCMessage | null {
		try {
			return this.#options.parse(JSON.parse(line))
		} catch {
			return null
		}
	}

	#end(why: ChildEnded): void {
		if (this.ended) return
		this.ended = why
		this.#child?.stdin?.destroy()
		this.#child?.stdout?.destroy()
		// Ends the programs that it started and left behind, too.
		endTree(this.#child?.pid)
		this.onclose?.()
	}
}
