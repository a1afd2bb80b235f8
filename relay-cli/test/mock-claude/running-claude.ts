/** A {@link MockStep} at a time for a mock `claude` that runs as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { MockStep } from './mock-session.ts'

const PROGRAM = fileURLToPath(new URL('./mock-claude.ts', import.meta.url))

export class RunningClaude {
	/** Hooks that failed, or printed something. */
	readonly problems: unknown[] = []
	sessionId = ''
	readonly #child: ChildProcess
	readonly #lines: AsyncIterator<string>

	private constructor(child: ChildProcess) {
		this.#child = child
		if (!child.stdout) throw new Error('no stdout')
		this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]()
	}

	/** Starts it in this folder, with this folder of Claude Code. Resolves when its session has begun. */
	static async start(
		cwd: string,
		claude: string,
		env: Record<string, string> = {},
		...args: readonly string[]
	): Promise<RunningClaude> {
		const child = spawn(process.execPath, [PROGRAM, ...args], {
			argv0: 'claude',
			cwd,
			env: { ...process.env, ...env, CLAUDE_CONFIG_DIR: claude },
			stdio: ['pipe', 'pipe', 'inherit'],
		})
		const running = new RunningClaude(child)
		await running.#answer()
		return running
	}

	/** One after the other; resolves when all are done, with their hooks. */
	async do(...steps: readonly MockStep[]): Promise<void> {
		for (const step of steps) {
			this.#child.stdin?.write(`${JSON.stringify(step)}\n`)
			if (step.do === 'exit') {
				if (this.#child.exitCode === null) await once(this.#child, 'exit')
				return
			}
			await this.#answer()
		}
	}

	async kill(): Promise<void> {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
		this.#child.kill('SIGKILL')
		await once(this.#child, 'exit')
	}

	async #answer(): Promise<void> {
		for (;;) {
			const { value, done } = await this.#lines.next()
			if (done) throw new Error('The mock claude has ended.')
			const said = JSON.parse(value) as { sessionId?: string; hook?: string }
			if (said.sessionId === undefined) {
				this.problems.push(said)
				continue
			}
			this.sessionId = said.sessionId
			return
		}
	}
}
