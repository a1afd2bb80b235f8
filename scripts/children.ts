/** Child processes: long-running ones, and ones that run to their end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.ts'

const GUARD = pathToFileURL(join(import.meta.dirname, 'child-guard.ts')).href
/** After this a child that was asked to end is killed. Longer than the guard's own grace. */
const KILL_AFTER_MS = 6_000
const LAST_WORDS_MS = 500
/** Output kept for the report of a crash. */
const TAIL_CHARACTERS = 8_000

export type Env = Readonly<Record<string, string | undefined>>
export interface Exit {
	readonly code: number | null
	readonly signal: NodeJS.Signals | null
}

export interface ChildSpec {
	/** The name in texts for people, e.g. "the Worker". */
	readonly name: string
	/** JavaScript or TypeScript file and its arguments; runs on this Node, or on {@link program}. */
	readonly file: string
	readonly args: readonly string[]
	readonly env: Env
	/**
	 * The program that runs the file instead of Node, e.g. `dotnet`. Such a child must end when its standard
	 * input ends: then we are gone, or it should stop.
	 */
	readonly program?: string
	/** Called with every chunk of stdout and stderr. */
	readonly onOutput?: (text: string) => void
}

/** One running child. It never outlives this process. */
export class Child {
	readonly name: string
	readonly exited: Promise<Exit>
	readonly #process: ChildProcess
	#tail = ''
	#ended = false

	constructor(spec: ChildSpec) {
		this.name = spec.name
		const guarded = ['--no-warnings', '--import', GUARD]
		this.#process = spawn(
			spec.program ?? process.execPath,
			[...(spec.program === undefined ? guarded : []), spec.file, ...spec.args],
			{
				cwd: ROOT,
				env: { ...spec.env },
				stdio:
					spec.program === undefined ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
				// Its own group: Ctrl-C in the terminal reaches only us, and we end the rest in order.
				// On Windows this would open a console window, and there the guard suffices.
				detached: process.platform !== 'win32',
				windowsHide: true,
			},
		)
		// A dead child reads nothing: its end is reported below.
		this.#process.stdin?.on('error', () => undefined)
		const take = (chunk: Buffer): void => {
			const text = chunk.toString()
			this.#tail = (this.#tail + text).slice(-TAIL_CHARACTERS)
			spec.onOutput?.(text)
		}
		this.#process.stdout?.on('data', take)
		this.#process.stderr?.on('data', take)
		this.exited = new Promise((resolve) => {
			this.#process.once('error', (error) => {
				this.#ended = true
				this.#tail += `\n${error.message}`
				resolve({ code: null, signal: null })
			})
			// Not `close`: Node never emits it once we disconnected the channel ourselves.
			this.#process.once('exit', async (code, signal) => {
				this.#ended = true
				// The group dies after any end: workerd below it would keep running, and hold the port.
				this.#killGroup()
				await this.#lastWords()
				resolve({ code, signal })
			})
		})
	}

	get pid(): number | undefined {
		return this.#process.pid
	}

	get running(): boolean {
		return !this.#ended
	}

	/** The last output, for a report. */
	get tail(): string {
		return this.#tail
	}

	/** Ends like a crash: no clean-up. Grandchildren (workerd) are killed too where the platform has groups. */
	async crash(): Promise<Exit> {
		this.#kill()
		return this.exited
	}

	/** Asks the child to end, kills it if it does not; resolves when it is gone. */
	async end(): Promise<Exit> {
		if (this.#ended) return this.exited
		if (this.#process.connected) this.#process.disconnect()
		this.#process.stdin?.end()
		const timer = setTimeout(() => this.#kill(), KILL_AFTER_MS)
		try {
			return await this.exited
		} finally {
			clearTimeout(timer)
		}
	}

	/** Waits for what the child wrote before it ended; a grandchild may hold the pipe open for longer. */
	async #lastWords(): Promise<void> {
		const streams = [this.#process.stdout, this.#process.stderr].filter((s) => s?.readable)
		const ended = streams.map((stream) => new Promise((resolve) => stream?.once('end', resolve)))
		await Promise.race([
			Promise.all(ended),
			new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS)),
		])
	}

	#kill(): void {
		if (this.#ended) return
		this.#killGroup()
		this.#process.kill('SIGKILL')
	}

	/** Does nothing on a platform without process groups. */
	#killGroup(): void {
		const { pid } = this.#process
		if (pid === undefined || process.platform === 'win32') return
		try {
			process.kill(-pid, 'SIGKILL')
		} catch {
			// The group is empty.
		}
	}
}

/** Receives a child's output, stdout and stderr as they arrive. */
export type Show = (chunk: Buffer) => void

export interface Finished {
	readonly code: number
	readonly output: string
}

/**
 * Runs a JavaScript or TypeScript file to its end. `show` passes its output through while it runs,
 * or gives it to a {@link Show}.
 * Never throws for an exit code: check `code` (1 if a signal ended it).
 */
export async function run(
	file: string,
	args: readonly string[],
	options: { env?: Env; show?: boolean | Show; cwd?: string } = {},
): Promise<Finished> {
	const child = spawn(process.execPath, [file, ...args], {
		cwd: options.cwd ?? ROOT,
		env: { ...(options.env ?? process.env) },
		stdio: ['ignore', 'pipe', 'pipe'],
		windowsHide: true,
	})
	let output = ''
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString()
		if (options.show === true) process.stdout.write(chunk)
		else if (options.show) options.show(chunk)
	})
	child.stderr.on('data', (chunk: Buffer) => {
		output += chunk.toString()
		if (options.show === true) process.stderr.write(chunk)
		else if (options.show) options.show(chunk)
	})
	const [code] = (await once(child, 'close')) as [number | null]
	return { code: code ?? 1, output }
}
