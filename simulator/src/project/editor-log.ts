/**
 * `Logs/Editor.log`, with the lines by which Unity's log tells what it is doing. The one of the editor before is
 * kept as `Editor-prev.log`, as Unity does it.
 */
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileMessage } from '@fairlead/protocol/tools'
import { consoleLine } from '../scripts/compiler.ts'

/** The folder that the project's settings ignore for version control. */
const FOLDER = 'Logs'

export class EditorLog {
	readonly #file: string

	/** Begins a log. A folder that cannot be written to gets none. */
	constructor(projectPath: string, unityVersion: string, now = new Date()) {
		this.#file = join(projectPath, FOLDER, 'Editor.log')
		const lines = [
			`Built from '6000.3/simulated' branch; Version is '${unityVersion} (simulated)'; Build Type 'Release'`,
			'BatchMode: 0, IsHumanControllingUs: 1, StartBugReporterOnCrash: 0, Is64bit: 1',
			`Date: ${now.toISOString()} (process ${process.pid})`,
			'',
			'COMMAND LINE ARGUMENTS:',
			'Unity',
			'-projectpath',
			projectPath,
			`Successfully changed project path to: ${projectPath}`,
			projectPath,
		]
		quietly(() => mkdirSync(join(projectPath, FOLDER), { recursive: true }))
		quietly(() => renameSync(this.#file, join(projectPath, FOLDER, 'Editor-prev.log')))
		quietly(() => writeFileSync(this.#file, `${lines.join('\n')}\n`))
	}

	compiling(): void {
		this.#write(
			'[ScriptCompilation] Requested script compilation because: Assetdatabase observed changes in script compilation related files',
			'Starting: bee_backend --ipc --dagfile="Library/Bee/Sim.dag" --continue-on-failure ScriptAssemblies',
		)
	}

	compiled(errors: readonly CompileMessage[], warnings: readonly CompileMessage[]): void {
		if (errors.length === 0) {
			this.#write(...warnings.map(consoleLine), '*** Tundra build success (0.60 seconds)')
			return
		}
		this.#write(
			'##### Output',
			...[...errors, ...warnings].map(consoleLine),
			'*** Tundra build failed (0.60 seconds)',
			'## Script Compilation Error for: Csc Library/Bee/artifacts/Sim.dag/Assembly-CSharp.dll',
			'## Output:',
			...errors.map(consoleLine),
			'Editor compiler errors found. Will not reload assemblies.',
		)
	}

	safeMode(on: boolean): void {
		if (on)
			this.#write(
				'[MODES] ModeService[default].ChangeMode(safe_mode)',
				'Safe Mode: Only loading a subset of assemblies',
			)
		else this.#write('[MODES] ModeService[safe_mode].ChangeMode(default)')
	}

	loaded(): void {
		this.#write('[Project] Loading completed in 1.000 seconds')
	}

	#write(...lines: readonly string[]): void {
		quietly(() => appendFileSync(this.#file, `${lines.join('\n')}\n`))
	}
}

/** A log that cannot be written ends nobody's work. */
function quietly(action: () => void): void {
	try {
		action()
	} catch {
		// Read-only, full, or removed.
	}
}
