/** A bred warrior as Redcode. */
import { disassemble } from '../assembler/disassemble.ts'
import { KEPT_TEXT } from '../limits.ts'
import type { Warrior } from '../warrior.ts'

/** `Dwarf g12`: the twelfth generation after Dwarf. */
const BRED = /^(.*?) g(\d{1,9})$/

/** @returns the generation that a warrior's name says; 0: it was not bred */
export const generationOf = ({ name }: Pick<Warrior, 'name'>): number =>
	Number(BRED.exec(name)?.[2] ?? 0)

/** The name of an offspring: that of the first ancestor, with the generation. */
export function nameOfGeneration({ name }: Pick<Warrior, 'name'>, generation: number): string {
	const suffix = ` g${generation}`
	const first = BRED.exec(name)?.[1] ?? name
	return first.slice(0, KEPT_TEXT.name - suffix.length) + suffix
}

/** @returns a source that assembles to this warrior's code, start and PIN, under settings with its core size */
export function redcodeOf(warrior: Warrior): string {
	const { name, author, pin, coreSize } = warrior
	const head = [';redcode-94', `;name ${name}`, `;author ${author}`]
	const code = disassemble(warrior, coreSize)
	const tail = pin === null ? [] : [`       PIN      ${pin}`]
	return `${[...head, code, ...tail, '       END'].join('\n')}\n`
}
