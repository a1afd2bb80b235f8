/** `fairlead mcp-servers`: MCP servers that the relay on this computer starts for the agents of its projects. */
import { type Command, Option } from 'commander'
import { CommandError, EXIT, paint, table } from '../terminal.ts'

interface AddOptions {
	readonly env: string[]
	readonly project: string[]
	readonly risk: 'read' | 'write' | 'destructive' | 'execute'
}

const several = (value: string, before: string[]): string[] => [...before, value]

export function mcpServersCommands(program: Command): void {
	const servers = program
		.command('mcp-servers')
		.description("MCP servers that the relay starts for your projects' agents")
		.addHelpText(
			'after',
			'\nA server is a program on this computer: it can be added here only, never from the page. Its tools ask for an\napproval each time, until you allow one always.',
		)
	servers
		.command('add')
		.description('let the agent use a server: add NAME -- COMMAND ARGUMENTS…')
		.argument('<name>', 'the beginning of the names of its tools, such as "tracker"')
		.argument('<command...>', 'the program and its arguments, behind --')
		.option(
			'--env <name>',
			"a variable of the relay's environment that it gets; repeatable",
			several,
			[],
		)
		.option('--project <folder>', 'only for this Unity project; repeatable', several, [])
		.addOption(
			new Option('--risk <risk>', 'of all its tools; "read" runs without a question')
				.choices(['read', 'write', 'destructive', 'execute'])
				.default('execute'),
		)
		.action(add)
	servers
		.command('list')
		.description('the servers, their state, and tools that are left out')
		.action(list)
	servers
		.command('accept')
		.description('accept the tools of a server as they are now, after they have changed')
		.argument('<name>')
		.action(accept)
	servers
		.command('remove')
		.description('end a server and forget it')
		.argument('<name>')
		.action(remove)
}

async function add(name: string, command: string[], options: AddOptions): Promise<void> {
	const [{ addServer, programAt }, { ensureHome, fairleadHome }, { givenFolder, givenPath }] =
		await Promise.all([
			import('../../mcp-client/declared.ts'),
			import('../../home/home.ts'),
			import('../pairing/given-folder.ts'),
		])
	const valued = options.env.find((one) => one.includes('='))
	if (valued !== undefined)
		throw new CommandError(
			`--env takes a name only. Set ${valued.slice(0, valued.indexOf('='))} in the environment of the relay; its value is stored nowhere.`,
			EXIT.usage,
		)
	const [program = '', ...args] = command
	await addServer(await ensureHome(fairleadHome()), name, {
		command: await programAt(/[\\/]/.test(program) ? givenPath(program) : program),
		args,
		env: options.env,
		risk: options.risk,
		projects: await Promise.all(options.project.map((folder) => givenFolder(folder))),
	})
	const unset = options.env.filter((one) => process.env[one] === undefined)
	process.stdout.write(
		`${paint('green', 'Added')} ${name}. The relay starts it for ${options.project.length === 0 ? 'every linked project' : options.project.join(', ')}.\n`,
	)
	if (unset.length > 0)
		process.stdout.write(
			`${paint('yellow', 'Note:')} ${unset.join(', ')} is not set here. The relay must have it when it starts the server.\n`,
		)
}

async function remove(name: string): Promise<void> {
	const [{ removeServer }, { fairleadHome }, { forgetKept }] = await Promise.all([
		import('../../mcp-client/declared.ts'),
		import('../../home/home.ts'),
		import('../../mcp-client/kept-tools.ts'),
	])
	if (!(await removeServer(fairleadHome(), name))) throw unknown(name)
	await forgetKept(fairleadHome(), name)
	process.stdout.write(`Removed ${name}.\n`)
}

async function accept(name: string): Promise<void> {
	const [{ readServers }, { fairleadHome }, { forgetKept }] = await Promise.all([
		import('../../mcp-client/declared.ts'),
		import('../../home/home.ts'),
		import('../../mcp-client/kept-tools.ts'),
	])
	if (!Object.hasOwn(await readServers(), name)) throw unknown(name)
	await forgetKept(fairleadHome(), name)
	process.stdout.write(`The relay reads the tools of ${name} again, and takes them as they are.\n`)
}

const unknown = (name: string): CommandError =>
	new CommandError(
		`There is no server "${name}" on this computer. See "npm run fairlead -- mcp-servers list".`,
	)

async function list(): Promise<void> {
	const [{ readServers }, { fairleadHome }, { keptOf, readKept }] = await Promise.all([
		import('../../mcp-client/declared.ts'),
		import('../../home/home.ts'),
		import('../../mcp-client/kept-tools.ts'),
	])
	const home = fairleadHome()
	const [servers, kept] = await Promise.all([readServers(), readKept(home)])
	const names = Object.keys(servers)
	if (names.length === 0) {
		process.stdout.write(
			'No MCP servers. Add one with "npm run fairlead -- mcp-servers add NAME -- COMMAND".\n',
		)
		return
	}
	const states = await toldStates(home)
	const rows = Object.entries(servers).map(([name, one]) => [
		name,
		states.get(name) ?? 'not started',
		`${keptOf(kept, name, one)?.tools.length ?? 0} tools`,
		one.risk,
		[one.command, ...one.args].join(' '),
	])
	process.stdout.write(`${table(rows)}\n`)
	for (const [name, one] of Object.entries(servers))
		for (const left of keptOf(kept, name, one)?.leftOut ?? [])
			process.stdout.write(`${name}: ${left.name} is left out: ${left.reason}\n`)
}

/** The states that the running relay tells; none if it does not answer. */
async function toldStates(home: string): Promise<Map<string, string>> {
	const { runningStatus } = await import('../running/running-relay.ts')
	const status = await runningStatus(home)
	const told = status?.editors.flatMap(({ servers = [] }) => servers) ?? []
	return new Map(told.map(({ name, state, reason }) => [name, reason ?? state]))
}
