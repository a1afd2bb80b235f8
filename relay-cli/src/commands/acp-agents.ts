/** `fairlead agents add` and `remove`: which agents besides Claude Code people of the projects may start. */
import type { Command } from 'commander'
import { callersFolder, givenPath } from './pairing/given-folder.ts'
import { CommandError, table } from './terminal.ts'

export function acpCommands(agents: Command): void {
	agents
		.command('add')
		.description('let people of the projects start an agent that speaks the Agent Client Protocol')
		.argument('<name>', 'as people see it, such as Gemini')
		.argument('<command...>', 'what starts it, behind --, such as: -- gemini --acp')
		.action(add)
	agents
		.command('remove')
		.description('no longer let anybody start that agent')
		.argument('<name>', 'as it was added')
		.action(remove)
}

async function add(name: string, command: string[]): Promise<void> {
	const { home, settings } = await parts()
	const { AcpProgram, changeSettings, MAX_ACP_AGENTS } = settings
	const [program = '', ...args] = command
	// A path means the same in every folder.
	const isPath = /[\\/]/.test(program)
	const added = AcpProgram.safeParse({
		name,
		command: [isPath ? givenPath(program) : program, ...args],
	})
	if (!added.success || program === '')
		throw new CommandError(
			'A name has 1 to 40 characters in one line. Behind -- stands the command: "npm run fairlead -- agents add Gemini -- gemini --acp".',
		)
	await refuseMissing(added.data.command)
	const { acpAgents } = await settings.readSettings(home)
	const others = acpAgents.filter((one) => one.name !== name)
	if (others.length >= MAX_ACP_AGENTS)
		throw new CommandError(
			`${MAX_ACP_AGENTS} agents were added, which is the most. Remove one first: "npm run fairlead -- agents remove <name>".`,
		)
	await changeSettings(home, { acpAgents: [...others, added.data] })
	const was = others.length < acpAgents.length ? 'Changed' : 'Added'
	process.stdout.write(
		`${was}: owners and editors may start ${name} from the page, in the folders for which terminals are on ("npm run fairlead -- agents on --terminals"). It runs as you, and asks for its permissions on the page.\n`,
	)
}

/** Looks for the program as the relay will, in this command's environment. */
async function refuseMissing(command: readonly string[]): Promise<void> {
	const [{ findProgram }, { FileError }] = await Promise.all([
		import('../programs/find-program.ts'),
		import('../files/file-error.ts'),
	])
	try {
		findProgram(callersFolder(), command, process.env)
	} catch (error) {
		if (!(error instanceof FileError)) throw error
		throw new CommandError(
			error.code === 'not_found'
				? `The program "${command[0]}" was not found. Give its full path.`
				: error.message,
		)
	}
}

async function remove(name: string): Promise<void> {
	const { home, settings } = await parts()
	const { acpAgents } = await settings.readSettings(home)
	const others = acpAgents.filter((one) => one.name !== name)
	if (others.length === acpAgents.length)
		throw new CommandError(`No agent ${JSON.stringify(name)} was added.`)
	await settings.changeSettings(home, { acpAgents: others })
	process.stdout.write(`Removed: ${name} can no longer be started. Those that run continue.\n`)
}

/** The agents that are listed beneath the folders, if any was added. */
export function acpList(
	agents: readonly { readonly name: string; readonly command: readonly string[] }[],
): string {
	if (agents.length === 0) return ''
	const rows = agents.map(({ name, command }) => [name, command.join(' ')])
	return `${table([['AGENT', 'COMMAND'], ...rows])}\n`
}

async function parts() {
	const [{ homeInUse }, settings] = await Promise.all([
		import('./running/home-in-use.ts'),
		import('../home/settings.ts'),
	])
	const { home } = await homeInUse()
	return { home, settings }
}
