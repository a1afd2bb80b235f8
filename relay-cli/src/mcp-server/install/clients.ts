/** MCP clients whose configuration `fairlead mcp install` can write: where it is, and its form. */
import { posix, win32 } from 'node:path'

export interface Machine {
	readonly platform: NodeJS.Platform
	readonly env: Readonly<Record<string, string | undefined>>
	/** The user's home folder. */
	readonly home: string
}

/** How a client starts the server. */
export interface ServerCommand {
	readonly command: string
	readonly args: readonly string[]
	/** Variables that the client would not have by itself. */
	readonly env?: Readonly<Record<string, string>>
}

/** A server at an address: Streamable HTTP, and the client signs in there by itself. */
export interface ServerAddress {
	readonly url: string
}

export interface McpClient {
	readonly id: string
	readonly title: string
	readonly format: 'json' | 'toml'
	/** Members down to the object whose members are servers. */
	readonly path: readonly string[]
	/** The configuration file. */
	file(machine: Machine): string
	/** A folder that exists where the client is installed. */
	folder(machine: Machine): string
	entry(server: ServerCommand): Record<string, unknown>
	/** The entry of a server at an address, or, where the file takes none, what a person does instead. */
	readonly remote:
		| ((server: ServerAddress) => Record<string, unknown>)
		| { readonly instead: string }
}

/** The name of the entry. */
export const ENTRY_NAME = 'fairlead'

const paths = ({ platform }: Machine) => (platform === 'win32' ? win32 : posix)

const inHome =
	(...parts: string[]) =>
	(machine: Machine): string =>
		paths(machine).join(machine.home, ...parts)

/** The folder for programs' settings: `%APPDATA%`, `~/Library/Application Support`, `$XDG_CONFIG_HOME`. */
function settings(machine: Machine): string {
	const { platform, env, home } = machine
	const { join } = paths(machine)
	if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming')
	if (platform === 'darwin') return join(home, 'Library', 'Application Support')
	return env['XDG_CONFIG_HOME'] || join(home, '.config')
}

const inSettings =
	(...parts: string[]) =>
	(machine: Machine): string =>
		paths(machine).join(settings(machine), ...parts)

/** Zed keeps its settings in `~/.config` on macOS, too. */
function zed(machine: Machine): string {
	const { platform, env, home } = machine
	const { join } = paths(machine)
	if (platform === 'win32') return join(settings(machine), 'Zed')
	const config = (platform === 'linux' && env['XDG_CONFIG_HOME']) || join(home, '.config')
	return join(config, 'zed')
}

const codex = (machine: Machine): string =>
	machine.env['CODEX_HOME'] || paths(machine).join(machine.home, '.codex')

const plain = ({ command, args, env }: ServerCommand) => ({
	command,
	args: [...args],
	...(env === undefined ? {} : { env: { ...env } }),
})
const typed = (server: ServerCommand) => ({ type: 'stdio', ...plain(server) })
const byUrl = ({ url }: ServerAddress) => ({ url })
const byTypedUrl = ({ url }: ServerAddress) => ({ type: 'http', url })

export const MCP_CLIENTS: readonly McpClient[] = [
	{
		id: 'claude-code',
		title: 'Claude Code',
		format: 'json',
		path: ['mcpServers'],
		file: inHome('.claude.json'),
		folder: inHome('.claude'),
		entry: typed,
		remote: byTypedUrl,
	},
	{
		id: 'claude-desktop',
		title: 'Claude Desktop',
		format: 'json',
		path: ['mcpServers'],
		file: inSettings('Claude', 'claude_desktop_config.json'),
		folder: inSettings('Claude'),
		entry: plain,
		remote: {
			instead:
				'Claude Desktop takes addresses in its settings only. Add a custom connector there (Settings, Connectors)',
		},
	},
	{
		id: 'cursor',
		title: 'Cursor',
		format: 'json',
		path: ['mcpServers'],
		file: inHome('.cursor', 'mcp.json'),
		folder: inHome('.cursor'),
		entry: plain,
		remote: byUrl,
	},
	{
		id: 'vscode',
		title: 'VS Code',
		format: 'json',
		path: ['servers'],
		file: inSettings('Code', 'User', 'mcp.json'),
		folder: inSettings('Code', 'User'),
		entry: typed,
		remote: byTypedUrl,
	},
	{
		id: 'windsurf',
		title: 'Windsurf',
		format: 'json',
		path: ['mcpServers'],
		file: inHome('.codeium', 'windsurf', 'mcp_config.json'),
		folder: inHome('.codeium', 'windsurf'),
		entry: plain,
		remote: ({ url }) => ({ serverUrl: url }),
	},
	{
		id: 'codex',
		title: 'Codex',
		format: 'toml',
		path: ['mcp_servers'],
		file: (machine) => paths(machine).join(codex(machine), 'config.toml'),
		folder: codex,
		entry: plain,
		remote: byUrl,
	},
	{
		id: 'zed',
		title: 'Zed',
		format: 'json',
		path: ['context_servers'],
		file: (machine) => paths(machine).join(zed(machine), 'settings.json'),
		folder: zed,
		entry: plain,
		remote: byUrl,
	},
	{
		id: 'gemini',
		title: 'Gemini CLI',
		format: 'json',
		path: ['mcpServers'],
		file: inHome('.gemini', 'settings.json'),
		folder: inHome('.gemini'),
		entry: plain,
		remote: ({ url }) => ({ httpUrl: url }),
	},
]

/** Whether an entry of our name is one that we wrote: it starts `fairlead … mcp`, or names the address of a project. */
export function isOurs(entry: unknown): boolean {
	const { command, args, ...more } = (entry ?? {}) as Record<string, unknown>
	const { url = more['serverUrl'] ?? more['httpUrl'] } = more
	if (typeof url === 'string') return /^https?:\/\/.*\/mcp\/prj_[A-Za-z0-9_-]+$/.test(url)
	const words = [command, ...(Array.isArray(args) ? args : [])].map(String)
	// Until 2026-11, the command that the documents name wrote the path of the clone's own starter.
	const isOwn = (word: string): boolean =>
		/fairlead|relay-cli|[/\\]scripts[/\\]run\.mjs$/i.test(word)
	return words.includes('mcp') && words.some(isOwn)
}
