/** The command without a process: what it reads and writes is given to it. */
import { assemble } from '../assembler/assembler.ts'
import { DIALECT_VERSION, ENGINE_VERSION } from '../version.ts'
import type { Warrior } from '../warrior.ts'
import { benchLines } from './bench.ts'
import { fight } from './fight.ts'
import { type Fight, readCommand, USAGE, UsageError } from './options.ts'
import { listing, problemLine, results } from './report.ts'
import { type Reader, readSources, UnreadableError } from './sources.ts'

export interface Surroundings {
	readonly reader: Reader
	out(text: string): void
	err(text: string): void
}

/** Those of pMARS's manual. */
export const EXIT = { done: 0, unreadable: 1, usage: 2, assembly: 3 } as const

/** @returns the exit code */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
	try {
		const command = readCommand(args)
		if (command.kind === 'help') around.out(USAGE)
		else if (command.kind === 'version') {
			around.out(`corewar: engine ${ENGINE_VERSION}, dialect of pMARS ${DIALECT_VERSION / 100}\n`)
		} else if (command.kind === 'bench') for (const line of benchLines()) around.out(line)
		else return await battle(command, around)
		return EXIT.done
	} catch (error) {
		if (error instanceof UsageError) {
			around.err(`corewar: ${error.message}\n`)
			return EXIT.usage
		}
		if (error instanceof UnreadableError) {
			around.err(`corewar: ${error.message}\n`)
			return EXIT.unreadable
		}
		throw error
	}
}

async function battle(options: Fight, { reader, out, err }: Surroundings): Promise<number> {
	const warriors: Warrior[] = []
	const sources = await readSources(options.files, reader)
	for (const { file, text } of sources) {
		const result = assemble(text, options.settings)
		for (const warning of result.warnings) err(problemLine(file, 'warning', warning))
		if (!result.ok) {
			for (const error of result.errors) err(problemLine(file, 'error', error))
			return EXIT.assembly
		}
		warriors.push(result.warrior)
		if (!options.isBrief) out(listing(result.warrior))
	}
	if (options.rounds > 0) out(results(warriors, fight(options, warriors), options.isKoth))
	return EXIT.done
}
