/** A file that helps others to help: versions, the doctor's result, the log and the settings, for a person to read and send. */
import { lstat, readdir } from 'node:fs/promises'
import { homedir, hostname, release, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { readRelayFile } from '../home/home.ts'
import { readLinks } from '../home/links.ts'
import { readLogins } from '../home/logins.ts'
import { lastLines } from '../logs/read-log.ts'
import { decoded, proxyEnvironment } from '../proxy/proxy-environment.ts'
import { redactAll, redactor } from './redact.ts'

const MAX_LOG_LINES = 2_000
const MAX_LOG_CHARS = 1_000_000
const MAX_FILES = 100
/** Variables with names like these hold secrets; only whether they are set is told. */
const SECRET_NAME = /TOKEN|KEY|SECRET|PASS|AUTH|CREDENTIAL|COOKIE|SESSION/i
/** Variables that change how the relay behaves. */
const RELEVANT =
	/^(?:FAIRLEAD_\w+|HTTPS?_PROXY|NO_PROXY|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_USE_\w+|WSL_DISTRO_NAME|NO_COLOR)$/i

export interface SupportOptions {
	readonly home: string
	readonly env: NodeJS.ProcessEnv
	readonly diagnosis: Diagnosis
}

/** JSON that holds nothing secret. */
export async function supportBundle({ home, env, diagnosis }: SupportOptions): Promise<string> {
	const [links, logins, relay, log, files] = await Promise.all([
		readLinks(home).catch(() => ({})),
		readLogins(home).catch(() => []),
		readRelayFile(home).catch(() => null),
		lastLines(home, MAX_LOG_LINES),
		filesOf(home),
	])
	const redact = redactor({
		secrets: [
			...Object.values(links).map(({ token }) => token),
			...logins.map(({ token }) => token),
			...(relay === null ? [] : [relay.token]),
			...secretVariables(env),
			...proxyPasswords(env),
		],
		home,
		userHome: homedir(),
		folders: Object.keys(links),
		userName: userInfo().username,
		hostName: hostname(),
	})
	const bundle = {
		about:
			'Made by "npm run fairlead -- support". Read it before you send it: it holds no tokens and no file contents, but names of projects and servers.',
		versions: {
			relay: diagnosis.version,
			node: diagnosis.nodeVersion,
			system: `${process.platform} ${release()} ${process.arch}`,
		},
		diagnosis,
		variables: variablesOf(env),
		files,
		log: bounded(log),
	}
	return `${JSON.stringify(redactAll(bundle, redact), null, 2)}\n`
}

const secretVariables = (env: NodeJS.ProcessEnv): string[] =>
	Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : []))

function proxyPasswords(env: NodeJS.ProcessEnv): string[] {
	const { HTTP_PROXY = '', HTTPS_PROXY = '' } = proxyEnvironment(env) ?? {}
	return [HTTP_PROXY, HTTPS_PROXY].flatMap((address) => {
		if (address === '') return []
		if (!URL.canParse(address)) return [address]
		const { username, password } = new URL(address)
		// The password as it was typed: a URL encodes some signs.
		const [, typed = ''] = /^\w+:\/\/(?:[^:@]*:)?(.*)@/s.exec(address) ?? []
		return [username, password, typed].flatMap((text) => [text, decoded(text)])
	})
}

function variablesOf(env: NodeJS.ProcessEnv): Record<string, string> {
	const relevant = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined && RELEVANT.test(name)
			? [[name, SECRET_NAME.test(name) ? '(set)' : value] as const]
			: [],
	)
	return Object.fromEntries(relevant.sort(([a], [b]) => a.localeCompare(b)))
}

/** Names, sizes and rights, never contents. */
async function filesOf(home: string): Promise<string[]> {
	const names = await readdir(home).catch(() => [])
	const found = await Promise.all(
		names.slice(0, MAX_FILES).map(async (name) => {
			const stats = await lstat(join(home, name)).catch(() => null)
			if (stats === null) return []
			return [`${(stats.mode & 0o777).toString(8)} ${stats.size} ${name}`]
		}),
	)
	return found.flat().sort()
}

/** The newest lines that fit. */
function bounded(lines: readonly string[]): string[] {
	let left = MAX_LOG_CHARS
	const start = lines.findLastIndex((line) => {
		left -= line.length
		return left < 0
	})
	return lines.slice(start + 1)
}
