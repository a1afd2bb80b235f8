/** A thousand hostile commands: an approval of one covers no other, and no argument is ever read by a shell. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { permissionKey, permissionsOf } from '@fairlead/protocol/tools'
import { expect, it } from 'vitest'
import { Random } from '../../../test/chaos/kit/random.ts'
import { FileError } from '../files/file-error.ts'
import { findProgram } from './find-program.ts'
import { node, place, ran, useCommands } from './test-kit.ts'

const LINES = 1_000
const PER_PROCESS = 200
const PER_ARGUMENT = 4
const SEED = 14
/** Prints what it was given; short, since long random text counts as a secret. */
const HASHED = `const given = process.argv.slice(1).join('\\u0002')
console.log(require('crypto').createHash('sha256').update(given).digest('base64').slice(0, 20))`
const PIECES = [
	'npm',
	'run',
	'build',
	'-',
	'--',
	'=',
	',',
	'.',
	'/',
	'../',
	'~',
	'@',
	'é',
	'\u202e',
	'',
	' ',
	'  ',
	'\t',
	'\n',
	'\r\n',
	'"',
	"'",
	'\\',
	'\\"',
	'" "',
	"' '",
	'`',
	'^',
	'!',
	'%',
	'%PATH%',
	'$(touch made)',
	'`touch made`',
	'; touch made',
	'&& touch made',
	'| tee made',
	'> made',
	'& echo made> made',
	'$PATH',
	'$IFS',
	'*',
	'?',
	'[Tools] ',
	'[Tools]',
	'$ ls',
	'#',
	'(',
	')',
]

useCommands()

const random = new Random(SEED)
const below = (limit: number): number => Math.floor(random.next() * limit)
const word = (): string =>
	Array.from({ length: 1 + below(4) }, () => PIECES[below(PIECES.length)]).join('')

interface Line {
	readonly command: readonly string[]
	readonly folder: string
}

const generated = (): Line => ({
	command: ['npm', ...Array.from({ length: below(5) }, word)],
	folder: below(4) === 0 ? 'Tools' : '.',
})

/** Commands that a careless quoting writes like this one. */
function neighbours({ command, folder }: Line): Line[] {
	const joined = command.join(' ')
	const at = below(command.length)
	return [
		{ command: [joined], folder },
		{ command: joined.split(' '), folder },
		{ command: command.map((arg) => `"${arg}"`), folder },
		{ command: [`[${folder}]`, ...command], folder: '.' },
		{ command: ['$', ...command], folder },
		{ command: [...command, ''], folder },
		{ command: [...command.slice(0, at), `${command[at]} ${command[at + 1]}`], folder },
		{ command: command.map((arg) => arg.trim()), folder },
		{ command, folder: folder === '.' ? 'Tools' : '.' },
	]
}

const keyOf = (method: Record<string, unknown>): string => {
	const [permission] = permissionsOf('run_command', method)
	expect(permission?.risk).toBe('execute')
	return permission ? permissionKey(permission) : ''
}

it('an always allowed command allows no other command, folder or shell line', () => {
	const granted = new Map<string, string>()
	const grant = (params: Record<string, unknown>): void => {
		const key = keyOf(params)
		const meant = JSON.stringify(params)
		expect(granted.get(key) ?? meant).toBe(meant)
		granted.set(key, meant)
	}
	for (let i = 0; i < LINES; i++) {
		const line = generated()
		for (const { command, folder } of [line, ...neighbours(line)]) {
			if (command.length <= 64) grant({ action: 'run', command, folder })
			const text = command.join(' ').trim()
			if (text !== '') grant({ action: 'shell', line: text, folder })
		}
	}
	expect(granted.size).toBeGreaterThan(5 * LINES)
})

it('a program gets its arguments as they are, and nothing else is run', async () => {
	const lines = Array.from({ length: LINES }, () => word())
	for (let at = 0; at < LINES; at += PER_PROCESS) {
		// A call has at most 64 arguments: each holds some lines.
		const args = Array.from({ length: PER_PROCESS / PER_ARGUMENT }, (_, i) =>
			lines.slice(at + i * PER_ARGUMENT, at + (i + 1) * PER_ARGUMENT).join('\u0001'),
		)
		const wanted = createHash('sha256').update(args.join('\u0002')).digest('base64')
		const { output } = await ran({ action: 'run', command: node(HASHED, ...args) })
		expect(output).toBe(`${wanted.slice(0, 20)}\n`)
	}
	expect(readdirSync(place.project)).toEqual(['Tools'])
})

it('a batch file of Windows gets only arguments that it cannot read as commands', () => {
	const windows = {
		platform: 'win32',
		isProgram: (path: string) => path.endsWith('npm.cmd'),
	} as const
	let refused = 0
	for (let i = 0; i < LINES; i++) {
		const arg = word()
		try {
			const { args } = findProgram('/', ['/npm', arg], { PATHEXT: '.EXE;.CMD' }, '.', windows)
			expect(arg).toMatch(/^[A-Za-z0-9_./\\:=@,+~ -]*$/)
			expect(args).toEqual(['/d', '/s', '/v:off', '/c', `""/npm.cmd" "${arg}""`])
		} catch (error) {
			expect(error).toBeInstanceOf(FileError)
			expect(arg).toMatch(/[^A-Za-z0-9_./\\:=@,+~ -]|\\$/)
			refused++
		}
	}
	expect(refused).toBeGreaterThan(LINES / 2)
})
