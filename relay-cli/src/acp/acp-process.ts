/**
 * The process of an agent that speaks the Agent Client Protocol: a JSON-RPC message per line, both ways. What it says is
 * bounded, and it is ended with everything that it started.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { type Fields, fieldsOf } from '../agents/transcripts/fields.ts'
import type { Clock } from '../platform/clock.ts'
import type { Environment } from '../programs/clean-environment.ts'
import type { Startable } from '../programs/find-program.ts'
import { readMessages } from '../programs/processes/child-messages.ts'
import { GroupsBelow } from '../programs/processes/groups-below.ts'
import type { ProcessGuard } from '../programs/processes/process-guard.ts'
import { askTree, endTree, OWN_GROUP } from '../programs/processes/process-tree.ts'

/** A file of some megabytes, whole, before and after an edit. */
const MAX_LINE_BYTES = 16 * 1024 * 1024
const MAX_STRAY_LINES = 1_000
const MAX_STDERR_CHARS = 2_000
/** Commands that it starts in groups of their own are noted so often while it works: a crash would leave them to nobody. */
const LOOK_MS = 1_000
/** Between being asked to end and being ended. */
const GRACE_MS = 2_000

export interface AcpProcessPorts {
	readonly clock: Clock
	readonly guard: ProcessGuard
	/** An update of its session, which may hold anything. */
	updated(params: Fields): void
	/** It has answered a request. Updates after this came after the answer. */
	answered(): void
}

/** Why it is over. `code` null: a signal ended it. */
export interface AcpEnd {
	readonly code: number | null
	/** A sentence, such as "It ended with exit code 1." */
	readonly why: string
}

export class AcpProcess {
	readonly #ports: AcpProcessPorts
	readonly #child: ChildProcess
	readonly #ended = Promise.withResolvers<AcpEnd>()
	/** Ids of our requests that it has not answered. */
	readonly #asked = new Set<unknown>()
	readonly #below: GroupsBelow
	#cancelLook: (() => void) | null = null
	#stderr = ''
	/** The reason, in our words, for which the process was ended; null if it ends by itself. */
	#fault: string | null = null
	#isRunning = true
	#cancelKill: () => void = () => undefined
	/** The two directions of messages, as the SDK's connection takes them. */
	readonly stream: Stream

	constructor(
		{ file, args, verbatim }: Startable,
		place: { readonly cwd: string; readonly env: Environment },
		ports: AcpProcessPorts,
	) {
		this.#ports = ports
		this.#child = spawn(file, [...args], {
			cwd: place.cwd,
			env: { ...place.env },
			stdio: ['pipe', 'pipe', 'pipe'],
			detached: OWN_GROUP,
			windowsHide: true,
			windowsVerbatimArguments: verbatim,
		})
		const { pid } = this.#child
		if (pid !== undefined) ports.guard.add(pid)
		this.#below = new GroupsBelow(pid)
		// The process may be gone before this writes to it; its end tells why.
		this.#child.stdin?.on('error', () => undefined)
		this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#stderr = (this.#stderr + text).slice(-MAX_STDERR_CHARS)
		})
		this.#child.once('error', (error) => {
			if (pid === undefined) this.#over(null, `It could not be started: ${error.message}.`)
		})
		// Waits until all output was read, unless a process left behind holds the pipe open.
		this.#child.once('exit', (code, signal) => {
			endTree(pid)
			void this.#below.end()
			const by = signal === null ? `exit code ${code}` : signal
			const over = (): void => {
				cancel()
				this.#over(code, this.#fault ?? `It ended with ${by}.`)
			}
			const cancel = ports.clock.after(GRACE_MS, over)
			if (this.#child.stdout?.closed ?? true) over()
			else this.#child.stdout?.once('close', over)
		})
		this.stream = { readable: this.#messages(), writable: this.#writer() }
	}

	get isRunning(): boolean {
		return this.#isRunning
	}

	/** Never rejects. */
	get ended(): Promise<AcpEnd> {
		return this.#ended.promise
	}

	/** The last line that it wrote for people. */
	get lastWords(): string {
		return this.#stderr.trimEnd().split('\n').at(-1)?.trim() ?? ''
	}

	/** Asks the whole tree to end, and ends what is still there after two seconds. Resolves when it is over. */
	async close(): Promise<void> {
		if (this.#isRunning) {
			const { pid } = this.#child
			// Some agents give their commands groups of their own, and leave them behind.
			await this.#below.look()
			this.#child.stdin?.end()
			if (this.#isRunning) {
				askTree(pid)
				this.#cancelKill = this.#ports.clock.after(GRACE_MS, () => endTree(pid))
			}
		}
		await this.ended
		await this.#below.end()
	}

	#over(code: number | null, why: string): void {
		this.#isRunning = false
		this.#cancelKill()
		this.#cancelLook?.()
		const { pid } = this.#child
		if (pid !== undefined) this.#ports.guard.remove(pid)
		this.#child.stdin?.destroy()
		this.#child.stdout?.destroy()
		this.#child.stderr?.destroy()
		this.#ended.resolve({ code, why })
	}

	#broken(why: string): void {
		this.#fault ??= why
		endTree(this.#child.pid)
	}

	#writer(): WritableStream<AnyMessage> {
		return new WritableStream({
			write: (message) => {
				const { id, method } = message as { id?: unknown; method?: unknown }
				if (method !== undefined && id !== undefined) {
					this.#asked.add(id)
					this.#cancelLook ??= this.#lookLater()
				}
				const { promise, resolve } = Promise.withResolvers<void>()
				// Messages that the process no longer takes are lost; its end is reported elsewhere.
				const stdin = this.#child.stdin
				if (!stdin?.writable) resolve()
				else stdin.write(`${JSON.stringify(message)}\n`, () => resolve())
				return promise
			},
		})
	}

	/** Looks again as long as it works. */
	#lookLater(): () => void {
		return this.#ports.clock.after(LOOK_MS, async () => {
			await this.#below.look()
			const works = this.#isRunning && this.#asked.size > 0
			this.#cancelLook = works ? this.#lookLater() : null
		})
	}

	#messages(): ReadableStream<AnyMessage> {
		return new ReadableStream({
			start: (controller) => {
				const take = (message: AnyMessage): void => {
					if (this.#isRunning) controller.enqueue(message)
				}
				this.#read(take)
				void this.ended.then(() => controller.close())
			},
		})
	}

	#read(take: (message: AnyMessage) => void): void {
		readMessages(this.#child.stdout, {
			clock: this.#ports.clock,
			maxLineBytes: MAX_LINE_BYTES,
			maxStrays: MAX_STRAY_LINES,
			take: (line) => {
				const message = messageIn(line)
				if (message) this.#took(message, take)
				return message !== null
			},
			broken: (fault) =>
				this.#broken(
					fault === 'too_large'
						? 'It said more than the relay takes, and was ended.'
						: 'It does not speak the Agent Client Protocol, and was ended.',
				),
		})
	}

	/** The SDK logs what it does not expect: it gets requests, and answers to its own. */
	#took(message: Fields, take: (message: AnyMessage) => void): void {
		const { id, method, params } = message
		const hasId = typeof id === 'string' || typeof id === 'number'
		if (typeof method === 'string') {
			if (hasId || method.startsWith('$/')) take(message as AnyMessage)
			else if (method === 'session/update') this.#ports.updated(fieldsOf(params) ?? {})
		} else if (hasId && this.#asked.delete(id)) {
			if (this.#asked.size === 0) void this.#below.look()
			this.#ports.answered()
			take(message as AnyMessage)
		}
	}
}

/** The message in a line; null if there is none. */
function messageIn(line: string): Fields | null {
	try {
		const message = fieldsOf(JSON.parse(line))
		return message?.['jsonrpc'] === '2.0' ? message : null
	} catch {
		return null
	}
}
