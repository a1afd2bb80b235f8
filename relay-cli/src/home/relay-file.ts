/**
 * `relay.json`: where the running relay listens. Read without a schema library, since `fairlead mcp` starts
 * with it in every client, and loads as little as it can.
 */
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'

export const RELAY_FILE = 'relay.json'
export const LINKS_FILE = 'links.json'
/** Mode of the home folder: for this user only. */
export const FOLDER_MODE = 0o700
const MIN_TOKEN_CHARS = 32
const MAX_TOKEN_CHARS = 256
const MAX_SOCKET_CHARS = 256
const MAX_PORT = 65_535

/** Absolute path of the home folder. It need not exist yet. */
export function fairleadHome(env: NodeJS.ProcessEnv = process.env): string {
	const chosen = env['FAIRLEAD_HOME']
	return chosen ? resolve(chosen) : join(homedir(), '.fairlead')
}

/** The text of a file, or null when there is none; none is below a path that is not a folder. */
export async function readOptionalFile(path: string): Promise<string | null> {
	try {
		return await readFile(path, 'utf8')
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : null
		if (code === 'ENOENT' || code === 'ENOTDIR') return null
		throw error
	}
}

/** Whether a process with this id runs, also when it is another user's. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}

/**
 * The address at which the running relay listens; null when there is no file, when it is not a
 * relay file, or when the process that wrote it has ended. A process that lives may still be another
 * program's, with an id used again: only the relay can prove that it is one.
 */
export async function readRelayFile(home: string = fairleadHome()): Promise<RelayFile | null> {
	const text = await readOptionalFile(join(home, RELAY_FILE))
	if (text === null) return null
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		return null
	}
	const file = relayFileIn(json)
	return file && isProcessAlive(file.pid) ? file : null
}

/** Reads the form that the schema `RelayFile` describes; a test holds the two together. */
export function relayFileIn(json: unknown): RelayFile | null {
	if (typeof json !== 'object' || json === null) return null
	const { port, token, pid, version, mcpSocket } = json as Record<string, unknown>
	if (!isInteger(port, MAX_PORT) || !isInteger(pid, Number.MAX_SAFE_INTEGER)) return null
	if (typeof token !== 'string') return null
	if (token.length < MIN_TOKEN_CHARS || token.length > MAX_TOKEN_CHARS) return null
	if (version !== undefined && typeof version !== 'string') return null
	if (mcpSocket !== undefined && !isSocket(mcpSocket)) return null
	return {
		port,
		token,
		pid,
		...(version === undefined ? {} : { version }),
		...(mcpSocket === undefined ? {} : { mcpSocket }),
	}
}

const isSocket = (value: unknown): value is string =>
	typeof value === 'string' && value.length >= 1 && value.length <= MAX_SOCKET_CHARS

const isInteger = (value: unknown, max: number): value is number =>
	Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
