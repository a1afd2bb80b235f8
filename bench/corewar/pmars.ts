/** The engines of others: pMARS, which is native, and its port to TypeScript. Both are under the GPL and no part of this repository. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { disassemble } from '../../corewar/src/index.ts'
import { STATE_DIR } from '../../scripts/paths.ts'
import type { Engine } from './engine.ts'
import { warriorOf } from './in-node.ts'

/** So that both place the second warrior alike in each round: pMARS is given the first place. */
const MIN_DISTANCE = 100
const PORT = 'pmars-ts'
const PORT_VERSION = '1.0.0'

const exec = promisify(execFile)

export const nativePmars = (program: string, folder: string): Engine => ({
	async fight(sources, rounds, seed) {
		const files = ['a.red', 'b.red']
		await Promise.all(files.map((file, at) => writeFile(join(folder, file), sources[at] ?? '')))
		const position = String(seed + MIN_DISTANCE)
		const options = ['-b', '-r', String(rounds), '-F', position, ...files]
		const { stdout } = await exec(program, options, { cwd: folder })
		const [, first, second, ties] = /^Results: (\d+) (\d+) (\d+)$/m.exec(stdout) ?? []
		return { wins: [Number(first), Number(second)], ties: Number(ties) }
	},
	stop: async () => undefined,
})

interface Port {
	readonly Assembler: new () => { assemble(source: string): { readonly warrior: unknown } }
	readonly Simulator: new (options: {
		rounds: number
		minSeparation: number
		fixedPosition: number
	}) => {
		loadWarriors(warriors: readonly unknown[]): void
		run(rounds: number): readonly { readonly winnerId: number | null }[]
	}
}

const loadFile = (source: string): string => {
	const warrior = warriorOf(source)
	return disassemble(warrior, warrior.coreSize)
}

/** Installs it beside the state of this clone. @returns why it cannot be had, or the engine */
export async function pmarsInTypeScript(): Promise<Engine | string> {
	const home = join(STATE_DIR, PORT)
	try {
		await mkdir(home, { recursive: true })
		const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
		await exec('npm', ['install', '--prefix', home, ...flags, `${PORT}@${PORT_VERSION}`])
	} catch (error) {
		return `${PORT} could not be installed: ${String(error).split('\n')[0]}`
	}
	const entry = join(home, 'node_modules', PORT, 'dist', 'esm', 'index.js')
	const { Assembler, Simulator } = (await import(pathToFileURL(entry).href)) as Port
	return {
		async fight(sources, rounds, seed) {
			const fixedPosition = seed + MIN_DISTANCE
			const simulator = new Simulator({ rounds, minSeparation: MIN_DISTANCE, fixedPosition })
			// It does not assemble all of pMARS's own examples.
			const assembled = sources.map((source) => new Assembler().assemble(loadFile(source)))
			simulator.loadWarriors(assembled.map(({ warrior }) => warrior))
			const winners = simulator.run(rounds).map(({ winnerId }) => winnerId)
			const won = (side: number) => winners.filter((winner) => winner === side).length
			return { wins: [won(0), won(1)], ties: winners.filter((winner) => winner === null).length }
		},
		stop: async () => undefined,
	}
}
