/** `fairlead mcp`: serves MCP clients on this machine, and sets them up. */
import { type Command, InvalidArgumentError } from 'commander'
import type { McpClient } from '../../mcp-server/install/clients.ts'
import type { Installed, Served } from '../../mcp-server/install/install.ts'
import { parseTarget } from '../pairing/link.ts'
import { ago, CommandError, EXIT, paint, table } from '../terminal.ts'
import type { McpOptions } from './main.ts'

interface InstallOptions extends Pick<McpOptions, 'project' | 'mode' | 'allow' | 'page' | 'local'> {
	readonly dryRun?: true
	readonly force?: true
	/** An address, or true: that of the linked project. */
	readonly remote?: string | true
}

const LOG_LINES = 20

export function mcpCommand(program: Command): void {
	const mcp = program
		.command('mcp')
		.description('serve an MCP client on stdin and stdout (clients start this themselves)')
		.option(
			'--project <path>',
			'the Unity project or linked folder; default: the one that the folder is in, else the only open one',
		)
		.option('--alone', 'do not use a running relay')
		.option('--mode <mode>', 'auto: writes run, the rest asks · ask: every change asks · read-only')
		.option('--allow <risks>', 'what runs without asking: write, destructive, execute')
		.option('--page', 'run changes through the linked project: shown and reverted on its page')
		.option('--local', 'tell the linked project nothing of changes, and ask nobody on its page')
		.action(async (options: McpOptions) => {
			const { runMcp } = await import('./main.ts')
			process.exitCode = await runMcp(options)
		})
	mcp
		.command('install')
		.description('write the configuration of MCP clients')
		.argument(
			'[client...]',
			'claude-code, claude-desktop, cursor, vscode, windsurf, codex, zed, gemini; default: those on this machine',
		)
		.option('--project <path>', 'always this Unity project or linked folder')
		.option('--mode <mode>', 'as for the command "mcp"')
		.option('--allow <risks>', 'as for the command "mcp"')
		.option('--page', 'as for the command "mcp"')
		.option('--local', 'as for the command "mcp"')
		.option(
			'--remote [address]',
			'the project at its address, also without this computer; default: the project of the linked folder',
		)
		.option('--dry-run', 'say what would change, and change nothing')
		.option('--force', 'replace an entry "fairlead" that somebody else wrote')
		.action((clients: string[], _own: InstallOptions, command: Command) =>
			// Options that `fairlead mcp` has too are taken by that.
			configure('install', clients, command.optsWithGlobals<InstallOptions>()),
		)
	mcp
		.command('uninstall')
		.description('take our entry out of the configuration of MCP clients')
		.argument('[client...]', 'default: all')
		.option('--dry-run', 'say what would change, and change nothing')
		.option('--force', 'remove an entry "fairlead" that somebody else wrote')
		.action((clients: string[], options: InstallOptions) =>
			configure('uninstall', clients, options),
		)
	mcp
		.command('log')
		.description('list what MCP clients on this machine changed')
		.option('-n, --lines <number>', 'how many, newest first', parseCount, LOG_LINES)
		.option('--json', 'print JSON')
		.action(log)
	mcp
		.command('revert')
		.description('revert what MCP clients changed: scene and files')
		.argument('[call...]', 'ids from "mcp log"; default: the newest change')
		.option('--force', 'also what was changed again since')
		.action(revert)
}

function parseCount(text: string): number {
	const count = Number(text)
	if (!Number.isInteger(count) || count < 1 || count > 1_000)
		throw new InvalidArgumentError('Specify a number from 1 to 1000.')
	return count
}

async function configure(
	what: 'install' | 'uninstall',
	written: readonly string[],
	given: InstallOptions,
): Promise<void> {
	const [
		{ homedir },
		{ existsSync },
		{ MCP_CLIENTS },
		{ entryOf, install, mayHaveEntry, uninstall },
		{ fairleadHome },
	] = await Promise.all([
		import('node:os'),
		import('node:fs'),
		import('../../mcp-server/install/clients.ts'),
		import('../../mcp-server/install/install.ts'),
		import('../../home/home.ts'),
	])
	const machine = { platform: process.platform, env: process.env, home: homedir() }
	// "--remote cursor" means the client: the address can be left out, so its place looks free.
	const remoteIsClient = MCP_CLIENTS.some(({ id }) => id === given.remote)
	const names = remoteIsClient ? [String(given.remote), ...written] : written
	const options: InstallOptions = remoteIsClient ? { ...given, remote: true } : given
	const unknown = names.find((name) => !MCP_CLIENTS.some(({ id }) => id === name))
	if (unknown !== undefined)
		throw new CommandError(
			`"${unknown}" is none of the clients: ${MCP_CLIENTS.map(({ id }) => id).join(', ')}.`,
			EXIT.usage,
		)
	const isHere = (client: McpClient): boolean =>
		what === 'install' ? existsSync(client.folder(machine)) : mayHaveEntry(client, machine)
	const chosen = MCP_CLIENTS.filter((client) =>
		names.length > 0 ? names.includes(client.id) : isHere(client),
	)
	if (chosen.length === 0)
		throw new CommandError(
			'No MCP client was found on this machine. Name one: "npm run fairlead -- mcp install cursor".',
		)
	const server = what === 'install' ? await served(options) : null
	let refused = false
	for (const client of chosen) {
		const target = { client, machine, home: fairleadHome(), dryRun: options.dryRun ?? false }
		const force = options.force ?? false
		const done = server ? await install(target, server, force) : await uninstall(target, force)
		refused ||= done.kind === 'refused'
		process.stdout.write(`${describe(client.title, done, target.dryRun)}\n`)
		if (server && target.dryRun && (done.kind === 'added' || done.kind === 'replaced'))
			process.stdout.write(`  ${JSON.stringify(entryOf(client, server))}\n`)
	}
	if (refused) process.exitCode = EXIT.failed
}

async function served(options: InstallOptions): Promise<Served> {
	const { remote, project, mode, allow } = options
	if (remote === undefined) return serverCommand(options)
	if (mode !== undefined || allow !== undefined)
		throw new CommandError(
			'--mode and --allow are for the server on this computer. With --remote, the mode of its conversation on the page counts.',
			EXIT.usage,
		)
	const { server, projectId } = remote === true ? await linkedProject(project) : addressOf(remote)
	return { url: `${server}/mcp/${projectId}` }
}

/** The page of a project, or what it shows as its address for MCP clients. */
const addressOf = (address: string) => parseTarget({ url: address.replace(/\/mcp\//, '/p/') })

async function linkedProject(project = '.'): Promise<{ server: string; projectId: string }> {
	const [{ givenFolder }, { readLinks }, { normalisePath }] = await Promise.all([
		import('../pairing/given-folder.ts'),
		import('../../home/links.ts'),
		import('../../home/project-key.ts'),
	])
	const folder = await givenFolder(project)
	const links = Object.entries(await readLinks())
	const found = links.find(([known]) => normalisePath(known) === normalisePath(folder))
	if (found) return found[1]
	throw new CommandError(
		`${folder} is not linked to a project. Give the address of the project: --remote https://server/p/<project id>.`,
		EXIT.usage,
	)
}

/** This very program, by absolute paths: clients start it from anywhere, and know no PATH of a shell. */
async function serverCommand({ project, mode, allow, page, local }: InstallOptions) {
	const [{ ownEntry }, { resolve }, { pipeOptions }, { fairleadHome }, given] = await Promise.all([
		import('../../platform/own-entry.ts'),
		import('node:path'),
		import('./main.ts'),
		import('../../home/home.ts'),
		import('../pairing/given-folder.ts'),
	])
	// The client starts it without the variables of this shell.
	const isChosen = Boolean(process.env['FAIRLEAD_HOME'])
	const named = project === undefined ? undefined : given.givenPath(project)
	const { folder } = pipeOptions(
		{ project: named, mode, allow, page, local },
		given.callersFolder(),
	)
	return {
		command: process.execPath,
		args: [
			ownEntry(),
			'mcp',
			...(project === undefined || folder === null ? [] : ['--project', folder]),
			...(mode === undefined ? [] : ['--mode', mode]),
			...(allow === undefined ? [] : ['--allow', allow]),
			...(page ? ['--page'] : []),
			...(local ? ['--local'] : []),
		],
		...(isChosen ? { env: { FAIRLEAD_HOME: resolve(fairleadHome()) } } : {}),
	}
}

const SAID = {
	added: ['would be added to', 'added to'],
	replaced: ['would be changed in', 'changed in'],
	unchanged: ['is already in', 'is already in'],
	removed: ['would be removed from', 'removed from'],
	absent: ['is not in', 'is not in'],
} as const

export function describe(title: string, done: Installed, dryRun: boolean): string {
	if (done.kind === 'refused')
		return `${paint('red', title)}: ${done.file} was not changed: ${done.why}.`
	const [would, did] = SAID[done.kind]
	return `${paint('green', title)}: ${dryRun ? would : did} ${done.file}`
}

const REVERTED = { wholly: 'reverted', partly: 'partly reverted', nothing: 'not reverted' } as const

async function log({ lines, json }: { lines: number; json?: true }): Promise<void> {
	const { askLog } = await import('./desk-requests.ts')
	const calls = await askLog(lines)
	if (json) {
		process.stdout.write(`${JSON.stringify(calls, null, 2)}\n`)
		return
	}
	if (calls.length === 0) {
		process.stdout.write('MCP clients have changed nothing.\n')
		return
	}
	const now = Date.now()
	const rows = calls.map((call) => [
		call.callId,
		`${ago(now - call.at)} ago`,
		call.client,
		call.reverted === null ? (call.ended ?? 'running') : REVERTED[call.reverted],
		call.summary,
	])
	process.stdout.write(`${table([['CALL', 'WHEN', 'CLIENT', 'STATE', 'CHANGE'], ...rows])}\n`)
}

async function revert(callIds: string[], { force }: { force?: true }): Promise<void> {
	const { askRevert } = await import('./desk-requests.ts')
	const { said, ok } = await askRevert(callIds, force ?? false)
	process.stdout.write(`${said.join('\n')}\n`)
	if (!ok) process.exitCode = EXIT.failed
}
