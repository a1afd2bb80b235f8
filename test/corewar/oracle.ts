/** pMARS as a black box: what it assembles, and who wins. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { disassemble, type Settings, type Warrior } from '../../corewar/src/index.ts'
import { type FoundPmars, findPmars } from '../../scripts/machine/pmars.ts'

const exec = promisify(execFile)
const MAX_OUTPUT_BYTES = 64_000_000

export type Pmars = FoundPmars & { readonly found: true }

/** @throws Error that says why there is none */
export async function pmarsOrThrow(): Promise<Pmars> {
	const pmars = await findPmars()
	if (!pmars.found) throw new Error(pmars.reason)
	return pmars
}

export class Oracle {
	readonly #program: string
	readonly #folder: string

	private constructor(program: string, folder: string) {
		this.#program = program
		this.#folder = folder
	}

	static async open(): Promise<Oracle> {
		const { program } = await pmarsOrThrow()
		return new Oracle(program, await mkdtemp(join(tmpdir(), 'fairlead-corewar-')))
	}

	close(): Promise<void> {
		return rm(this.#folder, { recursive: true, force: true })
	}

	/** The instructions of each source as pMARS lists them. @throws Error with its words if it refuses one */
	async assemble(
		sources: readonly string[],
		options: readonly string[] = [],
	): Promise<readonly (readonly string[])[]> {
		const files = await this.#write(sources, 'list')
		const { stdout } = await exec(this.#program, [...options, ...files], {
			cwd: this.#folder,
			maxBuffer: MAX_OUTPUT_BYTES,
		})
		const [, ...programs] = stdout.split(/^Program "/m)
		return programs.map(instructions)
	}

	/** Rounds won by the first, by the second, and by both. */
	async fight(
		sources: readonly [string, string],
		{ coreSize, maxCycles, maxProcesses, maxLength, minDistance, pspaceSize, rounds }: Settings,
		position: number,
		name: string,
	): Promise<readonly [number, number, number]> {
		const files = await this.#write(sources, name)
		const numbers = { s: coreSize, c: maxCycles, p: maxProcesses, l: maxLength, d: minDistance }
		const all = { ...numbers, S: pspaceSize, r: rounds, F: position }
		const options = Object.entries(all).flatMap(([letter, value]) => [`-${letter}`, String(value)])
		const { stdout } = await exec(this.#program, ['-b', ...options, ...files], {
			cwd: this.#folder,
		})
		const [, wins, losses, ties] = /^Results: (\d+) (\d+) (\d+)$/m.exec(stdout) ?? []
		if (ties === undefined) throw new Error(`pMARS says no result: ${stdout}`)
		return [Number(wins), Number(losses), Number(ties)]
	}

	async #write(sources: readonly string[], name: string): Promise<readonly string[]> {
		const files = sources.map((_, i) => `${name}-${i}.red`)
		await Promise.all(
			sources.map((source, i) => writeFile(join(this.#folder, files[i] ?? ''), source)),
		)
		return files
	}
}

/** The lines of a load file that are instructions, one space between words; START marks where it starts. */
function instructions(listing: string): readonly string[] {
	return listing
		.split('\n')
		.map((line) => line.trim().replace(/\s+/g, ' '))
		.filter((line) => /^(START )?[A-Z]{3}\.[ABFXI]/.test(line))
}

export const listed = (warrior: Warrior): readonly string[] =>
	instructions(disassemble(warrior, warrior.coreSize))
