/** `fairlead service`: the relay at login. */
import type { Command } from 'commander'
import type { Service } from '../../service/service.ts'
import type { SetUpPolicy } from '../../unity/set-up-policy.ts'
import { CommandError, EXIT, paint } from '../terminal.ts'
import { runningStatus } from './running-relay.ts'
import { setUpOption } from './up.ts'

export function serviceCommand(program: Command): void {
	const service = program.command('service').description('start the relay when you log in')
	service
		.command('install')
		.description('start it at every login, and now')
		.option('--print', 'only print what would be installed')
		.addOption(setUpOption())
		.action(install)
	service.command('uninstall').description('stop starting it at login').action(uninstall)
	service.command('status').description('say whether it is started at login').action(status)
}

interface InstallOptions {
	readonly print?: true
	readonly setup?: SetUpPolicy
}

/** @param setUp null: as the relay that runs has it */
async function own(setUp: SetUpPolicy | null): Promise<{ service: Service; home: string }> {
	const [{ ownService }, { fairleadHome }] = await Promise.all([
		import('../../service/own-service.ts'),
		import('../../home/home.ts'),
	])
	const home = fairleadHome()
	const service = ownService(home, setUp ?? (await runningStatus(home))?.setUp ?? 'paired')
	if (service === null)
		throw new CommandError(
			'Fairlead does not know how this system starts programs at login. Add "npm run fairlead -- up --detach" to them yourself.',
		)
	return { service, home }
}

async function install({ print, setup }: InstallOptions): Promise<void> {
	const { service, home } = await own(setup ?? null)
	const { file, keepsVariables, name } = service.plan
	if (print) {
		process.stdout.write(`# ${file.path}\n${file.text}`)
		return
	}
	const { stopRelay } = await import('../../service/stop-relay.ts')
	const stopped = await stopRelay(home)
	if (stopped.kind === 'stuck')
		throw new CommandError(
			`The relay that runs (pid ${stopped.pid}) does not stop. End it with "npm run fairlead -- stop --force".`,
		)
	await service.install()
	process.stdout.write(
		`${paint('green', 'Installed.')} ${name} starts the relay at every login, and has started it now. "npm run fairlead -- logs" shows what it does.\n`,
	)
	if (!keepsVariables && (process.env['FAIRLEAD_HOME'] || process.env['HTTPS_PROXY']))
		process.stdout.write(
			'The task knows the variables of your account only: set FAIRLEAD_HOME and HTTPS_PROXY there ("Edit environment variables for your account").\n',
		)
}

async function uninstall(): Promise<void> {
	const { service } = await own('paired')
	const removed = await service.uninstall()
	process.stdout.write(
		removed
			? 'Removed. The relay is no longer started at login.\n'
			: 'The relay was not started at login. Nothing was changed.\n',
	)
}

async function status(): Promise<void> {
	const { service } = await own('paired')
	const state = await service.state()
	const { name, file } = service.plan
	switch (state) {
		case 'installed':
			process.stdout.write(`${name} starts the relay at every login (${file.path}).\n`)
			return
		case 'disabled':
			throw new CommandError(
				`${file.path} is there, but ${name} does not use it. Run "npm run fairlead -- service install" again.`,
			)
		case 'not-installed':
			throw new CommandError(
				'The relay is not started at login. "npm run fairlead -- service install" changes that.',
				EXIT.notRunning,
			)
		default:
			state satisfies never
	}
}
