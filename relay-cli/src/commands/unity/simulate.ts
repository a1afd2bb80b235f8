/** `fairlead simulate`: a simulated Unity editor in the foreground. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { Engine } from '@fairlead/simulator/engine/engine'
import { EngineAdapter } from '@fairlead/simulator/engine-adapter'
import type { LinkStatus } from '@fairlead/simulator/link/link-ports'
import { FAULT_SYNTAX, type Fault, parseFault } from '@fairlead/simulator/misbehave'
import { openProject, ProjectError } from '@fairlead/simulator/project/create-project'
import { FolderFiles } from '@fairlead/simulator/project/folder-files'
import { lockProject } from '@fairlead/simulator/project/lock'
import { Simulator } from '@fairlead/simulator/simulator'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isProcessAlive, readRelayFile } from '../../home/home.ts'
import { givenPath } from '../pairing/given-folder.ts'
import { CommandError, EXIT, paint } from '../terminal.ts'

interface SimulateOptions {
	readonly name?: string
	readonly fault: readonly Fault[]
	readonly compileMs: number
	readonly reloadMs: number
	readonly reloadOnPlay?: true
	readonly ledger?: string
}

const DEFAULT_FOLDER = 'SimulatedProject'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const HELP = `
The simulated editor talks to the relay exactly as Unity does with the Fairlead package: scene,
components, prefabs, materials, undo, play mode with falling bodies, pictures. C# scripts are checked
for compile errors, but not run. With compile errors at the start, it goes to Safe Mode, as Unity
does: it connects once they are fixed. Run "npm run fairlead -- up" too; the order does not matter.

If the folder does not exist, a small project is created in it, with a camera, a light and a floor.

Faults (for tests; --fault may be repeated): ${FAULT_SYNTAX}
  slow=200              the next call takes 200 ms longer        slow=200/1   every call does
  modal=1000            a dialog blocks the editor for 1 s       modal        until the process ends
  drop-before           the connection breaks before the call runs
  drop-after            … after it ran, before its answer
  lose-reply            the answer is never sent
  duplicate-reply       the answer is sent twice
  stay-away             the next domain reload never ends
  crash-before          the process dies before the call runs
  crash-after           … after it ran
  lose-reply@unity_hierarchy/3   every third call of that tool

Examples:
  fairlead simulate
  fairlead simulate ./Games/Demo --name "Demo"
  fairlead simulate ./Demo --compile-ms 5000 --fault drop-after@unity_refresh`

export function simulateCommand(program: Command): void {
	program
		.command('simulate')
		.description('run a simulated Unity Editor on a project folder')
		.argument('[folder]', 'Unity project folder; created if it does not exist', DEFAULT_FOLDER)
		.option('--name <name>', "product name of a new project (default: the folder's name)")
		.addOption(
			new Option('--fault <fault>', `misbehave: ${FAULT_SYNTAX}`)
				.argParser((text: string, before: readonly Fault[]) => [...before, faultFrom(text)])
				.default([], 'none'),
		)
		.option('--compile-ms <n>', 'how long a compile takes', milliseconds, 600)
		.option('--reload-ms <n>', 'how long a domain reload takes', milliseconds, 400)
		.option('--reload-on-play', 'reload the domain on entering play mode, as Unity does by default')
		.option('--ledger <file>', 'append a line "<call id> <tool>" for every call that runs')
		.addHelpText('after', HELP)
		.action(simulate)
}

function faultFrom(text: string): Fault {
	try {
		return parseFault(text)
	} catch (error) {
		throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
	}
}

function milliseconds(text: string): number {
	const value = Number(text)
	if (!Number.isInteger(value) || value < 0 || value > 600_000) {
		throw new InvalidArgumentError('Specify milliseconds from 0 to 600000.')
	}
	return value
}

async function simulate(folder: string, options: SimulateOptions): Promise<void> {
	let release: (() => Promise<void>) | null = null
	let simulator: Simulator
	try {
		const project = await openProject(givenPath(folder), options.name)
		release = await lockProject(project.path, isProcessAlive)
		const engine = await Engine.open({
			files: new FolderFiles(project.path),
			platform: process.platform,
			log: (line) => process.stderr.write(`${line}\n`),
		})
		simulator = await Simulator.open({
			projectPath: project.path,
			engine: new EngineAdapter(engine),
			findRelay: () => readRelayFile(),
			compileMs: options.compileMs,
			reloadMs: options.reloadMs,
			faults: options.fault,
			reloadOnPlay: options.reloadOnPlay ?? false,
			...(options.ledger === undefined ? {} : { ledger: givenPath(options.ledger) }),
			onStatus: (status) => say(describe(status)),
		})
		const what = project.created ? 'New project' : 'Project'
		say(
			`${what} ${project.path} (simulated Unity ${engine.unityVersion}). Press Ctrl-C to stop it.`,
		)
		if (simulator.isInSafeMode)
			say(paint('yellow', 'Safe Mode: the scripts do not compile. It connects once they do.'))
	} catch (error) {
		await release?.()
		if (error instanceof ProjectError) throw new CommandError(error.message, EXIT.usage)
		throw error
	}
	const stopped = Promise.withResolvers<void>()
	for (const signal of SIGNALS) process.on(signal, stopped.resolve)
	// Sockets and timers must not decide how long the process lives.
	const keepAlive = setInterval(() => undefined, 2 ** 30)
	simulator.start()
	await stopped.promise
	for (const signal of SIGNALS) process.off(signal, stopped.resolve)
	clearInterval(keepAlive)
	simulator.stop()
	await release()
}

function say(line: string): void {
	process.stdout.write(`${paint('dim', new Date().toTimeString().slice(0, 8))}  ${line}\n`)
}

function describe(status: LinkStatus): string {
	switch (status.kind) {
		case 'connected':
			return paint('green', `Connected to the relay on port ${status.port}.`)
		case 'disconnected':
			if (status.code === CLOSE.unproven)
				return paint(
					'yellow',
					'Another program has the port in relay.json: it did not prove that it is the relay. Start the relay; reconnecting.',
				)
			if (status.code === CLOSE.unauthorized)
				return paint(
					'red',
					'The relay is older than this editor, and asks for its token. Update and restart it; waiting for a new relay.json.',
				)
			return status.willRedial
				? paint('yellow', `Disconnected (${status.code}); reconnecting.`)
				: paint('red', `Refused by the relay (${status.code}); waiting for a new relay.json.`)
		default:
			return status satisfies never
	}
}
