/** `fairlead up`: the relay, in the foreground or in the background. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Relay } from '../../app/relay.ts'
import { homeProblem } from '../../home/home-problem.ts'
import type { LogFile } from '../../logs/log-file.ts'
import type { RelayEvent } from '../../platform/events.ts'
import { SET_UP_POLICIES, type SetUpPolicy } from '../../unity/set-up-policy.ts'
import { CommandError, EXIT, paint } from '../terminal.ts'
import { runningStatus } from './running-relay.ts'

interface UpOptions {
	readonly port: number
	readonly quiet?: true
	readonly jsonLog?: true
	readonly detach?: true
	readonly replace?: true
	readonly background?: 'detached' | 'service'
	readonly setup: SetUpPolicy
}

export function parsePort(text: string): number {
	const port = Number(text)
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new InvalidArgumentError('Specify a number from 0 (any free port) to 65535.')
	return port
}

/** `--setup`, without a default. */
export const setUpOption = (): Option =>
	new Option(
		'--setup <whose>',
		'who may list, prepare and open Unity projects here from the project page: projects paired by a code, always, or never',
	).choices(SET_UP_POLICIES)

export function upCommand(program: Command): void {
	program
		.command('up')
		.description('serve the Unity Editors on this machine and link them to their cloud projects')
		.option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', parsePort, 0)
		.option('-d, --detach', 'run in the background; "logs" and "stop" belong to it')
		.option('--replace', 'stop the relay that is already running, and take over its editors')
		.option('-q, --quiet', 'print only what needs attention')
		.option('--json-log', 'print one JSON object per event')
		.addOption(
			new Option('--background <mode>', 'started by "up --detach" or by the system at login')
				.choices(['detached', 'service'])
				.hideHelp(),
		)
		.addOption(setUpOption().default('paired' satisfies SetUpPolicy))
		.action(up)
}

async function up(options: UpOptions, command: Command): Promise<void> {
	const { fairleadHome } = await import('../../home/home.ts')
	const home = fairleadHome()
	if (options.replace || (await servesOneClient(home))) await stopRunning(home)
	const asked = command.getOptionValueSource('setup') === 'cli' ? options.setup : null
	if (options.detach) await detach(home, options, asked)
	else await serve(home, options)
}

/** True if an MCP client started the running relay. It serves no rooms, and the client can use this one instead. */
const servesOneClient = async (home: string): Promise<boolean> =>
	(await runningStatus(home))?.mode === 'client'

async function stopRunning(home: string): Promise<void> {
	const [{ stopRelay }, { readLinks }] = await Promise.all([
		import('../../service/stop-relay.ts'),
		import('../../home/links.ts'),
	])
	// First: a relay that runs is worth more than one that cannot start.
	await readLinks(home)
	const stopped = await stopRelay(home)
	if (stopped.kind === 'stuck')
		throw new CommandError(
			`The relay that runs (pid ${stopped.pid}) does not stop. End it with "npm run fairlead -- stop --force".`,
		)
}

/** @param asked the `--setup` that the person wrote */
async function detach(
	home: string,
	{ port, setup }: UpOptions,
	asked: SetUpPolicy | null,
): Promise<void> {
	const [{ startDetached }, { runningRelay }] = await Promise.all([
		import('../../service/start-detached.ts'),
		import('../../service/running-relay.ts'),
	])
	const running = await runningRelay(home)
	if (running !== null) {
		const now = (await runningStatus(home))?.setUp
		if (asked !== null && asked !== now)
			throw new CommandError(
				`The relay is already running (pid ${running.pid})${now === undefined ? '' : `, with --setup ${now}`}. To start it anew: "npm run fairlead -- up --detach --replace --setup ${asked}".`,
			)
		process.stdout.write(`The relay is already running (pid ${running.pid}).\n`)
		return
	}
	const pid = await startDetached(home, [
		'--background',
		'detached',
		'--port',
		String(port),
		'--setup',
		setup,
	])
	process.stdout.write(
		`${paint('green', 'The relay runs')} in the background (pid ${pid}). "npm run fairlead -- status" shows its editors, "stop" ends it.\n`,
	)
}

async function serve(home: string, options: UpOptions): Promise<void> {
	const [{ startRelay }, { RelayRunningError }, { LogFile }, { describeEvent, needsAttention }] =
		await Promise.all([
			import('../../app/relay.ts'),
			import('../../app/relay-running-error.ts'),
			import('../../logs/log-file.ts'),
			import('../../platform/events.ts'),
		])
	const log = new LogFile(home, { now: Date.now })
	logUncaught(log)
	const { background, port } = options
	const stopped = Promise.withResolvers<void>()
	let relay: Relay | null = null
	let isStopping = false
	const stop = (): void => {
		isStopping = true
		for (const signal of SIGNALS) process.off(signal, stop)
		void relay?.close().then(stopped.resolve, stopped.reject)
	}
	for (const signal of SIGNALS) process.on(signal, stop)
	try {
		relay = await startRelay({
			home,
			port,
			setUp: options.setup,
			mode: background ?? 'foreground',
			onStopRequested: stop,
			onEvent(event) {
				const line = describeEvent(event)
				if (line !== null) log.write(needsAttention(event) ? 'warning' : 'info', line)
				if (background === undefined) print(event, line, needsAttention(event), options)
			},
		})
	} catch (error) {
		throw explained(error, { home, port, log, isRunning: error instanceof RelayRunningError })
	}
	// The relay's timers and sockets must not decide how long the process lives.
	const keepAlive = setInterval(() => undefined, 2 ** 30)
	// Asked while it started: by a person, or by another relay that takes its place.
	if (isStopping) stop()
	await stopped.promise
	clearInterval(keepAlive)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The process ends as it would without it. */
function logUncaught(log: LogFile): void {
	process.on('uncaughtExceptionMonitor', (error) =>
		log.write('error', error.stack ?? String(error)),
	)
}

function print(
	event: RelayEvent,
	line: string | null,
	attention: boolean,
	{ jsonLog, quiet }: UpOptions,
): void {
	const at = new Date()
	if (jsonLog) {
		process.stdout.write(`${JSON.stringify({ at: at.toISOString(), ...event })}\n`)
		return
	}
	if (line === null || (quiet && !attention)) return
	const stream = attention ? process.stderr : process.stdout
	const time = paint('dim', at.toTimeString().slice(0, 8), stream)
	stream.write(`${time}  ${attention ? paint('yellow', line, stream) : line}\n`)
}

/** The failed start in the user's words; also in the log, which is all that a start at login leaves. */
function explained(
	error: unknown,
	{ home, port, log, isRunning }: { home: string; port: number; log: LogFile; isRunning: boolean },
): Error {
	const found = error instanceof Error ? error : new Error(String(error))
	const code = 'code' in found ? String(found.code) : ''
	const isTaken = code === 'EADDRINUSE'
	const said = isTaken
		? `Port ${port} is in use by another program. Omit --port to use a free one.`
		: homeProblem(error, home)
	const explained = isRunning
		? new CommandError(found.message, EXIT.running)
		: said === null
			? found
			: new CommandError(said, isTaken ? EXIT.usage : EXIT.failed)
	log.write('error', explained.message)
	return explained
}
