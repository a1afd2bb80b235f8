/**
 * A program that takes the place of `unity`: it speaks `shell --protocol ndjson` as Unity documents it, answers for
 * editors described in its folder (FAKE_UNITY), and misbehaves when told to. Run by tests, never imported.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CATALOG, CLASSED_CATALOG, GROUPED_CATALOG, ungrouped } from './fake-unity-catalog.ts'
import { EditorOfTests } from './fake-unity-editor.ts'

export interface Misdeed {
	/** A command of the editor, `status`, or `command` for the list. */
	readonly on: string
	readonly do:
		| 'die-before'
		| 'die-after'
		| 'half'
		| 'garbage'
		| 'twice'
		| 'other-first'
		| 'other-only'
		| 'huge'
		| 'never'
		| 'answer'
		| 'ignore-arguments'
		| 'grandchild'
	/** For `answer`. */
	readonly exitCode?: number
	readonly envelope?: unknown
	/** Before anything else. */
	readonly waitMs?: number
	/** How often; default once. */
	readonly times?: number
}

const FOLDER = process.env['FAKE_UNITY'] ?? ''
const at = (name: string): string => join(FOLDER, name)
const read = <T>(name: string, otherwise: T): T =>
	existsSync(at(name)) ? (JSON.parse(readFileSync(at(name), 'utf8')) as T) : otherwise
const note = (name: string, what: unknown): void =>
	appendFileSync(at(name), `${JSON.stringify(what)}\n`)

function misdeed(on: string): Misdeed | null {
	const planned = read<Misdeed[]>('misdeeds.json', [])
	const index = planned.findIndex((one) => one.on === on)
	const one = planned[index]
	if (!one) return null
	const times = (one.times ?? 1) - 1
	if (times > 0) planned[index] = { ...one, times }
	else planned.splice(index, 1)
	writeFileSync(at('misdeeds.json'), JSON.stringify(planned))
	return one
}

const say = (frame: unknown): void => void process.stdout.write(`${JSON.stringify(frame)}\n`)
const ok = (command: string, data: unknown) => ({
	success: true,
	command,
	data,
	errors: [],
	warnings: [],
})
const bad = (command: string, code: string, message: string) => ({
	success: false,
	command,
	data: null,
	errors: [{ code, message }],
	warnings: [],
})

interface Answer {
	readonly exitCode: number
	readonly envelope: unknown
}

/** `--name value` pairs; a JSON text is a value. */
function parametersIn(words: readonly string[]): Record<string, unknown> {
	const parameters: Record<string, unknown> = {}
	for (let i = 0; i < words.length; i += 2) {
		const name = words[i]?.replace(/^--/, '').replaceAll('-', '_') ?? ''
		const text = words[i + 1] ?? 'true'
		try {
			parameters[name] = JSON.parse(text)
		} catch {
			parameters[name] = text
		}
	}
	return parameters
}

const isGrouped = (): boolean => existsSync(at('grouped'))
/** Its commands are listed by `list` only, with a group that is no part of their names. */
const isClassed = (): boolean => existsSync(at('classed'))

/** The words between `command` and the first option: `gameobject create`. */
const namedIn = (argv: readonly string[]): string[] => {
	const end = argv.findIndex((word) => word.startsWith('--'))
	return argv.slice(1, end < 0 ? undefined : end)
}

/** Parameters as this version spells them. */
const named = (parameters: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			isGrouped() ? name.replaceAll('_', '-') : name,
			value,
		]),
	)

function status(): Answer {
	const instances = read<unknown[]>('instances.json', [])
	if (instances.length > 0)
		return { exitCode: 0, envelope: ok('status', { count: instances.length, instances }) }
	return {
		exitCode: 6,
		envelope: bad('status', 'STATUS_NO_INSTANCES', 'No Unity Editor instances found.'),
	}
}

function listOfTools(): unknown {
	const tools = read<readonly unknown[]>('catalog.json', CLASSED_CATALOG)
	return { count: tools.length, tools }
}

function command(argv: readonly string[], deed: Misdeed | null): Answer {
	const fence = argv.indexOf('--')
	const own = fence < 0 ? argv : argv.slice(0, fence)
	const flag = (name: string): string | undefined => own[own.indexOf(name) + 1]
	const project = own.includes('--project-path') ? flag('--project-path') : undefined
	const instances = read<{ project: string }[]>('instances.json', [])
	if (project === undefined && instances.length > 1)
		return {
			exitCode: 6,
			envelope: bad('command', 'AMBIGUOUS_EDITOR', 'Several editors are running.'),
		}
	if (!instances.some((one) => one.project === project))
		return {
			exitCode: 6,
			envelope: bad('command', 'COMMAND_FAILED', 'No Pipeline instance found.'),
		}
	const words = namedIn(own)
	if (argv[0] === 'list') return { exitCode: 0, envelope: ok('list', listOfTools()) }
	if (words.length === 0) {
		// An earlier version shows this list as a text.
		if (isClassed()) return { exitCode: 0, envelope: ok('command', 'Available commands: …') }
		const catalog = isGrouped() ? GROUPED_CATALOG : CATALOG
		return { exitCode: 0, envelope: ok('command', { commands: read('catalog.json', catalog) }) }
	}
	const name = isGrouped() ? ungrouped(words) : words[0]
	if (name === undefined || (!isGrouped() && words.length > 1))
		return {
			exitCode: 2,
			envelope: bad('command', 'COMMAND_NOT_FOUND', `Unknown command '${words.join(' ')}'.`),
		}
	const parameters = fence < 0 ? {} : parametersIn(argv.slice(fence + 1))
	const taken = deed?.do === 'ignore-arguments' ? {} : parameters
	const editor = new EditorOfTests(at('scene.json'), String(project))
	try {
		const result = editor.run(name, taken)
		note('ledger.ndjson', { name, parameters: taken })
		return {
			exitCode: 0,
			envelope: ok('command', { command: name, parameters: named(taken), result, success: true }),
		}
	} catch (error) {
		return { exitCode: 6, envelope: bad('command', 'COMMAND_FAILED', (error as Error).message) }
	}
}

async function serve(line: string): Promise<void> {
	const { id, argv, type } = JSON.parse(line) as { id: string; argv: string[]; type?: string }
	if (type === 'shutdown') process.exit(0)
	const asked = argv[0] === 'command' ? namedIn(argv).join(' ') || 'command' : String(argv[0])
	note('asked.ndjson', { pid: process.pid, argv })
	const deed = misdeed(asked)
	if (deed?.waitMs) await new Promise((resolve) => setTimeout(resolve, deed.waitMs))
	if (deed?.do === 'never') return
	if (deed?.do === 'die-before') process.exit(1)
	if (deed?.do === 'answer') {
		say({ id, exitCode: deed.exitCode ?? 0, envelope: deed.envelope })
		return
	}
	if (deed?.do === 'grandchild') {
		const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
			stdio: 'ignore',
		})
		note('children.ndjson', { pid: child.pid })
	}
	const answer = argv[0] === 'status' ? status() : command(argv, deed)
	const frame = { id, ...answer }
	switch (deed?.do) {
		case 'die-after':
			process.stderr.write('Segmentation fault\n')
			process.exit(139)
			break
		case 'half':
			await new Promise<void>((resolve) => {
				process.stdout.write(JSON.stringify(frame).slice(0, 30), () => resolve())
			})
			process.exit(1)
			break
		case 'garbage':
			process.stdout.write(
				'[Licensing] warming up\n{"half": \n\n[]\nnull\n"text"\n{"id":null,"exitCode":1}\n',
			)
			say(frame)
			break
		case 'twice':
			say(frame)
			say({ ...frame, envelope: ok('command', { result: 'the second answer', success: true }) })
			break
		case 'other-first':
			say({
				...frame,
				id: 'fl-999',
				envelope: ok('command', { result: 'of another', success: true }),
			})
			say(frame)
			break
		case 'other-only':
			say({ ...frame, id: 'fl-999' })
			break
		case 'huge':
			process.stdout.write('x'.repeat(17 * 1024 * 1024))
			break
		default:
			say(frame)
	}
}

/** `unity open PROJECT`: it starts the editor and ends, or says why not. */
function openProject(project: string): void {
	note('opened.ndjson', { pid: process.pid, project, env: Object.keys(process.env) })
	const deed = misdeed('open')
	switch (deed?.do) {
		case 'never':
			setInterval(() => undefined, 1_000)
			return
		case 'answer':
			process.stderr.write(`${String(deed.envelope)}\n`)
			process.exitCode = deed.exitCode ?? 0
			return
		case 'die-before':
			process.kill(process.pid, 'SIGKILL')
	}
}

if (process.argv[2] === 'open') openProject(String(process.argv[3]))
else shell()

function shell(): void {
	if (!process.argv.includes('shell') || !process.argv.includes('ndjson')) {
		process.stderr.write('usage\n')
		process.exit(2)
	}
	note('starts.ndjson', {
		pid: process.pid,
		argv: process.argv.slice(2),
		env: Object.keys(process.env),
	})
	let turn = Promise.resolve()
	const lines = createInterface({ input: process.stdin })
	lines.on('line', (line) => {
		turn = turn.then(() => serve(line))
	})
	lines.on('close', () => process.exit(0))
}
