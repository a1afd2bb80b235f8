/** The command beside pMARS itself: the same arguments, the same standard output. */
import { type ExecFileException, execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../corewar/src/cli/command.ts'
import { STOCK_WARRIORS } from '../../corewar/src/index.ts'
import { copyExamples } from '../../scripts/machine/pmars.ts'
import { ROOT } from '../../scripts/paths.ts'
import { Dice } from './dice.ts'
import { pmarsOrThrow } from './oracle.ts'
import { plainWarrior, richSource } from './sources.ts'

const COMMAND = join(ROOT, 'corewar', 'src', 'cli', 'main.ts')
const GENERATED = 20

interface Ended {
	readonly code: number
	readonly out: string
}

let folder: string
let pmars: string
let examples: readonly string[]
beforeAll(async () => {
	const found = await pmarsOrThrow()
	pmars = found.program
	folder = await mkdtemp(join(tmpdir(), 'fairlead-corewar-'))
	examples = await copyExamples(found, folder)
	const dice = new Dice(30)
	const sources = new Map([
		...STOCK_WARRIORS.map(({ name, source }) => [name.toLowerCase(), source] as const),
		['dead', ';redcode\n;name Dead\n;author B\n;assert 1\ndat 0, 0\nend\n'],
		['fails', ';redcode\n;assert 0\nmov 0, 1\nend\n'],
		...dice.times(
			GENERATED,
			(i) => [`plain${i}`, plainWarrior(dice, 1 + dice.roll(40), 8_000)] as const,
		),
		...dice.times(GENERATED, (i) => [`rich${i}`, richSource(dice)] as const),
	])
	for (const [name, source] of sources) await writeFile(join(folder, `${name}.red`), source)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function ended(program: string, args: readonly string[], input: string): Promise<Ended> {
	return new Promise((resolve) => {
		const done = (error: ExecFileException | null, out: string): void =>
			resolve({ code: error === null ? 0 : Number(error.code), out })
		const child = execFile(program, [...args], { cwd: folder, encoding: 'utf8' }, done)
		// Not everyone reads it to its end.
		child.stdin?.on('error', () => {}).end(input)
	})
}

async function compare(args: string, input = ''): Promise<Ended> {
	const words = args.split(' ')
	let out = ''
	const code = await runCommand(words, {
		reader: { file: (path) => readFile(join(folder, path), 'utf8'), input: async () => input },
		out: (text) => {
			out += text
		},
		err: () => {},
	})
	expect({ code, out }, args).toEqual(await ended(pmars, words, input))
	return { code, out }
}

describe('the same arguments print the same', () => {
	test.each([
		'-r 10 -f stone.red paper.red',
		'-b -r 50 -f scanner.red clear.red',
		'-k -r 20 -f vampire.red dwarf.red',
		'-bk -r 20 -f vampire.red dwarf.red',
		'-bF 4000 -r 30 stone.red scanner.red',
		// Its seed is 0: every round has this distance.
		'-bF 100 -r 5 stone.red scanner.red',
		'-bF 80000 -r 5 stone.red scanner.red',
		'-bf -S 9 -r 30 chooser.red stone.red',
		'-bf -r 30 chooser.red vampire.red',
		'-bf -s 800 -c 3000 -p 50 -l 30 -d 40 -r 20 paper.red dwarf.red',
		'-bf -l 30 -r 20 paper.red dwarf.red',
		'-r 0 stone.red paper.red chooser.red',
		'-b -r 0 stone.red',
		'-r 4 imp.red',
		'-kr 4 dead.red',
		// Nobody meets anybody, so that the positions do not matter.
		'-r 5 imp.red dead.red imp.red',
		'-bkr 5 -c 50 imp.red dead.red imp.red dead.red',
		// All positions, in any order.
		'-bP -s 800 -l 30 -c 2000 stone.red dwarf.red',
		'stone.red fails.red dwarf.red',
	])('%s', async (args) => {
		const { out } = await compare(args)
		expect(out !== '' || args === '-b -r 0 stone.red').toBe(true)
	})

	test.each([
		'-q stone.red',
		'-r stone.red',
		'-d 10 stone.red',
		'-F 50 stone.red dwarf.red',
		'-fF 400 stone.red',
		'-P stone.red',
	])('an error of usage: %s', async (args) => {
		expect(await compare(args)).toEqual({ code: 2, out: '' })
	})

	test('warriors on standard input', async () => {
		const sources = STOCK_WARRIORS.slice(3, 5).map(({ source }) => source)
		const input = `no warrior\n${sources.join('\n')}`
		const args = '-bfr 10 - -'
		const here = await compare(args, input)
		expect(await ended(process.execPath, [COMMAND, ...args.split(' ')], input)).toEqual(here)
	})

	test('for the example warriors of pMARS', async (context) => {
		if (examples.length === 0) return context.skip('there are no examples beside this pMARS')
		for (const other of examples) await compare(`-fr 10 rave.red ${other}`)
	})

	test('the fixed series of generated warriors', async () => {
		for (let i = 0; i < GENERATED; i++) {
			await compare(`-bkf -l 200 -c 5000 -r 20 plain${i}.red rich${i}.red`)
			await compare(`-bkf -l 200 -c 5000 -r 20 vampire.red plain${i}.red`)
		}
	})
})
