import { describe, expect, test } from 'vitest'
import { type Fight, readCommand, UsageError } from './options.ts'

function fightOf(...args: readonly string[]): Fight {
	const command = readCommand(args)
	if (command.kind !== 'fight') throw new Error(`a ${command.kind}`)
	return command
}

test('the settings without options are those of pMARS', () => {
	const { settings, rounds, placement } = fightOf('a.red', 'b.red')
	expect(settings).toMatchObject({
		coreSize: 8_000,
		maxCycles: 80_000,
		maxProcesses: 8_000,
		maxLength: 100,
		minDistance: 100,
		pspaceSize: 500,
		warriors: 2,
	})
	expect([rounds, placement.kind]).toEqual([1, 'random'])
})

test('options may be joined, touch their number, and stand anywhere', () => {
	const command = fightOf('a.red', '-bkF', '4000', '-r100', 'b.red', '-s', '800', '-l20', '-S', '7')
	expect(command).toMatchObject({
		files: ['a.red', 'b.red'],
		rounds: 100,
		isBrief: true,
		isKoth: true,
		placement: { kind: 'from', position: 4_000 },
		settings: { coreSize: 800, maxLength: 20, minDistance: 20, pspaceSize: 7, rounds: 100 },
	})
})

test.each([[['-r', '0']], [['-A']]])('%j only assembles', (options) => {
	expect(fightOf(...options, 'a.red').rounds).toBe(0)
})

test('assemble lists, also with -b, and takes a warrior named like a command behind it', () => {
	expect(fightOf('assemble', '-b', 'bench')).toMatchObject({
		files: ['bench'],
		rounds: 0,
		isBrief: false,
	})
})

test('-P without -r asks for each position in both orders', () => {
	expect(fightOf('-P', '-s', '400', 'a', 'b').rounds).toBe(2 * (400 - 200 + 1))
	expect(fightOf('-P', '-r', '9', 'a', 'b').rounds).toBe(9)
})

test('a dash is standard input, and two dashes end the options', () => {
	expect(fightOf('-', '-b', '-').files).toEqual(['-', '-'])
	expect(fightOf('-b', '--', '-r.red').files).toEqual(['-r.red'])
})

describe('what cannot be is refused with what to do', () => {
	test.each([
		[[], 'name one or more files'],
		[['-x', 'a'], 'no option -x; corewar --help'],
		[['--rounds', '5', 'a'], 'no option --rounds'],
		[['-be', 'a'], '-e is an option of pMARS that this command does not have'],
		[['-r'], '-r needs a whole number behind it'],
		[['-r', '-b', 'a'], '-r needs a whole number behind it'],
		[['-r', 'many', 'a'], '-r needs a whole number, not "many"'],
		[['-c', '1.5', 'a'], '-c needs a whole number, not "1.5"'],
		[['-s', '0', 'a'], '-s must be a whole number from 2'],
		[['-S', '9000', 'a'], '-S must be a whole number from 1 to 8000'],
		[['-d', '10', 'a'], '-d must be a whole number from 100'],
		[['-r', '99999999', 'a'], '-r must be a whole number from 1 to'],
		[['-F', '99', 'a', 'b'], '-F must be at least -d, which is 100'],
		[['-fF', '400', 'a', 'b'], '-f and -F exclude each other'],
		[['-P', 'a', 'b', 'c'], '-P needs exactly two warriors'],
		[['-s', '150', 'a', 'b'], 'give a larger -s'],
		[Array.from({ length: 37 }, () => 'a'), 'At most 36 warriors'],
		[['bench', 'a'], 'bench takes no files'],
	])('%j: %s', (args, words) => {
		expect(() => readCommand(args)).toThrow(UsageError)
		expect(() => readCommand(args)).toThrow(words)
	})
})
