/** Writing a script that rotates an object, compiling it, repairing it, attaching it. */
import { call, calls, type Desk, Halt, type Plan, succeeded } from './desk.ts'
import { namesOf, resolve, scene } from './find.ts'
import { create } from './make.ts'
import { asList, asRecord, asStrings } from './transcript.ts'
import { counted, kindOf } from './words.ts'

const FOLDER = 'Assets/Scripts'
const NAME = 'Rotator'
/** A repair that does not help twice will not help a third time. */
const MAX_REPAIRS = 2
/** C#: "; expected". */
const MISSING_SEMICOLON = 'CS1002'
const DEGREES_PER_SECOND = [0, 90, 0]
const DOES = 'rotates 90° per second around the Y axis'

/** Compiles in every Unity from 2021 on. */
const sourceOf = (name: string, isBroken: boolean): string => `using UnityEngine;

public class ${name} : MonoBehaviour
{
    public Vector3 degreesPerSecond = new Vector3(${DEGREES_PER_SECOND.join(', ')})${isBroken ? '' : ';'}

    void Update()
    {
        transform.Rotate(degreesPerSecond * Time.deltaTime);
    }
}
`

export interface ScriptWish {
	/** As it was said: "the cube", "a cube"; undefined: nothing gets the script. */
	readonly target: string | undefined
	/** A semicolon is left out, to demonstrate a repair. */
	readonly isBroken: boolean
}

export function* rotate(desk: Desk, { target, isBroken }: ScriptWish): Plan {
	const objects = target === undefined ? [] : yield* resolve(desk, yield* definite(desk, target))
	const name = yield* freeName(desk)
	const path = `${FOLDER}/${name}.cs`
	const also = isBroken ? ' and leave out a semicolon, as you asked' : ''
	desk.say(`I'll write ${path}${also}.`)
	yield* call(`write ${path}`, 'write_file', { path, content: sourceOf(name, isBroken) })
	yield* compileUntilClean(desk, path, name)
	if (objects.length === 0)
		return desk.say(
			`${name} compiles: it ${DOES}. To use it, say for example “make the cube spin”.`,
		)
	yield* calls(
		`attach ${name}`,
		objects.map((object) => ({
			name: 'unity_component',
			input: {
				action: 'configure',
				// By path: the domain reload has given every object a new id.
				game_object_id: object.path,
				component_type: name,
				properties: { degreesPerSecond: DEGREES_PER_SECOND },
			},
		})),
	)
	const has = objects.length === 1 ? 'now has' : 'now have'
	desk.say(
		`${namesOf(objects)} ${has} the script ${name}: it ${DOES}. Enter play mode to see it (except in the simulated editor, which checks scripts but does not run them).`,
	)
}

/** "a cube" is one of the scene; without any, it is made first. */
function* definite(desk: Desk, target: string): Plan<string> {
	const noun = /^an? (.+)$/i.exec(target)?.[1]
	if (noun === undefined) return target
	const { objects } = yield* scene(desk)
	const label = kindOf(noun)?.label
	const known = objects.find(({ name }) => label !== undefined && kindOf(name)?.label === label)
	if (known) return known.path
	yield* create(desk, { count: 'a', words: '', noun, tail: '' })
	return 'it'
}

/** Never overwrites a script that this conversation did not write. */
function* freeName(desk: Desk): Plan<string> {
	const [outcome] = yield [{ name: 'list_directory', input: { path: FOLDER } }]
	// write_file creates missing folders.
	const listing =
		outcome && !outcome.ok && outcome.code === 'not_found'
			? {}
			: asRecord(succeeded(outcome, `look into ${FOLDER}`).value)
	const taken = new Set(asList(listing['entries']).map(({ path }) => String(path)))
	const isFree = (path: string): boolean => !taken.has(path) || desk.scripts.has(path)
	for (let n = 1; ; n++) {
		const name = n === 1 ? NAME : `${NAME}${n}`
		if (isFree(`${FOLDER}/${name}.cs`)) return name
	}
}

function* compileUntilClean(desk: Desk, path: string, name: string): Plan {
	for (let repairs = 0; ; repairs++) {
		const result = yield* call('compile the scripts', 'unity_refresh', { watched_scripts: [name] })
		const errors = asList(result['errors'])
		if (result['hasErrors'] !== true && errors.length === 0) {
			if (!asStrings(asRecord(result['watchedScripts'])['missing']).includes(name)) return
			throw new Halt(
				`Unity compiled without errors, but it does not know the type ${name}. Look at the console with “show me the errors”.`,
			)
		}
		const described = errors
			.slice(0, 3)
			.map(({ file, line, code, message }) => `${file} line ${line}: ${message} (${code}).`)
			.join(' ')
		const own = errors.find(({ file }) => file === path)
		if (!own)
			throw new Halt(
				`${path} is written, but the project does not compile: ${described} These errors are in other files, so I leave them to you. Unity loads no new script until they are fixed.`,
			)
		const found = errors.length === 1 ? 'an error' : counted(errors.length, 'error')
		desk.say(`The compiler found ${found}: ${described}`)
		if (own['code'] !== MISSING_SEMICOLON || repairs >= MAX_REPAIRS)
			throw new Halt(
				'I can only repair a missing semicolon, so I stop here. The script is not attached.',
			)
		yield* repair(desk, path, Number(own['line']))
	}
}

/** Reads the file and adds the semicolon that the compiler expects, on the reported line or one of the three before it. */
function* repair(desk: Desk, path: string, reported: number): Plan {
	desk.say("I'll read the file and fix it.")
	const file = yield* call(`read ${path}`, 'read_file', { path })
	const lines = String(file['content'] ?? '').split(/\r?\n/)
	const at = [0, 1, 2, 3]
		.map((before) => reported - 1 - before)
		.find(
			(n) =>
				/[^\s;{}]\s*$/.test(lines[n] ?? '') && !/^\s*(void|public class)\b/.test(lines[n] ?? ''),
		)
	const line = at === undefined ? undefined : lines[at]
	if (at === undefined || line === undefined)
		throw new Halt(`I cannot find where the error is in ${path}, so I stop here.`)
	yield* call(`edit ${path}`, 'edit_file', { path, edits: [{ find: line, replace: `${line};` }] })
	desk.say(`I added the missing semicolon on line ${at + 1} and will compile again.`)
}
