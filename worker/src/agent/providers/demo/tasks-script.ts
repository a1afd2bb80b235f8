/** Writing a script, compiling it, repairing it, attaching it. */
import { call, calls, type Desk, Halt, type Plan, succeeded } from './desk.ts'
import { resolve } from './find.ts'
import type { ObjectInfo } from './memory.ts'
import { DEFAULT_NAMES, lineWithoutEnd, type Script, scriptFor } from './scripts.ts'
import { counted, listed } from './speak.ts'
import { namesOf } from './tasks-change.ts'
import { asList, asRecord, asStrings } from './transcript.ts'
import type { Intent } from './types.ts'

const FOLDER = 'Assets/Scripts'
/** A repair that does not help twice will not help a third time. */
const MAX_REPAIRS = 2
/** C#: "; expected". */
const MISSING_SEMICOLON = 'CS1002'

type ScriptIntent = Extract<Intent, { kind: 'script' }>
interface CompileError {
	readonly file: string
	readonly line: number
	readonly code: string
	readonly message: string
}

export function* writeScript(desk: Desk, intent: ScriptIntent): Plan {
	const objects = intent.target ? yield* resolve(desk, intent.target) : []
	const name = yield* freeName(desk, intent)
	const script = scriptFor(intent.behaviour, name, intent.axis, intent.broken)
	const path = `${FOLDER}/${name}.cs`
	desk.say(
		intent.broken
			? `I'll write ${path} and leave out a semicolon, as you asked.`
			: `I'll write ${path}.`,
	)
	yield* call(`write ${path}`, 'write_file', { path, content: script.source })
	yield* compileUntilClean(desk, path, script)
	if (objects.length === 0) {
		return desk.say(
			`${name} compiles: it ${script.does}. To use it, say for example “add ${name} to the cube”.`,
		)
	}
	yield* attach(objects, script)
	desk.say(
		`${namesOf(objects)} ${objects.length === 1 ? 'now has' : 'now have'} the script ${name}: it ${script.does}. Enter play mode to see it (except in the simulated editor, which checks scripts but does not run them).`,
	)
}

/** Never overwrites a script that this conversation did not write. */
function* freeName(desk: Desk, intent: ScriptIntent): Plan<string> {
	const base = intent.name ?? DEFAULT_NAMES[intent.behaviour]
	const [outcome] = yield [{ name: 'list_directory', input: { path: FOLDER } }]
	// write_file creates missing folders.
	const listing =
		outcome && !outcome.ok && outcome.code === 'not_found'
			? {}
			: asRecord(succeeded(outcome, `look into ${FOLDER}`).value)
	const taken = new Set(asList(listing['entries']).map((entry) => String(entry['path'])))
	let name = base
	for (
		let n = 2;
		taken.has(`${FOLDER}/${name}.cs`) && !desk.memory.scripts.has(`${FOLDER}/${name}.cs`);
		n++
	) {
		name = `${base}${n}`
	}
	return name
}

function* compileUntilClean(desk: Desk, path: string, script: Script): Plan {
	for (let repairs = 0; ; repairs++) {
		const result = yield* call('compile the scripts', 'unity_refresh', {
			watched_scripts: [script.name],
		})
		const errors = errorsOf(result)
		if (result['hasErrors'] !== true && errors.length === 0) {
			const missing = asStrings(asRecord(result['watchedScripts'])['missing'])
			if (missing.includes(script.name)) {
				throw new Halt(
					`Unity compiled without errors, but it does not know the type ${script.name}. Look at the console with “show errors”.`,
				)
			}
			return
		}
		const own = errors.find(({ file }) => file === path)
		if (!own) {
			throw new Halt(
				`${path} is written, but the project does not compile: ${described(errors)} These errors are in other files, so I leave them to you. Unity loads no new script until they are fixed.`,
			)
		}
		desk.say(
			`The compiler found ${errors.length === 1 ? 'an error' : counted(errors.length, 'error')}: ${described(errors)}`,
		)
		if (own.code !== MISSING_SEMICOLON || repairs >= MAX_REPAIRS) {
			throw new Halt(
				'I can only repair a missing semicolon, so I stop here. The script is not attached.',
			)
		}
		yield* repair(desk, path, own)
	}
}

/** Reads the file and adds the semicolon that the compiler expects. */
function* repair(desk: Desk, path: string, error: CompileError): Plan {
	desk.say("I'll read the file and fix it.")
	const file = yield* call(`read ${path}`, 'read_file', { path })
	const source = String(file['content'] ?? '')
	const number = lineWithoutEnd(source, error.line)
	const line = number === undefined ? undefined : source.split(/\r?\n/)[number - 1]
	if (line === undefined)
		throw new Halt(`I cannot find where the error is in ${path}, so I stop here.`)
	yield* call(`edit ${path}`, 'edit_file', { path, edits: [{ find: line, replace: `${line};` }] })
	desk.say(`I added the missing semicolon on line ${number} and will compile again.`)
}

function* attach(objects: readonly ObjectInfo[], script: Script): Plan {
	yield* calls(
		`attach ${script.name}`,
		objects.map((object) => ({
			name: 'unity_component',
			input: {
				action: 'configure',
				// By path: the domain reload has given every object a new id.
				game_object_id: object.path,
				component_type: script.name,
				properties: script.properties,
			},
		})),
	)
}

export function* compile(desk: Desk): Plan {
	const result = yield* call('compile the scripts', 'unity_refresh', {})
	const errors = errorsOf(result)
	if (errors.length > 0)
		return desk.say(
			`There ${errors.length === 1 ? 'is an error' : `are ${errors.length} errors`}: ${described(errors)}`,
		)
	const types = asList(result['availableTypes']).map((type) => String(type['name']))
	const known = types.length > 0 ? ` Your components: ${listed(types.slice(0, 8))}.` : ''
	desk.say(
		`${result['recompiled'] === false ? 'Nothing had changed; everything compiles.' : 'Everything compiles.'}${known}`,
	)
}

function errorsOf(result: Record<string, unknown>): CompileError[] {
	return asList(result['errors']).map((error) => ({
		file: String(error['file'] ?? ''),
		line: Number(error['line'] ?? 0),
		code: String(error['code'] ?? ''),
		message: String(error['message'] ?? ''),
	}))
}

const described = (errors: readonly CompileError[]): string =>
	errors
		.slice(0, 3)
		.map(({ file, line, code, message }) => `${file} line ${line}: ${message} (${code}).`)
		.join(' ')
