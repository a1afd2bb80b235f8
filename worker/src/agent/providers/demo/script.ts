/** Writing a script that rotates an object, compiling it, repairing it, attaching it. */
import { type Bag, bags } from '@fairlead/protocol/wire/safe-read'
import { call, type Desk, Halt, type Plan } from './desk.ts'
import { failure } from './failure.ts'
import { create } from './make.ts'
import type { Perform } from './project.ts'
import { configure, namesOf, objectsIn, resolve } from './scene.ts'
import { counted, kindOf } from './words.ts'

const FOLDER = 'Assets/Scripts'
const DEGREES_PER_SECOND = [0, 90, 0]
const FIELD = `public Vector3 degreesPerSecond = new Vector3(${DEGREES_PER_SECOND.join(', ')})`

/** Compiles in every Unity from 2021 on. */
const sourceOf = (name: string, field: string): string => `using UnityEngine;

public class ${name} : MonoBehaviour
{
    ${field}

    void Update()
    {
        transform.Rotate(degreesPerSecond * Time.deltaTime);
    }
}
`

/** A broken one lacks a semicolon, to demonstrate a repair. */
export const rotate: Perform = function* (desk, { broken, target = 'it', on = target }) {
	const said = /^it$/i.test(on) ? target : on
	desk.them = yield* resolve(desk, yield* existing(desk, said))
	const name = yield* freeName()
	const path = `${FOLDER}/${name}.cs`
	desk.say(`I'll write ${path}${broken ? ' and leave out a semicolon, as you asked' : ''}.`)
	const content = sourceOf(name, broken ? FIELD : `${FIELD};`)
	yield* call(`write ${path}`, 'write_file', { path, content })
	const error = yield* compile(desk, path, name)
	if (error) {
		// "; expected"
		if (!broken || error['code'] !== 'CS1002') throw new Halt(NOT_MENDED)
		desk.say("I'll read the file and fix it.")
		yield* call(`read ${path}`, 'read_file', { path })
		const edits = [{ find: FIELD, replace: `${FIELD};` }]
		yield* call(`edit ${path}`, 'edit_file', { path, edits })
		desk.say('I added the missing semicolon and will compile again.')
		if (yield* compile(desk, path, name)) throw new Halt(NOT_MENDED)
	}
	desk.forgetIds()
	const properties = { degreesPerSecond: DEGREES_PER_SECOND }
	yield* configure(desk, `attach ${name}`, desk.them, { component_type: name, properties })
	const has = desk.them.length === 1 ? 'now has' : 'now have'
	desk.say(
		`${namesOf(desk.them)} ${has} the script ${name}: it rotates 90° per second around the Y axis. Enter play mode to see it (except in the simulated editor, which checks scripts but does not run them).`,
	)
}

const NOT_MENDED =
	'I can only repair the semicolon that I left out, so I stop here. The script is not attached.'

/** "a cube" is one of the scene; without any, it is made first. */
function* existing(desk: Desk, said: string): Plan<string> {
	if (!/^an? /i.test(said)) return said
	const kind = kindOf(said.replace(/^an? /i, '')) ?? kindOf('cube')
	const known = (yield* objectsIn(desk)).find(({ name }) => kindOf(name) === kind)
	if (!known) yield* create(desk, { noun: kind?.label ?? '' })
	return known?.path ?? 'it'
}

/** Overwrites no script. */
function* freeName(): Plan<string> {
	const [listing] = yield [{ name: 'list_directory', input: { path: FOLDER } }]
	// write_file creates missing folders.
	if (listing && !listing.ok && listing.code !== 'not_found')
		throw new Halt(failure(listing, `look into ${FOLDER}`))
	const taken = listing?.ok ? bags(listing.value['entries']).map(({ path }) => path) : []
	for (let n = 1; ; n++) {
		const name = n === 1 ? 'Rotator' : `Rotator${n}`
		if (!taken.includes(`${FOLDER}/${name}.cs`)) return name
	}
}

/** The first error in this file; others end the plan. */
function* compile(desk: Desk, path: string, name: string): Plan<Bag | undefined> {
	const result = yield* call('compile the scripts', 'unity_refresh', { watched_scripts: [name] })
	const errors = bags(result['errors'])
	const described = errors
		.slice(0, 3)
		.map(({ file, line, code, message }) => `${file} line ${line}: ${message} (${code}).`)
		.join(' ')
	const own = errors.find(({ file }) => file === path)
	if (own) desk.say(`The compiler found ${counted(errors.length, 'error')}: ${described}`)
	else if (errors.length > 0)
		throw new Halt(
			`${path} is written, but the project does not compile: ${described} These errors are in other files, so I leave them to you. Unity loads no new script until they are fixed.`,
		)
	return own
}
