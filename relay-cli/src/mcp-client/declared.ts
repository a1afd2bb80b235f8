/**
 * `mcp-servers.json` in the home folder: MCP servers that the relay starts for the agents of linked projects. Only commands
 * on this computer write it: an entry runs code here.
 */
import { stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { DeskServerName, MAX_DESK_SERVERS } from '@fairlead/protocol/computers/local-mcp-servers'
import { Risk } from '@fairlead/protocol/tools'
import * as z from 'zod'
import { fairleadHome, readOptionalFile, writePrivateFile } from '../home/home.ts'
import { locked } from '../home/home-lock.ts'
import { UserError } from '../platform/user-error.ts'

export const SERVERS_FILE = 'mcp-servers.json'

const EnvName = z
	.string()
	.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'Name a variable: letters, digits and underscores.')

export const DeclaredServer = z.object({
	/** Absolute path of the program. */
	command: z.string().min(1).max(4_096),
	args: z.array(z.string().max(8_000)).max(100),
	/** Names of variables of the relay's environment that it gets; their values are in no file of ours. */
	env: z.array(EnvName).max(50),
	/** The risk of all of its tools. */
	risk: Risk,
	/** Real paths of the Unity projects that may use it; empty: every linked one. */
	projects: z.array(z.string().min(1)).max(64),
})
export type DeclaredServer = z.infer<typeof DeclaredServer>

export const DeclaredServers = z.record(z.string(), DeclaredServer)
export type DeclaredServers = z.infer<typeof DeclaredServers>

/** @throws {UserError} when the file is damaged: no command is guessed. */
export async function readServers(home: string = fairleadHome()): Promise<DeclaredServers> {
	const path = join(home, SERVERS_FILE)
	const text = await readOptionalFile(path)
	if (text === null) return {}
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		throw new UserError(`${path} is not JSON. Repair it, or remove it and add the servers again.`)
	}
	const read = DeclaredServers.safeParse(json)
	const wrong = read.success
		? Object.keys(read.data).find((name) => !DeskServerName.safeParse(name).success)
		: read.error.issues[0]?.path.join('.')
	if (read.success && wrong === undefined) return read.data
	throw new UserError(
		`${path}: ${wrong} is not valid. Repair it, or remove it and add the servers again.`,
	)
}

/** @throws {UserError} if there is one of this name, or there are too many. */
export async function addServer(home: string, name: string, server: DeclaredServer): Promise<void> {
	const problem = DeskServerName.safeParse(name).error?.issues[0]
	if (problem) throw new UserError(`"${name}" cannot be the name of a server. ${problem.message}`)
	await change(home, (servers) => {
		if (Object.hasOwn(servers, name))
			throw new UserError(
				`There is a server "${name}" already. Remove it first, or choose another name.`,
			)
		if (Object.keys(servers).length >= MAX_DESK_SERVERS)
			throw new UserError(`A computer can have ${MAX_DESK_SERVERS} MCP servers. Remove one first.`)
		return { ...servers, [name]: DeclaredServer.parse(server) }
	})
}

/** False if there was none of this name. */
export async function removeServer(home: string, name: string): Promise<boolean> {
	let removed = false
	await change(home, ({ [name]: one, ...others }) => {
		removed = one !== undefined
		return others
	})
	return removed
}

async function change(
	home: string,
	how: (servers: DeclaredServers) => DeclaredServers,
): Promise<void> {
	await locked(home, 'mcp-servers', async () => {
		const servers = how(await readServers(home))
		await writePrivateFile(join(home, SERVERS_FILE), `${JSON.stringify(servers, null, '\t')}\n`)
	})
}

/** The program's path, as the relay will start it: a relay that starts at login may have another PATH. */
export async function programAt(
	command: string,
	{ PATH = '', Path = PATH, PATHEXT = '.EXE' }: NodeJS.ProcessEnv = process.env,
): Promise<string> {
	const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : ['']
	const folders = isAbsolute(command) ? [''] : Path.split(delimiter).filter(isAbsolute)
	for (const folder of folders)
		for (const ending of endings) {
			const path = join(folder, command + ending)
			const found = await stat(path).catch(() => null)
			if (!found?.isFile()) continue
			if (process.platform === 'win32' && !/\.exe$/i.test(path))
				throw new UserError(
					`${path} is a script. On Windows, start it by its shell: -- cmd /c ${command} …`,
				)
			return path
		}
	throw new UserError(`The program "${command}" was not found. Give its full path.`)
}
