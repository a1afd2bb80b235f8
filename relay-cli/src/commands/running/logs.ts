/** `fairlead logs`: what the relay did lately. */
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError } from '../terminal.ts'
import { homeInUse } from './home-in-use.ts'

const FOLLOW_MS = 300
const MAX_LINES = 100_000

interface LogsOptions {
	readonly follow?: true
	readonly lines: number
}

function parseLines(text: string): number {
	const lines = Number(text)
	if (!Number.isInteger(lines) || lines < 0 || lines > MAX_LINES)
		throw new InvalidArgumentError(`Specify a number from 0 to ${MAX_LINES}.`)
	return lines
}

export function logsCommand(program: Command): void {
	program
		.command('logs')
		.description("show the relay's log")
		.option('-f, --follow', 'continue with new lines until Ctrl-C')
		.option('-n, --lines <number>', 'how many of the last lines', parseLines, 100)
		.action(logs)
}

async function logs({ follow, lines }: LogsOptions): Promise<void> {
	const [{ LogFollower, lastLines }, { home }] = await Promise.all([
		import('../../logs/read-log.ts'),
		homeInUse(),
	])
	const follower = new LogFollower(home)
	await follower.skip()
	const known = await lastLines(home, lines)
	for (const line of known) process.stdout.write(`${line}\n`)
	if (!follow) {
		if (known.length === 0 && lines > 0)
			throw new CommandError(
				`There is no log in ${home} yet. The relay writes it while it runs: "npm run fairlead -- up".`,
			)
		return
	}
	// The reader of a pipe may leave first: `fairlead logs -f | head`.
	let reading = true
	const stop = (): void => {
		reading = false
	}
	process.stdout.once('error', stop)
	process.once('SIGINT', stop)
	process.once('SIGTERM', stop)
	while (reading) {
		for (const line of await follower.next()) process.stdout.write(`${line}\n`)
		await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS))
	}
}
