/**
 * One warm `unity shell --protocol ndjson`: started with the first request, one request at a time, ended with
 * everything it started. A request that was written and got no answer is never written again.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '../clock.ts'
import { LastWords } from '../logs/last-words.ts'
import { endTree, OWN_GROUP } from '../programs/process-tree.ts'
import { readFrame, requestLine, type ShellFrame } from './shell-frames.ts'

/** JSON without a question, a banner, or colours. */
const SHELL = [
	'--format',
	'json',
	'--no-banner',
	'--non-interactive',
	'shell',
	'--protocol',
	'ndjson',
]
/** A longer line ends the process: an answer is read into memory whole. */
const MAX_LINE_CHARS = 16 * 1024 * 1024
/** Lines that are no answer to the request, until the process counts as broken. */
const MAX_STRAY_LINES = 1_000
const MAX_STDERR_CHARS = 2_000

export type ShellFault =
	/** The program could not be started. */
	| 'not_started'
	/** The process ended, or said nothing that is an answer. */
	| 'ended'
	/** No answer within the time limit; the process was ended, for it answers one after another. */
	| 'silent'
	| 'too_large'

export class ShellError extends Error {
	readonly fault: ShellFault
	/** False: the editor cannot have got the request. */
	readonly sent: boolean
	constructor(fault: ShellFault, sent: boolean, message: string) {
		super(message)
		this.fault = fault
		this.sent = sent
	}
}

export interface ShellOptions {
	/** Path of the `unity` command. */
	readonly command: string
	readonly folder: string
	readonly env: Readonly<Record<string, string>>
	readonly clock: Clock
}

interface Waiting {
	readonly id: string
	answer(frame: ShellFrame): void
	fail(fault: ShellFault, message: string): void
}

export class UnityShell {
	readonly #options: ShellOptions
	#child: ChildProcessWithoutNullStreams | null = null
	#waiting: Waiting | null = null
	/** Resolves when the requests so far have ended. */
	#turn: Promise<unknown> = Promise.resolve()
	#requests = 0
	#closed = false

	constructor(options: ShellOptions) {
		this.#options = options
	}

	/** @throws {ShellError} `limitMs` counts from when the request is written. */
	request(argv: readonly string[], limitMs: number): Promise<ShellFrame> {
		const answer = this.#turn.then(() => this.#ask(argv, limitMs))
		this.#turn = answer.catch(() => undefined)
		return answer
	}

	/** Ends the process. A request under way fails. */
	close(): void {
		this.#closed = true
		this.#end('ended', 'The relay stopped it.')
	}

	#ask(argv: readonly string[], limitMs: number): Promise<ShellFrame> {
		if (this.#closed) return Promise.reject(new ShellError('not_started', false, 'It is closed.'))
		const child = this.#child ?? this.#start()
		const id = `fl-${++this.#requests}`
		return new Promise((resolve, reject) => {
			const cancelLimit = this.#options.clock.after(limitMs, () =>
				this.#end('silent', `It did not answer within ${Math.round(limitMs / 100) / 10} s.`),
			)
			const done = (): void => {
				cancelLimit()
				this.#waiting = null
			}
			this.#waiting = {
				id,
				answer: (frame) => {
					done()
					resolve(frame)
				},
				fail: (fault, message) => {
					done()
					reject(new ShellError(fault, fault !== 'not_started', message))
				},
			}
			child.stdin.write(requestLine(id, argv))
		})
	}

	#start(): ChildProcessWithoutNullStreams {
		const { command, folder, env } = this.#options
		const child = spawn(command, SHELL, {
			cwd: folder,
			env,
			windowsHide: true,
			detached: OWN_GROUP,
			stdio: ['pipe', 'pipe', 'pipe'],
		})
		this.#child = child
		const stderr = new LastWords(MAX_STDERR_CHARS)
		child.stderr.setEncoding('utf8')
		child.stderr.on('data', (text: string) => stderr.add(text))
		this.#read(child)
		// The process may be gone before it is written to; `exit` and `error` tell why.
		child.stdin.on('error', () => undefined)
		child.on('error', (error) => this.#gone(child, 'not_started', error.message))
		child.on('exit', (code, signal) => {
			const last = stderr.lastLine.slice(0, 300)
			const how = signal === null ? `exit code ${code}` : signal
			this.#gone(child, 'ended', `It ended with ${how}${last ? `: ${last}` : '.'}`)
		})
		return child
	}

	#read(child: ChildProcessWithoutNullStreams): void {
		const decoder = new StringDecoder('utf8')
		let begun: string[] = []
		let begunChars = 0
		let strays = 0
		child.stdout.on('data', (bytes: Buffer) => {
			if (this.#child !== child) return
			const [first = '', ...more] = decoder.write(bytes).split('\n')
			begun.push(first)
			begunChars += first.length
			for (const next of more) {
				const line = begun.join('')
				const frame = readFrame(line)
				if (frame !== null && frame.id === this.#waiting?.id) this.#waiting.answer(frame)
				else if (line.trim() !== '') strays++
				begun = [next]
				begunChars = next.length
			}
			if (begunChars > MAX_LINE_CHARS)
				this.#end('too_large', `Its answer has more than ${MAX_LINE_CHARS} characters.`)
			else if (strays > MAX_STRAY_LINES) this.#end('ended', 'It writes lines that are not answers.')
		})
	}

	/** The process ended by itself. */
	#gone(child: ChildProcessWithoutNullStreams, fault: ShellFault, message: string): void {
		if (this.#child !== child) return
		this.#child = null
		// Processes that it started must not outlive it.
		endTree(child.pid)
		this.#waiting?.fail(fault, message)
	}

	#end(fault: ShellFault, message: string): void {
		const child = this.#child
		this.#child = null
		if (child) {
			child.stdin.destroy()
			endTree(child.pid)
		}
		this.#waiting?.fail(fault, message)
	}
}
