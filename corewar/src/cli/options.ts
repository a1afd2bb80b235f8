/** The command line: pMARS's options, and two commands of our own. */
import { parseArgs } from 'node:util'
import { BOUNDS, resolveSettings, type Settings } from '../settings.ts'

/** A command line that cannot be used. */
export class UsageError extends Error {}

export type Command =
	| { readonly kind: 'help' }
	| { readonly kind: 'version' }
	| { readonly kind: 'bench' }
	| Fight

export interface Fight {
	readonly kind: 'fight'
	readonly files: readonly string[]
	readonly settings: Settings
	/** Zero: the warriors are only assembled. */
	readonly rounds: number
	readonly placement: Placement
	/** Every position and order comes once before one comes again. */
	readonly permutes: boolean
	readonly isBrief: boolean
	readonly isKoth: boolean
}

export type Placement =
	| { readonly kind: 'random' }
	/** The code of the warriors decides. */
	| { readonly kind: 'fixed' }
	/** The second warrior of the first round begins here, and the later rounds follow from it. */
	| { readonly kind: 'from'; readonly position: number }

export const USAGE = `Usage: corewar [options] file [file ...]      let warriors fight
       corewar assemble [options] file ...    list their load files
       corewar bench                          measure this computer

The file - is standard input. Options, with the meaning that they have in pMARS:
  -r #  rounds [1]; 0 only assembles       -f    fixed series of positions
  -s #  cells of the core [8000]           -F #  position of the second warrior
  -c #  cycles until a tie [80000]         -P    every position and order
  -p #  processes of a warrior [8000]      -b    brief: without load files
  -l #  instructions of a warrior [100]    -k    results in the format of KotH
  -d #  cells between warriors [as -l]     -A    only assemble, as -r 0
  -S #  cells of P-space [a 16th of -s]
  --help, --version
`

const OPTIONS = {
	rounds: { type: 'string', short: 'r' },
	coreSize: { type: 'string', short: 's' },
	maxCycles: { type: 'string', short: 'c' },
	maxProcesses: { type: 'string', short: 'p' },
	maxLength: { type: 'string', short: 'l' },
	minDistance: { type: 'string', short: 'd' },
	pspaceSize: { type: 'string', short: 'S' },
	position: { type: 'string', short: 'F' },
	fixed: { type: 'boolean', short: 'f' },
	permute: { type: 'boolean', short: 'P' },
	brief: { type: 'boolean', short: 'b' },
	koth: { type: 'boolean', short: 'k' },
	assemble: { type: 'boolean', short: 'A' },
	help: { type: 'boolean' },
	version: { type: 'boolean' },
} as const
/** Options by single letters only: `--rounds` is no way to write `-r`. */
const LONG: ReadonlySet<string> = new Set(['help', 'version'])
/** Those that pMARS has besides; a script that uses one must not get other results than it expects. */
const OF_PMARS_ONLY = 'eV8o=@Qv'

/** @throws UsageError */
export function readCommand(args: readonly string[]): Command {
	const { values, positionals } = parse(args)
	if (values.help === true) return { kind: 'help' }
	if (values.version === true) return { kind: 'version' }
	const [first, ...others] = positionals
	if (first === 'bench') {
		if (others.length > 0) throw new UsageError('bench takes no files.')
		return { kind: 'bench' }
	}
	const files = first === 'assemble' ? others : positionals
	if (files.length === 0) throw new UsageError('No warrior is given: name one or more files.')
	if (files.length > BOUNDS.warriors) {
		throw new UsageError(`At most ${BOUNDS.warriors} warriors fight at once, not ${files.length}.`)
	}
	if (values.fixed === true && values.position !== undefined) {
		throw new UsageError('-f and -F exclude each other: leave one out.')
	}
	if (values.permute === true && files.length !== 2) {
		throw new UsageError('-P needs exactly two warriors.')
	}
	const settings = settingsOf(values, files.length)
	const free = settings.coreSize - files.length * settings.minDistance
	if (free < 0) {
		throw new UsageError(
			`${files.length} warriors ${settings.minDistance} cells apart do not fit into ${settings.coreSize} cells: give a larger -s, or smaller -l and -d.`,
		)
	}
	const position = numberOf(values, 'position')
	if (position !== undefined && position < settings.minDistance) {
		throw new UsageError(`-F must be at least -d, which is ${settings.minDistance}.`)
	}
	const onlyAssembles = first === 'assemble' || values.assemble === true
	const all = values.permute === true ? 2 * (free + 1) : 1
	return {
		kind: 'fight',
		files,
		settings,
		rounds: onlyAssembles ? 0 : (numberOf(values, 'rounds') ?? all),
		placement:
			position !== undefined
				? { kind: 'from', position }
				: { kind: values.fixed === true ? 'fixed' : 'random' },
		permutes: values.permute === true,
		isBrief: values.brief === true && first !== 'assemble' && values.assemble !== true,
		isKoth: values.koth === true,
	}
}

type Values = ReturnType<typeof parse>['values']
type NumberName = 'rounds' | 'position' | (typeof SETTINGS)[number]

const SETTINGS = [
	'coreSize',
	'maxCycles',
	'maxProcesses',
	'maxLength',
	'minDistance',
	'pspaceSize',
] as const

function parse(args: readonly string[]) {
	for (const arg of args) {
		if (arg === '--') break
		if (arg.startsWith('--') && !LONG.has(arg.slice(2))) throw unknown(arg)
	}
	try {
		return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
	} catch (error) {
		const { code, message } = error as Error & { code?: string }
		const name = /'(--?[^' ,]+)/.exec(message)?.[1] ?? ''
		if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknown(name)
		if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
			throw new UsageError(`${name} needs a whole number behind it, such as ${name} 100.`)
		}
		throw error
	}
}

function unknown(option: string): UsageError {
	const isTheirs = option.length === 2 && OF_PMARS_ONLY.includes(option.slice(1))
	return new UsageError(
		isTheirs
			? `${option} is an option of pMARS that this command does not have: leave it out, or use pMARS for it.`
			: `There is no option ${option}; corewar --help lists them.`,
	)
}

/** @throws UsageError for anything but a whole number from 0 on */
function numberOf(values: Values, name: NumberName): number | undefined {
	const text = values[name]
	if (text === undefined) return undefined
	const value = Number(text)
	if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
	throw new UsageError(`-${OPTIONS[name].short} needs a whole number, not "${text}".`)
}

/** The settings that warriors are assembled for and fight under, by pMARS's defaults. */
function settingsOf(values: Values, warriors: number): Settings {
	const given = Object.fromEntries(
		SETTINGS.flatMap((name) => {
			const value = numberOf(values, name)
			return value === undefined ? [] : [[name, value]]
		}),
	)
	const rounds = numberOf(values, 'rounds') ?? 1
	try {
		const settings = resolveSettings({ maxLength: 100, ...given, warriors })
		return rounds === 0 ? settings : resolveSettings({ ...settings, rounds })
	} catch (error) {
		if (!(error instanceof RangeError)) throw error
		// The engine's names of the settings say nothing to somebody who typed letters.
		const letters = error.message.replace(/^\w+/, (name) =>
			name in OPTIONS ? `-${OPTIONS[name as NumberName].short}` : name,
		)
		throw new UsageError(letters)
	}
}
