/**
 * Commands that one "always allow" may cover together: a program, its leading arguments, and the arguments that may follow.
 * Leading arguments alone are not a boundary: `git diff --output=x` writes a file, `npm run test --script-shell=x` runs
 * another program. So the table is closed: it names every argument that may follow, and any other is asked about. Pure.
 */
import { commandText } from './command-text.ts'

export interface CommandFamily {
	/** The text by which a permission is compared, such as `npm run test …`. Never equal to the text of a single command. */
	readonly subject: string
	/** Everything that it allows, as a sentence for the person who decides. */
	readonly means: string
}

/** The leading arguments after the program, as the family writes them. */
interface Member {
	readonly leading: readonly string[]
	readonly means: string
}

type Reader = (args: readonly string[]) => Member | null

interface Following {
	/** A whole argument. */
	readonly flag?: RegExp
	/** Options by name, with the value that the next argument must be. */
	readonly valued?: Readonly<Record<string, RegExp>>
	/** An argument that is not an option. */
	readonly word?: RegExp
	/** Each argument after `--`. */
	readonly last?: RegExp
}

function fits(args: readonly string[], { flag, valued = {}, word, last }: Following): boolean {
	for (let at = 0; at < args.length; at++) {
		const arg = args[at] ?? ''
		if (arg === '--') return last !== undefined && args.slice(at + 1).every((one) => last.test(one))
		if (Object.hasOwn(valued, arg)) {
			if (!valued[arg]?.test(args[++at] ?? '')) return false
		} else if (!(arg.startsWith('-') ? flag : word)?.test(arg)) return false
	}
	return true
}

/** Inside the folder, and nothing that a program could take for an option, an address or a pattern. */
const PATH = /^(?!(?:.*\/)?\.\.(?:\/|$))[\p{L}\p{N}_.][\p{L}\p{N}_. @+/-]*$/u
const SCRIPT = /^[A-Za-z][A-Za-z0-9_:.-]{0,63}$/
const NO_ARGUMENTS = 'No other arguments, and no other folder.'

/** @param before options that stand before `run`; @param after options that stand behind the script's name */
function scriptRunner(program: string, before: RegExp | null, after: RegExp | null): Reader {
	return (args) => {
		const given = [...args]
		while (before?.test(given[0] ?? '')) given.shift()
		// Bun has a test runner of its own under this name.
		if (given[0] === 'test' && program !== 'bun') given.unshift('run')
		const [run, script = '', ...rest] = given
		if (run !== 'run' || !SCRIPT.test(script)) return null
		if (!rest.every((arg) => after?.test(arg))) return null
		return {
			leading: ['run', script],
			means: `The script “${script}” as package.json has it at that time, with the files that it runs as they are then, also with --silent. ${NO_ARGUMENTS}`,
		}
	}
}

const QUIET = /^(-s|--silent)$/

/** Options of git that only choose what is listed. Contents of files are asked about: some hold secrets. */
const LISTS =
	/^(--stat(=\d+(,\d+){0,2})?|--shortstat|--numstat|--name-only|--name-status|--compact-summary)$/
const COMMON =
	/^(--no-color|--no-renames|--no-ext-diff|--no-textconv|--diff-filter=[A-Za-z]+|--relative|-z|-M|-C)$/
const OF_STATUS =
	/^(-s|--short|-b|--branch|-sb|--long|--porcelain(=v[12])?|-z|--show-stash|-u(no|normal|all)|--untracked-files(=(no|normal|all))?|--ignored|--(no-)?ahead-behind|--(no-)?renames)$/
const OF_LOG =
	/^(-\d{1,4}|-n\d{1,4}|--max-count=\d{1,4}|--skip=\d{1,6}|--oneline|--graph|--decorate(=(short|full|auto|no))?|--no-decorate|--abbrev-commit|--all|--branches|--tags|--remotes|--merges|--no-merges|--first-parent|--reverse|--follow|--(pretty|format)=(oneline|short|medium|full|fuller|reference)|--date=(iso|iso-strict|short|relative|local|unix|default)|--(since|after|until|before|author|grep)=[\p{L}\p{N} .@+-]*)$/u
const OF_BRANCH =
	/^(-l|--list|-a|--all|-r|--remotes|-v|-vv|--verbose|--no-color|--show-current|--merged|--no-merged|--sort=-?[a-z]+)$/
/** A commit, a range, or a path. No colon: `HEAD:file` is the content of a file. */
const REVISION =
	/^(?!(?:.*\/)?\.\.(?:\/|$))(?:@\{[a-z0-9-]+\}|[\p{L}\p{N}_@])(?:[\p{L}\p{N}_./~^+-]|@\{[a-z0-9-]+\})*$/u
/** Not the number of an object, which can be a file's content. */
const REFERENCE = /^(?![0-9a-f]{4,64}$)[A-Za-z][A-Za-z0-9_./-]*(?:[~^]\d{0,4})*$/

const either = (...some: readonly RegExp[]): RegExp =>
	new RegExp(some.map(({ source }) => source).join('|'), 'u')

const NAMES = 'It lists names and counts, for any commit and path of the repository'

const GIT: Readonly<Record<string, Reader>> = {
	status: (args) =>
		fits(args, { flag: OF_STATUS, word: PATH, last: PATH })
			? {
					leading: ['status'],
					means: 'git status, with options that only choose what is listed, for any path.',
				}
			: null,
	diff: listing('diff', either(LISTS, COMMON, /^--(cached|staged|merge-base)$/), REVISION),
	show: listing('show', either(LISTS, COMMON, /^(--oneline|--abbrev-commit)$/), REFERENCE),
	log: (args) =>
		fits(args, {
			flag: either(OF_LOG, LISTS, COMMON),
			valued: { '-n': /^\d{1,4}$/ },
			word: REVISION,
			last: PATH,
		})
			? {
					leading: ['log'],
					means: `git log without contents of files. ${NAMES}, and the messages of commits.`,
				}
			: null,
	branch: (args) => {
		const lists = args.includes('--list')
		if (!fits(args, { flag: OF_BRANCH, ...(lists ? { word: /^[\w*][\w*./-]*$/ } : {}) }))
			return null
		return {
			leading: ['branch', '--list'],
			means: 'git branch, only to list branches. It creates, renames and deletes none.',
		}
	},
}

/** A command that shows contents of files unless an option says otherwise. */
function listing(name: string, flag: RegExp, word: RegExp): Reader {
	return (args) =>
		args.some((arg) => LISTS.test(arg)) && fits(args, { flag, word, last: PATH })
			? {
					leading: [name, '--stat'],
					means: `git ${name} with --stat, --name-only and the like. ${NAMES}, and no contents of files.`,
				}
			: null
}

const PROJECT_FILE = /\.(csproj|fsproj|vbproj|sln|slnx)$/i
const VERBOSITY = /^(q|quiet|m|minimal|n|normal)$/
const OF_DOTNET = {
	'-c': /^[A-Za-z]+$/,
	'--configuration': /^[A-Za-z]+$/,
	'-f': /^net[a-z0-9.-]+$/,
	'--framework': /^net[a-z0-9.-]+$/,
	'-v': VERBOSITY,
	'--verbosity': VERBOSITY,
} as const

function dotnet(verb: 'build' | 'test'): Reader {
	const follows: Following =
		verb === 'build'
			? { flag: /^--(nologo|no-restore|no-incremental)$/, valued: OF_DOTNET }
			: {
					flag: /^--(nologo|no-restore|no-build|list-tests)$/,
					// No separators of MSBuild, which could begin another property.
					valued: { ...OF_DOTNET, '--filter': /^[\w(!][\w.~=!|&() -]*$/ },
				}
	const options = [
		'--configuration, --framework, --verbosity',
		verb === 'build' ? '--no-incremental' : '--no-build, --list-tests, --filter',
		'--no-restore and --nologo',
	].join(', ')
	return ([first = '', ...rest]) => {
		const project = PATH.test(first) && PROJECT_FILE.test(first) ? [first] : []
		const following = project.length > 0 || first === '' ? rest : [first, ...rest]
		if (!fits(following, follows)) return null
		const what = project[0] === undefined ? 'the project in that folder' : project[0]
		return {
			leading: [verb, ...project],
			means: `dotnet ${verb} of ${what}, also with ${options}. ${NO_ARGUMENTS}`,
		}
	}
}

function verbs(table: Readonly<Record<string, Reader>>): Reader {
	return ([verb = '', ...rest]) => {
		const member = Object.hasOwn(table, verb) ? table[verb]?.(rest) : undefined
		return member ?? null
	}
}

/** Readers by the program's bare name: a path may lead to any program. */
const PROGRAMS: Readonly<Record<string, Reader>> = {
	npm: scriptRunner('npm', null, /^(-s|--silent|--if-present)$/),
	// These pass everything behind the script's name on to it.
	pnpm: scriptRunner('pnpm', QUIET, null),
	yarn: scriptRunner('yarn', QUIET, null),
	bun: scriptRunner('bun', /^--silent$/, null),
	git: (args) => verbs(GIT)(args[0] === '--no-pager' ? args.slice(1) : args),
	dotnet: verbs({ build: dotnet('build'), test: dotnet('test') }),
	ls: (args) =>
		fits(args, { flag: /^(-[1aAlhrtSdFgopRs]+|--all|--color=never)$/ })
			? { leading: [], means: 'ls in that folder, with options that only choose what is shown.' }
			: null,
}

/**
 * Files in a Unity project's `Assets` are written without being asked about, build files too: no wide permission runs
 * what stands there. In a plain folder, manifests and build files ask wherever they are.
 */
const FOLDER = /^(?!(?:.*\/)?(?:\.\.?|assets)(?:\/|$))[A-Za-z0-9_][A-Za-z0-9_./-]*$/i

/**
 * The family that a person may allow instead of this one command; null: only the command itself can be allowed.
 * @param command the program and its arguments
 * @param folder where it runs; `.` is the project's folder
 */
export function familyOf(command: readonly string[], folder = '.'): CommandFamily | null {
	const [program = '', ...args] = command
	if (folder !== '.' && !FOLDER.test(folder)) return null
	const member = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program]?.(args) : undefined
	if (!member) return null
	const where = folder === '.' ? "In the project's folder" : `In ${folder}`
	return {
		subject: `${commandText([program, ...member.leading], folder)} …`,
		means: `${where}: ${member.means}`,
	}
}

/** No word of a command begins like this without quotes, so no command of a Unity project has such a subject. */
const IN_PLAIN_FOLDER = '(plain folder) '
const AS_WRITTEN = 'The agent may have written the files that it runs without a question.'

/** Subject of the same command in a folder that is not a Unity project, where nobody was asked about ordinary source files. */
export const inPlainFolder = (subject: string): string => `${IN_PLAIN_FOLDER}${subject}`

/** {@link inPlainFolder} of a family. */
export const familyInPlainFolder = ({ subject, means }: CommandFamily): CommandFamily => ({
	subject: inPlainFolder(subject),
	means: `${means} ${AS_WRITTEN}`,
})

/** The sentence of a family by its subject; null for the subject of a single command in a Unity project. */
export function meaningOf(subject: string): string | null {
	if (!subject.startsWith(IN_PLAIN_FOLDER)) return meaningOfFamily(subject)
	const means = meaningOfFamily(subject.slice(IN_PLAIN_FOLDER.length))
	return means === null ? AS_WRITTEN : `${means} ${AS_WRITTEN}`
}

function meaningOfFamily(subject: string): string | null {
	const [, folder = '.', words = ''] = /^(?:\[([^\]\s]+)\] )?(\S.*) …$/u.exec(subject) ?? []
	const family = familyOf(words.split(' '), folder)
	return family?.subject === subject ? family.means : null
}
