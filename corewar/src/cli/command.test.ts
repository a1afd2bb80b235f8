import { expect, test } from 'vitest'
import { STOCK_WARRIORS } from '../stock-warriors.ts'
import { benchLines } from './bench.ts'
import { EXIT, runCommand } from './command.ts'

const IMP = ';redcode\n;name Imp\n;author A\n;assert 1\nmov 0, 1\nend\n'
const DEAD = ';redcode\n;name Dead\n;author B\n;assert 1\ndat 0, 0\nend\n'
const FILES: Readonly<Record<string, string>> = {
	'imp.red': IMP,
	'dead.red': DEAD,
	'bad.red': ';assert 1\nmov 0, nowhere\n',
	'wrong.red': ';assert 1\nmov 0, 1\norg 7\n',
}

async function corewar(args: string, input = '') {
	let out = ''
	let err = ''
	const code = await runCommand(args.split(' '), {
		reader: {
			file: async (path) => {
				const text = FILES[path]
				if (text === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' })
				return text
			},
			input: async () => input,
		},
		out: (text) => {
			out += text
		},
		err: (text) => {
			err += text
		},
	})
	return { code, out, err }
}

test('two warriors: the load files, the points, and wins and ties', async () => {
	expect(await corewar('-r 10 imp.red dead.red')).toEqual({
		code: EXIT.done,
		err: '',
		out: `Program "Imp" (length 1) by "A"

       ORG      START
START  MOV.I  $     0, $     1     

Program "Dead" (length 1) by "B"

       ORG      START
START  DAT.F  $     0, $     0     

Imp by A scores 30
Dead by B scores 0
Results: 10 0 0
`,
	})
})

test('more than two: by survivors, then the losses', async () => {
	const { out } = await corewar('-br 3 imp.red dead.red imp.red')
	expect(out).toBe(
		'Imp by A scores 12\n  Results: 0 3 0 0\nDead by B scores 0\n  Results: 0 0 0 3\nImp by A scores 12\n  Results: 0 3 0 0\n',
	)
})

test.each([
	['-bkr 5 imp.red dead.red', '5 0\n0 0\n'],
	['-bk imp.red imp.red', '0 1\n0 1\n'],
	['-bk imp.red dead.red imp.red', '4 0 1 0 0\n0 0 0 0 1\n4 0 1 0 0\n'],
	['-bkr 3 dead.red', '0 3 0\n'],
])('%s prints what the KotH server reads', async (args, out) => {
	expect(await corewar(args)).toEqual({ code: EXIT.done, out, err: '' })
})

test('-f and -F give the same battle again', async () => {
	for (const args of ['-bf', '-bF 4000']) {
		const whole = `${args} -r 20 - -`
		const input = `${STOCK_WARRIORS[7]?.source}${STOCK_WARRIORS[8]?.source}`.replaceAll(
			'redcode-94',
			'redcode',
		)
		const first = await corewar(whole, input)
		expect(first.out).toContain('Results: ')
		expect(await corewar(whole, input)).toEqual(first)
	}
})

test('-P plays every position in both orders once', async () => {
	const { out } = await corewar('-bPs 300 imp.red dead.red')
	expect(out).toContain(`Results: ${2 * (300 - 200 + 1)} 0 0`)
})

test('standard input has a warrior for each dash', async () => {
	const { out, code } = await corewar('-b - dead.red -', `words before\n${IMP}${IMP}`)
	expect([code, out.match(/Imp by A/g)?.length]).toEqual([EXIT.done, 2])
	const short = await corewar('-b - -', IMP)
	expect(short.code).toBe(EXIT.unreadable)
	expect(short.err).toContain('Standard input has 1 of 2 warriors')
})

test('assemble prints the load file and nothing else', async () => {
	const { out } = await corewar('assemble imp.red')
	expect(out).toBe(
		'Program "Imp" (length 1) by "A"\n\n       ORG      START\nSTART  MOV.I  $     0, $     1     \n\n',
	)
})

test('errors go to stderr, with their place and an exit code of pMARS', async () => {
	const missing = await corewar('-b imp.red none.red')
	expect(missing).toMatchObject({ code: EXIT.unreadable, out: '' })
	expect(missing.err).toContain('There is no file none.red')
	const bad = await corewar('-b bad.red imp.red')
	expect(bad).toMatchObject({ code: EXIT.assembly, out: '' })
	expect(bad.err).toMatch(/^bad\.red:2:8: error: .*nowhere/)
	const usage = await corewar('-z imp.red')
	expect(usage).toMatchObject({ code: EXIT.usage, out: '' })
	const warned = await corewar('-b wrong.red')
	expect(warned).toMatchObject({ code: EXIT.done, out: 'Unknown by Anonymous scores 0\n' })
	expect(warned.err).toMatch(/^wrong\.red:3:1: warning: /)
})

test('help and version need no files', async () => {
	expect((await corewar('--help')).out).toContain('-F #  position of the second warrior')
	expect((await corewar('--version')).out).toMatch(/^corewar: engine \d+/)
})

test('bench has a row for each stock warrior', () => {
	expect([...benchLines(0)]).toHaveLength(STOCK_WARRIORS.length + 1)
})
