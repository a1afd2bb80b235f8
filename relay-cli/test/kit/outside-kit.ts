/** Unity as the relay sees it from outside: its process, its lock file and its log. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RelayOptions } from '../../src/app/relay-options.ts'
import type { RunningProcess } from '../../src/unity/machine.ts'
import { thisMachine } from '../../src/unity/this-machine.ts'
import { until } from './support.ts'

const TIMING = { outsidePollMs: 20, outsideProcessesMs: 0, outsideQuietMs: 0 }

export const logOf = (project: string): string => join(project, 'Logs', 'Editor.log')

export class UnityFromOutside {
	/** The list of processes; set it to end them. */
	running: RunningProcess[] = []
	#looked = 0
	/** The log that all projects of a user share. */
	readonly globalLog: string

	constructor(folder: string) {
		this.globalLog = join(folder, 'Editor.log')
	}

	/** Options of a relay that sees these editors, and looks often. */
	options(timing: RelayOptions['timing'] = {}): RelayOptions {
		return {
			timing: { ...TIMING, ...timing },
			machine: { ...thisMachine(), processes: () => this.#look() },
			globalLogs: [this.globalLog],
		}
	}

	/** Resolves after the relay has looked this many times more. */
	async looks(times: number): Promise<void> {
		const enough = this.#looked + times
		await until('looks at Unity', () => this.#looked >= enough)
	}

	async #look(): Promise<readonly RunningProcess[]> {
		this.#looked++
		return this.running
	}

	/** Unity has the project open, with this log. */
	open(
		project: string,
		log: string,
		into = logOf(project),
		pid = 4_000_000 + this.running.length,
	): void {
		for (const part of ['Temp', 'Logs']) mkdirSync(join(project, part), { recursive: true })
		writeFileSync(join(project, 'Temp', 'UnityLockfile'), '')
		writeFileSync(into, log)
		this.running.push({
			pid,
			command: ['/opt/Unity/Hub/Editor/6000.3.14f1/Editor/Unity', '-projectpath', project],
		})
	}
}

/** The project's manifest names the Fairlead package, or no package. */
export function writeManifest(project: string, ...packages: readonly string[]): void {
	const dependencies = Object.fromEntries(packages.map((name) => [name, 'file:../package']))
	writeFileSync(join(project, 'Packages', 'manifest.json'), JSON.stringify({ dependencies }))
}
