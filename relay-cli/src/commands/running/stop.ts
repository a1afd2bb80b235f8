/** `fairlead stop`: ends the running relay. */
import type { Command } from 'commander'
import { CommandError, EXIT } from '../terminal.ts'
import { OF_START, whichHomeHere } from './home-in-use.ts'

export function stopCommand(program: Command): void {
	program
		.command('stop')
		.description('stop the running relay; what it has begun is continued by the next one')
		.option('--force', 'kill it if it does not stop by itself')
		.action(stop)
}

async function stop(options: { readonly force?: true }): Promise<void> {
	const [{ killRelay, stopRelay }, { fairleadHome }] = await Promise.all([
		import('../../service/stop-relay.ts'),
		import('../../home/home.ts'),
	])
	const home = fairleadHome()
	const stopped = await stopRelay(home)
	switch (stopped.kind) {
		case 'not-running':
			throw new CommandError(
				(await whichHomeHere()).ofStart
					? `${OF_START}, which stops with it: press Ctrl-C there. No other relay is running (home folder ${home}).`
					: `The relay is not running (home folder ${home}).`,
				EXIT.notRunning,
			)
		case 'stopped':
			process.stdout.write(`The relay has stopped (pid ${stopped.pid}).\n`)
			return
		case 'stuck':
			if (!options.force)
				throw new CommandError(
					`The relay (pid ${stopped.pid}) does not stop. "npm run fairlead -- stop --force" kills it; no call is lost or made twice.`,
				)
			await killRelay(home, stopped.pid)
			process.stdout.write(`The relay was killed (pid ${stopped.pid}).\n`)
			return
		default:
			stopped satisfies never
	}
}
