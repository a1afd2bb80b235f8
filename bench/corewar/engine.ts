/** An engine of Core War, in one of the places where it runs or another one's, for measurements beside each other. */
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../../scripts/paths.ts'

export interface Result {
	readonly wins: readonly [number, number]
	readonly ties: number
}

export interface Engine {
	/** Assembles both sources and fights. @param seed also the place of the second warrior in the first round */
	fight(sources: readonly [string, string], rounds: number, seed: number): Promise<Result>
	stop(): Promise<void>
}

export const SOURCES = join(ROOT, 'corewar', 'src')

export interface Module {
	readonly name: string
	readonly text: string
}

/** The modules of our engine as JavaScript, without its command; they keep their names, by which they import each other. */
export async function engineModules(): Promise<readonly Module[]> {
	const all = await readdir(SOURCES, { recursive: true })
	const names = all.filter((name) => /^(?!cli\/).*(?<!\.test)\.ts$/.test(name))
	return Promise.all(
		names.map(async (name) => ({
			name,
			text: stripTypeScriptTypes(await readFile(join(SOURCES, name), 'utf8')),
		})),
	)
}

const Standings = z.tuple([
	z.object({ wins: z.number(), ties: z.number() }),
	z.object({ wins: z.number() }),
])

/** @param standings as `battle` returns them, from another process */
export function resultOf(standings: unknown): Result {
	const [first, second] = Standings.parse(standings)
	return { wins: [first.wins, second.wins], ties: first.ties }
}
