/** The relay as users run it: a separate process that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { readRelayFile } from '../../src/home/home.ts'
import { until } from './support.ts'

/** Its sources, or what the runner of the tests has built of them. */
export const MAIN =
	process.env['FAIRLEAD_TEST_MAIN'] ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface CommandResult {
	readonly code: number | null
	readonly stdout: string
	readonly stderr: string
}

/** Runs `fairlead` with these arguments until it exits. */
export function runFairlead(
	args: readonly string[],
	env: Record<string, string>,
	input = '',
): Promise<CommandResult> {
	const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } })
	let stdout = ''
	let stderr = ''
	child.stdout.on('data', (chunk) => {
		stdout += chunk
	})
	child.stderr.on('data', (chunk) => {
		stderr += chunk
	})
	child.stdin.on('error', () => undefined)
	child.stdin.end(input)
	return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

export class RelayProcess {
	readonly file: RelayFile
	readonly #child: ChildProcess
	#output = ''

	private constructor(child: ChildProcess, file: RelayFile) {
		this.#child = child
		this.file = file
		child.stdout?.on('data', (chunk) => {
			this.#output += chunk
		})
	}

	/** `fairlead up` with this home, once it has written relay.json. `main`: the program. */
	static async start(
		home: string,
		args: readonly string[] = ['--json-log'],
		env: Record<string, string> = {},
		main = MAIN,
	): Promise<RelayProcess> {
		const child = spawn(process.execPath, [main, 'up', ...args], {
			env: { ...process.env, ...env, FAIRLEAD_HOME: home },
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		const file = await until('relay.json', async () => {
			if (child.exitCode !== null) throw new Error(`fairlead up ended with ${child.exitCode}`)
			const found = await readRelayFile(home)
			return found?.pid === child.pid ? found : null
		})
		return new RelayProcess(child, file)
	}

	get output(): string {
		return this.#output
	}

	/** Sends a signal that does not end the process. */
	signal(name: 'SIGSTOP' | 'SIGCONT'): void {
		this.#child.kill(name)
	}

	/** Kills the process and waits until it is gone. Resolves with its exit code, if it had one. */
	async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null)
			return this.#child.exitCode
		const ended = new Promise<number | null>((resolve) => this.#child.once('close', resolve))
		this.#child.kill(signal)
		return ended
	}
}
