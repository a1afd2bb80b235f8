/**
 * An editor in its own process: the simulator, or the C# package on its headless host.
 * Both take the same options; `FAIRLEAD_CONFORMANCE_EDITOR` selects one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { until } from '../../../relay-cli/test/kit/support.ts'
import { HOST_DLL } from '../../../scripts/machine/dotnet.ts'
import { RELAY_MAIN } from '../../../scripts/paths.ts'

export type EditorKind = 'simulator' | 'dotnet'

const KINDS: Readonly<Record<string, EditorKind>> = { simulator: 'simulator', dotnet: 'dotnet' }

/** The editor under test. */
export const EDITOR: EditorKind =
	KINDS[process.env['FAIRLEAD_CONFORMANCE_EDITOR'] ?? 'simulator'] ?? 'simulator'

export interface EditorOptions {
	/** The Unity project's folder; one that does not exist becomes a small project. */
	readonly project: string
	/** `FAIRLEAD_HOME`. */
	readonly home: string
	/** A file that gets one line `<call id> <tool>` for each executed call. */
	readonly ledger: string
	/** See `fairlead simulate --help`. */
	readonly faults?: readonly string[]
	readonly compileMs?: number
	readonly reloadMs?: number
	readonly reloadOnPlay?: boolean
}

const COMPILE_MS = 20
const RELOAD_MS = 20

/** The command that starts an editor of this kind. */
function command(kind: EditorKind, options: EditorOptions): [file: string, args: string[]] {
	const shared = [
		...(options.faults ?? []).flatMap((fault) => ['--fault', fault]),
		'--compile-ms',
		String(options.compileMs ?? COMPILE_MS),
		'--reload-ms',
		String(options.reloadMs ?? RELOAD_MS),
		...(options.reloadOnPlay === true ? ['--reload-on-play'] : []),
		'--ledger',
		options.ledger,
	]
	switch (kind) {
		case 'simulator':
			return [process.execPath, [RELAY_MAIN, 'simulate', options.project, ...shared]]
		case 'dotnet':
			return ['dotnet', [HOST_DLL, '--project', options.project, ...shared]]
		default:
			return kind satisfies never
	}
}

export class EditorProcess {
	readonly #child: ChildProcess
	readonly #ledger: string
	#output = ''

	private constructor(child: ChildProcess, ledger: string) {
		this.#child = child
		this.#ledger = ledger
		const take = (chunk: Buffer): void => {
			this.#output += chunk.toString()
		}
		child.stdout?.on('data', take)
		child.stderr?.on('data', take)
		child.on('error', (error) => {
			this.#output += error.message
		})
	}

	static start(options: EditorOptions, kind: EditorKind = EDITOR): EditorProcess {
		const [file, args] = command(kind, options)
		const child = spawn(file, args, {
			env: { ...process.env, FAIRLEAD_HOME: options.home },
			stdio: ['ignore', 'pipe', 'pipe'],
			windowsHide: true,
		})
		return new EditorProcess(child, options.ledger)
	}

	get pid(): number {
		return this.#child.pid ?? 0
	}

	get running(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null
	}

	/** Its output on stdout and stderr. */
	get output(): string {
		return this.#output
	}

	/** How often each call was executed, by all processes that wrote to this ledger. */
	executions(): Map<string, number> {
		const counts = new Map<string, number>()
		const text = existsSync(this.#ledger) ? readFileSync(this.#ledger, 'utf8') : ''
		for (const line of text.split(/\r?\n/)) {
			const callId = line.split(' ')[0]
			if (callId) counts.set(callId, (counts.get(callId) ?? 0) + 1)
		}
		return counts
	}

	/** Resolves once the process has exited or was killed. */
	async ended(): Promise<void> {
		await until('the end of the editor', () => !this.running)
	}

	async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
		if (!this.running) return
		this.#child.kill(signal)
		await this.ended()
	}
}
