/** Writes and removes our entry in clients' configurations: atomic, repeatable, and back to what it was. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod/mini'
import { readOptionalFile, writePrivateFile } from '../../home/home.ts'
import { locked } from '../../home/home-lock.ts'
import {
	ENTRY_NAME,
	isOurs,
	type Machine,
	type McpClient,
	type ServerAddress,
	type ServerCommand,
} from './clients.ts'
import { ConfigError } from './config-error.ts'
import { innerOf, readJson, removeJson, setJson } from './json-config.ts'
import { readToml, removeToml, setToml } from './toml-config.ts'

/** An empty object, or nothing. */
const BLANK = /^\uFEFF?\s*(?:\{\s*\})?\s*$/
/** The file in the home folder that lists the things an installation made besides the entry, for their removal. */
const RECORD_FILE = 'mcp-installed.json'
/** Configurations are small; Claude Code's holds its projects, too. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** The record of one configuration file. */
const Made = z.object({
	made: z.enum(['file', 'container', 'entry']),
	/** The whole text, if it held nothing: an empty object, or spaces. */
	blank: z.optional(z.string()),
	/** The spaces in an empty object that got our entry as its only one. */
	inner: z.optional(z.string()),
})
type Made = z.infer<typeof Made>
const Records = z.record(z.string(), Made)
type Records = z.infer<typeof Records>

export interface Target {
	readonly client: McpClient
	readonly machine: Machine
	/** The relay's home folder. */
	readonly home: string
	readonly dryRun: boolean
}

export type Installed =
	| {
			readonly kind: 'added' | 'replaced' | 'unchanged' | 'removed' | 'absent'
			readonly file: string
	  }
	| { readonly kind: 'refused'; readonly file: string; readonly why: string }

export type Served = ServerCommand | ServerAddress

/** @throws {ConfigError} if the client's file takes no address */
export function entryOf(client: McpClient, server: Served): Record<string, unknown> {
	if (!('url' in server)) return client.entry(server)
	if (typeof client.remote === 'function') return client.remote(server)
	throw new ConfigError(`${client.remote.instead}: ${server.url}`)
}

/** Clients that are installed here, or were once: without its folder, a client may still have our entry. */
export const mayHaveEntry = (client: McpClient, machine: Machine): boolean =>
	existsSync(client.folder(machine)) || existsSync(client.file(machine))

/** Never overwrites an entry of our name that somebody else wrote, unless `force`. */
export function install(target: Target, server: Served, force = false): Promise<Installed> {
	return change(target, async (file, text) => {
		const { client } = target
		const value = entryOf(client, server)
		const known = read(client, text ?? '')
		if (known !== undefined && !isOurs(known) && !force)
			throw new ConfigError(
				`it has an entry "${ENTRY_NAME}" that Fairlead did not write. Rename it, or use --force`,
			)
		const changed = write(client, text ?? '', value)
		if (changed === text) return { kind: 'unchanged', file }
		if (!target.dryRun) {
			if (known === undefined) await record(target.home, file, recordOf(client, text))
			await save(file, changed)
		}
		return { kind: known === undefined ? 'added' : 'replaced', file }
	})
}

/** Removes our entry, and what only it needed. */
export function uninstall(target: Target, force = false): Promise<Installed> {
	return change(target, async (file, text) => {
		const { client, home, dryRun } = target
		const known = text === null ? undefined : read(client, text)
		if (text === null || known === undefined) return { kind: 'absent', file }
		if (!isOurs(known) && !force)
			throw new ConfigError(
				`its entry "${ENTRY_NAME}" was not written by Fairlead. Remove it by hand, or use --force`,
			)
		if (dryRun) return { kind: 'removed', file }
		const made = (await records(home))[file] ?? { made: 'entry' as const }
		const changed = remove(client, text, made)
		if (!isEmpty(client, changed)) await save(file, changed)
		else if (made.made === 'file') await rm(file)
		else await save(file, made.blank ?? changed)
		await record(home, file, null)
		return { kind: 'removed', file }
	})
}

async function change(
	{ client, machine }: Target,
	action: (file: string, text: string | null) => Promise<Installed>,
): Promise<Installed> {
	const named = client.file(machine)
	// Settings are often links into a folder under version control.
	const file = await realpath(named).catch(() => named)
	try {
		return await action(file, await readConfig(file))
	} catch (error) {
		if (error instanceof ConfigError) return { kind: 'refused', file, why: error.message }
		const code = (error as NodeJS.ErrnoException).code
		if (code === undefined) throw error
		return { kind: 'refused', file, why: `it cannot be read or written (${code})` }
	}
}

async function readConfig(file: string): Promise<string | null> {
	if (!existsSync(file)) return null
	const bytes = await readFile(file)
	if (bytes.length > MAX_FILE_BYTES) throw new ConfigError('it is too large for a configuration')
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		throw new ConfigError('it is not UTF-8 text')
	}
}

const entryPath = ({ path }: McpClient): string[] => [...path, ENTRY_NAME]
const tomlPlace = ({ path }: McpClient) => [path[0] ?? '', ENTRY_NAME] as const

const read = (client: McpClient, text: string): unknown =>
	client.format === 'json' ? readJson(text, entryPath(client)) : readToml(text, tomlPlace(client))

function write(client: McpClient, text: string, value: Record<string, unknown>): string {
	const known = read(client, text)
	if (known !== undefined && JSON.stringify(known) === JSON.stringify(value)) return text
	return client.format === 'json'
		? setJson(text, entryPath(client), value)
		: setToml(text, tomlPlace(client), value)
}

/** The things that an installation is about to make besides the entry. */
function recordOf(client: McpClient, text: string | null): Made {
	if (text === null) return { made: 'file' }
	const blank = BLANK.test(text) ? { blank: text } : {}
	if (client.format === 'toml') return { made: 'entry', ...blank }
	if (readJson(text, client.path) === undefined) return { made: 'container', ...blank }
	const inner = innerOf(text, client.path)
	return { made: 'entry', ...(inner === null ? {} : { inner }) }
}

function remove(client: McpClient, text: string, { made, inner }: Made): string {
	if (client.format === 'toml') return removeToml(text, tomlPlace(client))
	const servers = readJson(text, client.path) as object
	const isOnly = Object.keys(servers).length === 1
	return made !== 'entry' && isOnly
		? removeJson(text, client.path)
		: removeJson(text, entryPath(client), inner)
}

const isEmpty = (client: McpClient, text: string): boolean =>
	client.format === 'json'
		? Object.keys((readJson(text, []) ?? {}) as object).length === 0
		: text.trim() === ''

async function save(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true })
	// Keeps the mode of a file that exists.
	await writeFileAtomic(file, text)
}

async function records(home: string): Promise<Records> {
	const text = await readOptionalFile(join(home, RECORD_FILE))
	try {
		return Records.parse(JSON.parse(text ?? '{}'))
	} catch {
		// Without it only an empty object or file may stay behind.
		return {}
	}
}

async function record(home: string, file: string, made: Made | null): Promise<void> {
	await locked(home, RECORD_FILE, async () => {
		const { [file]: _, ...others } = await records(home)
		const next = made === null ? others : { ...others, [file]: made }
		await writePrivateFile(join(home, RECORD_FILE), `${JSON.stringify(next, null, '\t')}\n`)
	})
}
