#!/usr/bin/env node
/** The command `fairlead`. Each command loads what it needs only when it runs. */
import { Command, CommanderError } from 'commander'
import { adminCommand } from './commands/admin.ts'
import { agentsCommand } from './commands/agents.ts'
import { mcpCommand } from './commands/mcp/mcp.ts'
import { mcpServersCommands } from './commands/mcp/mcp-servers.ts'
import { linkCommand } from './commands/pairing/link.ts'
import { loginCommand } from './commands/pairing/login.ts'
import { logoutCommand } from './commands/pairing/logout.ts'
import { unlinkCommand } from './commands/pairing/unlink.ts'
import { whoamiCommand } from './commands/pairing/whoami.ts'
import { doctorCommand } from './commands/running/doctor.ts'
import { logsCommand } from './commands/running/logs.ts'
import { restartCommand } from './commands/running/restart.ts'
import { serviceCommand } from './commands/running/service.ts'
import { statusCommand } from './commands/running/status.ts'
import { stopCommand } from './commands/running/stop.ts'
import { supportCommand } from './commands/running/support.ts'
import { upCommand } from './commands/running/up.ts'
import { CommandError, EXIT, endQuietlyWithoutReaders, paint } from './commands/terminal.ts'
import { dialogsCommand } from './commands/unity/dialogs.ts'
import { openCommand } from './commands/unity/open.ts'
import { packageCommands } from './commands/unity/package.ts'
import { projectsCommand } from './commands/unity/projects.ts'
import { homeProblem } from './home/home-problem.ts'
import { fairleadHome } from './home/relay-file.ts'
import { whyNodeIsTooOld } from './platform/node-version.ts'
import { UserError } from './platform/user-error.ts'
import { RELAY_VERSION } from './platform/version.ts'
import { useProxy } from './proxy/use-proxy.ts'

/** Commander's guess at a command, where no name in it begins as the typed one does: it guesses "logs" for "bogus". */
const FAR_GUESS = /(?<=unknown command '(.).*')\n\(Did you mean (?!.*\b\1).*\?\)/

async function main(argv: readonly string[]): Promise<number> {
	const program = new Command('fairlead')
		.description('The Fairlead relay: connects the Unity Editors on this machine to your agent.')
		.version(RELAY_VERSION, '-v, --version')
		.showHelpAfterError('"npm run fairlead -- --help" lists the commands.')
		.addHelpText(
			'after',
			'\nThe relay keeps its files in ~/.fairlead. Set FAIRLEAD_HOME to use another folder.',
		)
		.configureOutput({ outputError: (text, write) => write(text.replace(FAR_GUESS, '')) })
		.exitOverride()
		.hook('preAction', (_program, command) => {
			const why = whyNodeIsTooOld(process.version)
			if (why !== null) throw new UserError(why)
			const proxyProblem = useProxy()
			// The doctor reports it among its checks.
			if (proxyProblem !== null && command.name() !== 'doctor') throw new UserError(proxyProblem)
		})
	upCommand(program)
	statusCommand(program)
	stopCommand(program)
	restartCommand(program)
	serviceCommand(program)
	doctorCommand(program)
	logsCommand(program)
	supportCommand(program)
	linkCommand(program)
	unlinkCommand(program)
	projectsCommand(program)
	packageCommands(program)
	openCommand(program)
	loginCommand(program)
	whoamiCommand(program)
	logoutCommand(program)
	dialogsCommand(program)
	agentsCommand(program)
	adminCommand(program)
	mcpCommand(program)
	mcpServersCommands(program)
	if (argv.includes('simulate')) {
		// The simulator is large: loaded only when asked for.
		const { simulateCommand } = await import('./commands/unity/simulate.ts')
		simulateCommand(program)
	} else {
		program.command('simulate').description('run a simulated Unity Editor')
	}
	for (const group of program.commands.filter(({ commands }) => commands.length > 0))
		group.showHelpAfterError(`"npm run fairlead -- ${group.name()} --help" lists its commands.`)
	try {
		await program.parseAsync(argv)
		// A command may have printed its result and found that it is a failure.
		return Number(process.exitCode ?? 0)
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
		if (error instanceof UserError) {
			process.stderr.write(`${paint('red', 'fairlead:', process.stderr)} ${error.message}\n`)
			return error instanceof CommandError ? error.exitCode : EXIT.failed
		}
		const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
		const text = homeProblem(error, fairleadHome()) ?? `unexpected: ${stack}`
		process.stderr.write(`${paint('red', 'fairlead:', process.stderr)} ${text}\n`)
		return EXIT.failed
	}
}

endQuietlyWithoutReaders()
process.exitCode = await main(process.argv)
