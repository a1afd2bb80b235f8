/** `fairlead restart`: another process of the relay in place of the running one. */
import type { Command } from 'commander'
import { CommandError, EXIT, paint } from '../terminal.ts'
import { OF_START, whichHomeHere } from './home-in-use.ts'
import { runningStatus } from './running-relay.ts'

export function restartCommand(program: Command): void {
	program
		.command('restart')
		.description('restart the relay, in the background; calls under way are continued')
		.action(restart)
}

async function restart(): Promise<void> {
	const [home, { readLinks }, { stopRelay }, { startDetached }, { ownService }] = await Promise.all(
		[
			import('../../home/home.ts'),
			import('../../home/links.ts'),
			import('../../service/stop-relay.ts'),
			import('../../service/start-detached.ts'),
			import('../../service/own-service.ts'),
		],
	)
	const folder = home.fairleadHome()
	// First: a relay that runs is worth more than one that cannot start.
	await readLinks(folder)
	// A relay that does not answer, or of another version, is restarted all the same.
	const status = await runningStatus(folder)
	const mode = status?.mode ?? null
	const service = mode === 'service' ? ownService(folder, status?.setUp ?? 'paired') : null
	if (service !== null) {
		await service.restart()
		process.stdout.write(`${paint('green', 'The relay was restarted')} by the system.\n`)
		return
	}
	const stopped = await stopRelay(folder)
	if (stopped.kind === 'stuck')
		throw new CommandError(
			`The relay (pid ${stopped.pid}) does not stop. "npm run fairlead -- stop --force" kills it; no call is lost or made twice.`,
		)
	if (stopped.kind === 'not-running' && (await whichHomeHere()).ofStart)
		throw new CommandError(
			`${OF_START}: to restart that, end it with Ctrl-C and run "npm start" again. No other relay is running (home folder ${folder}); "npm run fairlead -- up --detach" starts one.`,
			EXIT.notRunning,
		)
	const port = status?.fixedPort ? status.port : 0
	const setUp = status?.setUp
	const pid = await startDetached(folder, [
		...['--background', 'detached', '--port', String(port)],
		...(setUp === undefined ? [] : ['--setup', setUp]),
	])
	const moved =
		mode === 'foreground' ? ' It no longer belongs to the terminal in which it was started.' : ''
	process.stdout.write(
		`${stopped.kind === 'not-running' ? 'No relay was running. ' : ''}${paint('green', 'The relay runs')} in the background (pid ${pid}).${moved}\n`,
	)
}
