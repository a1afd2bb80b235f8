/**
 * The meaning of a line of Unity's log. The lines are those of Unity 2021.1 to 6000.6: those that Unity's C#
 * writes are in its reference source, the others were read in published logs (docs/reliability.md). Pure.
 */
import type { CompileMessage } from '@fairlead/protocol/tools'

export type LogMark =
	/** The first lines of an editor process. */
	| { readonly kind: 'version'; readonly version: string }
	/** The version again, within the start of a process; the only one in older versions. */
	| { readonly kind: 'engine'; readonly version: string }
	| { readonly kind: 'batch' }
	/** The arguments of the process follow, one a line. */
	| { readonly kind: 'arguments' }
	| { readonly kind: 'project'; readonly path: string }
	/** From here on, the process writes to `Logs/Editor.log` in its project. */
	| { readonly kind: 'moved' }
	| { readonly kind: 'importing' }
	| { readonly kind: 'imported' }
	| { readonly kind: 'compiling' }
	/** A build of the player begins: what follows is not about the scripts of the editor. */
	| { readonly kind: 'building' }
	| { readonly kind: 'compiled'; readonly succeeded: boolean }
	| { readonly kind: 'message'; readonly message: CompileMessage }
	| { readonly kind: 'safe_mode'; readonly on: boolean }
	/** Unity compiles to leave Safe Mode: "Ignore" was chosen in the question before it, or everything was fixed. */
	| { readonly kind: 'leaving_safe_mode' }
	| { readonly kind: 'loaded' }
	| { readonly kind: 'unlicensed' }
	| { readonly kind: 'crash'; readonly what: string }
	/** The process ended by itself; `why` where the log says so. */
	| { readonly kind: 'ended' }

const EDITOR_SCRIPTS = /^(?!.*[0-9a-f]P(?:Dbg)?\.dag\b).* ScriptAssemblies\s*$/
/** A longer message carries no mark. */
const MAX_MESSAGE_CHARS = 500
const MAX_FILE_CHARS = 500
/** An error of a script, an assembly definition or a response file, in the project, a package, or beside them. */
const COMPILER_LINE =
	/^(?<file>[^\s"<>|][^"<>|]*?\.[A-Za-z]{1,8})\((?<line>\d{1,7}),(?<column>\d{1,7})\): (?<severity>error|warning) (?<code>[A-Z]{2,12}\d{1,6}): (?<message>.*)$/

const STARTS: readonly (readonly [string, LogMark])[] = [
	['COMMAND LINE ARGUMENTS:', { kind: 'arguments' }],
	['Logs moved to project-relative Editor.log', { kind: 'moved' }],
	['Application.AssetDatabase Initial Refresh Start', { kind: 'importing' }],
	['Start importing ', { kind: 'importing' }],
	['Application.AssetDatabase Initial Refresh End', { kind: 'imported' }],
	['Asset Pipeline Refresh (id=', { kind: 'imported' }],
	['*** Tundra build success', { kind: 'compiled', succeeded: true }],
	['*** Tundra build failed', { kind: 'compiled', succeeded: false }],
	['## Script Compilation Error for:', { kind: 'compiled', succeeded: false }],
	['Editor compiler errors found.', { kind: 'compiled', succeeded: false }],
	['Scripts have compiler errors.', { kind: 'compiled', succeeded: false }],
	[
		'[ScriptCompilation] Requested script compilation because: Exiting safe mode',
		{ kind: 'leaving_safe_mode' },
	],
	['Safe Mode: Only loading a subset of assemblies', { kind: 'safe_mode', on: true }],
	['[Project] Loading completed in ', { kind: 'loaded' }],
	['No valid Unity Editor license found.', { kind: 'unlicensed' }],
	['Unity has not been activated with a valid License.', { kind: 'unlicensed' }],
	['Crash!!!', { kind: 'crash', what: 'Unity crashed' }],
	['Native Crash Reporting', { kind: 'crash', what: 'A native crash in Unity' }],
	['*** Launching bug reporter', { kind: 'crash', what: 'Unity started its bug reporter' }],
	['Launching bug reporter', { kind: 'crash', what: 'Unity started its bug reporter' }],
	['Exiting batchmode successfully now', { kind: 'ended' }],
	['Exiting without the bug reporter.', { kind: 'ended' }],
]

const PATTERNS: readonly (readonly [RegExp, (found: readonly string[]) => LogMark | null])[] = [
	[
		/^Built from '[^']*' branch; Version is '([^' ]{1,40})/,
		([, version = '']) => ({ kind: 'version', version }),
	],
	[/^Unity Editor version:\s+(\S{1,40})/, ([, version = '']) => ({ kind: 'version', version })],
	[/^Initialize engine version: (\S{1,40})/, ([, version = '']) => ({ kind: 'engine', version })],
	[/^BatchMode: 1\b|^Batch mode:\s+YES\b/, () => ({ kind: 'batch' })],
	[
		/^Successfully changed project path to: (.{1,1000})$/,
		([, path = '']) => ({ kind: 'project', path }),
	],
	// Builds of the player use the same program: with another target, and for its scripts with a graph "1900b0aP.dag".
	[
		/^Starting: .*bee_backend(.*)$/,
		([, rest = '']) => ({ kind: EDITOR_SCRIPTS.test(rest) ? 'compiling' : 'building' }),
	],
	[
		/^\[MODES\] ModeService\[([a-z_]{1,40})\]\.(?:ChangeMode\(([a-z_]{1,40})\))?/,
		([, current, next]) =>
			(next ?? current) === 'safe_mode'
				? { kind: 'safe_mode', on: true }
				: next !== undefined && current === 'safe_mode'
					? { kind: 'safe_mode', on: false }
					: null,
	],
	[
		/^Caught fatal signal - signo:(\d{1,2})|^Got a (SIG[A-Z]{2,6}) while executing native code/,
		([, number, name]) => ({ kind: 'crash', what: name ?? `Signal ${number}` }),
	],
	[/^Obtained \d{1,5} stack frames/, () => ({ kind: 'crash', what: 'A native stack was printed' })],
]

/** Returns null for the thousands of lines that tell nothing. `line` has no line break. */
export function markIn(line: string): LogMark | null {
	const text = line.trimEnd()
	// Native crash headings are indented by a tab.
	const first = text.trimStart()
	for (const [start, mark] of STARTS) if (first.startsWith(start)) return mark
	for (const [pattern, toMark] of PATTERNS) {
		const found = pattern.exec(text)
		if (found) return toMark(found)
	}
	const message = compilerMessage(text)
	return message ? { kind: 'message', message } : null
}

function compilerMessage(text: string): CompileMessage | null {
	const found = COMPILER_LINE.exec(text)?.groups
	if (!found) return null
	const { file = '', line, column, severity, code = '', message = '' } = found
	if (file.length > MAX_FILE_CHARS) return null
	return {
		file: file.replaceAll('\\', '/'),
		line: Number(line),
		column: Number(column),
		code,
		message: message.slice(0, MAX_MESSAGE_CHARS),
		severity: severity === 'warning' ? 'warning' : 'error',
	}
}
