/** `fairlead up`: the relay in the foreground. */
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError, EXIT, paint } from './terminal.ts'

interface UpOptions {
	readonly port: number
	readonly quiet?: true
	readonly jsonLog?: true
}

export function parsePort(text: string): number {
	const port = Number(text)
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new InvalidArgumentError('Specify a number from 0 (any free port) to 65535.')
	return port
}

export function upCommand(program: Command): void {
	program
		.command('up')
		.description('serve the Unity Editors on this machine and link them to their cloud projects')
		.option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', parsePort, 0)
		.option('-q, --quiet', 'print only what needs attention')
		.option('--json-log', 'print one JSON object per event')
		.action(up)
}

async function up(options: UpOptions): Promise<void> {
	const [{ startRelay }, { describeEvent }] = await Promise.all([
		import('../relay.ts'),
		import('../events.ts'),
	])
	const stopped = Promise.withResolvers<void>()
	let relay: Awaited<ReturnType<typeof startRelay>>
	try {
		relay = await startRelay({
			port: options.port,
			onEvent(event) {
				const at = new Date()
				if (options.jsonLog) {
					process.stdout.write(`${JSON.stringify({ at: at.toISOString(), ...event })}\n`)
					return
				}
				const needsAttention =
					event.kind === 'links-unreadable' ||
					(event.kind === 'link' && event.state.kind === 'stopped')
				const line = describeEvent(event)
				if (line === null || (options.quiet && !needsAttention)) return
				const stream = needsAttention ? process.stderr : process.stdout
				const time = paint('dim', at.toTimeString().slice(0, 8), stream)
				stream.write(`${time}  ${needsAttention ? paint('yellow', line, stream) : line}\n`)
			},
		})
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
			throw new CommandError(
				`Port ${options.port} is in use by another program. Omit --port to use a free one.`,
				EXIT.usage,
			)
		throw error
	}
	// The relay's timers and sockets must not decide how long the process lives.
	const keepAlive = setInterval(() => undefined, 2 ** 30)
	const stop = (): void => {
		for (const signal of SIGNALS) process.off(signal, stop)
		void relay.close().then(stopped.resolve, stopped.reject)
	}
	for (const signal of SIGNALS) process.on(signal, stop)
	await stopped.promise
	clearInterval(keepAlive)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
