/** The Worker's variables for local use, as an env file: secrets do not belong on a command line. */
import { chmod, writeFile } from 'node:fs/promises'
import type { Env } from './children.ts'

/** What is passed on from the shell to the Worker. */
const PASSED_ON = /^ANTHROPIC_[A-Z0-9_]+$/

/**
 * One line of an env file as wrangler reads it (dotenv, then expansion of `$`).
 * @throws if no quoting can hold the value: it has a line break, or every kind of quote
 */
export function envLine(name: string, value: string): string {
	if (/[\r\n]/.test(value)) {
		throw new Error(`${name} has a line break; give it as a single line.`)
	}
	const quote = ["'", '"', '`'].find((mark) => !value.includes(mark))
	// Inside double quotes dotenv reads \n and \r as line breaks.
	if (quote === undefined || (quote === '"' && /\\[nr]/.test(value))) {
		throw new Error(`${name} mixes quotes in a way that an env file cannot hold.`)
	}
	return `${name}=${quote}${value.replaceAll('$', '\\$')}${quote}`
}

/** The variables of the Worker: those of the shell that it knows, and the sign-in token. */
export function workerVars(shell: Env, setupToken: string): Record<string, string> {
	const vars: Record<string, string> = { SETUP_TOKEN: setupToken }
	for (const [name, value] of Object.entries(shell)) {
		if (PASSED_ON.test(name) && value !== undefined && value !== '') vars[name] = value
	}
	return vars
}

/** Writes the file so that only this user can read it. */
export async function writeVars(
	file: string,
	vars: Readonly<Record<string, string>>,
): Promise<void> {
	const lines = Object.entries(vars).map(([name, value]) => envLine(name, value))
	await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
	// The mode above counts only for a new file.
	await chmod(file, 0o600)
}
