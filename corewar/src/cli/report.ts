/** Results and load files as pMARS prints them. */

import { disassemble } from '../assembler/disassemble.ts'
import type { Problem } from '../errors.ts'
import { hillScore } from '../simulator/battle.ts'
import type { Warrior } from '../warrior.ts'
import type { Tally } from './fight.ts'

export function listing(warrior: Warrior): string {
	const { name, author, code, coreSize } = warrior
	// pMARS fills every instruction up to one width.
	const lines = disassemble(warrior, coreSize).split('\n')
	const rows = lines.map((line, i) => (i === 0 ? line : `${line}     `))
	return `Program "${name}" (length ${code.words.length}) by "${author}"\n\n${rows.join('\n')}\n\n`
}

/** Wins and ties of two warriors; for any other number of them, the rounds by survivors and the losses. */
export function results(warriors: readonly Warrior[], tally: Tally, isKoth: boolean): string {
	const count = warriors.length
	const scores = tally.map((row) =>
		row.reduce((sum, rounds, survivors) => {
			return survivors === 0 ? sum : sum + rounds * hillScore(count, survivors)
		}, 0),
	)
	const [first, second] = tally
	if (count === 2 && isKoth) {
		return tally.map(([, wins, ties]) => `${wins} ${ties}\n`).join('')
	}
	const bySurvivors = tally.map(([losses, ...survived]) => [...survived, losses].join(' '))
	if (isKoth) return bySurvivors.map((row, w) => `${scores[w]} ${row}\n`).join('')
	const heads = warriors.map(({ name, author }, w) => `${name} by ${author} scores ${scores[w]}\n`)
	if (count === 1) return heads.join('')
	if (count === 2) return `${heads.join('')}Results: ${first?.[1]} ${second?.[1]} ${first?.[2]}\n`
	return heads.map((head, w) => `${head}  Results: ${bySurvivors[w]}\n`).join('')
}

/** A problem in the form of compilers, so that editors find the place. */
export const problemLine = (
	file: string,
	kind: 'error' | 'warning',
	{ line, column, message, hint }: Problem,
): string =>
	`${file}:${line}:${column}: ${kind}: ${message}${hint === undefined ? '' : ` ${hint}`}\n`
