/** Checks of the machine itself: Node, the home folder, its space and the token file. Nothing is asked over a network. */
import { lstat, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '@fairlead/protocol/editors/diagnosis'
import { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { isProcessAlive } from '../home/home.ts'
import { whyNodeIsTooOld } from '../platform/node-version.ts'
import { Checker } from './check.ts'

const MB = 1024 * 1024
/** Less than this, and calls are refused soon: earlier file contents are kept before each change. */
const LITTLE_SPACE_MB = 500
const NO_SPACE_MB = 20
/** Rights of anybody but the owner. */
const OTHERS = 0o077

const RESTART = 'Restart the relay with "npm run fairlead -- restart".'
const START = 'Start it with "npm run fairlead -- up".'

export interface Machine {
	readonly home: string
	readonly platform: NodeJS.Platform
	readonly nodeVersion: string
	/** Id of this user; null on Windows. */
	readonly uid: number | null
}

export function checkNode({ nodeVersion }: Machine): Check {
	const check = new Checker('node')
	const why = whyNodeIsTooOld(nodeVersion)
	return why === null
		? check.ok(`Node ${nodeVersion}.`)
		: check.failed(
				`Node ${nodeVersion} is too old.`,
				'In your clone of Fairlead, "npm ci" installs a newer one and "npm run fairlead" uses it.',
			)
}

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : String(error)

export async function checkHome(machine: Machine): Promise<Check> {
	const { home, platform, uid } = machine
	const check = new Checker('home')
	let found: Awaited<ReturnType<typeof stat>>
	try {
		found = await stat(home)
	} catch (error) {
		if (codeOf(error) === 'ENOENT')
			return check.warning('There is no home folder yet.', `${START} It creates the folder.`)
		return check.failed(
			`The home folder cannot be opened (${codeOf(error)}).`,
			'Give your user access to it, or set FAIRLEAD_HOME to another folder.',
		)
	}
	if (!found.isDirectory())
		return check.failed(
			'The path of the home folder is a file.',
			'Move the file away, or set FAIRLEAD_HOME to another folder.',
		)
	if (uid !== null && found.uid !== uid)
		return check.failed(
			'The home folder belongs to another user.',
			'Every user needs their own: unset FAIRLEAD_HOME, or set it to a folder of yours.',
		)
	const why = await whyNotWritable(home)
	if (why !== null)
		return check.failed(`The home folder cannot be written (${why}).`, WRITABLE[why] ?? OWN)
	if (platform !== 'win32' && (found.mode & OTHERS) !== 0)
		return check.warning(
			'Other users of this machine can look into the home folder, which holds the relay token.',
			`${RESTART} It closes the folder to others.`,
		)
	return check.ok('The home folder is writable, and only you can open it.')
}

const OWN = 'Make the folder writable for your user, or set FAIRLEAD_HOME to another folder.'
const WRITABLE: Readonly<Record<string, string>> = {
	EROFS: 'The disk is mounted read-only. Set FAIRLEAD_HOME to a folder on another disk.',
	ENOSPC: 'The disk is full. Free some space.',
}

async function whyNotWritable(home: string): Promise<string | null> {
	const probe = join(home, `.doctor-${process.pid}-${performance.now()}`)
	try {
		await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
		return null
	} catch (error) {
		return codeOf(error)
	} finally {
		await rm(probe, { force: true }).catch(() => undefined)
	}
}

export async function checkDisk({ home }: Machine): Promise<Check> {
	const check = new Checker('disk')
	let freeMb: number
	try {
		const { bavail, bsize } = await statfs(home)
		freeMb = Math.floor((bavail * bsize) / MB)
	} catch {
		return check.skipped('The free space of the home folder is not known.')
	}
	const found = `${freeMb.toLocaleString('en')} MB are free.`
	const fix =
		'Free some space: without it the relay refuses changes, because it could not revert them.'
	if (freeMb < NO_SPACE_MB) return check.failed(found, fix)
	return freeMb < LITTLE_SPACE_MB ? check.warning(found, fix) : check.ok(found)
}

/** The token file as a stranger's editor would find it. */
export async function checkTokenFile({ home, platform }: Machine): Promise<Check> {
	const check = new Checker('token_file')
	const path = join(home, 'relay.json')
	let text: string
	let mode: number
	try {
		;[text, { mode }] = await Promise.all([readFile(path, 'utf8'), lstat(path)])
	} catch (error) {
		if (codeOf(error) === 'ENOENT')
			return check.skipped('There is no relay.json: the relay is not running.')
		return check.failed(
			`relay.json cannot be read (${codeOf(error)}).`,
			`Remove the file, then restart the relay. Unity finds the relay by it.`,
		)
	}
	const file = RelayFile.safeParse(parsed(text))
	if (!file.success)
		return check.failed('relay.json is damaged.', `${RESTART} It writes the file anew.`)
	if (!isProcessAlive(file.data.pid))
		return check.failed(
			`relay.json is left over from a relay that was killed (pid ${file.data.pid}).`,
			START,
		)
	if (platform !== 'win32' && (mode & OTHERS) !== 0)
		return check.warning('Other users of this machine can read relay.json.', RESTART)
	return check.ok('relay.json is complete, and only you can read it.')
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
