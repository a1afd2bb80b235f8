/** Finds the program of a command as the relay will start it: by its full path, never by a name alone. */
import { accessSync, constants, statSync } from 'node:fs'
import { extname, isAbsolute, join } from 'node:path'
import { FileError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import { systemProgram } from '../platform/system-program.ts'
import { absoluteFolders, type Environment } from './clean-environment.ts'

/** The arguments that `spawn` gets. */
export interface Startable {
	readonly file: string
	readonly args: readonly string[]
	/** Windows: the arguments are passed as they are. */
	readonly verbatim: boolean
}

export interface System {
	readonly platform: NodeJS.Platform
	readonly isProgram: (path: string) => boolean
}

const thisSystem: System = { platform: process.platform, isProgram }

/**
 * The command processor runs batch files, and it reads quotes, `%`, `^` and line breaks in ways that no quoting prevents. Only
 * arguments without any of these are passed to one.
 */
const SAFE_FOR_BATCH = /^[A-Za-z0-9_./\\:=@,+~ -]*$/
const SAFE_BATCH_PATH = /^[^"%^!&|<>\r\n]+$/
const BATCH = /\.(cmd|bat)$/i

/**
 * @param folder the project
 * @param command the program, a name of PATH or a path, and its arguments
 * @param within the folder of the project in which it starts: relative paths begin there
 * @throws {FileError} `not_found`, or `unsupported` for arguments that a batch file would read as commands
 */
export function findProgram(
	folder: string,
	[program = '', ...args]: readonly string[],
	env: Environment,
	within = '.',
	system: System = thisSystem,
): Startable {
	refuseNul([program, ...args])
	const file = located({ folder, within }, program, env, system)
	if (system.platform !== 'win32' || !BATCH.test(file)) return { file, args, verbatim: false }
	const wrong = args.find((arg) => !SAFE_FOR_BATCH.test(arg) || arg.endsWith('\\'))
	if (wrong !== undefined || !SAFE_BATCH_PATH.test(file))
		throw new FileError(
			'unsupported',
			`${program} is a batch file of Windows, which could read ${JSON.stringify(wrong ?? file)} as commands. It was not started.`,
			{
				hint: 'Use only letters, digits, spaces and _ . / \\ : = @ , + ~ - in its arguments, or run the program behind it.',
			},
		)
	const line = [file, ...args].map((part) => `"${part}"`).join(' ')
	return {
		file: systemProgram('cmd', env),
		args: ['/d', '/s', '/v:off', '/c', `"${line}"`],
		verbatim: true,
	}
}

function refuseNul(parts: readonly string[]): void {
	if (parts.some((part) => part.includes('\0')))
		throw new FileError('invalid_arguments', 'An argument cannot contain a NUL character.')
}

/**
 * The shell of the system, for a line that a person has read.
 *
 * @throws {FileError} `invalid_arguments`
 */
export function shellFor(line: string, env: Environment, platform = process.platform): Startable {
	refuseNul([line])
	return platform === 'win32'
		? { file: systemProgram('cmd', env), args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
		: { file: '/bin/sh', args: ['-c', line], verbatim: false }
}

interface Start {
	readonly folder: string
	readonly within: string
}

function located(
	{ folder, within }: Start,
	program: string,
	env: Environment,
	system: System,
): string {
	if (program.trim() === '') throw new FileError('invalid_arguments', 'The program has no name.')
	const endings = endingsFor(program, env, system)
	if (isAbsolute(program)) return firstOf([program], endings, program, system)
	if (/[\\/]/.test(program))
		return firstOf(
			[resolveInside(folder, `${within}/${program}`, 'read').real],
			endings,
			program,
			system,
		)
	const name = Object.keys(env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH'
	const places = absoluteFolders(env[name] ?? '').map((place) => join(place, program))
	return firstOf(places, endings, program, system)
}

/** Windows finds `npm` as `npm.cmd`; a name with an ending is meant as it is. */
function endingsFor(program: string, env: Environment, { platform }: System): readonly string[] {
	if (platform !== 'win32') return ['']
	const known = (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';').filter(Boolean)
	return known.includes(extname(program).toLowerCase()) ? [''] : known
}

function firstOf(
	places: readonly string[],
	endings: readonly string[],
	program: string,
	{ isProgram }: System,
): string {
	for (const place of places)
		for (const ending of endings) if (isProgram(place + ending)) return place + ending
	throw new FileError('not_found', `There is no program ${JSON.stringify(program)}.`, {
		hint: 'Check its name. A program of the project is named by its path from the working folder, such as Tools/build.sh; the user can install one that is missing.',
	})
}

function isProgram(path: string): boolean {
	try {
		if (!statSync(path).isFile()) return false
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
